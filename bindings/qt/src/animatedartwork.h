/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The video of animated artwork, for a MediaPlayer. */
#ifndef NOWPLAYING_QT_ANIMATEDARTWORK_H
#define NOWPLAYING_QT_ANIMATEDARTWORK_H

#include "session.h"

namespace NowPlaying {

/** Gets the video of a session's animated artwork while it is `active`, and gives it back when it is not.
 *
 *     AnimatedArtwork { id: video; session: model.session; active: picture.visible }
 *     MediaPlayer { source: video.source; loops: MediaPlayer.Infinite; muted: true }
 *
 * `source` is the URL of a descriptor of this process. Its file is a regular one of at most NOWPLAYING_MAX_VIDEO_BYTES,
 * which may be no video all the same, and may change while it is read. Set `active` while the video can really be seen.
 * The player is asked for the video if the item has one in this ratio, Session::mayShowVideo is true and
 * Surface::aspectRatios has the ratio. Where `status` is not Ok, or `source` is empty, show
 * Session::animatedSquareSource or animatedTallSource, and on their errors the plain artwork. */
class NOWPLAYING_QT_EXPORT AnimatedArtwork : public QObject {
  Q_OBJECT
  Q_CLASSINFO("QML.Element", "AnimatedArtwork")
  Q_PROPERTY(NowPlaying::Session *session READ session WRITE setSession NOTIFY sessionChanged)
  Q_PROPERTY(int ratio READ ratio WRITE setRatio NOTIFY ratioChanged)
  Q_PROPERTY(QSize size READ size WRITE setSize NOTIFY sizeChanged)
  Q_PROPERTY(bool active READ isActive WRITE setActive NOTIFY activeChanged)
  Q_PROPERTY(QUrl source READ source NOTIFY sourceChanged)
  Q_PROPERTY(int status READ status NOTIFY sourceChanged)
  Q_PROPERTY(QString message READ message NOTIFY sourceChanged)
public:
  explicit AnimatedArtwork(QObject *parent = nullptr);
  ~AnimatedArtwork() override;

  Session *session() const { return m_session; }
  void setSession(Session *session);
  /** The aspect ratio, one of AspectRatio; AspectRatioSquare at first. */
  int ratio() const { return m_ratio; }
  void setRatio(int ratio);
  /** The preferred size; 0 × 0, at first, for no preference. A video that is already there stays. */
  QSize size() const { return m_size; }
  void setSize(const QSize &size);
  bool isActive() const { return m_isActive; }
  void setActive(bool isActive);
  /** The URL of the file; empty while there is none. */
  QUrl source() const { return m_source; }
  /** The result of the last request, one of Code. */
  int status() const { return m_status; }
  /** The text for that result. */
  QString message() const { return m_message; }

Q_SIGNALS:
  void sessionChanged();
  void ratioChanged();
  void sizeChanged();
  void activeChanged();
  void sourceChanged();

private:
  /** Requests the video if it is wanted, or releases it. */
  void update();
  /** Releases the video. */
  void drop();
  /** Takes the file of a video. isFile: whether it is a regular file that is not too large. */
  void take(int fd, bool isFile);

  QPointer<Session> m_session;
  QPointer<Action> m_action;
  QSize m_size{0, 0};
  QUrl m_source;
  /** The id of the video that is there, was requested or could not be had, and the last error text. */
  QString m_id, m_message;
  int m_ratio = AspectRatioSquare, m_status = Ok, m_fd = -1;
  /** Counts the requests, so that an answer to an earlier one is ignored. */
  quint64 m_turn = 0;
  bool m_isActive = false;
};

} // namespace NowPlaying

#endif
