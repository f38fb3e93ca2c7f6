/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Publishes the player's state. Each change is described anew from Audacious, and one commit per turn shows all at
 * once; the library finds out what is different. */
#include "player.h"

#include <chrono>
#include <libaudcore/drct.h>

void change(Player &player) {
  player.changed = true;
  player.turn.queue([&player] { take_turn(player); });
}

/* ------------------------------------------------------------------------------------------------- Content ------ */

/* Returns the present playlist: the one that plays, or the one that Play would start. */
static Playlist find_playlist() {
  return aud_drct_get_playing() ? Playlist::playing_playlist() : Playlist::active_playlist();
}

/* Publishes the playlist as the content, when no entry has played yet or the last one was removed: Audacious does not
 * tell which entry Play would start. */
static void set_playlist_as_content(Player &player, Playlist playlist) {
  player.entry = String();
  if (playlist.n_entries() == 0) {
    player.session.clear_content();
    return;
  }
  np::Content content(np::ContentKind::Generic, "playlist");
  content.set(np::TextField::Title, std::string(playlist.get_title()));
  player.session.set_content(content);
}

/* Publishes the present entry. */
static void set_content(Player &player) {
  Playlist playlist = find_playlist();
  int place = playlist.get_position();
  if (place < 0) {
    /* At its end a playlist has no position; the entry that was played last stays shown. */
    if (!player.entry || find_file(player.playlist, player.entry, 0) < 0) set_playlist_as_content(player, playlist);
    return;
  }
  player.playlist = playlist;
  player.entry = playlist.entry_filename(place);
  bool ready = aud_drct_get_ready();
  Tuple tuple = ready ? aud_drct_get_tuple() : playlist.entry_tuple(place, Playlist::NoWait);
  find_cover(player.cover, player.entry);
  player.session.set_content(describe(player.entry, tuple, player.cover.id));
}

/* ------------------------------------------------------------------------------------------------ Snapshot ------ */

/* Audacious begins an entry before it calls the hook, so that for a moment another entry is shown than plays. */
std::optional<np::Microseconds> find_position(Player &player) {
  Playlist playlist = find_playlist();
  int place = playlist.get_position();
  if (place >= 0 && playlist.entry_filename(place) != player.entry) return std::nullopt;
  return std::chrono::milliseconds(aud_drct_get_playing() ? aud_drct_get_time() : 0);
}

static np::PlaybackState find_state() {
  if (!aud_drct_get_playing()) return np::PlaybackState::Stopped;
  if (!aud_drct_get_ready()) return np::PlaybackState::Buffering;
  return aud_drct_get_paused() ? np::PlaybackState::Paused : np::PlaybackState::Playing;
}

static void set_snapshot(Player &player) {
  np::Snapshot snapshot(find_state(), find_position(player), has_speed() ? get_speed() : 1);
  /* With NOWPLAYING_TIME_NOW, the library would take it for a mistake when the position stands still, as while the
   * output fills its buffer. */
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  snapshot.timestamp_us = std::chrono::duration_cast<np::Microseconds>(now).count();
  snapshot.default_rate = snapshot.rate;
  player.session.set_snapshot(snapshot);
}

/* --------------------------------------------------------------------------------------------------- Turns ------ */

void publish(Player &player) {
  /* Between two entries nothing is published, so that the next one appears completely and panels do not flicker. */
  if (aud_drct_get_playing() && !aud_drct_get_ready() && !player.shows_loading) return;
  /* Audacious has no event for its volume, so it is read each time: publish() also runs before a client is answered. */
  player.session.set_volume(aud_drct_get_volume_main() / 100.0);
  if (player.changed) {
    /* Has Audacious call its hook for pending changes of playlists, so that the queue contains the entry that plays. */
    Playlist::process_pending_update();
    player.changed = false;
    set_content(player);
    set_queue(player, find_playlist());
    set_active_playlist(player);
    set_commands(player, find_playlist());
    set_snapshot(player);
  }
  player.session.commit();
}

void take_turn(Player &player) {
  publish(player);
  player.app.dispatch();
}
