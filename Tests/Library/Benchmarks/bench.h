/* Shared by the programs of the benchmark: the clock, the tracks, the control channel.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/** How many tracks are played in turn; a change of track always changes the title. */
#define TRACK_COUNT 16
/** The last track of a flood: clients know by its title that the flood is over. */
#define LAST_TRACK TRACK_COUNT
#define LAST_TITLE "The Last Track"

/** Bytes on a server's standard input. The end of the input means "quit". */
#define CONTROL_NEXT 'n'    /* go to the next track: write the time into the stamp, then emit or commit */
#define CONTROL_PUBLISH 'p' /* from now on PlayPause also publishes the new PlaybackStatus */

/** A track with the ten metadata keys that players commonly have (the picture is the same for the whole album). */
typedef struct track {
  char id[64];
  char title[64];
  char url[128];
  int64_t length_us;
  int32_t number;
  bool has_picture;
} track;

#define TRACK_ALBUM "Songs of the Bare Metal, Volume Two (Remastered)"
#define TRACK_ALBUM_ARTIST "Various Artists"
#define TRACK_GENRE "Electronic"
static const char *const track_artists[] = {"The Vtable Trio", "Ada Marshalling"};

static inline int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/** Waits until a point in time. */ /* sleeps: paces a measurement, never synchronises one */
static inline void sleep_until(int64_t ns) {
  struct timespec until = {ns / 1000000000, ns % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL)) { } /* sleeps: until that point */
}

/** Ends the program when a status is an error; returns the status. */
static inline int check(int status, const char *what) {
  if (status >= 0) return status;
  fprintf(stderr, "%s: failed with %d (%s)\n", what, status, strerror(-status));
  exit(1);
}

/** A position in the track, and the time at which playback was there. */
typedef struct timeline {
  int64_t position_us;
  int64_t at_ns;
  bool playing;
} timeline;

static inline int64_t timeline_now(const timeline *self) {
  return self->playing ? self->position_us + (now_ns() - self->at_ns) / 1000 : self->position_us;
}

static inline void timeline_set(timeline *self, int64_t position_us, bool playing) {
  *self = (timeline){position_us, now_ns(), playing};
}

/** The smallest picture: the header of a PNG. */
static const uint8_t small_picture[] = {
  0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R', 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0,
  0x1f, 0x15, 0xc4, 0x89, 0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xae, 0x42, 0x60, 0x82,
};
#define LARGE_PICTURE_BYTES ((size_t)4 << 20)

/** A large picture that begins like the small one. It is made when it is first asked for, so that no other measurement
 * pays for its memory. */
static inline const void *large_picture(void) {
  static uint8_t *picture;
  if (!picture) {
    picture = (uint8_t *)malloc(LARGE_PICTURE_BYTES);
    if (!picture) abort();
    memset(picture, 0x5a, LARGE_PICTURE_BYTES);
    memcpy(picture, small_picture, sizeof small_picture);
  }
  return picture;
}

/** Fills TRACK_COUNT + 1 tracks, so that no measurement pays for the making of texts. */
static inline void tracks_fill(track *tracks, bool have_pictures) {
  for (int i = 0; i <= TRACK_COUNT; i++) {
    track *t = &tracks[i];
    snprintf(t->id, sizeof t->id, "/org/example/bench/track/%d", i);
    snprintf(t->title, sizeof t->title, i == LAST_TRACK ? LAST_TITLE : "Movement %d: Allegro con Moto", i + 1);
    snprintf(t->url, sizeof t->url, "file:///home/user/Music/Various%%20Artists/Volume%%20Two/%02d.flac", i + 1);
    t->length_us = (180 + i) * INT64_C(1000000);
    t->number = i + 1;
    t->has_picture = have_pictures;
  }
}

#endif
