/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Publishes the state of an MPD. All of it is described anew whenever MPD says that something has changed, and one
 * commit shows it at once; the library finds out what is different. */
#include "mpd-remote.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---------------------------------------------------------------------------------------------- Content --------- */

/* In microseconds; 0 where it has none. Of a song from elsewhere that is in no database MPD has it while it plays. */
static int64_t get_duration(const struct state *state) {
  int64_t of_song = (int64_t)mpd_song_get_duration_ms(state->song) * 1000;
  return of_song > 0 ? of_song : SECONDS(mpd_status_get_total_time(state->status));
}

static bool is_stream(const struct state *state) {
  return strstr(mpd_song_get_uri(state->song), "://") != NULL && get_duration(state) == 0;
}

static void set_tags(nowplaying_content *content, const struct mpd_song *song) {
  const char *value;
  for (int tag = 0; tag < MPD_TAG_COUNT; ++tag) {
    for (unsigned i = 0; (value = mpd_song_get_tag(song, tag, i)) != NULL; ++i) {
      nowplaying_content_set_tag(content, mpd_tag_name(tag), value, strlen(value), NULL);
    }
  }
}

static nowplaying_content *new_content(const struct state *state) {
  nowplaying_content *content = NULL;
  const struct mpd_song *song = state->song;
  const char *uri = mpd_song_get_uri(song), *title = mpd_song_get_tag(song, MPD_TAG_TITLE, 0);
  char id[32];
  /* MPD's id of the entry of the queue, which no other entry ever has. */
  snprintf(id, sizeof id, "song-%u", mpd_song_get_id(song));
  if (is_stream(state)) {
    const char *station = mpd_song_get_tag(song, MPD_TAG_NAME, 0);
    nowplaying_content_new(NOWPLAYING_CONTENT_RADIO, id, &content);
    set_tags(content, song);
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_STATION_NAME, station != NULL ? station : uri);
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_PROGRAM_NAME, title);
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, NULL);
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, uri);
    return content;
  }
  const char *slash = strrchr(uri, '/');
  int64_t duration_us = get_duration(state);
  nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, id, &content);
  set_tags(content, song);
  if (title == NULL) nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, slash != NULL ? slash + 1 : uri);
  if (duration_us > 0) nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, duration_us);
  return content;
}

void artwork_id(const struct server *server, char *ret_id, size_t size) {
  uint64_t hash = UINT64_C(14695981039346656037);
  *ret_id = '\0';
  if (server->state.song == NULL || is_stream(&server->state)) return;
  /* The paths of two servers may be the same, and a file may get other tags. */
  const char *parts[] = {server->address.id, "\n", mpd_song_get_uri(server->state.song)};
  for (size_t i = 0; i < COUNT(parts); ++i) {
    for (const char *byte = parts[i]; *byte != '\0'; ++byte) {
      hash = (hash ^ (unsigned char)*byte) * UINT64_C(1099511628211);
    }
  }
  snprintf(ret_id, size, "cover-%016" PRIx64 "-%lld", hash, (long long)mpd_song_get_last_modified(server->state.song));
}

static void set_content(struct server *server) {
  nowplaying_content *content = NULL;
  char artwork[64];
  artwork_id(server, artwork, sizeof artwork);
  if (server->state.song != NULL) {
    content = new_content(&server->state);
    nowplaying_content_set_artwork(content, artwork);
  }
  nowplaying_session_set_content(server->session, content);
  nowplaying_content_free(content);
}

/* ----------------------------------------------------------------------------------- Snapshot, commands --------- */

static void set_snapshot(struct server *server) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  enum mpd_state state = mpd_status_get_state(server->state.status);
  snapshot.state = state == MPD_STATE_PLAY    ? NOWPLAYING_STATE_PLAYING
                   : state == MPD_STATE_PAUSE ? NOWPLAYING_STATE_PAUSED
                                              : NOWPLAYING_STATE_STOPPED;
  snapshot.elapsed_us = (int64_t)mpd_status_get_elapsed_ms(server->state.status) * 1000;
  snapshot.timestamp_us = server->state.time_us;
  nowplaying_session_set_snapshot(server->session, &snapshot);
}

/* For a single song that is not repeated, and for songs that are consumed, the desktop has no word. */
static int32_t repeat_mode(const struct mpd_status *status) {
  if (!mpd_status_get_repeat(status)) return NOWPLAYING_REPEAT_OFF;
  return mpd_status_get_single_state(status) == MPD_SINGLE_ON ? NOWPLAYING_REPEAT_ONE : NOWPLAYING_REPEAT_ALL;
}

static void set_commands(struct server *server) {
  static const int64_t intervals[] = {SECONDS(10), SECONDS(30)};
  static const nowplaying_command_kind kinds[] = {
      NOWPLAYING_COMMAND_PLAY,         NOWPLAYING_COMMAND_PAUSE,
      NOWPLAYING_COMMAND_STOP,         NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE,
      NOWPLAYING_COMMAND_NEXT,         NOWPLAYING_COMMAND_PREVIOUS,
      NOWPLAYING_COMMAND_SKIP_FORWARD, NOWPLAYING_COMMAND_SKIP_BACKWARD,
      NOWPLAYING_COMMAND_SEEK_TO_POSITION,
      NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE, NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE,
  };
  nowplaying_command commands[COUNT(kinds)];
  const struct mpd_status *status = server->state.status;
  enum mpd_state state = mpd_status_get_state(status);
  /* MPD refuses these while it is stopped. */
  bool is_on = state == MPD_STATE_PLAY || state == MPD_STATE_PAUSE;
  bool can_seek = is_on && server->state.song != NULL && get_duration(&server->state) > 0;
  bool goes_round = mpd_status_get_repeat(status) || mpd_status_get_random(status);
  for (size_t i = 0; i < COUNT(kinds); ++i) {
    nowplaying_command *command = &commands[i];
    *command = (nowplaying_command)NOWPLAYING_COMMAND_INIT(kinds[i]);
    switch (kinds[i]) {
    case NOWPLAYING_COMMAND_NEXT: command->enabled = is_on && mpd_status_get_next_song_pos(status) >= 0; break;
    case NOWPLAYING_COMMAND_PREVIOUS:
      command->enabled = is_on && (goes_round || mpd_status_get_song_pos(status) > 0);
      break;
    case NOWPLAYING_COMMAND_SKIP_FORWARD:
    case NOWPLAYING_COMMAND_SKIP_BACKWARD:
      command->intervals_us = intervals;
      command->interval_count = COUNT(intervals);
      command->enabled = can_seek;
      break;
    case NOWPLAYING_COMMAND_SEEK_TO_POSITION: command->enabled = can_seek; break;
    case NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE: command->current = repeat_mode(status); break;
    case NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE:
      command->current = mpd_status_get_random(status) ? NOWPLAYING_SHUFFLE_ITEMS : NOWPLAYING_SHUFFLE_OFF;
      command->supported = 1u << NOWPLAYING_SHUFFLE_OFF | 1u << NOWPLAYING_SHUFFLE_ITEMS;
      break;
    }
  }
  nowplaying_session_set_commands(server->session, commands, COUNT(commands));
}

/* ------------------------------------------------------------------------------------ Devices and volume -------- */

/* A device is what it plays on: an output that is enabled. The first is called as the server is, and so names the
 * session; it has the volume too, because MPD has one for all outputs. */
static void set_devices(struct server *server) {
  nowplaying_device devices[NOWPLAYING_MAX_DEVICES];
  char ids[NOWPLAYING_MAX_DEVICES][NOWPLAYING_MAX_ID_BYTES];
  size_t count = 1;
  int volume = mpd_status_get_volume(server->state.status);
  double level = volume < 0 ? -1 : volume / 100.0;
  bool first = true;
  devices[0] = (nowplaying_device)NOWPLAYING_DEVICE_INIT;
  devices[0].id = server->address.id;
  devices[0].name = server->address.name;
  devices[0].volume = level;
  for (size_t i = 0; i < server->state.output_count && count < COUNT(devices); ++i) {
    const char *name = mpd_output_get_name(server->state.outputs[i]);
    if (!mpd_output_get_enabled(server->state.outputs[i])) continue;
    if (!first && name != NULL && *name != '\0') {
      snprintf(ids[count], sizeof ids[count], "%zu@%.900s", i, server->address.id);
      devices[count] = (nowplaying_device)NOWPLAYING_DEVICE_INIT;
      devices[count].id = ids[count];
      devices[count++].name = name;
    }
    first = false;
  }
  nowplaying_session_set_devices(server->session, devices, count);
  nowplaying_session_set_volume(server->session, level);
}

void publish(struct server *server) {
  set_content(server);
  set_snapshot(server);
  set_commands(server);
  set_devices(server);
  nowplaying_session_commit(server->session);
}
