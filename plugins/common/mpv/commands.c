/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Shows the player, and carries out the desktop's commands with mpv's. No result is assumed here: mpv reports results
 * by events, which media.c handles and publish.c publishes. */
#include "media.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

nowplaying_status run_words(struct media *media, nowplaying_request *request, const char **words) {
  int error = mpv_command_async(media->sender, (uint64_t)(uintptr_t)request, words);
  return error >= 0 ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static nowplaying_status set_number(struct media *media, nowplaying_request *request, const char *property,
                                    double value) {
  int error = mpv_set_property_async(media->sender, (uint64_t)(uintptr_t)request, property, MPV_FORMAT_DOUBLE, &value);
  return error >= 0 ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

const char *write_index(char text[INDEX_SIZE], int64_t index) {
  snprintf(text, INDEX_SIZE, "%lld", (long long)index);
  return text;
}

/* Completes the request to which an event belongs, if it is a reply to one. */
static void on_reply(const mpv_event *event) {
  nowplaying_request *request = (nowplaying_request *)(uintptr_t)event->reply_userdata;
  if (request == NULL) return;
  nowplaying_status status = event->error >= 0 ? NOWPLAYING_OK : NOWPLAYING_ERROR_COMMAND_FAILED;
  nowplaying_request_complete(request, status, mpv_error_string(event->error));
  nowplaying_request_unref(request);
}

void wait_for_commands(struct media *media) { mpv_wait_async_requests(media->sender); }

void take_replies(struct media *media) {
  const mpv_event *event;
  while ((event = mpv_wait_event(media->sender, 0))->event_id != MPV_EVENT_NONE) on_reply(event);
}

/* Returns the value of a flag property after mpv's pending commands. */
static bool is_set(struct media *media, const char *flag) {
  wait_for_commands(media);
  return get_flag(media->mpv, flag);
}

bool is_stopped(struct media *media) { return is_set(media, "idle-active"); }

/* --------------------------------------------------------------------------------------------- Playback --------- */

/* Plays the entry `step` places after the last played one, which mpv forgets after a stop. */
static void play_from_stop(struct media *media, int step) {
  int64_t index = find_index(media, media->entry), total = media->queue.total;
  /* The entry was removed; counts from its former place. */
  if (index < 0) index = media->queue.position;
  if (total > 0) index = (index + step + total) % total;
  RUN_ALSO("playlist-play-index", INDEX(index));
}

static nowplaying_status play(struct media *media, nowplaying_request *request) {
  if (is_stopped(media)) play_from_stop(media, 0);
  /* With the option "keep-open" mpv pauses at the end of the last item. */
  if (get_flag(media->mpv, "eof-reached")) RUN_ALSO("seek", "0", "absolute");
  return RUN("set", "pause", "no");
}

static nowplaying_status next(struct media *media, nowplaying_request *request, int step) {
  if (is_stopped(media)) {
    play_from_stop(media, step);
    return RUN("set", "pause", "no");
  }
  /* The second of two presses may lead out of the playlist. mpv's error for that is "error running command". */
  int64_t index = get_integer(media->mpv, "playlist-pos") + step;
  bool is_beyond = index < 0 || index >= get_integer(media->mpv, "playlist-count");
  if (is_beyond && has_text(media->mpv, "loop-playlist", "no")) return NOWPLAYING_ERROR_NO_SUCH_CONTENT;
  return RUN(step > 0 ? "playlist-next" : "playlist-prev");
}

static nowplaying_status pause(struct media *media, nowplaying_request *request) {
  /* Does nothing when mpv is stopped: otherwise the next item would begin paused. */
  if (is_stopped(media)) return NOWPLAYING_OK;
  return RUN("set", "pause", "yes");
}

/* Stops. The option "idle" is set first: without it mpv would quit, and Play could not resume. */
static nowplaying_status stop(struct media *media, nowplaying_request *request) {
  /* Waits first, because an earlier command may be about to restore the option. */
  wait_for_commands(media);
  char *idle = mpv_get_property_string(media->mpv, "idle");
  if (idle != NULL && strcmp(idle, "yes") != 0 && media->idle_option == NULL) {
    media->idle_option = strdup(idle);
    RUN_ALSO("set", "idle", "yes");
  }
  mpv_free(idle);
  answer_open(media, NOWPLAYING_ERROR_CANCELLED);
  media->stopped = true;
  media->changed |= CHANGED_SNAPSHOT;
  return RUN("stop", "keep-playlist");
}

void restore_idle_option(struct media *media) {
  if (media->idle_option == NULL) return;
  RUN_ALSO("set", "idle", media->idle_option);
  free(media->idle_option);
  media->idle_option = NULL;
}

nowplaying_status seek(struct media *media, nowplaying_request *request, int64_t time_us, const char *how) {
  char seconds[32];
  snprintf(seconds, sizeof seconds, "%.6f", (double)time_us / 1e6);
  return RUN("seek", seconds, how);
}

void scan_step(struct media *media) {
  RUN_ALSO("seek", media->scanning > 0 ? "3" : "-3", "relative+keyframes");
}

/* -------------------------------------------------------------------------------- Repeat, shuffle --------------- */

static nowplaying_status change_repeat(struct media *media, nowplaying_request *request, int32_t mode) {
  RUN_ALSO("set", "loop-file", mode == NOWPLAYING_REPEAT_ONE ? "inf" : "no");
  return RUN("set", "loop-playlist", mode == NOWPLAYING_REPEAT_ALL ? "inf" : "no");
}

static nowplaying_status change_shuffle(struct media *media, nowplaying_request *request, int32_t mode) {
  bool shuffle = mode != NOWPLAYING_SHUFFLE_OFF;
  if (shuffle == is_set(media, "shuffle")) return NOWPLAYING_OK;
  /* The option alone would affect the next playlist only. */
  RUN_ALSO(shuffle ? "playlist-shuffle" : "playlist-unshuffle");
  return RUN("set", "shuffle", shuffle ? "yes" : "no");
}

/* -------------------------------------------------------------------------------------------- Callbacks --------- */

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  struct media *media = user_data;
  switch (event->kind) {
  case NOWPLAYING_COMMAND_PLAY: return play(media, request);
  case NOWPLAYING_COMMAND_PAUSE: return pause(media, request);
  case NOWPLAYING_COMMAND_STOP: return stop(media, request);
  case NOWPLAYING_COMMAND_NEXT: return next(media, request, 1);
  case NOWPLAYING_COMMAND_PREVIOUS: return next(media, request, -1);
  case NOWPLAYING_COMMAND_SEEK_TO_POSITION: return seek(media, request, event->time_us, "absolute+exact");
  case NOWPLAYING_COMMAND_SKIP_FORWARD: return seek(media, request, event->time_us, "relative+exact");
  case NOWPLAYING_COMMAND_SKIP_BACKWARD: return seek(media, request, -event->time_us, "relative+exact");
  case NOWPLAYING_COMMAND_SEEK_FORWARD:
  case NOWPLAYING_COMMAND_SEEK_BACKWARD:
    media->scanning = event->phase != NOWPLAYING_PHASE_BEGIN              ? 0
                       : event->kind == NOWPLAYING_COMMAND_SEEK_FORWARD ? 1
                                                                           : -1;
    return NOWPLAYING_OK;
  case NOWPLAYING_COMMAND_CHANGE_RATE: return set_number(media, request, "speed", event->rate);
  case NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE: return change_repeat(media, request, event->mode);
  case NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE: return change_shuffle(media, request, event->mode);
  case NOWPLAYING_COMMAND_MUTE: return RUN("set", "mute", event->mode ? "yes" : "no");
  case NOWPLAYING_COMMAND_SEEK_TO_LIVE: return seek_to_live(media, request);
  case NOWPLAYING_COMMAND_NEXT_CHAPTER: return RUN("add", "chapter", "1");
  case NOWPLAYING_COMMAND_PREVIOUS_CHAPTER: return RUN("add", "chapter", "-1");
  default: return media->own_commands->carry_out(media, event);
  }
}

static nowplaying_status on_volume(nowplaying_session *session, nowplaying_request *request, double volume,
                                   void *user_data) {
  return set_number(user_data, request, "volume", volume * 100);
}

int64_t load_file(struct media *media, const char *path, const char *how) {
  mpv_node result;
  wait_for_commands(media);
  if (mpv_command_ret(media->mpv, (const char *[]){"loadfile", path, how, NULL}, &result) < 0) return -1;
  int64_t entry = node_integer(&result, "playlist_entry_id");
  mpv_free_node_contents(&result);
  return entry;
}

/* The request is completed when the item can be heard, could not be opened, or was replaced by another request. */
static nowplaying_status on_open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri,
                                     const char *path, void *user_data) {
  struct media *media = user_data;
  answer_open(media, NOWPLAYING_ERROR_CANCELLED);
  media->opened = load_file(media, path ? path : uri, "replace");
  media->opened_count = 1;
  if (media->opened < 0) return NOWPLAYING_ERROR_COMMAND_FAILED;
  RUN_ALSO("set", "pause", "no");
  media->opening = request;
  return NOWPLAYING_PENDING;
}

void answer_open(struct media *media, nowplaying_status status) {
  nowplaying_request_complete(media->opening, status, NULL);
  media->opening = nowplaying_request_unref(media->opening);
}

static nowplaying_status on_quit(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  struct media *media = user_data;
  return RUN("quit");
}

/* ------------------------------------------------------------------------------------------ The session --------- */

bool media_show(struct media *media, nowplaying_app_options *options, nowplaying_app_callbacks *app_callbacks) {
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.user_data = media;
  callbacks.command = on_command;
  callbacks.artwork = on_artwork;
  callbacks.volume = on_volume;
  serve_queue(&callbacks);
  callbacks.select_track = on_select_track;
  app_callbacks->user_data = media;
  app_callbacks->quit = on_quit;
  app_callbacks->open_uri = on_open_uri;
  options->loop = NOWPLAYING_LOOP_FD;
  /* The player is shown before the first item can be heard, so that the desktop can quit it or open an item. */
  options->flags = NOWPLAYING_APP_SHOW_IDLE;
  return nowplaying_app_new(options, app_callbacks, &media->app) == NOWPLAYING_OK &&
         nowplaying_session_new(media->app, NULL, &callbacks, &media->session) == NOWPLAYING_OK &&
         nowplaying_session_request_application_primary(media->session) == NOWPLAYING_OK;
}

void media_hide(struct media *media) {
  nowplaying_session_free(media->session);
  nowplaying_app_free(media->app);
  media->session = NULL;
  media->app = NULL;
}
