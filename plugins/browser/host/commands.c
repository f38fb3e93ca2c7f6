/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Says to the extension what the desktop asks for. No result is assumed here: the extension reports results, and
 * publish.c publishes them. */
#include "host.h"

#include <stdio.h>

const struct command_word command_words[] = {
    {NOWPLAYING_COMMAND_PLAY, "play"},
    {NOWPLAYING_COMMAND_PAUSE, "pause"},
    {NOWPLAYING_COMMAND_STOP, "stop"},
    {NOWPLAYING_COMMAND_NEXT, "next"},
    {NOWPLAYING_COMMAND_PREVIOUS, "previous"},
    {NOWPLAYING_COMMAND_NEXT_CHAPTER, "nextChapter"},
    {NOWPLAYING_COMMAND_PREVIOUS_CHAPTER, "previousChapter"},
    {NOWPLAYING_COMMAND_SEEK_TO_LIVE, "live"},
    {NOWPLAYING_COMMAND_MUTE, "mute"},
};
const size_t command_word_count = COUNT(command_words);

/* Makes a message about a tab. */
static struct json_object *new_message(const struct tab *tab, const char *type) {
  struct json_object *message = json_object_new_object();
  json_object_object_add(message, "type", json_object_new_string(type));
  json_object_object_add(message, "id", json_object_new_string(tab->id));
  return message;
}

static nowplaying_status send_command(const struct tab *tab, nowplaying_request *request, const char *word,
                                      const char *key, struct json_object *value) {
  struct json_object *message = new_message(tab, "command");
  json_object_object_add(message, "command", json_object_new_string(word));
  if (key != NULL) json_object_object_add(message, key, value);
  return requests_send(request, message);
}

static nowplaying_status send_number(const struct tab *tab, nowplaying_request *request, const char *word,
                                     double value) {
  return send_command(tab, request, word, "value", json_object_new_double(value));
}

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  const struct tab *tab = user_data;
  double seconds = (double)event->time_us / 1e6;
  switch (event->kind) {
  case NOWPLAYING_COMMAND_SEEK_TO_POSITION: return send_number(tab, request, "seekTo", seconds);
  case NOWPLAYING_COMMAND_SKIP_FORWARD: return send_number(tab, request, "skip", seconds);
  case NOWPLAYING_COMMAND_SKIP_BACKWARD: return send_number(tab, request, "skip", -seconds);
  case NOWPLAYING_COMMAND_CHANGE_RATE: return send_number(tab, request, "rate", event->rate);
  case NOWPLAYING_COMMAND_MUTE: return send_number(tab, request, "mute", event->mode);
  case NOWPLAYING_COMMAND_CUSTOM:
    return send_command(tab, request, "custom", "value", json_object_new_string(event->id));
  default: break;
  }
  for (size_t i = 0; i < command_word_count; ++i) {
    if (command_words[i].kind == event->kind) return send_command(tab, request, command_words[i].word, NULL, NULL);
  }
  return NOWPLAYING_ERROR_NOT_SUPPORTED;
}

static nowplaying_status on_volume(nowplaying_session *session, nowplaying_request *request, double volume,
                                   void *user_data) {
  return send_number(user_data, request, "volume", volume);
}

static nowplaying_status on_track(nowplaying_session *session, nowplaying_request *request,
                                  nowplaying_track_kind kind, const char *track_id, void *user_data) {
  const char *word = kind == NOWPLAYING_TRACK_AUDIO ? "audioTrack" : "textTrack";
  struct json_object *id = track_id != NULL ? json_object_new_string(track_id) : NULL;
  return send_command(user_data, request, word, "value", id);
}

static nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_artwork_event *event, void *user_data) {
  struct json_object *message = new_message(user_data, "artwork");
  json_object_object_add(message, "artwork", json_object_new_string(event->artwork_id));
  json_object_object_add(message, "width", json_object_new_int(event->width));
  json_object_object_add(message, "height", json_object_new_int(event->height));
  return requests_send(request, message);
}

static void on_cancelled(nowplaying_session *session, nowplaying_request *request, void *user_data) {
  requests_forget(request);
}

const nowplaying_session_callbacks session_callbacks = {
    .struct_size = sizeof(nowplaying_session_callbacks),
    .command = on_command,
    .artwork = on_artwork,
    .volume = on_volume,
    .request_cancelled = on_cancelled,
    .select_track = on_track,
};

/* Sends a command to the extension for the primary tab, the one that the desktop shows for the browser. */
static nowplaying_status send_to_primary(nowplaying_request *request, const char *word) {
  const struct tab *tab = tabs_primary();
  return tab != NULL ? send_command(tab, request, word, NULL, NULL) : NOWPLAYING_ERROR_INVALID_STATE;
}

static nowplaying_status on_raise(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  return send_to_primary(request, "raise");
}

/* Ends what the tab plays: the browser has other tabs. */
static nowplaying_status on_quit(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  return send_to_primary(request, "quit");
}

static void on_log(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  write_line(stderr, "nowplaying-browser-host: %s", message);
}

const nowplaying_app_callbacks app_callbacks = {
    .struct_size = sizeof(nowplaying_app_callbacks),
    .log = on_log,
    .raise = on_raise,
    .quit = on_quit,
};
