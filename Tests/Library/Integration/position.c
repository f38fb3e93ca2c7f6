/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The engine of the host: the position that it has by itself, whatever was committed. */
#include <time.h>
#include <unistd.h>

#include "host.h"

static int64_t elapsed, since, speed, delay;
static nowplaying_status status;

static int64_t now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* position STATUS ELAPSED SPEED DELAY: from now on the engine is at ELAPSED and moves; an answer is STATUS and takes
 * DELAY µs. A SPEED of 2 commits another snapshot inside the callback, and plays at 1. */
nowplaying_status do_position(char **words, int count) {
  (void)count;
  status = (int32_t)integer(words[1]);
  elapsed = integer(words[2]);
  speed = integer(words[3]);
  delay = integer(words[4]);
  since = now_us();
  return NOWPLAYING_OK;
}

nowplaying_status on_position(nowplaying_session *session, int64_t *ret_elapsed_us, void *user_data) {
  if (delay) {
    usleep((useconds_t)delay); /* sleeps: a player whose engine answers late */
  }
  int64_t position = elapsed + (speed ? now_us() - since : 0);
  json_begin("event", "position");
  json_text("session", user_data);
  json_integer("elapsed", position);
  json_end();
  if (speed == 2) {
    nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
    snapshot.state = NOWPLAYING_STATE_PLAYING;
    snapshot.elapsed_us = position;
    snapshot.timestamp_us = now_us();
    nowplaying_session_set_snapshot(session, &snapshot);
    nowplaying_session_commit(session);
  }
  if (status == NOWPLAYING_OK) {
    *ret_elapsed_us = position;
  }
  return status;
}
