/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "action.h"
#include "surface.h"
#include <fcntl.h>
#include <unistd.h>

namespace NowPlaying {

Action::Action(Surface *surface, QObject *owner) : QObject(owner), m_surface(surface), m_owner(owner) {}

Action::~Action() {
  if (!m_isFinished) cancel();
  if (m_fd >= 0) close(m_fd);
}

int Action::takeFd() {
  const int fd = m_fd;
  m_fd = -1;
  return fd;
}

void Action::cancel() {
  if (m_action && m_surface && m_surface->handle()) nowplaying_surface_cancel(m_surface->handle(), m_action);
}

void Action::take(const nowplaying_surface_result *result) {
  m_status = result->status;
  m_message = textOf(result->message);
  m_mimeType = textOf(result->mime_type);
  m_size = QSize(result->width, result->height);
  m_orientation = result->orientation;
  if (result->data) {
    m_data = QByteArray(static_cast<const char *>(result->data), int(result->size));
  } else if (result->fd >= 0) {
    m_fd = fcntl(result->fd, F_DUPFD_CLOEXEC, 3);
    if (m_fd < 0) fail(ErrorSystem, textOf(nowplaying_surface_strerror(ErrorSystem)));
  }
}

void Action::fail(int status, const QString &message) {
  m_status = status;
  m_message = message;
}

void Action::finish() {
  m_isFinished = true;
  QPointer<Action> self(this);
  Q_EMIT finished(this);
  if (self && parent() == m_owner) deleteLater();
}

} // namespace NowPlaying
