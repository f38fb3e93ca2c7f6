/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Tests WebM, including files that no muxer makes. Tests in Swift compare ffmpeg's files with ffprobe. */
#include "video.h"

enum { KEY = 0x80, HIDDEN = 0x08, SHOWN_VP8 = 0x10, MOST = 64 };

/** The parts and values of the file to make. */
static struct {
  const char *type, *codec;
  unsigned number, kind, scale, unit, blocks_in_groups, is_endless, has_other_first;
  unsigned width, height, left, right, top, bottom, shown_width, shown_height;
  /** The time of each frame, its flags, and its first byte. A time of 0, except of the first frame, ends the lists. */
  unsigned times[MOST], flags[MOST], bytes[MOST];
} has;

static void reset(void) {
  memset(&has, 0, sizeof has);
  has.type = "webm", has.codec = "V_VP9";
  has.number = 1, has.kind = 1, has.width = 320, has.height = 240;
  for (unsigned i = 0; i < 31; i++) has.times[i] = (i * 1000 + 15) / 30;
  file_size = 0;
}

/* ---- Elements. ---- */

static size_t starts[8];
static int depth;

static void put_id(uint32_t id) { put(id, id > 0xFFFFFF ? 4 : id > 0xFFFF ? 3 : id > 0xFF ? 2 : 1); }

static void in(uint32_t id) {
  put_id(id);
  put(0x10, 1);
  starts[depth++] = file_size;
  put_zeros(3);
}
static void out(void) {
  size_t start = starts[--depth], size = file_size - start - 3;
  file[start - 1] = 0x10;
  for (int i = 0; i < 3; i++) file[start + i] = (uint8_t)(size >> (16 - 8 * i));
  if (has.is_endless && depth < 2 && start > 30) memcpy(file + start - 1, "\x1F\xFF\xFF\xFF", 4);
}
static void put_element(uint32_t id, uint64_t number) {
  unsigned size = number > UINT32_MAX ? 8 : number > 0xFFFF ? 4 : 2;
  put_id(id);
  put(0x80 | size, 1);
  put(number, size);
}
/** Writes a number unless it is 0. */
static void put_if(uint32_t id, uint64_t number) {
  if (number) put_element(id, number);
}
static void put_words(uint32_t id, const char *text) {
  put_id(id);
  put(0x4000 | (strlen(text) + 2), 2);
  put_text(text);
  put_zeros(2);
}

static void put_track(void) {
  in(0xAE);
  put_element(0xD7, has.number);
  put_element(0x83, has.kind);
  put_words(0x86, has.codec);
  put_element(0x23E383, 1); /* DefaultDuration: a thousand million frames a second */
  in(0xE0);
  put_element(0xB0, has.width);
  put_element(0xBA, has.height);
  put_if(0x54AA, has.bottom);
  put_if(0x54BB, has.top);
  put_if(0x54CC, has.left);
  put_if(0x54DD, has.right);
  put_if(0x54B0, has.shown_width);
  put_if(0x54BA, has.shown_height);
  put_if(0x54B2, has.unit);
  out();
  out();
}

static void put_block(unsigned i, int time) {
  if (has.blocks_in_groups) in(0xA0);
  put_id(has.blocks_in_groups ? 0xA1 : 0xA3);
  put(0x80 | 5, 1);
  put(0x80 | has.number, 1);
  put((uint16_t)time, 2);
  put(has.flags[i], 1);
  put(has.bytes[i], 1);
  if (has.blocks_in_groups) out();
}

static void begin(void) {
  in(0x1A45DFA3);
  put_element(0x4286, 1);
  put_words(0x4282, has.type);
  out();
  put_id(0xEC);
  put(0x85, 1);
  put_zeros(5);
  in(0x18538067);
  in(0x1549A966);
  put_if(0x2AD7B1, has.scale);
  out();
  in(0x1654AE6B);
  if (has.has_other_first) {
    unsigned width = has.width;
    has.width = 1000;
    if (has.has_other_first == 2) has.kind = 2;
    has.number += has.has_other_first == 2;
    put_track();
    has.number -= has.has_other_first == 2;
    has.width = width;
    has.kind = 1;
  }
  put_track();
  out();
}

/** Writes the file that `has` describes, in clusters of ten frames. The time of a cluster is that of its sixth frame,
 * so that frames have times before and after it. */
static void make(void) {
  begin();
  for (unsigned i = 0; i < MOST && (i == 0 || has.times[i]); i++) {
    unsigned middle = i / 10 * 10 + 5, base = has.times[middle] ? has.times[middle] : has.times[i];
    if (i % 10 == 0) {
      if (i) out();
      in(0x1F43B675);
      put_element(0xE7, base);
    }
    put_block(i, (int)has.times[i] - (int)base);
  }
  out();
  out();
}

static void shows_whole(double width, double height, double frame_rate) {
  make();
  shows(NP_CONTAINER_WEBM, width, height, frame_rate);
}
static void is_none(void) {
  make();
  reads(NP_INVALID);
}

/* ---- Tests. ---- */

/** The rate of 30 frames in a second. Since times are rounded, the second may have been a millisecond longer. */
static const double usual = 30 / 1.001;

static void containers(void) {
  reset();
  shows_whole(320, 240, usual);
  static const char *const types[] = {"matroska", "web", "webmx", ""};
  for (int i = 0; i < 4; i++) {
    reset();
    has.type = types[i];
    is_none();
  }
  static const char *const codecs[] = {"V_VP8", "V_VP9", "V_AV1", "V_VP", "V_VP99", "V_MPEG4/ISO/AVC", "A_OPUS", ""};
  for (int i = 0; i < 8; i++) {
    reset();
    has.codec = codecs[i];
    for (int k = 0; k < MOST; k++) has.bytes[k] = SHOWN_VP8;
    make();
    reads(i < 3 ? 0 : NP_INVALID);
  }
  static char long_text[200];
  memset(long_text, 'x', sizeof long_text - 1);
  memcpy(long_text, "V_VP8", 6);
  long_text[5] = 'x';
  reset();
  has.codec = long_text;
  is_none();
  for (unsigned kind = 0; kind < 5; kind++) {
    reset();
    has.kind = kind;
    make();
    reads(kind == 1 ? 0 : NP_INVALID);
  }
}

static void shapes(void) {
  for (int zero = 0; zero < 2; zero++) {
    reset();
    *(zero ? &has.width : &has.height) = 0;
    is_none();
  }
  reset();
  has.left = 10, has.right = 20, has.top = 30, has.bottom = 40;
  shows_whole(290, 170, usual);
  has.left = 300;
  file_size = 0;
  is_none();
  reset();
  has.top = 200, has.bottom = 40;
  is_none();
  reset();
  has.shown_width = 16, has.shown_height = 9, has.unit = 3, has.left = 10;
  shows_whole(16, 9, usual);
  has.unit = 4, file_size = 0;
  shows_whole(310, 240, usual);
  reset();
  has.shown_width = 640;
  shows_whole(640, 240, usual);
  reset();
  has.shown_height = 120;
  shows_whole(320, 120, usual);
}

static void rates(void) {
  for (has.blocks_in_groups = 0; has.blocks_in_groups < 2; has.blocks_in_groups++) {
    unsigned in_groups = has.blocks_in_groups;
    reset();
    has.blocks_in_groups = in_groups;
    shows_whole(320, 240, usual);
  }
  reset();
  has.scale = 2000000;
  shows_whole(320, 240, usual / 2);
  reset();
  has.times[0] = 5; /* not the first cluster's earliest */
  has.times[1] = 0;
  shows_whole(320, 240, 0);
  reset();
  /* The frames are out of order. */
  unsigned first = has.times[3];
  has.times[3] = has.times[30], has.times[30] = first;
  shows_whole(320, 240, usual);
  /* All frames have the same time: the rate is as if they took one unit of time together. */
  reset();
  for (int i = 0; i < 31; i++) has.times[i] = 7;
  shows_whole(320, 240, 30 / 0.001);
}

/** Frames that are not shown are not counted; in VP8 the first byte of a frame says whether it is shown. */
static void hidden(void) {
  reset();
  for (int i = 1; i < 31; i += 2) has.flags[i] = HIDDEN;
  shows_whole(320, 240, usual / 2);
  reset();
  has.codec = "V_VP8";
  for (int i = 0; i < 31; i += 2) has.bytes[i] = SHOWN_VP8;
  shows_whole(320, 240, usual / 2);
  for (int i = 0; i < 31; i++) has.bytes[i] = 0xFF - SHOWN_VP8;
  file_size = 0;
  is_none();
  reset();
  has.flags[0] = KEY;
  shows_whole(320, 240, usual);
}

static void tracks(void) {
  /* Another track comes first. Sound is passed over; a video track with the same number counts in the place of the
   * usual one. */
  reset();
  has.has_other_first = 2;
  shows_whole(320, 240, usual);
  reset();
  has.has_other_first = 1;
  shows_whole(1000, 240, usual);
  /* The frames belong to another track. */
  reset();
  begin();
  has.number = 5;
  in(0x1F43B675);
  put_element(0xE7, 0);
  put_block(0, 0);
  out();
  out();
  reads(NP_INVALID);
}

/** Tests files of recorders that do not know the length in advance: the segment and its clusters have no length. */
static void endless(void) {
  reset();
  has.is_endless = 1;
  shows_whole(320, 240, usual);
  reads_part(file_size - 1, NP_INVALID);
  /* For any other element the length must be known. */
  put_id(0xEC);
  put(0xFF, 1);
  reads(NP_INVALID);
}

static void cut(void) {
  reset();
  make();
  for (size_t size = 0; size < file_size; size++) reads_part(size, NP_INVALID);
  /* Bytes behind the segment are not read. */
  put_zeros(50);
  reads(0);
  /* The segment ends in the header of its last element. */
  reset();
  begin();
  in(0x1F43B675);
  put_element(0xE7, 0);
  put_block(0, 0);
  out();
  put(0xEC80, 2);
  size_t last = starts[depth - 1] + 2;
  out();
  reads(0);
  file[last]--;
  reads(NP_INVALID);
}

/** Numbers of all lengths, and invalid ones. */
static void numbers(void) {
  for (unsigned length = 1; length <= 8; length++) {
    reset();
    begin();
    in(0x1F43B675);
    put_element(0xE7, 0);
    put_id(0xA3);
    put(1ULL << 7 * length | (length + 4), length);
    put(1ULL << 7 * length | has.number, length);
    put_zeros(4);
    out();
    out();
    reads(0);
    size_t whole = file_size;
    /* With one byte less, the block is too short for the flags and a byte of the frame. */
    reset();
    begin();
    in(0x1F43B675);
    put_id(0xA3);
    put(1ULL << 7 * length | (length + 3), length);
    put(1ULL << 7 * length | has.number, length);
    put_zeros(3);
    out();
    out();
    CHECK(file_size < whole);
    reads(NP_INVALID);
  }
  /* Ids of five and of no bytes; a length of nine bytes. */
  static const uint64_t wrong[] = {0x08000000EC, 0x00, 0xEC00};
  for (int i = 0; i < 3; i++) {
    reset();
    make();
    file_size -= 20;
    put(wrong[i], 5);
    put_zeros(15);
    reads(NP_INVALID);
  }
  /* A number of more than eight bytes is 0. */
  reset();
  begin();
  in(0x1F43B675);
  put_id(0xE7);
  put(0x89, 1);
  put_zeros(9);
  put_block(0, 0);
  out();
  out();
  reads(0);
}

int main(void) {
  containers();
  shapes();
  rates();
  hidden();
  tracks();
  endless();
  cut();
  numbers();
  return 0;
}
