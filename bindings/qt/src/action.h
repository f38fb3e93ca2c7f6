/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Something that a player was asked for, and what became of it. */
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
 * the action; or inside the destructor of the surface, then with ErrorCancelled. The action belongs to the surface and
 * is deleted soon after `finished`: take from it what you need, or reparent it. To delete it earlier cancels it. */
class NOWPLAYING_QT_EXPORT Action : public QObject {
  Q_OBJECT
  Q_CLASSINFO("QML.Element", "Action")
  Q_CLASSINFO("QML.Creatable", "false")
  Q_CLASSINFO("QML.UncreatableReason", "An action is what a function of Session returns.")
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

  /** Returns C's name of the action; 0 of one that could not be begun. */
  quint64 action() const { return m_action; }
  /** Returns whether there is an answer. */
  bool isFinished() const { return m_isFinished; }
  /** Returns the outcome, one of Status; that of a failed beginning as well. */
  int status() const { return m_status; }
  /** Returns a sentence for people, the player's own or the library's; "" with Ok. */
  QString message() const { return m_message; }
  /** Returns the bytes of a picture. They are foreign: decode them with decodePicture(). */
  QByteArray data() const { return m_data; }
  /** Returns "image/png", "video/mp4", as the bytes say; "" when it is neither picture nor video. */
  QString mimeType() const { return m_mimeType; }
  /** Returns the size of a picture in pixels, as its bytes say. */
  QSize size() const { return m_size; }
  /** Returns how a picture is to be turned before it is shown, 1 to 8, as EXIF numbers it; 0 when it is no picture. Its
   * size is that before. */
  int orientation() const { return m_orientation; }
  /** Returns the file of a video, which is closed with the action; -1 when there is none. See AnimatedArtwork. */
  int fd() const { return m_fd; }
  /** Returns the file of a video, which is the caller's from now on to close; -1 when there is none. */
  int takeFd();

public Q_SLOTS:
  /** No longer waits: `finished` comes soon, with ErrorCancelled or with what has come before. */
  void cancel();

Q_SIGNALS:
  /** There is an answer. */
  void finished(NowPlaying::Action *action);

private:
  friend class Surface;
  friend class Session;
  explicit Action(Surface *surface);
  /** Takes what C has said, in its callback. */
  void take(const nowplaying_surface_result *result);
  /** Takes an error with which the action was not begun. */
  void fail(int status, const QString &message);
  /** Tells of the answer, and ends. */
  void finish();

  QPointer<Surface> m_surface;
  quint64 m_action = 0;
  bool m_isFinished = false;
  int m_status = Ok, m_fd = -1, m_orientation = 0;
  QString m_message, m_mimeType;
  QByteArray m_data;
  QSize m_size;
};

} // namespace NowPlaying

#endif
