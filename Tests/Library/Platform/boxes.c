/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Tests MP4 and QuickTime, including files that no muxer makes. Tests in Swift compare ffmpeg's files with ffprobe. */
#include "boxes.h"

static void shows_whole(np_container container, double width, double height, double frame_rate) {
  make();
  shows(container, width, height, frame_rate);
}

/* ---- Tests. ---- */

static void containers(void) {
  reset();
  shows_whole(NP_CONTAINER_MP4, 320, 240, 30);
  reset();
  has.brand = "qt  ";
  shows_whole(NP_CONTAINER_QUICKTIME, 320, 240, 30);
  reset();
  has.is_bare = 1;
  shows_whole(NP_CONTAINER_QUICKTIME, 320, 240, 30);
  static const char *const first[] = {"wide", "free", "skip", "pnot", "mdat"};
  for (int i = 0; i < 5; i++) {
    reset();
    has.is_bare = 1;
    in(first[i]);
    put(0, 4);
    out();
    shows_whole(NP_CONTAINER_QUICKTIME, 320, 240, 30);
  }
  reset();
  in("junk");
  out();
  make();
  reads(NP_INVALID);
  file_size = 0;
  reads(NP_INVALID);
  put_zeros(11);
  reads(NP_INVALID);
}

static void shapes(void) {
  reset();
  has.is_long = 1, has.shown_width = 640;
  shows_whole(NP_CONTAINER_MP4, 640, 240, 30);
  reset();
  has.has_pixel = 1, has.pixel_width = 4, has.pixel_height = 3, has.shown_width = 1;
  shows_whole(NP_CONTAINER_MP4, 320 * 4 / 3.0, 240, 30);
  /* The sample description claims to be longer than the list that contains it, and data follow the list. */
  reset();
  has.is_beyond = 1, has.pixel_width = 4, has.pixel_height = 3, has.shown_width = 1;
  shows_whole(NP_CONTAINER_MP4, 1, 240, 30);
  for (int zero = 0; zero < 2; zero++) {
    reset();
    has.has_pixel = 1, has.pixel_width = zero, has.pixel_height = 1 - zero, has.shown_width = 100;
    shows_whole(NP_CONTAINER_MP4, 100, 240, 30);
    reset();
    *(zero ? &has.shown_width : &has.shown_height) = 0;
    shows_whole(NP_CONTAINER_MP4, 320, 240, 30);
    reset();
    *(zero ? &has.width : &has.height) = 0;
    make();
    reads(NP_INVALID);
  }
  for (int turn = RIGHT; turn <= UPSIDE_DOWN; turn++)
    for (has.is_long = 0; has.is_long < 2; has.is_long++) {
      int is_long = has.is_long;
      reset();
      has.is_long = is_long, has.turn = turn;
      shows_whole(NP_CONTAINER_MP4, turn == UPSIDE_DOWN ? 320 : 240, turn == UPSIDE_DOWN ? 240 : 320, 30);
    }
}

static void rates(void) {
  reset();
  has.timescale = 30000, has.durations[1] = 1001;
  shows_whole(NP_CONTAINER_MP4, 320, 240, 30000 / 1001.0);
  /* The frames but the last take two seconds; the last one is shown for a very long time, which does not count. */
  reset();
  memcpy(has.durations, (unsigned[]){20, 30, 60, 10, 1, 60000}, 6 * sizeof(unsigned));
  shows_whole(NP_CONTAINER_MP4, 320, 240, 80 / 2.0);
  reset();
  memcpy(has.durations, (unsigned[]){60, 20, 1, 0}, 4 * sizeof(unsigned));
  shows_whole(NP_CONTAINER_MP4, 320, 240, 30);
  reset();
  has.durations[0] = UINT32_MAX, has.durations[1] = 1, has.timescale = UINT32_MAX;
  shows_whole(NP_CONTAINER_MP4, 320, 240, UINT32_MAX);
  /* With one frame, or without times, the rate is not known. */
  reset();
  has.durations[0] = 1;
  shows_whole(NP_CONTAINER_MP4, 320, 240, 0);
  reset();
  has.durations[1] = 0;
  shows_whole(NP_CONTAINER_MP4, 320, 240, 0);
  reset();
  has.timescale = 0;
  shows_whole(NP_CONTAINER_MP4, 320, 240, 0);
  reset();
  has.durations[0] = 0;
  make();
  reads(NP_INVALID);
  for (unsigned claimed = 2; claimed; claimed = claimed == 2 ? UINT32_MAX : 0) {
    reset();
    has.claimed = claimed;
    make();
    reads(NP_INVALID);
  }
}

/** The first track with pictures is the one that counts. */
static void tracks(void) {
  reset();
  begin();
  has.handler = "soun", has.timescale = 1;
  put_track();
  has.handler = "vide", has.timescale = 1200;
  put_track();
  has.timescale = 600, has.width = has.shown_width = 100;
  put_track();
  out();
  end();
  shows(NP_CONTAINER_MP4, 320, 240, 60);
  reset();
  has.handler = "soun";
  make();
  reads(NP_INVALID);
  has.handler = "pict";
  file_size = 0;
  make();
  reads(NP_INVALID);
}

/* ---- Boxes. ---- */

static void lengths(void) {
  /* A box may have a 64-bit size, or reach to the end of the file. Sizes that are too small or large are invalid. */
  reset();
  make();
  size_t data = file_size - 108, moov = 16;
  file_size = data;
  put(1, 4);
  put_text("mdat");
  put(116, 8);
  put_zeros(100);
  shows(NP_CONTAINER_MP4, 320, 240, 30);
  reads_part(file_size - 1, NP_INVALID);
  change(data, 0);
  shows(NP_CONTAINER_MP4, 320, 240, 30);
  for (unsigned length = 2; length < 8; length++) {
    change(data, length);
    reads(NP_INVALID);
  }
  change(data, 1);
  change(data + 8, UINT32_MAX);
  reads(NP_INVALID);
  change(data + 8, 0);
  change(data + 12, 15);
  reads(NP_INVALID);
  /* The box of the media data is empty, or missing. */
  change(data + 12, 16);
  file_size = data + 16;
  reads(NP_INVALID);
  file_size = data;
  reads(NP_INVALID);
  /* Wrong sizes of the movie header, which is skipped. */
  end();
  change(moov + 8, UINT32_MAX);
  reads(NP_INVALID); /* the track is in it */
  change(moov + 8, 0);
  reads(NP_INVALID);
  change(moov + 8, 108);
  shows(NP_CONTAINER_MP4, 320, 240, 30);
  /* Up to seven bytes behind the last box are ignored; eight would be a box. */
  for (int i = 0; i < 7; i++) {
    put(255, 1);
    shows(NP_CONTAINER_MP4, 320, 240, 30);
  }
  put(255, 1);
  reads(NP_INVALID);
  /* A box that is shorter than its own header is invalid, although its bytes could be read as two boxes. */
  file_size -= 8;
  put(4, 4);
  put(8, 4);
  put_text("free");
  reads(NP_INVALID);
}

/** Cut at any place, the file is no video. */
static void cut(void) {
  reset();
  make();
  for (size_t size = 0; size < file_size; size++) reads_part(size, NP_INVALID);
  reads(0);
}

int main(void) {
  containers();
  shapes();
  rates();
  tracks();
  lengths();
  cut();
  return 0;
}
