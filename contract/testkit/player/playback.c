/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Computes the playback position from a clock: no sound is played. */
#include <time.h>

#include "player.h"

int64_t now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * SECOND + now.tv_nsec / 1000;
}

static int64_t within_item(const struct playback *playback, int64_t position) {
  const struct item *item = playback->item;
  if (position < 0) return 0;
  return item->duration_kind == NOWPLAYING_DURATION_FINITE && position > item->duration ? item->duration : position;
}

int64_t playback_position(const struct playback *playback) {
  double speed = playback->state == NOWPLAYING_STATE_PLAYING ? playback->rate : 0;
  if (playback->seeking != 0) speed = playback->seeking;
  return within_item(playback, playback->elapsed + (int64_t)(speed * (double)(now_us() - playback->since)));
}

void playback_move(struct playback *playback, int64_t position) {
  playback->elapsed = within_item(playback, position);
  playback->since = now_us();
}

void playback_start(struct playback *playback, const struct item *item) {
  playback->item = item;
  playback_move(playback, 0);
}

void playback_set_state(struct playback *playback, nowplaying_playback_state state) {
  playback_move(playback, playback_position(playback));
  playback->state = state;
  playback->seeking = 0;
}

void playback_set_rate(struct playback *playback, double rate) {
  playback_move(playback, playback_position(playback));
  playback->rate = rate;
}

void playback_seek(struct playback *playback, double speed, int32_t phase) {
  playback_move(playback, playback_position(playback));
  if (phase == NOWPLAYING_PHASE_BEGIN) {
    playback->seeking = speed;
  } else if (playback->seeking == speed) {
    playback->seeking = 0;
  }
}

nowplaying_playback_state playback_state(const struct playback *playback) {
  return playback->seeking != 0 ? NOWPLAYING_STATE_PLAYING : playback->state;
}
