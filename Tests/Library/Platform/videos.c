/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Tests any bytes: whatever a video's header says, reading takes a bounded number of steps and no allocation.
 * usage: platform_videos [FILE…]     Damages these videos in place of the fuzzer's. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

#include "video.h"

static int preads, pread_fails, counts_blocks, blocks;
/** Generates an endless file instead of the real one. */
static void (*fill)(uint8_t *data, size_t size, uint64_t offset);

ssize_t __real_pread(int fd, void *data, size_t size, off_t offset);
ssize_t __wrap_pread(int fd, void *data, size_t size, off_t offset);
ssize_t __wrap_pread(int fd, void *data, size_t size, off_t offset) {
  preads++;
  if (pread_fails && !--pread_fails) {
    errno = EIO;
    return -1;
  }
  if (!fill) return __real_pread(fd, data, size, offset);
  fill(data, size, (uint64_t)offset);
  return (ssize_t)size;
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) {
  blocks += counts_blocks;
  return __real_malloc(size);
}

/* ---- Damage. ---- */

/** Reads a damaged file. All of it is read at most once, in parts of 4 KB that overlap by an eighth. */
static int32_t reads_damaged(int32_t memory, size_t size) {
  np_video video = {.width = -1};
  preads = 0;
  counts_blocks = 1;
  int32_t error = np_video_read(memory, size, &video);
  counts_blocks = 0;
  CHECK(error == 0 || error == NP_INVALID);
  CHECK((video.width == -1) == (error != 0));
  if (!error) CHECK(video.width > 0 && video.height > 0 && video.frame_rate >= 0);
  CHECK((size_t)preads <= 2 * (size / 3500 + 2));
  CHECK_EQUAL(blocks, 0);
  return error;
}

/** Puts other numbers into each place of a file; in a large file, only at the beginning and the end, where its headers
 * are. */
static void damage(const char *path) {
  enum { END = 20000 };
  static const uint8_t numbers[][4] = {
      {0}, {0, 255, 255, 255}, {127, 255, 255, 255}, {255, 255, 255, 255}, {0, 0, 0, 1}};
  const void *data = NULL;
  int64_t size = np_load_file(path, INT32_MAX, &data);
  CHECK(size > 0);
  FILE *copy = tmpfile();
  CHECK(copy != NULL);
  int memory = fileno(copy);
  CHECK(write(memory, data, (size_t)size) == size);
  int given = 0, tried = 0;
  for (int64_t at = 0; at < size; at++) {
    if (at == END && size > 2 * END) at = size - END;
    size_t count = size - at < 4 ? (size_t)(size - at) : 4;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
      CHECK(pwrite(memory, numbers[i], count, at) == (ssize_t)count);
      given += reads_damaged(memory, (size_t)size) == 0;
      tried++;
    }
    CHECK(pwrite(memory, (const char *)data + at, count, at) == (ssize_t)count);
  }
  /* Cut at each place. */
  for (int64_t cut = size - 1; cut >= 0; cut -= size > 2 * END ? 997 : 1) reads_damaged(memory, (size_t)cut);
  fclose(copy);
  np_unload_file(data);
  printf("%s: %d of %d damaged ones are videos\n", path, given, tried);
}

static void damage_of_the_fuzzers(const char *name, void *context) {
  char path[4096];
  CHECK(snprintf(path, sizeof path, "%s%s", VIDEOS, name) < (int)sizeof path);
  damage(path);
  ++*(int *)context;
}

/* ---- Files that do not end. ---- */

/** Puts these bytes at each multiple of 4096 into the data read. */
static void put_each(uint8_t *data, size_t size, uint64_t offset, const char *bytes, size_t count) {
  for (uint64_t at = offset; at < offset + size; at++) {
    if (at % 4096 < count) data[at - offset] = (uint8_t)bytes[at % 4096];
    else at |= 4095;
  }
}
static void box_after_box(uint8_t *data, size_t size, uint64_t offset) {
  put_each(data, size, offset, "\0\0\x10\0" "free", 8);
}
static void element_after_element(uint8_t *data, size_t size, uint64_t offset) {
  put_each(data, size, offset, "\xEC\x4F\xFD", 3);
  if (!offset) memcpy(data, "\x1A\x45\xDF\xA3\x80\xEC\x4F\xF8", 8);
}
static void list(uint8_t *data, size_t size, uint64_t offset) {
  static const char start[] = "\0\0\0\0moov\xFF\xFF\xFF\xFFtrak\xFF\xFF\xFF\xFFmdia\xFF\xFF\xFF\xFFminf"
                              "\xFF\xFF\xFF\xFFstbl\xFF\xFF\xFF\xFFstts\0\0\0\0\x1F\xFF\xFF\0";
  memset(data, 1, size);
  if (!offset) memcpy(data, start, sizeof start - 1);
}

/** Checks that reading an endless file fails after a million steps, for which the file is read from `least` to `most`
 * times. A step in a list takes less than one read. */
static void endless(void (*bytes)(uint8_t *, size_t, uint64_t), int least, int most) {
  np_video video;
  fill = bytes;
  preads = 0;
  CHECK_EQUAL(np_video_read(0, UINT32_MAX, &video), NP_INVALID);
  step("%d reads", preads);
  CHECK(preads >= least && preads <= most);
  fill = NULL;
}

/* ---- Files that cannot be read. ---- */

static void make(void) {
  static const char start[] = "\0\0\0\x10" "ftypisom\0\0\0\0";
  for (size_t i = 0; i < sizeof start - 1; i++) put((uint8_t)start[i], 1);
}

static void failures(void) {
  make();
  for (int fails = 1; fails <= 2; fails++) {
    pread_fails = fails;
    reads(-EIO);
  }
  pread_fails = 0;
  reads(NP_INVALID);
}

static int has_read;
static void *cancelled(void *context) {
  np_video video;
  int32_t memory = np_memory_file("video", file, file_size);
  pthread_cancel(pthread_self());
  has_read = np_video_read(memory, file_size, &video) == NP_INVALID;
  pthread_testcancel();
  return context;
}

/** A thread that is cancelled ends after it has read the video. */
static void cancellation(void) {
  pthread_t thread;
  void *result = NULL;
  CHECK_EQUAL(pthread_create(&thread, NULL, cancelled, NULL), 0);
  CHECK_EQUAL(pthread_join(thread, &result), 0);
  CHECK(has_read && result == PTHREAD_CANCELED);
}

int main(int count, char **words) {
  const int million = 1 << 20;
  int files = 0;
  for (int i = 1; i < count; i++) damage(words[i]);
  if (count > 1) return 0;
  np_list_directory(VIDEOS, damage_of_the_fuzzers, &files);
  CHECK(files > 6);
  endless(box_after_box, million - 2, million + 2);
  endless(element_after_element, million - 2, million + 2);
  endless(list, 2000, 3000);
  failures();
  cancellation();
  return 0;
}
