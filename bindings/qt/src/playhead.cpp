/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "playhead.h"
#include <cmath>

namespace NowPlaying {

/** The shortest time between two updates, for lyrics with thousands of lines in a second. */
static const qint64 shortest_ms = 10, longest_ms = 3600000;

Playhead::Playhead(QObject *parent) : QObject(parent) {
  m_timer.setSingleShot(true);
  m_timer.setTimerType(Qt::PreciseTimer);
  connect(&m_timer, &QTimer::timeout, this, [this] {
    m_wakeups++;
    update();
  });
}

void Playhead::setSession(Session *session) {
  if (session == m_session) return;
  if (m_session) m_session->disconnect(this);
  m_session = session;
  if (session) {
    connect(session, &Session::playbackChanged, this, &Playhead::update);
    connect(session, &Session::itemChanged, this, &Playhead::update);
    connect(session, &QObject::destroyed, this, [this] {
      m_session.clear();
      Q_EMIT sessionChanged();
      update();
    });
  }
  Q_EMIT sessionChanged();
  update();
}

void Playhead::setRunning(bool isRunning) {
  if (isRunning == m_isRunning) return;
  m_isRunning = isRunning;
  Q_EMIT runningChanged();
  update();
}

void Playhead::setInterval(int interval) {
  interval = qBound(int(shortest_ms), interval, int(longest_ms));
  if (interval == m_interval) return;
  m_interval = interval;
  Q_EMIT intervalChanged();
  update();
}

void Playhead::update() {
  const Snapshot now = m_session ? m_session->snapshot() : Snapshot();
  qint64 chapter_end = -1, line_end = -1;
  const bool has_position = m_session && now.elapsed >= 0;
  const int chapter = has_position ? m_session->chapterAt(now.elapsed, &chapter_end) : -1;
  QString line;
  const bool has_lyrics = has_position && m_session->lyricsAt(now.elapsed, &line, &line_end);
  const bool has_moved = now.elapsed != m_now.elapsed || now.seekableStart != m_now.seekableStart ||
                         now.seekableEnd != m_now.seekableEnd || now.buffered != m_now.buffered;
  m_now = now;
  const int old_chapter = m_chapter;
  const bool is_other_line = line != m_line || has_lyrics != m_hasLyrics;
  m_chapter = chapter;
  m_line = line;
  m_hasLyrics = has_lyrics;
  qint64 earliest = -1;
  for (qint64 end : {chapter_end, line_end}) {
    if (end > now.elapsed && (earliest < 0 || end < earliest)) earliest = end;
  }
  schedule(earliest < 0 ? -1 : earliest - now.elapsed);
  QPointer<Playhead> self(this);
  if (has_moved) Q_EMIT moved();
  if (self && chapter != old_chapter) Q_EMIT chapterChanged();
  if (self && is_other_line) Q_EMIT lineChanged();
}

void Playhead::schedule(qint64 earliest) {
  m_timer.stop();
  if (!m_isRunning || !m_session) return;
  const bool plays = m_now.rate != 0 && m_now.elapsed >= 0;
  // The end of a broadcast's seekable range advances even while it is paused.
  const bool grows = m_now.seekableEnd >= 0 && m_session->durationKind() == DurationLive;
  if (plays) {
    qint64 rest = m_interval - m_now.elapsed % m_interval;
    if (m_now.rate < 0) rest = m_now.elapsed % m_interval + 1;
    else if (earliest >= 0) rest = qMin(rest, earliest);
    const double wait = std::ceil(double(rest) / std::abs(m_now.rate));
    m_timer.start(int(qBound(double(shortest_ms), wait, double(m_interval))));
  } else if (grows) {
    m_timer.start(m_interval);
  }
}

} // namespace NowPlaying
