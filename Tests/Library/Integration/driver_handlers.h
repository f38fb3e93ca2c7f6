/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The handlers of the driver of C, and what they use: driver.c includes it, behind driver.h. */
#ifndef DRIVER_HANDLERS_H
#define DRIVER_HANDLERS_H

#include <pthread.h>

/** Guards what the handlers use, which run on the library's thread. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/** The answer of the handler of a word, and the request that it keeps. */
static struct answer {
  char word[64], how[256];
  nowplaying_request *kept;
} answers[64];

/** The picture of the item and its chapters: a path or an address; empty if it comes later. */
static char picture[4096], picture_form[16];
static int64_t engine_position = NOWPLAYING_TIME_UNKNOWN;

/** Returns what a step has said of a word, or a new entry. */
static struct answer *answer_of(const char *word) {
  size_t i = 0;
  while (i < sizeof answers / sizeof *answers - 1 && *answers[i].word && strcmp(answers[i].word, word) != 0) i++;
  snprintf(answers[i].word, sizeof answers[i].word, "%s", word);
  return &answers[i];
}

/** Tells that a handler was called, with its arguments as for say(), and answers as a step has said. */
static nowplaying_status told(nowplaying_request *request, const char *word, ...) {
  nowplaying_status status = NOWPLAYING_OK;
  pthread_mutex_lock(&lock);
  struct answer *answer = answer_of(word);
  if (strcmp(answer->how, "later") == 0) {
    answer->kept = request;
    status = NOWPLAYING_PENDING;
  } else if (strncmp(answer->how, "failed:", 7) == 0) {
    status = NOWPLAYING_ERROR_COMMAND_FAILED;
    nowplaying_request_complete(request, status, answer->how + 7);
  }
  pthread_mutex_unlock(&lock);
  va_list list;
  va_start(list, word);
  say_all(word, list);
  va_end(list);
  return status;
}

static nowplaying_status on_command(nowplaying_session *s, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  struct argument argument = argument_of(event->kind);
  struct word word = word_of("COMMAND_", event->kind), value = {""};
  switch (argument.member) {
  case NO_MEMBER: return told(request, word.text, NULL);
  case MEMBER_ID: return told(request, word.text, argument.key, event->id, NULL);
  case MEMBER_ON: return told(request, word.text, argument.key, truth(event->mode), NULL);
  case MEMBER_TIME: value = digits_of((double)event->time_us / 1e6); break;
  case MEMBER_RATE: value = digits_of(event->rate); break;
  case MEMBER_RATING: value = digits_of(event->rating); break;
  case MEMBER_PHASE: value = word_of(argument.words, event->phase); break;
  case MEMBER_MODE: value = word_of(argument.words, event->mode); break;
  }
  return told(request, word.text, argument.key, value.text, NULL);
}

static nowplaying_status on_artwork(nowplaying_session *s, nowplaying_request *request,
                                    const nowplaying_artwork_event *event, void *user_data) {
  char shown[sizeof picture], form[sizeof picture_form], bytes[MAX_TEXT];
  pthread_mutex_lock(&lock);
  memcpy(shown, picture, sizeof shown);
  memcpy(form, picture_form, sizeof form);
  pthread_mutex_unlock(&lock);
  if (!*shown) return NOWPLAYING_ERROR_NO_SUCH_CONTENT;
  nowplaying_status status = told(request, "artwork", "id", event->artwork_id, NULL);
  if (status) return status;
  if (strcmp(form, "data") == 0)
    return nowplaying_request_complete_artwork_data(request, bytes, bytes_of(shown, bytes, sizeof bytes));
  if (strcmp(form, "address") == 0) return nowplaying_request_complete_artwork_url(request, shown);
  return nowplaying_request_complete_artwork_file(request, shown);
}

static nowplaying_status on_volume(nowplaying_session *s, nowplaying_request *request, double volume,
                                   void *user_data) {
  return told(request, "volume", "volume", digits_of(volume).text, NULL);
}

/** Returns the row that a request is about; nothing before the first one. */
static struct word row_of(nowplaying_request *request) {
  int64_t row = -1;
  nowplaying_request_get_queue_row(request, &row);
  return row < 0 ? (struct word){""} : digits_of((double)row);
}

static nowplaying_status on_go_to(nowplaying_session *s, nowplaying_request *request, const char *id, void *user_data) {
  return told(request, "go-to", "id", id, "row", row_of(request).text, NULL);
}

static nowplaying_status on_remove(nowplaying_session *s, nowplaying_request *request, const char *id,
                                   void *user_data) {
  return told(request, "remove", "id", id, "row", row_of(request).text, NULL);
}

static nowplaying_status on_add(nowplaying_session *s, nowplaying_request *request, const char *uri, const char *after,
                                int32_t play, void *user_data) {
  return told(request, "add", "uri", uri, "after", after ? after : "", "row", row_of(request).text, "now",
              truth(play), NULL);
}

static nowplaying_status on_track(nowplaying_session *s, nowplaying_request *request, nowplaying_track_kind kind,
                                  const char *id, void *user_data) {
  return told(request, "select-track", "kind", word_of("TRACK_", kind).text, "id", id ? id : "", NULL);
}

static nowplaying_status on_device_volume(nowplaying_session *s, nowplaying_request *request, const char *id,
                                          double volume, void *user_data) {
  return told(request, "device-volume", "id", id, "volume", digits_of(volume).text, NULL);
}

static nowplaying_status on_device_step(nowplaying_session *s, nowplaying_request *request, const char *id,
                                        int32_t step, void *user_data) {
  return told(request, "device-step", "id", id, "step", digits_of(step).text, NULL);
}

static nowplaying_status on_position(nowplaying_session *s, int64_t *ret_elapsed_us, void *user_data) {
  pthread_mutex_lock(&lock);
  int64_t position = engine_position;
  pthread_mutex_unlock(&lock);
  if (position == NOWPLAYING_TIME_UNKNOWN) return NOWPLAYING_ERROR_INVALID_STATE;
  *ret_elapsed_us = position;
  return NOWPLAYING_OK;
}

static void on_primary(nowplaying_session *s, nowplaying_primary_flags primary, void *user_data) {
  say("primary", "ways", ways_of(primary).text, NULL);
}

static nowplaying_status on_raise(nowplaying_app *a, nowplaying_request *request, void *user_data) {
  return told(request, "raise", NULL);
}

static nowplaying_status on_quit(nowplaying_app *a, nowplaying_request *request, void *user_data) {
  return told(request, "quit", NULL);
}

static nowplaying_status on_open_uri(nowplaying_app *a, nowplaying_request *request, const char *uri, const char *path,
                                     void *user_data) {
  return told(request, "open-uri", "uri", uri, NULL);
}

static nowplaying_status on_fullscreen(nowplaying_app *a, nowplaying_request *request, int32_t on, void *user_data) {
  return told(request, "fullscreen", "on", truth(on), NULL);
}

static nowplaying_status on_playlist(nowplaying_app *a, nowplaying_request *request, const char *id, void *user_data) {
  return told(request, "activate-playlist", "id", id, NULL);
}

static void on_log(nowplaying_app *a, nowplaying_log_level level, const char *message, void *user_data) {
  if (strstr(message, "bug:")) say("complaint", "text", message, NULL);
}

#endif
