/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Writes each of the host's callbacks as a JSON line to stdout. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

struct answer answer_command[MAX_KINDS];
struct answer answer_volume, answer_artwork = {NOWPLAYING_PENDING, ""};
struct answer answer_raise, answer_quit, answer_open_uri, answer_fullscreen, answer_queue, answer_playlist;
nowplaying_request *requests[MAX_REQUESTS];

static pthread_mutex_t line = PTHREAD_MUTEX_INITIALIZER;
static int request_count;

static void json_string(const char *text) {
  putchar('"');
  for (const unsigned char *c = (const unsigned char *)(text ? text : ""); *c; c++) {
    printf(*c == '"' || *c == '\\' || *c < 0x20 ? "\\u%04x" : "%c", *c);
  }
  putchar('"');
}

void json_begin(const char *key, const char *value) {
  pthread_mutex_lock(&line);
  printf("{\"%s\": ", key);
  json_string(value);
}

void json_text(const char *key, const char *value) {
  printf(", \"%s\": ", key);
  json_string(value);
}

void json_integer(const char *key, int64_t value) { printf(", \"%s\": %lld", key, (long long)value); }

void json_number(const char *key, double value) { printf(", \"%s\": %.17g", key, value); }

void json_end(void) {
  puts("}");
  fflush(stdout);
  pthread_mutex_unlock(&line);
}

static void begin_event(const char *event, const char *session) {
  json_begin("event", event);
  json_text("session", session);
}

/** Answers as the test has ordered, and writes the name of a kept request into the event's line. Called between
 * json_begin and json_end. */
static nowplaying_status answer(nowplaying_request *request, struct answer *how) {
  if (how->status == NOWPLAYING_PENDING) {
    if (request_count == MAX_REQUESTS) abort();
    json_integer("request", request_count);
    requests[request_count++] = request;
  } else if (how->message[0]) {
    nowplaying_request_complete(request, how->status, how->message);
  }
  return how->status;
}

static nowplaying_status end_answered(nowplaying_request *request, struct answer *how) {
  nowplaying_status status = answer(request, how);
  json_end();
  return status;
}

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  begin_event("command", user_data);
  json_integer("kind", event->kind);
  json_integer("tag", (int64_t)event->tag);
  json_integer("phase", event->phase);
  json_integer("time_us", event->time_us);
  json_number("rate", event->rate);
  json_integer("mode", event->mode);
  if (event->id) json_text("id", event->id);
  json_number("rating", event->rating);
  return end_answered(request, &answer_command[event->kind]);
}

nowplaying_status on_select_track(nowplaying_session *session, nowplaying_request *request, nowplaying_track_kind kind,
                                  const char *track_id, void *user_data) {
  begin_event("select_track", user_data);
  json_integer("kind", kind);
  if (track_id) json_text("id", track_id);
  return end_answered(request, &answer_command[0]);
}

static nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_artwork_event *event, void *user_data) {
  begin_event("artwork", user_data);
  json_text("id", event->artwork_id);
  json_integer("width", event->width);
  json_integer("height", event->height);
  if (strncmp(answer_artwork.message, "provide:", 8) == 0) {
    nowplaying_session_provide_artwork_file(session, event->artwork_id, answer_artwork.message + 8);
    json_end();
    return answer_artwork.status;
  }
  if (answer_artwork.status) return end_answered(request, &answer_artwork);
  nowplaying_status status = nowplaying_request_complete_artwork_file(request, answer_artwork.message);
  json_end();
  return status;
}

static nowplaying_status on_volume(nowplaying_session *session, nowplaying_request *request, double volume,
                                   void *user_data) {
  begin_event("volume", user_data);
  json_number("volume", volume);
  return end_answered(request, &answer_volume);
}

static void on_cancelled(nowplaying_session *session, nowplaying_request *request, void *user_data) {
  begin_event("cancelled", user_data);
  for (int i = 0; i < request_count; i++)
    if (requests[i] == request) json_integer("request", i);
  json_integer("state", nowplaying_request_get_state(request));
  json_end();
}

static void on_primary_changed(nowplaying_session *session, nowplaying_primary_flags primary, void *user_data) {
  begin_event("primary_changed", user_data);
  json_integer("primary", primary);
  json_end();
}

static void on_primary_result(nowplaying_session *session, nowplaying_primary_flags which, nowplaying_status status,
                              void *user_data) {
  begin_event("primary_result", user_data);
  json_integer("which", which);
  json_integer("status", status);
  json_end();
  nest_if_ordered();
}

static void on_interruption(nowplaying_session *session, nowplaying_interruption interruption, void *user_data) {
  begin_event("interruption", user_data);
  json_integer("interruption", interruption);
  json_end();
}

static void on_destroy(void *user_data) {
  json_begin("event", "destroyed");
  json_text("name", user_data);
  json_end();
  free(user_data);
}

static void on_log(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  json_begin("event", "log");
  json_integer("level", level);
  json_text("message", message);
  json_end();
}

static void on_bus_state(nowplaying_app *app, nowplaying_bus_state state, void *user_data) {
  json_begin("event", "bus_state");
  json_integer("state", state);
  json_end();
}

static nowplaying_status on_raise(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  json_begin("event", "raise");
  nowplaying_status status = end_answered(request, &answer_raise);
  nest_if_ordered();
  return status;
}

static nowplaying_status on_quit(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  json_begin("event", "quit");
  nowplaying_status status = end_answered(request, &answer_quit);
  nest_if_ordered();
  return status;
}

static nowplaying_status on_fullscreen(nowplaying_app *app, nowplaying_request *request, int32_t fullscreen,
                                       void *user_data) {
  json_begin("event", "fullscreen");
  json_integer("fullscreen", fullscreen);
  return end_answered(request, &answer_fullscreen);
}

nowplaying_status on_activate_playlist(nowplaying_app *app, nowplaying_request *request, const char *playlist_id,
                                       void *user_data) {
  json_begin("event", "activate_playlist");
  json_text("id", playlist_id);
  return end_answered(request, &answer_playlist);
}

/** Says which row the request is about. */
static void json_row(nowplaying_request *request) {
  int64_t row = -77;
  nowplaying_status status = nowplaying_request_get_queue_row(request, &row);
  json_integer("row", status ? status : row);
}

static nowplaying_status on_queue_go_to(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                        void *user_data) {
  begin_event("queue_go_to", user_data);
  json_text("id", entry_id);
  json_row(request);
  return end_answered(request, &answer_queue);
}

static nowplaying_status on_queue_add(nowplaying_session *session, nowplaying_request *request, const char *uri,
                                      const char *after_id, int32_t play, void *user_data) {
  begin_event("queue_add", user_data);
  json_text("uri", uri);
  json_text("after", after_id ? after_id : "(start)");
  json_integer("play", play);
  json_row(request);
  return end_answered(request, &answer_queue);
}

static nowplaying_status on_queue_remove(nowplaying_session *session, nowplaying_request *request,
                                         const char *entry_id, void *user_data) {
  begin_event("queue_remove", user_data);
  json_text("id", entry_id);
  json_row(request);
  return end_answered(request, &answer_queue);
}

static void on_aspect_ratios(nowplaying_app *app, uint32_t ratios, void *user_data) {
  json_begin("event", "aspect_ratios");
  json_integer("ratios", ratios);
  json_end();
}

static void on_wakeup(nowplaying_app *app, void *user_data) { wake(); }

static nowplaying_status on_open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri,
                                     const char *path, void *user_data) {
  json_begin("event", "open_uri");
  json_text("path", path ? path : "(none)");
  json_text("uri", uri);
  nowplaying_status status = end_answered(request, &answer_open_uri);
  nest_if_ordered();
  return status;
}

const nowplaying_session_callbacks session_callbacks = {
    .struct_size = sizeof(nowplaying_session_callbacks), .destroy = on_destroy, .command = on_command,
    .artwork = on_artwork, .volume = on_volume, .request_cancelled = on_cancelled,
    .primary_changed = on_primary_changed, .primary_result = on_primary_result, .interruption = on_interruption,
    .queue_go_to = on_queue_go_to, .queue_add = on_queue_add, .queue_remove = on_queue_remove,
};

const nowplaying_app_callbacks app_callbacks = {
    .struct_size = sizeof(nowplaying_app_callbacks), .destroy = on_destroy, .log = on_log, .bus_state = on_bus_state,
    .raise = on_raise, .fullscreen = on_fullscreen, .wakeup = on_wakeup, .aspect_ratios = on_aspect_ratios,
    .quit = on_quit, .open_uri = on_open_uri,
};
