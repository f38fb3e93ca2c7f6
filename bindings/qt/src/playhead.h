/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The values of a session that change with time alone. */
#ifndef NOWPLAYING_QT_PLAYHEAD_H
#define NOWPLAYING_QT_PLAYHEAD_H

#include "session.h"
#include <QTimer>

namespace NowPlaying {

/** The position of a session, and what follows from it, while somebody looks.
 *
 *     Playhead { id: playhead; session: model.session; running: bar.visible }
 *
 * While `running` and while something moves it wakes up once in each `interval`, at whole multiples of it, and where a
 * chapter or a line of the lyrics ends. Otherwise it costs nothing; it follows what the player says all the same. Times
 * are milliseconds, -1 where they are not known. */
class NOWPLAYING_QT_EXPORT Playhead : public QObject {
  Q_OBJECT
  Q_CLASSINFO("QML.Element", "Playhead")
  Q_PROPERTY(NowPlaying::Session *session READ session WRITE setSession NOTIFY sessionChanged)
  Q_PROPERTY(bool running READ isRunning WRITE setRunning NOTIFY runningChanged)
  Q_PROPERTY(int interval READ interval WRITE setInterval NOTIFY intervalChanged)
  Q_PROPERTY(double position READ position NOTIFY moved)
  Q_PROPERTY(double seekableStart READ seekableStart NOTIFY moved)
  Q_PROPERTY(double seekableEnd READ seekableEnd NOTIFY moved)
  Q_PROPERTY(double buffered READ buffered NOTIFY moved)
  Q_PROPERTY(int chapter READ chapter NOTIFY chapterChanged)
  Q_PROPERTY(bool hasLyrics READ hasLyrics NOTIFY lineChanged)
  Q_PROPERTY(QString line READ line NOTIFY lineChanged)
public:
  explicit Playhead(QObject *parent = nullptr);

  Session *session() const { return m_session; }
  void setSession(Session *session);
  /** Whether the values are kept up to date; false at first. */
  bool isRunning() const { return m_isRunning; }
  void setRunning(bool isRunning);
  /** Milliseconds between two updates, 10 to 3,600,000; 1,000 at first, for digits. */
  int interval() const { return m_interval; }
  void setInterval(int interval);
  qint64 position() const { return m_now.elapsed; }
  /** The seekable range, if that is not the whole item. */
  qint64 seekableStart() const { return m_now.seekableStart; }
  qint64 seekableEnd() const { return m_now.seekableEnd; }
  qint64 buffered() const { return m_now.buffered; }
  /** The index of the present chapter; -1: none. */
  int chapter() const { return m_chapter; }
  /** Whether there are lyrics whose lines have times. */
  bool hasLyrics() const { return m_hasLyrics; }
  /** The line that is sung; "" before the first and between verses. Between an original and its translation is "\n". */
  QString line() const { return m_line; }
  /** Returns how often it has woken up by itself: for tests, and for those who save power. */
  int wakeups() const { return m_wakeups; }

public Q_SLOTS:
  /** Looks now. */
  void update();

Q_SIGNALS:
  void sessionChanged();
  void runningChanged();
  void intervalChanged();
  void moved();
  void chapterChanged();
  void lineChanged();

private:
  /** Schedules the next update. earliest: the time until a chapter or a line ends; -1 for none. */
  void schedule(qint64 earliest);

  QPointer<Session> m_session;
  QTimer m_timer;
  Snapshot m_now;
  int m_interval = 1000, m_chapter = -1, m_wakeups = 0;
  bool m_isRunning = false, m_hasLyrics = false;
  QString m_line;
};

} // namespace NowPlaying

#endif
