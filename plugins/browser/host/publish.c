/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Publishes the state of a tab. All of it is described anew whenever the extension says that something has changed, and
 * one commit shows it at once; the library finds out what is different. */
#include "host.h"

#include <linux/magic.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <time.h>

/* ------------------------------------------------------------------------------------------------- Snapshot ------ */

/* Returns when a page read its position, by the monotonic clock. at_ms: the same by the page's clock, in milliseconds
 * since 1970, which counts if it is of the last ten seconds. */
static int64_t timestamp(double at_ms) {
  struct timespec wall, monotonic;
  clock_gettime(CLOCK_REALTIME, &wall);
  clock_gettime(CLOCK_MONOTONIC, &monotonic);
  double age_ms = (double)wall.tv_sec * 1e3 + (double)wall.tv_nsec / 1e6 - at_ms;
  if (!(age_ms >= 0 && age_ms <= 10000)) return NOWPLAYING_TIME_NOW;
  return (int64_t)monotonic.tv_sec * 1000000 + monotonic.tv_nsec / 1000 - (int64_t)(age_ms * 1e3);
}

static nowplaying_playback_state state_of(struct json_object *playback) {
  const char *word = text_of(playback, "status");
  if (word == NULL) return NOWPLAYING_STATE_STOPPED;
  if (strcmp(word, "playing") == 0) return NOWPLAYING_STATE_PLAYING;
  if (strcmp(word, "paused") == 0) return NOWPLAYING_STATE_PAUSED;
  if (strcmp(word, "buffering") == 0) return NOWPLAYING_STATE_BUFFERING;
  return strcmp(word, "error") == 0 ? NOWPLAYING_STATE_ERROR : NOWPLAYING_STATE_STOPPED;
}

static nowplaying_error_kind error_kind_of(struct json_object *playback) {
  const char *word = text_of(playback, "errorKind");
  if (word == NULL) return NOWPLAYING_ERROR_KIND_OTHER;
  if (strcmp(word, "network") == 0) return NOWPLAYING_ERROR_KIND_NETWORK;
  return strcmp(word, "format") == 0 ? NOWPLAYING_ERROR_KIND_FORMAT : NOWPLAYING_ERROR_KIND_OTHER;
}

static double rate_of(struct json_object *playback, const char *key) {
  double rate = number_of(playback, key);
  return rate >= 0.01 && rate <= 100 ? rate : 1;
}

static void set_snapshot(struct tab *tab, struct json_object *playback) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  snapshot.state = state_of(playback);
  snapshot.elapsed_us = microseconds(number_of(playback, "position"), NOWPLAYING_TIME_UNKNOWN);
  snapshot.timestamp_us = timestamp(number_of(playback, "time"));
  snapshot.rate = rate_of(playback, "rate");
  snapshot.default_rate = rate_of(playback, "rate");
  snapshot.buffered_us = microseconds(number_of(playback, "buffered"), NOWPLAYING_TIME_UNKNOWN);
  snapshot.is_at_live_edge = truth_of(playback, "atLive");
  int64_t first = microseconds(number_of(playback, "seekableStart"), NOWPLAYING_TIME_UNKNOWN);
  int64_t last = microseconds(number_of(playback, "seekableEnd"), NOWPLAYING_TIME_UNKNOWN);
  if (first >= 0 && last >= first && snapshot.elapsed_us >= 0) {
    snapshot.seekable_start_us = first;
    snapshot.seekable_end_us = last;
  }
  if (snapshot.state == NOWPLAYING_STATE_ERROR) {
    snapshot.error = text_of(playback, "error");
    snapshot.error_kind = error_kind_of(playback);
  }
  nowplaying_session_set_snapshot(tab->session, &snapshot);
}

/* ------------------------------------------------------------------------------------------------- Commands ------ */

/* Adds a command if the extension names it: with true, it can be given now. */
static void add_named(struct commands *commands, struct json_object *given, const char *word,
                      nowplaying_command_kind kind) {
  struct json_object *found = NULL;
  if (json_object_object_get_ex(given, word, &found) && json_object_is_type(found, json_type_boolean)) {
    add_command(commands, kind, json_object_get_boolean(found));
  }
}

/* Returns whether a button of the page's own has an id already. */
static bool has_custom(const struct commands *commands, const char *id) {
  for (size_t i = 0; i < commands->count; ++i) {
    const nowplaying_command *command = &commands->list[i];
    if (command->kind == NOWPLAYING_COMMAND_CUSTOM && strcmp(command->id, id) == 0) return true;
  }
  return false;
}

static void add_custom(struct commands *commands, struct json_object *given) {
  size_t count;
  struct json_object *list = array_of(given, "custom", 8, &count);
  for (size_t i = 0; i < count; ++i) {
    struct json_object *button = json_object_array_get_idx(list, i);
    const char *id = text_of(button, "id"), *title = text_of(button, "title");
    if (id == NULL || *id == '\0' || title == NULL || *title == '\0' || has_custom(commands, id)) continue;
    nowplaying_command *command = add_command(commands, NOWPLAYING_COMMAND_CUSTOM, true);
    command->id = id;
    command->title = title;
    command->active = truth_of(button, "active");
  }
}

static void set_commands(struct tab *tab, struct json_object *given) {
  struct commands commands = {.count = 0};
  if (json_object_is_type(given, json_type_object)) {
    for (size_t i = 0; i < command_word_count; ++i) {
      add_named(&commands, given, command_words[i].word, command_words[i].kind);
    }
    if (truth_of(given, "seek")) add_usual_skips(&commands, true);
    else if (truth_of(given, "skip")) {
      add_command(&commands, NOWPLAYING_COMMAND_SKIP_FORWARD, true);
      add_command(&commands, NOWPLAYING_COMMAND_SKIP_BACKWARD, true);
    }
    if (truth_of(given, "rate")) add_rate(&commands, 0.25, 4, true);
    add_custom(&commands, given);
  }
  nowplaying_session_set_commands(tab->session, commands.list, commands.count);
}

/* -------------------------------------------------------------------------------------------------- Tracks ------- */

static nowplaying_track_kind track_kind_of(struct json_object *given) {
  const char *word = text_of(given, "kind");
  if (word == NULL) return 0;
  if (strcmp(word, "audio") == 0) return NOWPLAYING_TRACK_AUDIO;
  if (strcmp(word, "captions") == 0) return NOWPLAYING_TRACK_CAPTIONS;
  return strcmp(word, "subtitles") == 0 ? NOWPLAYING_TRACK_SUBTITLES : 0;
}

/* Returns whether a track of a kind can stand beside those before it: with an id of its own, and selected alone. */
static bool fits(const nowplaying_track *tracks, size_t count, const nowplaying_track *added) {
  for (size_t i = 0; i < count; ++i) {
    bool both_selected = tracks[i].selected && added->selected;
    if (tracks[i].kind == added->kind && (both_selected || strcmp(tracks[i].id, added->id) == 0)) return false;
  }
  return true;
}

static void set_tracks(struct tab *tab, struct json_object *state) {
  nowplaying_track tracks[32];
  size_t count, kept = 0;
  struct json_object *list = array_of(state, "tracks", COUNT(tracks), &count);
  for (size_t i = 0; i < count; ++i) {
    struct json_object *given = json_object_array_get_idx(list, i);
    nowplaying_track_kind kind = track_kind_of(given);
    const char *id = text_of(given, "id");
    if (kind == 0 || id == NULL || *id == '\0') continue;
    tracks[kept] = (nowplaying_track)NOWPLAYING_TRACK_INIT(kind);
    tracks[kept].id = id;
    tracks[kept].language = text_of(given, "language");
    tracks[kept].title = text_of(given, "title");
    tracks[kept].selected = truth_of(given, "selected");
    if (fits(tracks, kept, &tracks[kept])) ++kept;
  }
  nowplaying_session_set_tracks(tab->session, tracks, kept);
}

/* Returns whether the folder of the user's session, in which the library puts pictures, is in memory and not on a
 * disk. */
static bool is_session_in_memory(void) {
  struct statfs found;
  const char *folder = getenv("XDG_RUNTIME_DIR");
  if (folder == NULL || statfs(folder, &found) != 0) return false;
  return found.f_type == TMPFS_MAGIC || found.f_type == RAMFS_MAGIC;
}

void publish(struct tab *tab, struct json_object *state) {
  struct json_object *item = NULL, *playback = NULL, *commands = NULL;
  json_object_object_get_ex(state, "item", &item);
  json_object_object_get_ex(state, "playback", &playback);
  json_object_object_get_ex(state, "commands", &commands);
  nowplaying_content *content = content_new(item);
  double volume = number_of(state, "volume");
  /* Nothing of a private window comes to the disk. */
  if (tab->is_private && !is_session_in_memory()) nowplaying_content_set_artwork(content, NULL);
  nowplaying_session_set_content(tab->session, content);
  nowplaying_content_free(content);
  set_snapshot(tab, playback);
  set_commands(tab, commands);
  set_tracks(tab, state);
  nowplaying_session_set_volume(tab->session, volume >= 0 && volume <= 1 ? volume : -1);
  nowplaying_session_set_muted(tab->session, truth_of(state, "muted"));
  nowplaying_session_commit(tab->session);
  nowplaying_playback_state playing = state_of(playback);
  tabs_note(tab, playing == NOWPLAYING_STATE_PLAYING || playing == NOWPLAYING_STATE_BUFFERING);
}
