/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A session's properties, each read from the C snapshot when it is needed. */
#include "session.h"
#include "picture.h"
#include "surface.h"
#include <QMetaEnum>
#include <QMetaMethod>
#include <algorithm>

namespace NowPlaying {

static nowplaying_surface_info infoOf(const nowplaying_surface_session *session) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  nowplaying_surface_session_get_info(session, &info);
  return info;
}

static nowplaying_surface_item itemOf(const nowplaying_surface_session *session) {
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  nowplaying_surface_session_get_item(session, &item);
  return item;
}

static nowplaying_snapshot snapshotOf(const nowplaying_surface_session *session) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  nowplaying_surface_session_get_snapshot(session, NOWPLAYING_TIME_NOW, &snapshot);
  return snapshot;
}

Session::Session(Surface *surface, nowplaying_surface_session *handle)
    : QObject(surface), m_surface(surface), m_handle(handle), m_key(textOf(infoOf(handle).key)) {}

Session::~Session() { nowplaying_surface_session_unref(m_handle); }

/** The signal for each bit of the C library's changes. */
static const struct {
  uint change;
  void (Session::*signal)();
} signals_of_changes[] = {
    {ChangedInfo, &Session::infoChanged},         {ChangedItem, &Session::itemChanged},
    {ChangedPlayback, &Session::playbackChanged}, {ChangedCommands, &Session::commandsChanged},
    {ChangedInfo | ChangedItem | ChangedPlayback | ChangedCommands, &Session::controlsChanged},
    {ChangedDevices, &Session::devicesChanged},   {ChangedQueue, &Session::queueChanged},
    {ChangedPlaylists, &Session::playlistsChanged}, {ChangedTracks, &Session::tracksChanged},
    {ChangedBeganAgain, &Session::beganAgain},
};

void Session::update(nowplaying_surface_session *handle, uint changes) {
  nowplaying_surface_session_unref(m_handle);
  m_handle = handle;
  QPointer<Session> self(this);
  for (const auto &row : signals_of_changes) {
    if (changes & row.change) Q_EMIT (this->*row.signal)();
    if (!self) return;
  }
}

uint Session::changesOf(int methodIndex) {
  for (const auto &row : signals_of_changes) {
    if (QMetaMethod::fromSignal(row.signal).methodIndex() == methodIndex) return row.change;
  }
  return 0;
}

/* --------------------------------------------------------------------------------------------------- Info -------- */

QString Session::sessionId() const { return textOf(infoOf(m_handle).session_id); }
QString Session::busName() const { return textOf(infoOf(m_handle).bus_name); }
QString Session::applicationId() const { return textOf(infoOf(m_handle).application_id); }
QString Session::displayName() const { return textOf(infoOf(m_handle).display_name); }
QString Session::desktopEntry() const { return textOf(infoOf(m_handle).desktop_entry); }
int Session::processId() const { return infoOf(m_handle).process_id; }
QString Session::twinKey() const { return textOf(infoOf(m_handle).twin_key); }
qreal Session::volume() const { return infoOf(m_handle).volume; }
bool Session::primaryApplication() const { return infoOf(m_handle).primary & NOWPLAYING_PRIMARY_APPLICATION; }
bool Session::primarySystem() const { return infoOf(m_handle).primary & NOWPLAYING_PRIMARY_SYSTEM; }
bool Session::speaksNowPlaying() const { return infoOf(m_handle).abilities & NOWPLAYING_SURFACE_SPEAKS_NOWPLAYING; }
bool Session::isRemote() const { return infoOf(m_handle).abilities & NOWPLAYING_SURFACE_IS_REMOTE; }
bool Session::canSetVolume() const { return infoOf(m_handle).abilities & NOWPLAYING_SURFACE_CAN_SET_VOLUME; }
bool Session::canRaise() const { return infoOf(m_handle).abilities & NOWPLAYING_SURFACE_CAN_RAISE; }
bool Session::canQuit() const { return infoOf(m_handle).abilities & NOWPLAYING_SURFACE_CAN_QUIT; }
bool Session::mayShowVideo() const { return infoOf(m_handle).abilities & NOWPLAYING_SURFACE_MAY_SHOW_VIDEO; }
bool Session::isMuted() const { return infoOf(m_handle).abilities & NOWPLAYING_SURFACE_IS_MUTED; }
bool Session::isTwin() const { return infoOf(m_handle).abilities & NOWPLAYING_SURFACE_IS_TWIN; }
bool Session::isBare() const { return infoOf(m_handle).abilities & NOWPLAYING_SURFACE_IS_BARE; }

/* --------------------------------------------------------------------------------------------------- Item -------- */

bool Session::hasItem() const {
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  return nowplaying_surface_session_get_item(m_handle, &item) == NOWPLAYING_OK;
}

QString Session::itemId() const { return textOf(itemOf(m_handle).id); }
QString Session::firstLine() const { return textOf(itemOf(m_handle).first_line); }
QString Session::secondLine() const { return textOf(itemOf(m_handle).second_line); }
QString Session::thirdLine() const { return textOf(itemOf(m_handle).third_line); }
QString Session::artworkId() const { return textOf(itemOf(m_handle).artwork_id); }
QString Session::artworkUrl() const { return textOf(itemOf(m_handle).artwork_url); }
QString Session::animatedSquareId() const { return textOf(itemOf(m_handle).animated_square_id); }
QString Session::animatedTallId() const { return textOf(itemOf(m_handle).animated_tall_id); }
qint64 Session::duration() const { return itemOf(m_handle).duration_us / 1000; }
int Session::kind() const { return itemOf(m_handle).kind; }
int Session::mediaType() const { return itemOf(m_handle).media_type; }
int Session::durationKind() const { return itemOf(m_handle).duration_kind; }

QUrl Session::pictureSource(const char *what, const QString &id, const QString &item) const {
  return id.isEmpty() ? QUrl() : PictureRequest::source(m_surface, what, m_key, id, item);
}

static bool isOfWeb(const QUrl &url) {
  return url.scheme() == QLatin1String("https") || url.scheme() == QLatin1String("http");
}

QUrl Session::fetchedUrl() const {
  const QUrl url(artworkUrl());
  int64_t is_private = 0;
  (void)nowplaying_surface_session_get_integer(m_handle, NOWPLAYING_FIELD_EXCLUDED_FROM_SUGGESTIONS, &is_private);
  return isOfWeb(url) && m_surface->fetchesArtwork() && !is_private ? url : QUrl();
}

QString Session::home() const {
  return QUrl(textOf(nowplaying_surface_session_get_text(m_handle, NOWPLAYING_FIELD_URL, 0))).host();
}

QUrl Session::artworkSource() const {
  const nowplaying_surface_item item = itemOf(m_handle);
  const QString id = textOf(item.artwork_id), address = textOf(item.artwork_url);
  if (!id.isEmpty()) return pictureSource("artwork", id);
  const QUrl url(address);
  const QString scheme = url.scheme();
  if (isOfWeb(url)) {
    const bool is_fetched = m_surface->fetchesArtwork();
    return !is_fetched ? url : pictureSource("web", PictureRequest::hashOf(fetchedUrl().toString()), textOf(item.id));
  }
  // The library reads pictures of this computer. Another item may have a different picture under the same address.
  const bool is_here = scheme.isEmpty() || scheme == QLatin1String("file") || scheme == QLatin1String("data");
  return is_here ? pictureSource("address", PictureRequest::hashOf(address), textOf(item.id)) : QUrl();
}

QUrl Session::animatedSquareSource() const { return pictureSource("square", animatedSquareId()); }
QUrl Session::animatedTallSource() const { return pictureSource("tall", animatedTallId()); }

/** Returns the value of an item's field; an invalid QVariant when there is none. */
static QVariant valueOf(const nowplaying_surface_session *session, nowplaying_field field) {
  qint64 integer = 0;
  double number = 0;
  if (field >= 300) {
    return nowplaying_surface_session_get_number(session, field, &number) ? QVariant() : QVariant(number);
  } else if (field >= 200) {
    int64_t value = 0;
    if (nowplaying_surface_session_get_integer(session, field, &value)) return QVariant();
    integer = value;
    return QVariant(integer);
  } else if (field >= 100) {
    QVariantList texts;
    while (const char *text = nowplaying_surface_session_get_text(session, field, size_t(texts.size())))
      texts.append(textOf(text));
    return texts.isEmpty() ? QVariant() : QVariant(texts);
  }
  const char *text = nowplaying_surface_session_get_text(session, field, 0);
  return text ? QVariant(textOf(text)) : QVariant();
}

QVariantMap Session::fields() const {
  QVariantMap found;
  const QMetaEnum names = QMetaEnum::fromType<Field>();
  for (int i = 0; i < names.keyCount(); i++) {
    const QVariant value = valueOf(m_handle, names.value(i));
    if (!value.isValid()) continue;
    QString name = QLatin1String(names.key(i) + sizeof "Field" - 1);
    name[0] = name[0].toLower();
    found[name] = value;
  }
  return found;
}

QVariantMap Session::extra() const {
  QVariantMap found;
  for (size_t i = 0; const char *key = nowplaying_surface_session_get_extra_key(m_handle, i); i++)
    found[textOf(key)] = textOf(nowplaying_surface_session_get_extra(m_handle, key));
  return found;
}

/* ----------------------------------------------------------------------------------------------- Playback -------- */

int Session::state() const { return snapshotOf(m_handle).state; }
qreal Session::rate() const { return snapshotOf(m_handle).rate; }
qreal Session::defaultRate() const { return snapshotOf(m_handle).default_rate; }
QString Session::error() const { return textOf(snapshotOf(m_handle).error); }
int Session::errorKind() const { return snapshotOf(m_handle).error_kind; }
bool Session::isAtLiveEdge() const { return snapshotOf(m_handle).is_at_live_edge; }

Snapshot Session::snapshot() const {
  const nowplaying_snapshot now = snapshotOf(m_handle);
  Snapshot made;
  made.elapsed = millisecondsOf(now.elapsed_us);
  made.timestamp = millisecondsOf(now.timestamp_us);
  made.rate = now.rate;
  made.defaultRate = now.default_rate;
  made.state = now.state;
  made.seekableStart = millisecondsOf(now.seekable_start_us);
  made.seekableEnd = millisecondsOf(now.seekable_end_us);
  made.buffered = millisecondsOf(now.buffered_us);
  made.error = textOf(now.error);
  made.errorKind = now.error_kind;
  made.isAtLiveEdge = now.is_at_live_edge;
  return made;
}

int Session::chapterAt(qint64 position, qint64 *end) const {
  size_t index = 0;
  int64_t end_us = NOWPLAYING_TIME_UNKNOWN;
  if (nowplaying_surface_session_get_chapter_at(m_handle, microsecondsOf(double(position)), &index, &end_us)) return -1;
  if (end) *end = millisecondsOf(end_us);
  return int(index);
}

bool Session::lyricsAt(qint64 position, QString *line, qint64 *next) const {
  const char *text = nullptr;
  int64_t next_us = NOWPLAYING_TIME_UNKNOWN;
  if (nowplaying_surface_session_get_lyrics_at(m_handle, microsecondsOf(double(position)), &text, &next_us))
    return false;
  *line = textOf(text);
  if (next) *next = millisecondsOf(next_us);
  return true;
}

} // namespace NowPlaying
