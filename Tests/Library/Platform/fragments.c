/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* MP4 whose frames are listed in fragments, as players stream it and recorders write it. */
#include "boxes.h"

static void put_default(unsigned id, unsigned ticks) {
  in("trex");
  put(0, 4);
  put(id, 4);
  put(1, 4);
  put(ticks, 4);
  put_zeros(8);
  out();
}

enum { OFFSET = 1, FIRST_FLAGS = 4, DURATION = 0x100, SIZE = 0x200, FLAGS = 0x400, ORDER = 0x800 };

/** Writes a run of `count` frames with the durations 10, 20, 10 … claimed: how many frames the run says that it has. */
static void put_run(unsigned flags, unsigned claimed, unsigned count) {
  in("trun");
  put(flags, 4);
  put(claimed, 4);
  if (flags & OFFSET) put(99, 4);
  if (flags & FIRST_FLAGS) put(99, 4);
  for (unsigned i = 0; i < count; i++) {
    if (flags & DURATION) put(i % 2 ? 20 : 10, 4);
    for (unsigned flag = SIZE; flag <= ORDER; flag *= 2)
      if (flags & flag) put(99, 4);
  }
  out();
}

/** Begins a fragment of a track. `flags` says which fields follow; the flag 8 stands for the default duration of
 * frames, `ticks`. */
static void begin_fragment(unsigned id, unsigned flags, unsigned ticks) {
  in("moof");
  in("traf");
  in("tfhd");
  put(flags, 4);
  put(id, 4);
  if (flags & 1) put(99, 8);
  if (flags & 2) put(99, 4);
  if (flags & 8) put(ticks, 4);
  if (flags & 0x10) put(99, 4);
  out();
}
static void end_fragment(void) {
  out();
  out();
  end();
}

/** Begins a file whose frames are all in fragments. By default a frame of the track is shown for 20 ticks, and a frame
 * of another track for 40. */
static void begin_fragmented(int is_default_first) {
  reset();
  has.durations[0] = 0;
  begin();
  if (!is_default_first) put_track();
  in("mvex");
  put_default(3, 40);
  put_default(7, 20);
  out();
  if (is_default_first) put_track();
  out();
}

static void fragments(void) {
  for (int is_default_first = 0; is_default_first < 2; is_default_first++) {
    begin_fragmented(is_default_first);
    begin_fragment(7, 0, 0);
    put_run(0, 60, 0);
    end_fragment();
    shows(NP_CONTAINER_MP4, 320, 240, 30);
    begin_fragment(3, 0, 0);
    put_run(0, 60, 0);
    end_fragment();
    shows(NP_CONTAINER_MP4, 320, 240, 30);
    /* 60 frames of 20 ticks, then 60 of 10 ticks, and a last frame. */
    for (unsigned fields = 0; fields < 4; fields++) {
      size_t before = file_size;
      begin_fragment(7, fields | 8 | 0x10, 10);
      put_run(OFFSET | SIZE, 61, 61);
      end_fragment();
      shows(NP_CONTAINER_MP4, 320, 240, 40);
      file_size = before;
    }
  }
}

static void runs(void) {
  static const unsigned others[] = {0, OFFSET, FIRST_FLAGS, SIZE, FLAGS, ORDER, OFFSET | FIRST_FLAGS,
                                    SIZE | FLAGS | ORDER};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    /* 20 frames take 300 ticks together; then comes a last frame. */
    begin_fragmented(0);
    begin_fragment(7, 0, 0);
    put_run(others[i] | DURATION, 21, 21);
    end_fragment();
    shows(NP_CONTAINER_MP4, 320, 240, 40);
    begin_fragmented(0);
    begin_fragment(7, 0, 0);
    put_run(others[i] | DURATION, 22, 21);
    end_fragment();
    reads(NP_INVALID);
  }
  begin_fragmented(0);
  begin_fragment(7, 0, 0);
  put_run(SIZE, UINT32_MAX, 21);
  end_fragment();
  reads(NP_INVALID);
  begin_fragmented(0);
  begin_fragment(3, 0, 0);
  put_run(0, 60, 0);
  end_fragment();
  reads(NP_INVALID);
}

/** If a file has defaults for more tracks than real files have, the last ones are left out. */
static void many_defaults(void) {
  for (unsigned others = 7; others < 20; others++) {
    reset();
    has.durations[0] = 0;
    begin();
    put_track();
    in("mvex");
    for (unsigned i = 0; i < others; i++) put_default(100 + i, 40);
    put_default(7, 20);
    out();
    out();
    begin_fragment(7, 0, 0);
    put_run(0, 60, 0);
    end_fragment();
    shows(NP_CONTAINER_MP4, 320, 240, others == 7 ? 30 : 0);
  }
}

int main(void) {
  fragments();
  runs();
  many_defaults();
  return 0;
}
