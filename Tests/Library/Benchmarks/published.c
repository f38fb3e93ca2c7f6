/* A player on libnowplaying: description, commands and callbacks like those of bare.c.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
 */
#include "published.h"

#define MPRIS_PREFIX "org.mpris.MediaPlayer2."

/** Ends the program when the library refuses something. */
static void must(nowplaying_status status) {
  if (status >= 0) return;
  fprintf(stderr, "libnowplaying: %s (%s)\n", nowplaying_strerror(status), nowplaying_last_error());
  exit(1);
}

void published_stage_time(nowplaying_session *session, const timeline *time) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  snapshot.elapsed_us = time->position_us;
  snapshot.timestamp_us = time->at_ns / 1000;
  snapshot.state = time->playing ? NOWPLAYING_STATE_PLAYING : NOWPLAYING_STATE_PAUSED;
  must(nowplaying_session_set_snapshot(session, &snapshot));
}

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  published *self = user_data;
  if (self->on_command) self->on_command(self->user_data);
  timeline_set(&self->time, timeline_now(&self->time), !self->time.playing);
  if (!self->publishes) return NOWPLAYING_OK;
  published_stage_time(session, &self->time);
  must(nowplaying_session_commit(session));
  return NOWPLAYING_OK;
}

static nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_artwork_event *event, void *user_data) {
  if (((published *)user_data)->has_large_picture)
    return nowplaying_request_complete_artwork_data(request, large_picture(), LARGE_PICTURE_BYTES);
  return nowplaying_request_complete_artwork_data(request, small_picture, sizeof small_picture);
}

static void on_log(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  fprintf(stderr, "libnowplaying: %s\n", message);
}

nowplaying_content *published_content(const track *t) {
  nowplaying_content *content;
  must(nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, t->id, &content));
  must(nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, t->title));
  must(nowplaying_content_set_texts(content, NOWPLAYING_FIELD_ARTISTS, track_artists, 2));
  must(nowplaying_content_set_text(content, NOWPLAYING_FIELD_ALBUM, TRACK_ALBUM));
  must(nowplaying_content_set_text(content, NOWPLAYING_FIELD_ALBUM_ARTISTS, TRACK_ALBUM_ARTIST));
  must(nowplaying_content_set_text(content, NOWPLAYING_FIELD_GENRES, TRACK_GENRE));
  must(nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, t->url));
  must(nowplaying_content_set_integer(content, NOWPLAYING_FIELD_TRACK_NUMBER, t->number));
  must(nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, t->length_us));
  must(nowplaying_content_set_artwork(content, t->has_picture ? "the album's cover" : NULL));
  return content;
}

void published_stage(nowplaying_session *session, const track *t, const timeline *time) {
  nowplaying_content *content = published_content(t);
  must(nowplaying_session_set_content(session, content));
  nowplaying_content_free(content);
  published_stage_time(session, time);
}

void published_next(published *self) {
  self->current = (self->current + 1) % TRACK_COUNT;
  timeline_set(&self->time, 0, self->time.playing);
  published_stage(self->session, &self->tracks[self->current], &self->time);
}

void published_commit(published *self) { must(nowplaying_session_commit(self->session)); }

static nowplaying_status on_position(nowplaying_session *session, int64_t *ret_elapsed_us, void *user_data) {
  (void)session;
  const published *self = user_data;
  *ret_elapsed_us = timeline_now(&self->time);
  return NOWPLAYING_OK;
}

nowplaying_session_callbacks published_callbacks(published *self) {
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.user_data = self;
  callbacks.command = on_command;
  callbacks.artwork = on_artwork;
  if (self->is_asked) callbacks.position = on_position;
  return callbacks;
}

void published_prepare(published *self, nowplaying_session *session) {
  static const nowplaying_command_kind kinds[] = {
    NOWPLAYING_COMMAND_PLAY, NOWPLAYING_COMMAND_PAUSE, NOWPLAYING_COMMAND_STOP, NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE,
    NOWPLAYING_COMMAND_NEXT, NOWPLAYING_COMMAND_PREVIOUS, NOWPLAYING_COMMAND_SEEK_TO_POSITION,
    /* With these, clients see as many properties as from the bare server. */
    NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE, NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE,
  };
  enum { COUNT = sizeof kinds / sizeof *kinds };
  nowplaying_command commands[COUNT];
  for (int i = 0; i < COUNT; i++) commands[i] = (nowplaying_command)NOWPLAYING_COMMAND_INIT(kinds[i]);
  must(nowplaying_session_set_commands(session, commands, COUNT));
  must(nowplaying_session_set_volume(session, 1.0));
  published_stage(session, &self->tracks[0], &self->time);
}

nowplaying_session *published_session(published *self, const char *id) {
  nowplaying_session_callbacks callbacks = published_callbacks(self);
  nowplaying_session *session;
  must(nowplaying_session_new(self->app, id, &callbacks, &session));
  published_prepare(self, session);
  must(nowplaying_session_commit(session));
  return session;
}

void published_start(published *self, const char *name, nowplaying_loop_mode loop, bool have_pictures) {
  *self = (published){.is_asked = self->is_asked};
  tracks_fill(self->tracks, have_pictures);
  timeline_set(&self->time, 0, true);
  static const char *const schemes[] = {"file", "https"};
  static const char *const types[] = {"audio/flac", "audio/mpeg"};
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = name + strlen(MPRIS_PREFIX);
  options.display_name = "Benchmark";
  options.desktop_entry = "org.example.bench";
  options.uri_schemes = schemes;
  options.uri_scheme_count = 2;
  options.mime_types = types;
  options.mime_type_count = 2;
  options.loop = loop;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.log = on_log;
  must(nowplaying_app_new(&options, &callbacks, &self->app));
  self->session = published_session(self, "main");
  must(nowplaying_session_request_application_primary(self->session));
}
