/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: engine FILE FILE     the same as engine.py */
#include <gst/gst.h>
#include <nowplaying/nowplaying.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND 1000000

static GstElement *playbin;
static nowplaying_session *session;
static char **files;
static int present;

static void expect(nowplaying_status status) {
  if (status != NOWPLAYING_OK) {
    fprintf(stderr, "engine: %s\n", nowplaying_last_error());
    exit(1);
  }
}

/* Returns the position in microseconds; unknown while nothing is loaded. */
static int64_t position(void) {
  gint64 nanoseconds;
  return gst_element_query_position(playbin, GST_FORMAT_TIME, &nanoseconds) ? nanoseconds / 1000
                                                                            : NOWPLAYING_TIME_UNKNOWN;
}

static nowplaying_status on_position(nowplaying_session *asked, int64_t *ret_elapsed_us, void *user_data) {
  (void)asked, (void)user_data;
  *ret_elapsed_us = position();
  return *ret_elapsed_us == NOWPLAYING_TIME_UNKNOWN ? NOWPLAYING_ERROR_COMMAND_FAILED : NOWPLAYING_OK;
}

static void load(int file) {
  present = file;
  char *uri = gst_filename_to_uri(files[present], NULL);
  g_object_set(playbin, "uri", uri, NULL);
  g_free(uri);
}

static void show(nowplaying_playback_state state, int64_t elapsed) {
  nowplaying_content *content;
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  snapshot.state = state;
  snapshot.elapsed_us = elapsed;
  expect(nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, files[present], &content));
  expect(nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, files[present]));
  expect(nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, 20 * SECOND));
  expect(nowplaying_session_set_content(session, content));
  nowplaying_content_free(content);
  expect(nowplaying_session_set_snapshot(session, &snapshot));
  expect(nowplaying_session_commit(session));
}

/* Calls the engine, and sets the snapshot at once, as players do, with the position that the engine reports then. */
static void change(GstState engine, nowplaying_playback_state state) {
  gst_element_set_state(playbin, engine);
  show(state, state == NOWPLAYING_STATE_STOPPED ? 0 : position());
}

static void perform(const char *words) {
  int64_t now = position();
  if (!strcmp(words, "where")) {
    if (now == NOWPLAYING_TIME_UNKNOWN) {
      puts("None");
    } else {
      printf("%f\n", (double)now / SECOND);
    }
  } else if (!strncmp(words, "seek ", 5)) {
    int64_t seconds = atoll(words + 5);
    gst_element_seek_simple(playbin, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE,
                            seconds * GST_SECOND);
    show(NOWPLAYING_STATE_PLAYING, seconds * SECOND);
  } else if (!strcmp(words, "next")) {
    gst_element_set_state(playbin, GST_STATE_READY);
    load(1 - present);
    change(GST_STATE_PLAYING, NOWPLAYING_STATE_PLAYING);
  } else if (!strcmp(words, "play")) {
    change(GST_STATE_PLAYING, NOWPLAYING_STATE_PLAYING);
  } else if (!strcmp(words, "pause")) {
    change(GST_STATE_PAUSED, NOWPLAYING_STATE_PAUSED);
  } else {
    change(GST_STATE_READY, NOWPLAYING_STATE_STOPPED);
  }
  fflush(stdout);
}

int main(int argc, char **argv) {
  gst_init(&argc, &argv);
  files = argv + 1;
  playbin = gst_element_factory_make("playbin", NULL);
  GstElement *sink = gst_element_factory_make("pulsesink", NULL);
  if (argc != 3 || !playbin || !sink) {
    fputs("usage: engine FILE FILE, with GStreamer's base and good plugins\n", stderr);
    return 1;
  }
  /* Two seconds of sound are buffered in the server, so that "playing" is reported long before the sound. */
  g_object_set(sink, "buffer-time", (gint64)2 * SECOND, "latency-time", (gint64)2 * SECOND, NULL);
  gst_util_set_object_arg(G_OBJECT(playbin), "flags", "audio+soft-volume");
  g_object_set(playbin, "audio-sink", sink, NULL);
  load(0);

  nowplaying_app *app;
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "engine";
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.position = on_position;
  expect(nowplaying_app_new(&options, NULL, &app));
  expect(nowplaying_session_new(app, NULL, &callbacks, &session));
  expect(nowplaying_session_request_application_primary(session));
  change(GST_STATE_PLAYING, NOWPLAYING_STATE_PLAYING);

  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    perform(line);
  }
  nowplaying_app_free(app);
  gst_element_set_state(playbin, GST_STATE_NULL);
  gst_object_unref(playbin);
  return 0;
}
