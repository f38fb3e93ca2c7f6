/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Writes the file of a video piece by piece. */
#ifndef TEST_CPLATFORM_VIDEO_H
#define TEST_CPLATFORM_VIDEO_H

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform.h"
#include "system.h"

static uint8_t file[1 << 16];
static size_t file_size;

/** Appends a number, the highest byte first. */
static inline void put(uint64_t number, unsigned count) {
  CHECK(file_size + count <= sizeof file);
  for (unsigned i = count; i-- > 0;) file[file_size++] = (uint8_t)(number >> 8 * i);
}
static inline void put_text(const char *text) {
  for (; *text; text++) put((uint8_t)*text, 1);
}
static inline void put_zeros(size_t count) {
  while (count--) put(0, 1);
}
/** Changes a number of four bytes. */
static inline void change(size_t at, uint32_t number) {
  for (unsigned i = 0; i < 4; i++) file[at + i] = (uint8_t)(number >> (24 - 8 * i));
}

/** Reads the first `size` bytes of the file as a video, and checks that the result is `error`, or success where it is
 * 0. */
static inline np_video reads_part(size_t size, int32_t error) {
  np_video video = {.width = -1};
  int32_t memory = np_memory_file("video", file, size);
  CHECK(memory > 2);
  CHECK_EQUAL(np_video_read(memory, size, &video), error);
  CHECK((video.width == -1) == (error != 0));
  close(memory);
  return video;
}
static inline np_video reads(int32_t error) { return reads_part(file_size, error); }

static inline void is_near(double value, double expected) {
  double off = value - expected;
  if (off > 1e-6 || off < -1e-6) printf("%f is not %f\n", value, expected);
  CHECK(off <= 1e-6 && off >= -1e-6);
}
static inline void shows(np_container container, double width, double height, double frame_rate) {
  np_video video = reads(0);
  CHECK_EQUAL((int)video.container, (int)container);
  is_near(video.width, width);
  is_near(video.height, height);
  is_near(video.frame_rate, frame_rate);
}

#endif
