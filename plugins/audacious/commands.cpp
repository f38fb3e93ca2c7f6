/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Carries out the desktop's commands with Audacious' functions. No result is assumed here: Audacious reports results by
 * its hooks, and publish.cpp publishes them. */
#include "player.h"

#include <algorithm>
#include <cstring>
#include <libaudcore/drct.h>
#include <libaudcore/hook.h>
#include <libaudcore/plugins.h>
#include <libaudcore/runtime.h>
#include <libaudcore/vfs.h>
#include <strings.h>

/* ----------------------------------------------------------------------------------------------- Carried out ---- */

#define SPEED "speed-pitch"

bool has_speed() {
  PluginHandle *effect = aud_plugin_lookup_basename(SPEED);
  return effect != nullptr && aud_plugin_get_enabled(effect) && aud_get_bool(SPEED, "decouple");
}

double get_speed() { return aud_get_double(SPEED, "speed"); }

static np::RepeatMode get_repeat() {
  if (!aud_get_bool("repeat")) return np::RepeatMode::Off;
  return aud_get_bool("no_playlist_advance") ? np::RepeatMode::One : np::RepeatMode::All;
}

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

static void seek(np::Microseconds time) { aud_drct_seek(std::max<int64_t>(0, time.count() / 1000)); }

static void seek_by(np::Microseconds time) { seek(time + std::chrono::milliseconds(aud_drct_get_time())); }

static const np::Microseconds SCAN_STEP = std::chrono::seconds(3);

static void scan(Player &player, const np::CommandEvent &event, np::Microseconds step) {
  player.scan.stop();
  if (event.phase() == np::Phase::Begin) player.scan.start(250, [step] { seek_by(step); });
}

/* Audacious has no mode that repeats one entry: with "no_playlist_advance" the repeated playlist stays at an entry. The
 * user's own value of that setting is stored in Audacious' configuration while a mode repeats, and restored afterwards,
 * also after a restart. */
static void change_repeat(np::RepeatMode mode) {
  bool repeated = get_repeat() != np::RepeatMode::Off, repeats = mode != np::RepeatMode::Off;
  if (repeats && !repeated) aud_set_bool("nowplaying", "no_playlist_advance", aud_get_bool("no_playlist_advance"));
  if (repeats || repeated) {
    aud_set_bool("no_playlist_advance", repeats ? mode == np::RepeatMode::One
                                                : aud_get_bool("nowplaying", "no_playlist_advance"));
  }
  aud_set_bool("repeat", repeats);
}

static void change_rate(double rate) {
  aud_set_double(SPEED, "speed", rate);
  /* This hook informs the effect's own dialog, and plugin.cpp. */
  hook_call(SPEED " set speed", nullptr);
}

String find_fault(const std::string &uri) {
  String fault;
  bool is_file = strncasecmp(uri.c_str(), "file:", strlen("file:")) == 0;
  return is_file && VFSFile::test_file(uri.c_str(), VFS_NO_ACCESS, fault) ? fault : String();
}

/* Audacious adds the file in the background, and finds out only then whether it can be played; a file that cannot be
 * read is refused here at once. */
np::Answer open_uri(Player &player, const std::string &uri) {
  if (String fault = find_fault(uri)) return np::Answer::failed(std::string(fault));
  begin_open(player);
  aud_drct_pl_open(uri.c_str());
  return np::Answer::done();
}

void begin_open(Player &player) {
  supersede(player);
  player.opens = true;
  player.has_added = false;
}

void supersede(Player &player) {
  player.added_file = String();
  player.then = Player::PLAYS;
}

void finish_open(Player &player) {
  if (!player.opens) return;
  player.opens = false;
  Playlist::process_pending_update();
  play_added(player);
  /* The user may have played another entry while the one that the desktop asked for never appeared. */
  if (!player.has_added) return;
  if (player.then == Player::STOPS) aud_drct_stop();
  if (player.then == Player::PAUSES && !aud_drct_get_paused()) aud_drct_pause();
}

/* ------------------------------------------------------------------------------------------------- Offered ------ */

/* Returns whether there is a next entry. When shuffled, more than one entry counts as having a next: Audacious does not
 * tell which it has played. */
static bool has_next(Playlist playlist, int count) {
  bool more = aud_get_bool("repeat") || playlist.n_queued() > 0 || (aud_get_bool("shuffle") && count > 1);
  return count > 0 && (more || playlist.get_position() + 1 < count);
}

void set_commands(Player &player, Playlist playlist) {
  using Event = np::CommandEvent;
  /* The first interval is the step that Audacious' own keys use. */
  const std::vector<np::Microseconds> intervals = {std::chrono::seconds(std::max(1, aud_get_int("step_size"))),
                                                   std::chrono::seconds(10), std::chrono::seconds(30)};
  int count = playlist.n_entries();
  bool shuffle = aud_get_bool("shuffle"), seekable = aud_drct_get_length() > 0;
  /* Shuffle is by song or by album, as the user has set it. */
  np::ShuffleMode by = aud_get_bool("album_shuffle") ? np::ShuffleMode::Collections : np::ShuffleMode::Items;
  player.session.set_commands({
      np::Command::play([&player] { play(player, true); }).enabled(count > 0),
      np::Command::pause([&player] { play(player, false); }).enabled(count > 0),
      np::Command::stop([&player] { stop(player); }),
      np::Command::next([&player] { skip(player, aud_drct_pl_next); }).enabled(has_next(playlist, count)),
      np::Command::previous([&player] { skip(player, aud_drct_pl_prev); })
          .enabled(shuffle ? count > 1 : playlist.get_position() > 0),
      np::Command::skip_forward([](const Event &event) { seek_by(event.time()); })
          .intervals(intervals).enabled(seekable),
      np::Command::skip_backward([](const Event &event) { seek_by(-event.time()); })
          .intervals(intervals).enabled(seekable),
      np::Command::seek_to_position([](const Event &event) { seek(event.time()); }).enabled(seekable),
      np::Command::seek_forward([&player](const Event &event) { scan(player, event, SCAN_STEP); }).enabled(seekable),
      np::Command::seek_backward([&player](const Event &event) { scan(player, event, -SCAN_STEP); }).enabled(seekable),
      /* The speed range of the effect "Speed and Pitch". */
      np::Command::change_rate([](const Event &event) { change_rate(event.rate()); })
          .rate_range(0.5, 2).enabled(has_speed()),
      np::Command::change_repeat_mode([](const Event &event) { change_repeat(event.mode<np::RepeatMode>()); })
          .modes(get_repeat()),
      np::Command::change_shuffle_mode([](const Event &event) {
        aud_set_bool("shuffle", event.mode<np::ShuffleMode>() != np::ShuffleMode::Off);
      }).modes(shuffle ? by : np::ShuffleMode::Off, {np::ShuffleMode::Off, by}),
  });
}
