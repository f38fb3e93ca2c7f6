/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The session "kitchen", whose devices take 200 ms to carry out a command. */
#include <stdlib.h>

#include "player.h"

enum { LATENCY = 200000, DEVICES = 3 };

/** A command that the main thread carries out later. All take the same time, so the oldest job is due first. */
struct job {
  struct job *next;
  int64_t due;
  nowplaying_request *request;
  /** The command, or 0 for the volume of the speaker. */
  nowplaying_command_kind command;
  double volume;
};

static struct player player;
static struct job *first, **last = &first;
static double speaker_volume = 0.4;

static void set_devices(void) {
  const nowplaying_device devices[DEVICES] = {
      {sizeof(nowplaying_device), "speaker", "Kitchen Speaker", speaker_volume, NOWPLAYING_DEVICE_SPEAKER, 0},
      {sizeof(nowplaying_device), "tv", "Living Room TV", -1, NOWPLAYING_DEVICE_TV, 1},
      {sizeof(nowplaying_device), "fixed", "Car", -1, NOWPLAYING_DEVICE_CAR, 0},
  };
  MUST(nowplaying_session_set_devices(player.session, devices, DEVICES));
}

/* ---- Later ---- */

static nowplaying_status do_later(nowplaying_request *request, nowplaying_command_kind command, double volume) {
  struct job *job = malloc(sizeof *job);
  if (!job) return NOWPLAYING_ERROR_SYSTEM;
  *job = (struct job){NULL, now_us() + LATENCY, request, command, volume};
  *last = job;
  last = &job->next;
  wake_main_thread();
  return NOWPLAYING_PENDING;
}

static struct job *take_first(void) {
  struct job *job = first;
  first = job->next;
  if (!first) last = &first;
  return job;
}

static void perform(const struct job *job) {
  if (job->command) {
    int plays = job->command == NOWPLAYING_COMMAND_PLAY;
    playback_set_state(&player.playback, plays ? NOWPLAYING_STATE_PLAYING : NOWPLAYING_STATE_PAUSED);
    player_set_playback(&player);
  } else {
    speaker_volume = job->volume;
    set_devices();
  }
  MUST(nowplaying_session_commit(player.session));
  // The request may have timed out on a busy machine.
  nowplaying_request_complete(job->request, NOWPLAYING_OK, NULL);
}

static void free_job(struct job *job) {
  nowplaying_request_unref(job->request);
  free(job);
}

int64_t kitchen_work(void) {
  while (first) {
    int64_t left = first->due - now_us();
    if (left > 0) return left;
    struct job *job = take_first();
    perform(job);
    free_job(job);
  }
  return -1;
}

void kitchen_end(void) {
  nowplaying_session_free(player.session);
  player.session = NULL;
  while (first) free_job(take_first());
}

/* ---- Callbacks ---- */

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  nowplaying_status status = NOWPLAYING_OK;
  state_lock();
  if (event->kind == NOWPLAYING_COMMAND_STOP) {
    kitchen_end();
  } else {
    status = do_later(request, event->kind, 0);
  }
  state_unlock();
  return status;
}

static nowplaying_status on_device_volume(nowplaying_session *session, nowplaying_request *request,
                                          const char *device_id, double volume, void *user_data) {
  state_lock();
  nowplaying_status status = do_later(request, 0, volume);
  state_unlock();
  return status;
}

static nowplaying_status on_device_step(nowplaying_session *session, nowplaying_request *request,
                                        const char *device_id, int32_t step, void *user_data) {
  if (step > 0) return NOWPLAYING_OK;
  nowplaying_request_complete(request, NOWPLAYING_ERROR_COMMAND_FAILED, "The TV is off");
  return NOWPLAYING_ERROR_COMMAND_FAILED;
}

void kitchen_start(void) {
  nowplaying_session_callbacks callbacks = player_callbacks(&player);
  callbacks.command = on_command;
  callbacks.device_volume = on_device_volume;
  callbacks.device_step = on_device_step;
  MUST(nowplaying_session_new_remote(app, "kitchen", &callbacks, &player.session));
  player.playback.rate = 1;
  player.playback.state = NOWPLAYING_STATE_INTERRUPTED;
  playback_start(&player.playback, &kitchen_item);
  playback_move(&player.playback, 20 * SECOND);
  player_set_item(&player);
  player_set_playback(&player);
  nowplaying_command commands[] = {NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY),
                                   NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PAUSE),
                                   NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_STOP)};
  MUST(nowplaying_session_set_commands(player.session, commands, sizeof commands / sizeof *commands));
  set_devices();
  MUST(nowplaying_session_commit(player.session));
}
