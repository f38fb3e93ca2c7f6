/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A request to a player, and its result. */
#ifndef NOWPLAYING_QT_ACTION_H
#define NOWPLAYING_QT_ACTION_H

#include "values.h"
#include <QByteArray>
#include <QObject>
#include <QPointer>
#include <QSize>

namespace NowPlaying {

class Session;
class Surface;

/** An action of a surface, as every function that asks a player for something returns it.
 *
 *     session->send(CommandNext)          in QML: session.send(NowPlaying.CommandNext).finished.connect(
 *                                                     action => console.log(action.status, action.message))
 *
 * `finished` comes exactly once, from the event loop of the surface's thread and never inside the function that began
 * the action. If its surface is destroyed before, it comes then, with ErrorCancelled. The action belongs to the surface
 * and is deleted soon after `finished`: take from it what you need, or reparent it. To delete it earlier cancels it. */
class NOWPLAYING_QT_EXPORT Action : public QObject {
  Q_OBJECT
  Q_CLASSINFO("QML.Element", "Action")
  NOWPLAYING_QML_UNCREATABLE("An action is what a function of Session returns.")
  Q_PROPERTY(double action READ action CONSTANT)
  Q_PROPERTY(bool isFinished READ isFinished NOTIFY finished)
  Q_PROPERTY(int status READ status NOTIFY finished)
  Q_PROPERTY(QString message READ message NOTIFY finished)
  Q_PROPERTY(QByteArray data READ data NOTIFY finished)
  Q_PROPERTY(QString mimeType READ mimeType NOTIFY finished)
  Q_PROPERTY(QSize size READ size NOTIFY finished)
  Q_PROPERTY(int orientation READ orientation NOTIFY finished)
public:
  ~Action() override;

  /** Returns the C library's id of the action; 0 when it could not be begun. */
  quint64 action() const { return m_action; }
  /** Returns whether the action has ended. */
  bool isFinished() const { return m_isFinished; }
  /** Returns the result, one of Code, also when the action could not be begun. */
  int status() const { return m_status; }
  /** Returns a sentence for people, the player's own or the library's; "" with Ok. */
  QString message() const { return m_message; }
  /** Returns the bytes of a picture. They are foreign: decode them with decodePicture(). */
  QByteArray data() const { return m_data; }
  /** Returns the type that the bytes have, "image/png" or "video/mp4"; "" when there is neither picture nor video. */
  QString mimeType() const { return m_mimeType; }
  /** Returns the size of a picture in pixels, as its bytes say. */
  QSize size() const { return m_size; }
  /** Returns how a picture must be turned before it is shown, 1 to 8, as EXIF numbers it; 0 when there is no picture.
   * size() is the size before turning. */
  int orientation() const { return m_orientation; }
  /** Returns the descriptor of a video, which the action closes; -1 when there is none. See AnimatedArtwork. */
  int fd() const { return m_fd; }
  /** Returns the descriptor of a video, which the caller must close; -1 when there is none. */
  int takeFd();

public Q_SLOTS:
  /** Stops waiting: `finished` follows soon, with ErrorCancelled or the result if that has already come. */
  void cancel();

Q_SIGNALS:
  /** Emitted when the action has ended. */
  void finished(NowPlaying::Action *action);

private:
  friend class Surface;
  friend class Session;
  Action(Surface *surface, QObject *owner);
  /** Stores the result inside the C callback. */
  void take(const nowplaying_surface_result *result);
  /** Stores the error with which the action could not be begun. */
  void fail(int status, const QString &message);
  /** Emits `finished`, and deletes the action. */
  void finish();

  QPointer<Surface> m_surface;
  QObject *const m_owner;
  quint64 m_action = 0;
  bool m_isFinished = false;
  int m_status = Ok, m_fd = -1, m_orientation = 0;
  QString m_message, m_mimeType;
  QByteArray m_data;
  QSize m_size;
};

} // namespace NowPlaying

#endif
