/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Carries out the desktop's commands with Audacious' functions. No result is assumed here: Audacious reports results by
 * its hooks, and publish.cpp publishes them. */
#include "player.h"
#include "commands.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <libaudcore/drct.h>
#include <libaudcore/hook.h>
#include <libaudcore/interface.h>
#include <libaudcore/plugins.h>
#include <libaudcore/runtime.h>
#include <libaudcore/vfs.h>
#include <strings.h>

/* ------------------------------------------------------------------------------------------------- Offered ------ */

#define SPEED "speed-pitch"

bool has_speed() {
  PluginHandle *effect = aud_plugin_lookup_basename(SPEED);
  return effect != nullptr && aud_plugin_get_enabled(effect) && aud_get_bool(SPEED, "decouple");
}

double get_speed() { return aud_get_double(SPEED, "speed"); }

static int32_t get_repeat() {
  if (!aud_get_bool("repeat")) return NOWPLAYING_REPEAT_OFF;
  return aud_get_bool("no_playlist_advance") ? NOWPLAYING_REPEAT_ONE : NOWPLAYING_REPEAT_ALL;
}

/* Returns whether there is a next entry. When shuffled, more than one entry counts as having a next: Audacious does not
 * tell which it has played. */
static bool has_next(Playlist playlist, int count) {
  bool more = aud_get_bool("repeat") || playlist.n_queued() > 0 || (aud_get_bool("shuffle") && count > 1);
  return count > 0 && (more || playlist.get_position() + 1 < count);
}

void set_commands(Player &player) {
  /* The first interval is the step that Audacious' own keys use. */
  const int64_t intervals[] = {std::max(1, aud_get_int("step_size")) * int64_t{1000000}, 10 * 1000000, 30 * 1000000};
  Playlist playlist = aud_drct_get_playing() ? Playlist::playing_playlist() : Playlist::active_playlist();
  int count = playlist.n_entries();
  bool shuffle = aud_get_bool("shuffle"), repeat = aud_get_bool("repeat"), seekable = aud_drct_get_length() > 0;
  struct commands commands = {};
  add_command(&commands, NOWPLAYING_COMMAND_PLAY, count > 0);
  add_command(&commands, NOWPLAYING_COMMAND_PAUSE, count > 0);
  add_command(&commands, NOWPLAYING_COMMAND_STOP, true);
  add_command(&commands, NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE, count > 0);
  add_command(&commands, NOWPLAYING_COMMAND_NEXT, has_next(playlist, count));
  add_command(&commands, NOWPLAYING_COMMAND_PREVIOUS, shuffle ? count > 1 : playlist.get_position() > 0);
  add_skips(&commands, intervals, std::size(intervals), seekable);
  add_scans(&commands, seekable);
  /* The speed range of the effect "Speed and Pitch". */
  add_rate(&commands, 0.5, 2, has_speed());
  add_repeat(&commands, get_repeat() == NOWPLAYING_REPEAT_ONE, repeat);
  /* Shuffle is by song or by album, as the user has set it. */
  add_shuffle(&commands, shuffle,
              aud_get_bool("album_shuffle") ? NOWPLAYING_SHUFFLE_COLLECTIONS : NOWPLAYING_SHUFFLE_ITEMS);
  nowplaying_session_set_commands(player.session, commands.list, commands.count);
}

/* ----------------------------------------------------------------------------------------------- Carried out ---- */

static void play(Player &player, bool plays) {
  player.then = plays ? Player::PLAYS : Player::PAUSES;
  if (!aud_drct_get_playing()) {
    if (plays) aud_drct_play();
  } else if (aud_drct_get_paused() == plays) {
    aud_drct_pause();
  }
}

static void stop(Player &player) {
  supersede(player);
  player.then = Player::STOPS;
  aud_drct_stop();
}

static void skip(Player &player, void (*skips)()) {
  supersede(player);
  skips();
}

static void seek_by(int64_t time_us) { aud_drct_seek(std::max<int64_t>(0, aud_drct_get_time() + time_us / 1000)); }

static void scan(Player &player, const nowplaying_command_event &event) {
  int64_t step_us = event.kind == NOWPLAYING_COMMAND_SEEK_FORWARD ? 3000000 : -3000000;
  player.scan.stop();
  if (event.phase == NOWPLAYING_PHASE_BEGIN) player.scan.start(250, [step_us] { seek_by(step_us); });
}

/* Audacious has no mode that repeats one entry: with "no_playlist_advance" the repeated playlist stays at an entry. The
 * user's own value of that setting is stored in Audacious' configuration while a mode repeats, and restored afterwards,
 * also after a restart. */
static void change_repeat(int32_t mode) {
  bool repeated = get_repeat() != NOWPLAYING_REPEAT_OFF, repeats = mode != NOWPLAYING_REPEAT_OFF;
  if (repeats && !repeated) aud_set_bool("nowplaying", "no_playlist_advance", aud_get_bool("no_playlist_advance"));
  if (repeats || repeated) {
    aud_set_bool("no_playlist_advance", repeats ? mode == NOWPLAYING_REPEAT_ONE
                                                : aud_get_bool("nowplaying", "no_playlist_advance"));
  }
  aud_set_bool("repeat", repeats);
}

static void change_rate(double rate) {
  aud_set_double(SPEED, "speed", rate);
  /* This hook informs the effect's own dialog, and plugin.cpp. */
  hook_call(SPEED " set speed", nullptr);
}

nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_command_event *event, void *user_data) {
  Player &player = *static_cast<Player *>(user_data);
  (void)session, (void)request;
  switch (event->kind) {
  case NOWPLAYING_COMMAND_PLAY: play(player, true); break;
  case NOWPLAYING_COMMAND_PAUSE: play(player, false); break;
  case NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE: play(player, !aud_drct_get_playing() || aud_drct_get_paused()); break;
  case NOWPLAYING_COMMAND_STOP: stop(player); break;
  case NOWPLAYING_COMMAND_NEXT: skip(player, aud_drct_pl_next); break;
  case NOWPLAYING_COMMAND_PREVIOUS: skip(player, aud_drct_pl_prev); break;
  case NOWPLAYING_COMMAND_SEEK_TO_POSITION: aud_drct_seek(event->time_us / 1000); break;
  case NOWPLAYING_COMMAND_SKIP_FORWARD: seek_by(event->time_us); break;
  case NOWPLAYING_COMMAND_SKIP_BACKWARD: seek_by(-event->time_us); break;
  case NOWPLAYING_COMMAND_SEEK_FORWARD:
  case NOWPLAYING_COMMAND_SEEK_BACKWARD: scan(player, *event); break;
  case NOWPLAYING_COMMAND_CHANGE_RATE: change_rate(event->rate); break;
  case NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE: change_repeat(event->mode); break;
  case NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE:
    aud_set_bool("shuffle", event->mode != NOWPLAYING_SHUFFLE_OFF);
    break;
  default: return NOWPLAYING_ERROR_NOT_SUPPORTED;
  }
  return NOWPLAYING_OK;
}

nowplaying_status on_volume(nowplaying_session *session, nowplaying_request *request, double volume, void *user_data) {
  (void)session, (void)request;
  aud_drct_set_volume_main(static_cast<int>(std::lround(volume * 100)));
  change(*static_cast<Player *>(user_data));
  return NOWPLAYING_OK;
}

bool can_be_read(nowplaying_request *request, const char *uri) {
  String error;
  if (strncasecmp(uri, "file:", strlen("file:")) != 0 || !VFSFile::test_file(uri, VFS_NO_ACCESS, error)) return true;
  nowplaying_request_complete(request, NOWPLAYING_ERROR_COMMAND_FAILED, error);
  return false;
}

/* Audacious adds the file in the background, and finds out only then whether it can be played; a file that cannot be
 * read is refused here at once. */
nowplaying_status on_open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri,
                              const char *path, void *user_data) {
  (void)app, (void)path;
  if (!can_be_read(request, uri)) return NOWPLAYING_ERROR_COMMAND_FAILED;
  begin_open(*static_cast<Player *>(user_data));
  aud_drct_pl_open(uri);
  return NOWPLAYING_OK;
}

void begin_open(Player &player) {
  supersede(player);
  player.opens = true;
  player.opens_after = player.entries.newest();
}

void supersede(Player &player) {
  player.plays_added = false;
  player.then = Player::PLAYS;
}

void finish_open(Player &player) {
  if (!player.opens) return;
  player.opens = false;
  play_added(player);
  Playlist playing = Playlist::playing_playlist();
  /* The user may have played another entry while the one that the desktop asked for never appeared. */
  if (player.entries.number(playing, playing.get_position()) <= player.opens_after) return;
  if (player.then == Player::STOPS) aud_drct_stop();
  if (player.then == Player::PAUSES && !aud_drct_get_paused()) aud_drct_pause();
}

nowplaying_status on_raise(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  (void)app, (void)request, (void)user_data;
  aud_ui_show(true);
  return NOWPLAYING_OK;
}

nowplaying_status on_quit(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  (void)app, (void)request, (void)user_data;
  aud_quit();
  return NOWPLAYING_OK;
}
