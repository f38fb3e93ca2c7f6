/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "animatedartwork.h"
#include <QCoreApplication>
#include <QThreadPool>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace NowPlaying {

AnimatedArtwork::AnimatedArtwork(QObject *parent) : QObject(parent) {}

AnimatedArtwork::~AnimatedArtwork() {
  if (m_action) m_action->cancel();
  if (m_fd >= 0) close(m_fd);
}

void AnimatedArtwork::setSession(Session *session) {
  if (session == m_session) return;
  if (m_session) m_session->disconnect(this);
  m_session = session;
  if (session) {
    connect(session, &Session::itemChanged, this, &AnimatedArtwork::update);
    connect(session, &Session::infoChanged, this, &AnimatedArtwork::update);
    connect(session, &QObject::destroyed, this, [this] {
      drop();
      Q_EMIT sessionChanged();
    });
  }
  drop();
  Q_EMIT sessionChanged();
  update();
}

void AnimatedArtwork::setRatio(int ratio) {
  if (ratio == m_ratio) return;
  m_ratio = ratio;
  drop();
  Q_EMIT ratioChanged();
  update();
}

void AnimatedArtwork::setSize(const QSize &size) {
  if (size == m_size) return;
  m_size = size;
  Q_EMIT sizeChanged();
}

void AnimatedArtwork::setActive(bool isActive) {
  if (isActive == m_isActive) return;
  m_isActive = isActive;
  Q_EMIT activeChanged();
  update();
}

void AnimatedArtwork::update() {
  QString id;
  if (m_session && m_isActive && m_session->mayShowVideo())
    id = m_ratio == AspectRatioTall ? m_session->animatedTallId() : m_session->animatedSquareId();
  if (id == m_id) return;
  drop();
  m_id = id;
  if (id.isEmpty()) return;
  const quint64 turn = ++m_turn;
  m_action = m_session->getVideo(m_ratio, m_size);
  connect(m_action, &Action::finished, this, [this, turn](Action *action) {
    if (turn != m_turn) return;
    m_status = action->status();
    m_message = action->message();
    const int fd = action->takeFd();
    if (fd < 0) {
      Q_EMIT sourceChanged();
      return;
    }
    // The file may be of any kind and on any disk, so it is examined on a thread that may block.
    const QPointer<AnimatedArtwork> self(this);
    QThreadPool::globalInstance()->start([self, fd, turn] {
      struct stat status;
      const bool is_file = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
                           status.st_size <= NOWPLAYING_MAX_VIDEO_BYTES;
      const std::shared_ptr<int> owned(new int(fd), [](int *each) {
        if (*each >= 0) close(*each);
        delete each;
      });
      QMetaObject::invokeMethod(
          QCoreApplication::instance(),
          [self, owned, is_file, turn] {
            if (!self || turn != self->m_turn) return;
            self->take(*owned, is_file);
            *owned = -1;
          },
          Qt::QueuedConnection);
    });
  });
}

void AnimatedArtwork::take(int fd, bool isFile) {
  if (isFile) {
    m_fd = fd;
    m_source = QUrl(QStringLiteral("file:///proc/self/fd/%1").arg(fd));
  } else {
    close(fd);
    m_status = ErrorNotAVideo;
    m_message = textOf(nowplaying_surface_strerror(ErrorNotAVideo));
  }
  Q_EMIT sourceChanged();
}

void AnimatedArtwork::drop() {
  m_turn++;
  m_id.clear();
  m_status = Ok;
  m_message.clear();
  if (m_action) m_action->cancel();
  m_action = nullptr;
  const int fd = m_fd;
  m_fd = -1;
  if (!m_source.isEmpty()) {
    m_source.clear();
    Q_EMIT sourceChanged();
  }
  // Closed after the signal: by then the player that reads the file has released it.
  if (fd >= 0) close(fd);
}

} // namespace NowPlaying
