/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Publishes the player's state. Each change is described anew from Audacious, and one commit per turn shows all at
 * once; the library finds out what is different. */
#include "player.h"
#include "clock.h"

#include <cstdlib>
#include <libaudcore/drct.h>

/* The difference between the position and the published one from which on it is published again. */
static const int64_t TOLERANCE_US = 100 * 1000;

void change(Player &player) {
  player.changed = true;
  player.turn.queue([&player] { take_turn(player); });
}

/* ------------------------------------------------------------------------------------------------- Content ------ */

/* Returns the present playlist: the one that plays, or the one that Play would start. */
static Playlist find_playlist() {
  return aud_drct_get_playing() ? Playlist::playing_playlist() : Playlist::active_playlist();
}

/* Publishes the playlist as the content: no entry has played yet, or it is gone, and it is not known which entry would
 * come first. */
static void set_playlist_as_content(Player &player, Playlist playlist) {
  nowplaying_content *content = nullptr;
  player.entry = 0;
  if (playlist.n_entries() > 0) {
    nowplaying_content_new(NOWPLAYING_CONTENT_GENERIC, "playlist", &content);
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, playlist.get_title());
  }
  nowplaying_session_set_content(player.session, content);
  nowplaying_content_free(content);
}

/* Publishes the present entry. Returns false when the entry has no number yet: then Audacious is about to call the hook
 * for a changed playlist. */
static bool set_content(Player &player) {
  Playlist playlist = find_playlist();
  int place = playlist.get_position();
  if (place < 0) {
    /* At its end a playlist has no position; the entry that was played last stays shown. */
    if (player.entry == 0 || player.entries.place(player.playlist, player.entry) < 0) {
      set_playlist_as_content(player, playlist);
    }
    return true;
  }
  uint64_t entry = player.entries.number(playlist, place);
  if (entry == 0) return false;
  player.playlist = playlist;
  player.entry = entry;
  String file = playlist.entry_filename(place);
  bool ready = aud_drct_get_ready();
  Tuple tuple = ready ? aud_drct_get_tuple() : playlist.entry_tuple(place, Playlist::NoWait);
  find_cover(player.cover, file);
  std::string id = entry_id(entry);
  nowplaying_content *content = describe(id.c_str(), file, tuple, player.cover.id);
  nowplaying_session_set_content(player.session, content);
  nowplaying_content_free(content);
  return true;
}

/* Returns whether the present entry is the shown one: Audacious begins an entry before it calls the hook. */
static bool is_shown(Player &player) {
  Playlist playlist = find_playlist();
  int place = playlist.get_position();
  return place < 0 || player.entries.number(playlist, place) == player.entry;
}

/* ------------------------------------------------------------------------------------------------ Snapshot ------ */

static Line look() {
  Line now;
  now.rate = has_speed() ? get_speed() : 1;
  if (aud_drct_get_playing()) {
    now.state = aud_drct_get_paused()  ? NOWPLAYING_STATE_PAUSED
                : aud_drct_get_ready() ? NOWPLAYING_STATE_PLAYING
                                       : NOWPLAYING_STATE_BUFFERING;
    now.elapsed_us = int64_t{aud_drct_get_time()} * 1000;
  }
  now.timestamp_us = now_us();
  return now;
}

/* Returns whether clients can compute this position from the published one. */
static bool is_as_shown(const Line &now, const Line &shown) {
  int64_t passed_us = shown.state == NOWPLAYING_STATE_PLAYING ? now.timestamp_us - shown.timestamp_us : 0;
  int64_t error_us = now.elapsed_us - shown.elapsed_us - static_cast<int64_t>(shown.rate * passed_us);
  return now.state == shown.state && now.rate == shown.rate && std::llabs(error_us) < TOLERANCE_US;
}

static void set_snapshot(Player &player, const Line &now) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  snapshot.state = now.state;
  snapshot.elapsed_us = now.elapsed_us;
  snapshot.timestamp_us = now.timestamp_us;
  snapshot.rate = snapshot.default_rate = now.rate;
  nowplaying_session_set_snapshot(player.session, &snapshot);
  player.shown = now;
}

/* --------------------------------------------------------------------------------------------------- Turns ------ */

void publish(Player &player) {
  /* Between two entries nothing is published, so that the next one appears completely and panels do not flicker. */
  if (aud_drct_get_playing() && !aud_drct_get_ready() && !player.shows_loading) return;
  Line now = look();
  /* Audacious has no event for a position that lags, nor for the volume: both are read in each turn, also in the turn
   * before a client is answered. */
  double volume = aud_drct_get_volume_main() / 100.0;
  if (!player.changed && ((volume == player.volume && is_as_shown(now, player.shown)) || !is_shown(player))) return;
  if (player.changed && !set_content(player)) return;
  if (player.changed) {
    set_queue(player, find_playlist());
    set_active_playlist(player);
    set_commands(player);
  }
  player.changed = false;
  set_snapshot(player, now);
  nowplaying_session_set_volume(player.session, player.volume = volume);
  nowplaying_session_commit(player.session);
}

void take_turn(Player &player) {
  publish(player);
  nowplaying_app_dispatch(player.app);
}
