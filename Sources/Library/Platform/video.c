/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Reads the headers of a video: its format, the shape of its picture and its frame rate.
 *
 * It is done here and not by a library, because each library that reads all three formats also parses the data of
 * decoders, and may take any time: MediaInfo 23.04 never returns from some damaged H.264. Nobody can end a thread that
 * hangs in the code of a library, so that the player would hang in its own callback. The shape and the frame rate are
 * in the containers. No header of a decoder is read here, nothing is allocated, and each of a bounded number of steps
 * reads at most some kilobytes: see STEPS. */
#include <string.h>

#include "video.h"

/** The largest number of steps. A step is a box, an element or an entry of a list, so that a frame takes one or two. A
 * million steps take less than a second when the file is in memory; at 60 frames a second they are hours of video, and
 * loops are seconds long. */
enum { STEPS = 1 << 20 };

const uint8_t np_source_zeros[NP_SOURCE_MOST];

bool np_source_step(np_source *source) {
  if (!source->error && source->steps-- == 0) source->error = NP_INVALID;
  return !source->error;
}

const uint8_t *np_source_at(np_source *source, uint64_t offset, size_t count) {
  if (source->error || count > NP_SOURCE_MOST) return np_source_zeros;
  const uint64_t most = sizeof source->part - count;
  if (!source->has_part || offset < source->start || offset - source->start > most) {
    int64_t filled = np_read_at(source->fd, offset, source->part, sizeof source->part);
    if (filled < 0) {
      source->error = (int32_t)filled;
      return np_source_zeros;
    }
    memset(source->part + filled, 0, sizeof source->part - (size_t)filled);
    source->start = offset;
    source->has_part = true;
  }
  return source->part + (offset - source->start);
}

uint64_t np_number(const uint8_t *bytes, size_t count) {
  uint64_t number = 0;
  for (size_t i = 0; i < count; i++) number = number << 8 | bytes[i];
  return number;
}

int32_t np_video_read(int32_t fd, size_t size, np_video *ret) {
  np_source source = {.fd = fd, .size = size, .steps = STEPS};
  np_video video = {0};
  int32_t cancellation = np_cancel_disable();
  bool is_ebml = memcmp(np_source_at(&source, 0, 4), "\x1A\x45\xDF\xA3", 4) == 0;
  (is_ebml ? np_ebml_read : np_boxes_read)(&source, &video);
  np_cancel_restore(cancellation);
  if (!source.error) *ret = video;
  return source.error;
}
