/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Reading videos by a library that is not there, lacks functions, fails, or answers nonsense. What the real one says of
 * real videos is tested in Swift. */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wchar.h>

#include "CPlatform.h"
#include "system.h"

/* ---- A library. ---- */

enum { SIZE = 300000 };
static const uint64_t none = UINT64_MAX;

static int opened, is_there, is_empty, malloc_fails, pread_fails;
/** What it answers. */
static const wchar_t *format, *profile, *width, *height, *pixel_ratio, *rotation, *frame_rate, *truncated;
/** The frame rate that it answers when it has looked at every frame. */
static const wchar_t *counted;
static uint64_t wanted[4];
static int finishes_after, new_fails;
/** What it was given. */
static int handles, parts, blocks;
static uint64_t began_at, taken, last_offset;
static atomic_int inside;
/** Where a thread says that it is inside, and waits. */
static int entered[2], leave[2], waits;

void *MediaInfo_New(void);
void MediaInfo_Delete(void *handle);
const wchar_t *MediaInfo_Option(void *handle, const wchar_t *name, const wchar_t *value);
size_t MediaInfo_Open_Buffer_Init(void *handle, uint64_t size, uint64_t offset);
size_t MediaInfo_Open_Buffer_Continue(void *handle, const uint8_t *bytes, size_t size);
uint64_t MediaInfo_Open_Buffer_Continue_GoTo_Get(void *handle);
size_t MediaInfo_Open_Buffer_Finalize(void *handle);
const wchar_t *MediaInfo_Get(void *handle, int stream, size_t number, const wchar_t *name, int kind, int search);

void *MediaInfo_New(void) {
  CHECK_EQUAL(atomic_fetch_add(&inside, 1), 0);
  if (waits) CHECK(write(entered[1], "", 1) == 1 && read(leave[0], &(char){0}, 1) == 1);
  if (new_fails) atomic_fetch_sub(&inside, 1);
  else handles++;
  return new_fails ? NULL : &handles;
}
void MediaInfo_Delete(void *handle) {
  CHECK(handle == &handles);
  handles--;
  CHECK_EQUAL(atomic_fetch_sub(&inside, 1), 1);
}
const wchar_t *MediaInfo_Option(void *handle, const wchar_t *name, const wchar_t *value) {
  CHECK(handle == &handles && wcscmp(name, L"File_ParseSpeed") == 0 && wcscmp(value, L"1") == 0);
  frame_rate = counted;
  return L"";
}
size_t MediaInfo_Open_Buffer_Init(void *handle, uint64_t size, uint64_t offset) {
  CHECK(handle == &handles && size == SIZE);
  began_at = last_offset = offset;
  return 0;
}
size_t MediaInfo_Open_Buffer_Continue(void *handle, const uint8_t *bytes, size_t size) {
  CHECK(handle == &handles && size > 0 && bytes[0] == (uint8_t)(last_offset >> 8));
  last_offset += size;
  taken += size;
  parts++;
  return finishes_after && parts == finishes_after ? 8 : 0;
}
uint64_t MediaInfo_Open_Buffer_Continue_GoTo_Get(void *handle) {
  CHECK(handle == &handles);
  uint64_t next = wanted[0];
  if (next == 1) return 0; /* again and again */
  memmove(wanted, wanted + 1, 3 * sizeof *wanted);
  wanted[3] = none;
  return next;
}
size_t MediaInfo_Open_Buffer_Finalize(void *handle) {
  CHECK(handle == &handles);
  return 0;
}
const wchar_t *MediaInfo_Get(void *handle, int stream, size_t number, const wchar_t *name, int kind, int search) {
  CHECK(handle == &handles && number == 0 && kind == 1 && search == 0);
  static const struct {
    int stream;
    const wchar_t *name;
    const wchar_t **answer;
  } answers[] = {{0, L"Format", &format},
                 {0, L"Format_Profile", &profile},
                 {0, L"IsTruncated", &truncated},
                 {1, L"Width", &width},
                 {1, L"Height", &height},
                 {1, L"PixelAspectRatio", &pixel_ratio},
                 {1, L"Rotation", &rotation},
                 {1, L"FrameRate", &frame_rate}};
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
    if (stream == answers[i].stream && wcscmp(name, answers[i].name) == 0) return *answers[i].answer;
  CHECK(!"a name that the library has");
  return NULL;
}

/** The program itself, which has the functions above, or a library without them. */
void *__real_dlopen(const char *name, int flags);
void *__wrap_dlopen(const char *name, int flags);
void *__wrap_dlopen(const char *name, int flags) {
  CHECK_TEXT(name, "libmediainfo.so.0");
  CHECK(!(flags & RTLD_GLOBAL));
  opened++;
  return is_there ? __real_dlopen(is_empty ? "libc.so.6" : NULL, flags) : NULL;
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) {
  if (malloc_fails) return NULL;
  blocks++;
  return __real_malloc(size);
}
void __real_free(void *memory);
void __wrap_free(void *memory);
void __wrap_free(void *memory) {
  if (memory) blocks--;
  __real_free(memory);
}
ssize_t __real_pread(int fd, void *data, size_t size, off_t offset);
ssize_t __wrap_pread(int fd, void *data, size_t size, off_t offset);
ssize_t __wrap_pread(int fd, void *data, size_t size, off_t offset) {
  if (pread_fails && !--pread_fails) {
    errno = EIO;
    return -1;
  }
  return __real_pread(fd, data, size, offset);
}

/* ---- Words. ---- */

static int32_t file;

static void make_file(void) {
  static uint8_t bytes[SIZE];
  for (size_t i = 0; i < SIZE; i++) bytes[i] = (uint8_t)(i >> 8);
  file = np_memory_file("video", bytes, SIZE);
  CHECK(file > 2);
}

/** A library that answers as for a good video. */
static void reset(void) {
  format = L"MPEG-4", profile = L"Base Media", width = L"320", height = L"240", pixel_ratio = L"1.333";
  rotation = L"90.000", frame_rate = L"59.940", truncated = L"", counted = NULL;
  for (int i = 0; i < 4; i++) wanted[i] = none;
  finishes_after = new_fails = parts = malloc_fails = pread_fails = 0;
  taken = 0;
}

static np_video reads(int32_t error) {
  np_video video = {.width = -1};
  int before = blocks;
  CHECK_EQUAL(np_video_read(file, SIZE, &video), error);
  CHECK_EQUAL(handles, 0);
  CHECK_EQUAL(blocks, before);
  CHECK((video.width == -1) == (error != 0));
  return video;
}

static int near(double a, double b) { return a - b < 1e-9 && b - a < 1e-9; }

/* ---- Tests. ---- */

static void without(void) {
  reset();
  reads(NP_NO_LIBRARY);
  reads(NP_NO_LIBRARY);
  CHECK_EQUAL(opened, 1);
}

static void without_its_functions(void) {
  is_there = is_empty = 1;
  without();
}

static void answers(void) {
  reset();
  np_video video = reads(0);
  CHECK(video.container == NP_CONTAINER_MP4 && !video.is_cut);
  CHECK(video.width == 320 && video.height == 240 && near(video.pixel_ratio, 1.333) && video.rotation == 90);
  CHECK(near(video.frame_rate, 59.94));
  profile = L"QuickTime", frame_rate = L"59,940", rotation = L"", width = NULL, truncated = L"Yes";
  video = reads(0);
  CHECK(video.container == NP_CONTAINER_QUICKTIME && video.is_cut);
  CHECK(near(video.frame_rate, 59.94) && video.rotation == 0 && video.width == 0);
  format = L"QuickTime", profile = L"";
  CHECK(reads(0).container == NP_CONTAINER_QUICKTIME);
  format = L"WebM", height = L"x1", width = L"640 pixels", pixel_ratio = L"1.2.3", frame_rate = L".5";
  video = reads(0);
  CHECK(video.container == NP_CONTAINER_WEBM && video.height == 0 && video.width == 640);
  CHECK(near(video.pixel_ratio, 1.2) && near(video.frame_rate, 0.5));
  format = L"Matroska";
  CHECK(reads(0).container == NP_CONTAINER_OTHER);
  format = NULL;
  CHECK(reads(0).container == NP_CONTAINER_OTHER);
}

/** Frames are counted only if their rate is not told otherwise. */
static void counting(void) {
  reset();
  counted = L"120.000";
  CHECK(near(reads(0).frame_rate, 59.94));
  CHECK_EQUAL(taken, SIZE);
  frame_rate = L"";
  CHECK(reads(0).frame_rate == 120);
  CHECK_EQUAL(taken, 3 * SIZE);
  frame_rate = counted = L"";
  CHECK(reads(0).frame_rate == 0);
  reset();
  width = frame_rate = L"", counted = L"120.000"; /* sound */
  CHECK(reads(0).frame_rate == 0);
  CHECK_EQUAL(taken, SIZE);
}

static void parts_of_the_file(void) {
  reset();
  reads(0);
  CHECK(taken == SIZE && began_at == 0);
  reset();
  finishes_after = 2;
  reads(0);
  CHECK_EQUAL(parts, 2);
  reset();
  wanted[0] = 200000, wanted[2] = 100000;
  reads(0);
  /* The first part; from there to the end; from the middle to the end. */
  CHECK(began_at == 100000 && last_offset == SIZE);
  reset();
  wanted[0] = SIZE;
  reads(0);
  CHECK_EQUAL(parts, 1);
  reset();
  wanted[0] = none - 1;
  reads(0);
  CHECK_EQUAL(parts, 1);
  reset();
  wanted[0] = 1;
  reads(0);
  CHECK_EQUAL(taken, 2 * SIZE);
}

static void failures(void) {
  reset();
  new_fails = 1;
  reads(-ENOMEM);
  reset();
  malloc_fails = 1;
  reads(-ENOMEM);
  reset();
  /* The first header, the first part, the second. */
  for (int fails = 1; fails <= 3; fails++) {
    pread_fails = fails;
    reads(-EIO);
  }
  reset();
  reads(0);
  CHECK_EQUAL(opened, 1);
}

/** MediaInfo is not given a list that claims more than there is. */
static void lists(void) {
  reset();
  static const uint8_t bytes[36] = "\0\0\0\44moov\0\0\0\34edts\0\0\0\24elst\0\0\0\0\377\377\377\377";
  int32_t usual = file;
  file = np_memory_file("list", bytes, sizeof bytes);
  CHECK(reads(0).container == NP_CONTAINER_OTHER);
  CHECK_EQUAL(parts, 0);
  close(file);
  file = usual;
}

static void *many(void *context) {
  for (int i = 0; i < 200; i++) {
    np_video video;
    CHECK_EQUAL(np_video_read(file, SIZE, &video), 0);
  }
  return context;
}

/** The library is used by one thread at a time. */
static void threads(void) {
  reset();
  pthread_t thread[4];
  for (int i = 0; i < 4; i++) CHECK_EQUAL(pthread_create(&thread[i], NULL, many, NULL), 0);
  for (int i = 0; i < 4; i++) pthread_join(thread[i], NULL);
  CHECK_EQUAL(atomic_load(&inside), 0);
}

static void *one(void *context) {
  np_video video;
  CHECK_EQUAL(np_video_read(file, SIZE, &video), 0);
  return context;
}

/** A child that is forked while a thread is in the library reads videos, although that thread never leaves it there. */
static void fork_meanwhile(void) {
  reset();
  np_fork_watch();
  CHECK(pipe(entered) == 0 && pipe(leave) == 0);
  waits = 1;
  pthread_t thread;
  CHECK_EQUAL(pthread_create(&thread, NULL, one, NULL), 0);
  CHECK(read(entered[0], &(char){0}, 1) == 1);
  waits = 0;
  pid_t child = fork();
  if (!child) {
    alarm(10); /* ends a child that waits for that thread */
    atomic_store(&inside, 0);
    one(NULL);
    _exit(0);
  }
  int status = -1;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK_EQUAL(status, 0);
  CHECK(write(leave[1], "", 1) == 1);
  pthread_join(thread, NULL);
}

static void with(void) {
  is_there = 1;
  answers();
  counting();
  parts_of_the_file();
  failures();
  lists();
  threads();
  fork_meanwhile();
}

int main(void) {
  make_file();
  /* The library is opened once in a process. */
  run_in_child(without);
  run_in_child(without_its_functions);
  run_in_child(with);
  return 0;
}
