/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Writes files of MP4 and QuickTime, box by box. */
#ifndef TEST_CPLATFORM_BOXES_H
#define TEST_CPLATFORM_BOXES_H

#include "video.h"

static size_t starts[8];
static int depth;

/** Begins a box. */
static inline void in(const char *name) {
  starts[depth++] = file_size;
  put(0, 4);
  put_text(name);
}
static inline void out(void) {
  size_t start = starts[--depth];
  change(start, (uint32_t)(file_size - start));
}

enum { RIGHT = 1, LEFT, UPSIDE_DOWN };

/** The parts and values of the file to make. */
static struct {
  const char *brand, *handler;
  int is_long, turn, has_pixel, is_bare, is_beyond;
  unsigned id, width, height, shown_width, shown_height, pixel_width, pixel_height, timescale, claimed;
  /** Pairs of a number of frames and their duration; zeros end them. */
  unsigned durations[8];
} has;

static inline void reset(void) {
  memset(&has, 0, sizeof has);
  has.brand = "isom", has.handler = "vide";
  has.id = 7, has.width = has.shown_width = 320, has.height = has.shown_height = 240, has.timescale = 600;
  has.durations[0] = 60, has.durations[1] = 20;
  file_size = 0;
  depth = 0;
}

static inline void put_track_header(void) {
  static const uint32_t one = 0x10000, less = 0xFFFF0000;
  const uint32_t matrix[][9] = {{one, 0, 0, 0, one}, {0, one, 0, less, 0}, {0, less, 0, one, 0}, {less, 0, 0, 0, less}};
  in("tkhd");
  put(has.is_long, 1);
  put(3, 3);
  put_zeros(has.is_long ? 16 : 8);
  put(has.id, 4);
  put_zeros(4 + (has.is_long ? 8 : 4) + 16);
  for (int i = 0; i < 9; i++) put(matrix[has.turn][i], 4);
  put(has.shown_width << 16, 4);
  put(has.shown_height << 16, 4);
  out();
}

static inline void put_pixel(void) {
  in("pasp");
  put(has.pixel_width, 4);
  put(has.pixel_height, 4);
  out();
}

static inline void put_description(void) {
  in("stsd");
  put(0, 4);
  put(1, 4);
  size_t entry = file_size;
  in("avc1");
  put_zeros(24);
  put(has.width, 2);
  put(has.height, 2);
  put_zeros(50);
  in("avcC");
  put_zeros(20);
  out();
  if (has.has_pixel) put_pixel();
  out();
  if (has.is_beyond) change(entry, (uint32_t)(file_size - entry) + 16);
  else put_zeros(4); /* as QuickTime ends a list */
  out();
  if (has.is_beyond) put_pixel();
}

static inline void put_durations(void) {
  unsigned count = 0;
  while (count < 4 && has.durations[2 * count]) count++;
  in("stts");
  put(0, 4);
  put(has.claimed ? has.claimed : count, 4);
  for (unsigned i = 0; i < 2 * count; i++) put(has.durations[i], 4);
  out();
}

static inline void put_track(void) {
  in("trak");
  put_track_header();
  in("mdia");
  in("mdhd");
  put(has.is_long, 1);
  put_zeros(has.is_long ? 19 : 11);
  put(has.timescale, 4);
  put_zeros(has.is_long ? 12 : 8);
  out();
  in("hdlr");
  put_zeros(8);
  put_text(has.handler);
  put_zeros(13);
  out();
  in("minf");
  in("stbl");
  put_description();
  put_durations();
  out();
  out();
  out();
  out();
}

static inline void begin(void) {
  if (!has.is_bare) {
    in("ftyp");
    put_text(has.brand);
    put_zeros(4);
    out();
  }
  in("moov");
  in("mvhd");
  put_zeros(100);
  out();
}
static inline void end(void) {
  in("mdat");
  put_zeros(100);
  out();
}

/** Writes the file that `has` describes. */
static inline void make(void) {
  begin();
  put_track();
  out();
  end();
}

#endif
