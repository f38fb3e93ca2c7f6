/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The lists of a session, converted from C structs. */
#include "session.h"
#include <QMetaType>
#include <cmath>
#include <limits>

namespace NowPlaying {

/** Qt 5 looks the type up by name when a function returns it to QML. */
static const int registered = qRegisterMetaType<Snapshot>("NowPlaying::Snapshot");

qint64 microsecondsOf(double milliseconds) {
  const double most = double(std::numeric_limits<qint64>::max() / 2);
  if (std::isnan(milliseconds)) return 0;
  return qint64(std::round(qBound(-most, milliseconds * 1000, most)));
}

/** Returns a value for each struct that a C function gives for the indices from 0. */
template <typename Value, typename Struct, typename Get, typename Make>
static QList<Value> listOf(const nowplaying_surface_session *session, Get get, const Struct &empty, Make make) {
  QList<Value> found;
  Struct filled = empty;
  for (size_t i = 0; get(session, i, &filled) == NOWPLAYING_OK; i++, filled = empty) found.append(make(filled));
  return found;
}

/** Returns a list in the form that QML reads. */
template <typename Value> static QVariantList variantsOf(const QList<Value> &values) {
  QVariantList found;
  for (const Value &value : values) found.append(QVariant::fromValue(value));
  return found;
}

QList<Chapter> Session::chapters() const {
  const nowplaying_chapter empty = NOWPLAYING_CHAPTER_INIT;
  return listOf<Chapter>(m_handle, nowplaying_surface_session_get_chapter, empty, [&](const nowplaying_chapter &from) {
    Chapter made;
    made.start = millisecondsOf(from.start_us);
    made.title = textOf(from.title);
    made.artworkId = textOf(from.artwork_id);
    made.artworkSource = pictureSource("chapter", made.artworkId);
    return made;
  });
}

static Command commandOf(const nowplaying_command &from) {
  Command made;
  made.kind = from.kind;
  made.enabled = from.enabled;
  made.button = from.button;
  made.derived = from.derived;
  for (size_t i = 0; i < from.interval_count; i++) made.intervals.append(double(from.intervals_us[i]) / 1000);
  for (size_t i = 0; i < from.rate_count; i++) made.rates.append(from.rates[i]);
  made.current = from.current;
  made.supported = from.supported;
  made.title = textOf(from.title);
  made.shortTitle = textOf(from.short_title);
  made.rateMinimum = from.rate_minimum;
  made.rateMaximum = from.rate_maximum;
  made.id = textOf(from.id);
  made.icon = textOf(from.icon);
  made.iconName = textOf(nowplaying_surface_icon_name(from.icon));
  made.place = from.slot;
  made.active = from.active;
  made.steps = from.steps;
  return made;
}

QList<Command> Session::commands() const {
  const nowplaying_command empty = NOWPLAYING_COMMAND_INIT(0);
  return listOf<Command>(m_handle, nowplaying_surface_session_get_command, empty, commandOf);
}

static Control controlOf(const nowplaying_surface_control &from) {
  Control made;
  made.kind = from.kind;
  made.mode = from.mode;
  made.button = from.button;
  made.time = double(from.time_us) / 1000;
  made.rating = from.rating;
  made.id = textOf(from.id);
  made.toggle = from.toggle;
  made.row = from.row;
  made.place = from.slot;
  made.enabled = from.enabled;
  made.isSwitch = from.is_switch;
  made.active = from.active;
  made.isHeld = from.is_held;
  made.busy = from.busy;
  made.icon = textOf(from.icon);
  made.iconName = textOf(nowplaying_surface_icon_name(from.icon));
  made.title = textOf(from.title);
  made.shortTitle = textOf(from.short_title);
  made.name = textOf(from.name);
  made.namePlural = textOf(from.name_plural);
  made.number = from.number;
  const QString &name = made.namePlural.isEmpty() || made.number == 1 ? made.name : made.namePlural;
  made.label = made.title;
  if (made.label.isEmpty()) made.label = QString(name).replace(QLatin1String("%1"), QString::number(made.number));
  for (size_t i = 0; i < from.rate_count; i++) made.rates.append(from.rates[i]);
  return made;
}

QList<Control> Session::controls() const {
  const nowplaying_surface_control empty = NOWPLAYING_SURFACE_CONTROL_INIT;
  return listOf<Control>(m_handle, nowplaying_surface_session_get_control, empty, controlOf);
}

QList<Device> Session::devices() const {
  const nowplaying_device empty = NOWPLAYING_DEVICE_INIT;
  return listOf<Device>(m_handle, nowplaying_surface_session_get_device, empty, [](const nowplaying_device &from) {
    Device made;
    made.id = textOf(from.id);
    made.name = textOf(from.name);
    made.volume = from.volume;
    made.type = from.type;
    made.canStep = from.can_step;
    return made;
  });
}

QList<Track> Session::tracks() const {
  const nowplaying_track empty = NOWPLAYING_TRACK_INIT(0);
  return listOf<Track>(m_handle, nowplaying_surface_session_get_track, empty, [](const nowplaying_track &from) {
    Track made;
    made.id = textOf(from.id);
    made.language = textOf(from.language);
    made.title = textOf(from.title);
    made.kind = from.kind;
    made.characteristics = from.characteristics;
    made.selected = from.selected;
    return made;
  });
}

Queue Session::queue(bool *has) const {
  nowplaying_surface_queue from = NOWPLAYING_SURFACE_QUEUE_INIT;
  const bool is_there = nowplaying_surface_session_get_queue(m_handle, &from) == NOWPLAYING_OK;
  Queue made;
  made.count = int(from.count);
  made.total = qint64(from.total);
  made.present = int(from.present);
  made.canEdit = from.can_edit;
  if (has) *has = is_there;
  return made;
}

QList<QueueEntry> Session::queueEntries() const {
  const nowplaying_surface_queue_entry empty = NOWPLAYING_SURFACE_QUEUE_ENTRY_INIT;
  return listOf<QueueEntry>(m_handle, nowplaying_surface_session_get_queue_entry, empty,
                            [](const nowplaying_surface_queue_entry &from) {
                              QueueEntry made;
                              made.id = textOf(from.id);
                              made.title = textOf(from.title);
                              made.artists = textOf(from.artists);
                              made.album = textOf(from.album);
                              made.url = textOf(from.url);
                              made.artworkUrl = textOf(from.artwork_url);
                              made.duration = from.duration_us / 1000;
                              return made;
                            });
}

Playlists Session::playlists(bool *has) const {
  nowplaying_surface_playlists from = NOWPLAYING_SURFACE_PLAYLISTS_INIT;
  const bool is_there = nowplaying_surface_session_get_playlists(m_handle, &from) == NOWPLAYING_OK;
  Playlists made;
  made.count = int(from.count);
  made.active = int(from.active);
  made.orders = from.orders;
  if (has) *has = is_there;
  return made;
}

QList<Playlist> Session::playlistEntries() const {
  const nowplaying_surface_playlist empty = NOWPLAYING_SURFACE_PLAYLIST_INIT;
  return listOf<Playlist>(m_handle, nowplaying_surface_session_get_playlist, empty,
                          [](const nowplaying_surface_playlist &from) {
                            Playlist made;
                            made.id = textOf(from.id);
                            made.name = textOf(from.name);
                            made.iconUrl = textOf(from.icon_url);
                            return made;
                          });
}

QVariantList Session::chapterValues() const { return variantsOf(chapters()); }
QVariantList Session::commandValues() const { return variantsOf(commands()); }
QVariantList Session::controlValues() const { return variantsOf(controls()); }
QVariantList Session::deviceValues() const { return variantsOf(devices()); }
QVariantList Session::trackValues() const { return variantsOf(tracks()); }
QVariantList Session::queueEntryValues() const { return variantsOf(queueEntries()); }
QVariantList Session::playlistEntryValues() const { return variantsOf(playlistEntries()); }

QVariant Session::queueValue() const {
  bool has = false;
  const Queue found = queue(&has);
  return has ? QVariant::fromValue(found) : QVariant();
}

QVariant Session::playlistsValue() const {
  bool has = false;
  const Playlists found = playlists(&has);
  return has ? QVariant::fromValue(found) : QVariant();
}

} // namespace NowPlaying
