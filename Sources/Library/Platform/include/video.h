/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Declarations that video.c, boxes.c and ebml.c share. */
#ifndef NOWPLAYING_PLATFORM_VIDEO_H
#define NOWPLAYING_PLATFORM_VIDEO_H

#include "platform.h"

/** A file that is read in small parts, a bounded number of times. */
typedef struct np_source {
  int32_t fd;
  /** The first error: NP_INVALID when the file is not a video, or a negative errno. */
  int32_t error;
  uint64_t size;
  /** The number of boxes, elements and entries of lists that may still be read. */
  uint32_t steps;
  /** The part of the file that was read last, and its offset. It has zeros behind the end of the file. */
  bool has_part;
  uint64_t start;
  uint8_t part[4096];
} np_source;

/** The largest number of bytes that np_source_at() returns. */
enum { NP_SOURCE_MOST = 128 };

/** The bytes that np_source_at() returns behind the end of the file and after an error. */
extern const uint8_t np_source_zeros[NP_SOURCE_MOST];

/** Counts a step. Returns whether reading goes on: from an error on, or when the steps are used up, it is false. */
bool np_source_step(np_source *source);
/** Returns `count` bytes of the file, which are valid until the next call; zeros behind its end and after an error. */
const uint8_t *np_source_at(np_source *source, uint64_t offset, size_t count);

/** Returns the number in `count` bytes, at most 8, with the highest byte first. */
uint64_t np_number(const uint8_t *bytes, size_t count);

/** Reads MP4 or QuickTime. Sets the source's error when it is not a whole video. Cold, so as to be compiled small. */
__attribute__((cold)) void np_boxes_read(np_source *source, np_video *ret);
/** Reads WebM, and sets the source's error in the same way. */
__attribute__((cold)) void np_ebml_read(np_source *source, np_video *ret);

#endif
