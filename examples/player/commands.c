/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* What the desktop asks, said in mpv's words. Nothing is assumed here: mpv reports what really happened, player.c sees
 * it, and publish.c tells the desktop. */
#include "player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Runs a command of mpv's. The request is answered when mpv replies, by on_reply(). */
static nowplaying_status run_words(struct player *player, nowplaying_request *request, const char **words) {
  int error = mpv_command_async(player->mpv, (uint64_t)(uintptr_t)request, words);
  return error >= 0 ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}
#define RUN(...) run_words(player, request, (const char *[]){__VA_ARGS__, NULL})

/* Runs a command whose outcome nobody waits for. */
#define RUN_ALSO(...) mpv_command_async(player->mpv, 0, (const char *[]){__VA_ARGS__, NULL})

void on_reply(uint64_t userdata, int error) {
  nowplaying_request *request = (nowplaying_request *)(uintptr_t)userdata;
  if (request == NULL) return;
  if (error >= 0) {
    nowplaying_request_complete(request, NOWPLAYING_OK, NULL);
  } else {
    nowplaying_request_complete(request, NOWPLAYING_ERROR_COMMAND_FAILED, mpv_error_string(error));
  }
  nowplaying_request_unref(request);
}

/* --------------------------------------------------------------------------------------------- Playback --------- */

/* Plays the entry that is `step` after the one that was played last, which mpv has forgotten after a stop. */
static void play_from_stop(struct player *player, int step) {
  char name[48], index[24];
  int64_t position = 0;
  for (int64_t i = 0, entry = 0; i < player->count && entry != player->entry; ++i) {
    snprintf(name, sizeof name, "playlist/%lld/id", (long long)i);
    mpv_get_property(player->mpv, name, MPV_FORMAT_INT64, &entry);
    position = i;
  }
  if (player->count > 0) position = (position + step + player->count) % player->count;
  snprintf(index, sizeof index, "%lld", (long long)position);
  RUN_ALSO("playlist-play-index", index);
}

static nowplaying_status play(struct player *player, nowplaying_request *request) {
  if (player->stopped) play_from_stop(player, 0);
  return RUN("set", "pause", "no");
}

static nowplaying_status next(struct player *player, nowplaying_request *request, int step) {
  if (!player->stopped) return RUN(step > 0 ? "playlist-next" : "playlist-prev");
  play_from_stop(player, step);
  return RUN("set", "pause", "no");
}

static nowplaying_status pause(struct player *player, nowplaying_request *request) {
  /* Else what is stopped would begin paused. */
  if (player->stopped) return NOWPLAYING_OK;
  return RUN("set", "pause", "yes");
}

static nowplaying_status seek(struct player *player, nowplaying_request *request, int64_t time_us, const char *how) {
  char seconds[32];
  snprintf(seconds, sizeof seconds, "%.6f", (double)time_us / 1e6);
  return RUN("seek", seconds, how);
}

void scan_step(struct player *player) {
  RUN_ALSO("seek", player->scanning > 0 ? "3" : "-3", "relative+keyframes");
}

/* -------------------------------------------------------------------------------- Rate, repeat, shuffle --------- */

static nowplaying_status change_rate(struct player *player, nowplaying_request *request, double rate) {
  char speed[32];
  snprintf(speed, sizeof speed, "%.6f", rate);
  return RUN("set", "speed", speed);
}

static nowplaying_status change_repeat(struct player *player, nowplaying_request *request, int32_t mode) {
  RUN_ALSO("set", "loop-file", mode == NOWPLAYING_REPEAT_ONE ? "inf" : "no");
  return RUN("set", "loop-playlist", mode == NOWPLAYING_REPEAT_ALL ? "inf" : "no");
}

static nowplaying_status change_shuffle(struct player *player, nowplaying_request *request, int32_t mode) {
  bool shuffle = mode != NOWPLAYING_SHUFFLE_OFF;
  if (shuffle == player->shuffle) return NOWPLAYING_OK;
  /* The option alone would only change the next playlist. */
  RUN_ALSO(shuffle ? "playlist-shuffle" : "playlist-unshuffle");
  return RUN("set", "shuffle", shuffle ? "yes" : "no");
}

/* --------------------------------------------------------------------------------------------- Feedback --------- */

static struct opinion *find_opinion(struct player *player) {
  struct opinion *opinion = player->opinions;
  while (opinion != NULL && strcmp(opinion->path, player->path) != 0) opinion = opinion->next;
  return opinion;
}

int32_t current_feedback(struct player *player) {
  const struct opinion *opinion = player->path != NULL ? find_opinion(player) : NULL;
  return opinion != NULL ? opinion->feedback : NOWPLAYING_FEEDBACK_NEUTRAL;
}

static nowplaying_status give_feedback(struct player *player, int32_t feedback) {
  if (player->path == NULL) return NOWPLAYING_ERROR_NO_SUCH_CONTENT;
  struct opinion *opinion = find_opinion(player);
  if (opinion == NULL) {
    opinion = malloc(sizeof *opinion + strlen(player->path) + 1);
    if (opinion == NULL) return NOWPLAYING_ERROR_SYSTEM;
    strcpy(opinion->path, player->path);
    opinion->next = player->opinions;
    player->opinions = opinion;
  }
  opinion->feedback = feedback;
  player->changed |= CHANGED_COMMANDS;
  return NOWPLAYING_OK;
}

void free_opinions(struct player *player) {
  while (player->opinions != NULL) {
    struct opinion *next = player->opinions->next;
    free(player->opinions);
    player->opinions = next;
  }
}

/* -------------------------------------------------------------------------------------------- Callbacks --------- */

nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_command_event *event, void *user_data) {
  struct player *player = user_data;
  (void)session;
  switch (event->kind) {
  case NOWPLAYING_COMMAND_PLAY: return play(player, request);
  case NOWPLAYING_COMMAND_PAUSE: return pause(player, request);
  case NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE:
    return player->paused || player->stopped ? play(player, request) : pause(player, request);
  case NOWPLAYING_COMMAND_STOP:
    player->stopped = true;
    return RUN("stop", "keep-playlist");
  case NOWPLAYING_COMMAND_NEXT: return next(player, request, 1);
  case NOWPLAYING_COMMAND_PREVIOUS: return next(player, request, -1);
  case NOWPLAYING_COMMAND_SEEK_TO_POSITION: return seek(player, request, event->time_us, "absolute+exact");
  case NOWPLAYING_COMMAND_SKIP_FORWARD: return seek(player, request, event->time_us, "relative+exact");
  case NOWPLAYING_COMMAND_SKIP_BACKWARD: return seek(player, request, -event->time_us, "relative+exact");
  case NOWPLAYING_COMMAND_SEEK_FORWARD:
  case NOWPLAYING_COMMAND_SEEK_BACKWARD:
    player->scanning = event->phase != NOWPLAYING_PHASE_BEGIN              ? 0
                       : event->kind == NOWPLAYING_COMMAND_SEEK_FORWARD ? 1
                                                                           : -1;
    return NOWPLAYING_OK;
  case NOWPLAYING_COMMAND_CHANGE_RATE: return change_rate(player, request, event->rate);
  case NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE: return change_repeat(player, request, event->mode);
  case NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE: return change_shuffle(player, request, event->mode);
  case NOWPLAYING_COMMAND_FEEDBACK: return give_feedback(player, event->mode);
  default: return NOWPLAYING_ERROR_NOT_SUPPORTED;
  }
}

nowplaying_status on_volume(nowplaying_session *session, nowplaying_request *request, double volume,
                            void *user_data) {
  struct player *player = user_data;
  char percent[32];
  (void)session;
  snprintf(percent, sizeof percent, "%.6f", volume * 100);
  return RUN("set", "volume", percent);
}

/* Answered when it can be heard, or could not be opened. */
nowplaying_status on_open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri, void *user_data) {
  struct player *player = user_data;
  (void)app;
  char *path = path_from_uri(uri);
  if (path == NULL) return NOWPLAYING_ERROR_SYSTEM;
  RUN_ALSO("loadfile", path);
  RUN_ALSO("set", "pause", "no");
  free(path);
  answer_open(player, NOWPLAYING_ERROR_CANCELLED);
  player->opening = request;
  return NOWPLAYING_PENDING;
}

void answer_open(struct player *player, nowplaying_status status) {
  if (player->opening == NULL) return;
  nowplaying_request_complete(player->opening, status, NULL);
  player->opening = nowplaying_request_unref(player->opening);
}

nowplaying_status on_quit(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  struct player *player = user_data;
  (void)app, (void)request;
  player->quit = true;
  return NOWPLAYING_OK;
}
