/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Publishes the state of an MPD. All of it is described anew whenever MPD says that something has changed, and one
 * commit shows it at once; the library finds out what is different. */
#include "mpd-remote.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------- Content --------- */

/* Returns the duration in microseconds; 0 when there is none. For a song outside MPD's database, MPD reports it only
 * while the song plays. */
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

/* Makes the id of the cover, which includes the server, since two servers may have equal paths, and the file's time,
 * since the file may change. */
void artwork_id(const struct server *server, char ret_id[PICTURE_NAME_SIZE]) {
  *ret_id = '\0';
  if (server->state.song == NULL || is_stream(&server->state)) return;
  snprintf(ret_id, PICTURE_NAME_SIZE, "%lld %s %s", (long long)mpd_song_get_last_modified(server->state.song),
           server->address.id, mpd_song_get_uri(server->state.song));
}

static nowplaying_content *new_content(const struct server *server) {
  nowplaying_content *content = NULL;
  const struct mpd_song *song = server->state.song;
  const char *uri = mpd_song_get_uri(song), *slash = strrchr(uri, '/');
  bool stream = is_stream(&server->state);
  char id[32], artwork[PICTURE_NAME_SIZE];
  /* MPD's id of the queue entry, which is never used again. */
  snprintf(id, sizeof id, "song-%u", mpd_song_get_id(song));
  artwork_id(server, artwork);
  nowplaying_content_new_by_tags(id, &content);
  set_tags(content, song);
  if (stream) nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, uri);
  if (stream) set_passing(content, false);
  else set_duration(content, get_duration(&server->state));
  /* The file name or the address serves as the title, unless a tag has one or names the station. */
  bool is_station = stream && mpd_song_get_tag(song, MPD_TAG_NAME, 0) != NULL;
  if (mpd_song_get_tag(song, MPD_TAG_TITLE, 0) == NULL && !is_station) {
    set_title(content, slash != NULL && !stream ? slash + 1 : uri, stream);
  }
  nowplaying_content_set_artwork(content, artwork);
  return content;
}

static void set_content(struct server *server) {
  nowplaying_content *content = server->state.song != NULL ? new_content(server) : NULL;
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

static void set_commands(struct server *server) {
  struct commands commands = {.count = 0};
  const struct mpd_status *status = server->state.status;
  enum mpd_state state = mpd_status_get_state(status);
  /* MPD refuses these commands while it is stopped. */
  bool is_on = state == MPD_STATE_PLAY || state == MPD_STATE_PAUSE;
  bool goes_round = mpd_status_get_repeat(status) || mpd_status_get_random(status);
  add_playback(&commands, server->state.song != NULL, server->state.song != NULL);
  add_command(&commands, NOWPLAYING_COMMAND_NEXT, is_on && mpd_status_get_next_song_pos(status) >= 0);
  add_command(&commands, NOWPLAYING_COMMAND_PREVIOUS, is_on && (goes_round || mpd_status_get_song_pos(status) > 0));
  add_usual_skips(&commands, is_on && server->state.song != NULL && get_duration(&server->state) > 0);
  /* The desktop has no mode for a single song without repeat, nor for MPD's "consume". */
  bool repeat = mpd_status_get_repeat(status);
  add_repeat(&commands, repeat && mpd_status_get_single_state(status) == MPD_SINGLE_ON, repeat);
  add_shuffle(&commands, mpd_status_get_random(status), NOWPLAYING_SHUFFLE_ITEMS);
  nowplaying_session_set_commands(server->session, commands.list, commands.count);
}

/* ------------------------------------------------------------------------------------ Devices -------------------- */

/* Sets the devices: the enabled outputs. The first has the server's name, and thereby names the session. It also has
 * the volume, because MPD has one volume for all outputs; the library shows it as that of the session. */
static void set_devices(struct server *server) {
  nowplaying_device devices[NOWPLAYING_MAX_DEVICES];
  char ids[NOWPLAYING_MAX_DEVICES][NOWPLAYING_MAX_ID_BYTES];
  size_t count = 1;
  int volume = mpd_status_get_volume(server->state.status);
  bool first = true;
  devices[0] = (nowplaying_device)NOWPLAYING_DEVICE_INIT;
  devices[0].id = server->address.id;
  devices[0].name = server->address.name;
  devices[0].volume = volume < 0 ? -1 : volume / 100.0;
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
}

void publish(struct server *server) {
  set_content(server);
  set_snapshot(server);
  set_commands(server);
  set_devices(server);
  nowplaying_session_commit(server->session);
}
