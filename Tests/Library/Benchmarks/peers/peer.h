/* Shared by the peers in C and C++: how the benchmark drives them, and the picture that all name.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
 */
#ifndef PEER_H
#define PEER_H

#include "../bench.h"

#define PEER_PATH "/org/mpris/MediaPlayer2"
#define PEER_ROOT "org.mpris.MediaPlayer2"
#define PEER_PLAYER "org.mpris.MediaPlayer2.Player"
#define PEER_ARTWORK "file:///run/user/1000/bench/artwork/7f83b1657ff1fc53b92dc18148a1d65d.png"

/** The player that is published: the same as that of bare.c. */
typedef struct player {
  track tracks[TRACK_COUNT + 1];
  int current;
  timeline time;
  double volume;
  /** PlayPause also emits the new PlaybackStatus. */
  bool publishes;
} player;

static inline void player_start(player *self) {
  memset(self, 0, sizeof *self);
  tracks_fill(self->tracks, true);
  self->volume = 1;
  timeline_set(&self->time, 0, true);
}

static inline int64_t player_position(const player *self) {
  int64_t position = timeline_now(&self->time), length = self->tracks[self->current].length_us;
  return position < 0 ? 0 : position > length ? length : position;
}

static inline void player_set_playing(player *self, bool playing) {
  if (self->time.playing != playing) timeline_set(&self->time, player_position(self), playing);
}

static inline void player_next(player *self) {
  self->current = (self->current + 1) % TRACK_COUNT;
  timeline_set(&self->time, 0, self->time.playing);
}

/** Seeks to a position in the present track. Returns whether `id` is that of the track, and the position is within
 * it. */
static inline bool player_seek_to(player *self, const char *id, int64_t position_us) {
  const track *t = &self->tracks[self->current];
  if (strcmp(id, t->id) != 0 || position_us < 0 || position_us > t->length_us) return false;
  timeline_set(&self->time, position_us, self->time.playing);
  return true;
}

#endif
