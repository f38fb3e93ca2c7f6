/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* What the headers of a video say.
 *
 * By MediaInfo, because of all libraries that read MP4, QuickTime and WebM it alone gives its answers as texts: its C
 * functions have been the same since 2009, and no layout of a structure can be wrong, whichever version is installed.
 * (libavformat's answers are in structures that change with each major version, which may be another than the player's
 * own; GStreamer starts a child that looks for its plugins, and threads; the others read one of the formats only.) It
 * is given the bytes and never a path, so that it opens no file and no address that a video names, and then it starts
 * no thread and no child, takes no signal, and prints nothing.
 *
 * The library is not linked but opened at run time, by the first video: most players never give one, and it brings some
 * thirty libraries and 15 MB. */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <wchar.h>

#include "CPlatform.h"

/* MediaInfo's own numbers. */
enum stream { STREAM_GENERAL, STREAM_VIDEO };
enum { INFO_NAME, INFO_TEXT };
enum { STATUS_FINISHED = 8 };
static const uint64_t go_on = UINT64_MAX;

/** Its functions, wide ones: what they answer passes through no locale. */
static struct {
  void *(*new)(void);
  void (*delete)(void *handle);
  const wchar_t *(*option)(void *handle, const wchar_t *name, const wchar_t *value);
  size_t (*begin)(void *handle, uint64_t size, uint64_t offset);
  size_t (*take)(void *handle, const uint8_t *bytes, size_t size);
  uint64_t (*wanted)(void *handle);
  size_t (*end)(void *handle);
  const wchar_t *(*get)(void *handle, int stream, size_t number, const wchar_t *name, int kind, int search);
} library;

/** One caller at a time: MediaInfo has had data races. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void np_video_forked(void) { lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER; }

static enum { NOT_TRIED, OPEN, MISSING } state;

static void open_library(void) {
  static const struct {
    const char *name;
    void *function;
  } functions[] = {
      {"MediaInfo_New", &library.new},
      {"MediaInfo_Delete", &library.delete},
      {"MediaInfo_Option", &library.option},
      {"MediaInfo_Open_Buffer_Init", &library.begin},
      {"MediaInfo_Open_Buffer_Continue", &library.take},
      {"MediaInfo_Open_Buffer_Continue_GoTo_Get", &library.wanted},
      {"MediaInfo_Open_Buffer_Finalize", &library.end},
      {"MediaInfo_Get", &library.get},
  };
  state = MISSING;
  /* It is never closed: libraries below it leave things behind that point into them. */
  void *opened = dlopen(NP_VIDEO_LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!opened) return;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *function = dlsym(opened, functions[i].name);
    if (!function) return;
    *(void **)functions[i].function = function;
  }
  state = OPEN;
}

/** A text, which may be empty. */
static const wchar_t *text_of(void *handle, enum stream stream, const wchar_t *name) {
  const wchar_t *text = library.get(handle, stream, 0, name, INFO_TEXT, INFO_NAME);
  return text ? text : L"";
}

/** A number of the pictures, 0 if there is none. Not by wcstod(), which reads it as the program's locale writes it. */
static double number_of(void *handle, const wchar_t *name) {
  double number = 0, unit = 1;
  bool is_fraction = false;
  for (const wchar_t *next = text_of(handle, STREAM_VIDEO, name); *next; next++) {
    if (*next >= L'0' && *next <= L'9') {
      number = number * 10 + (*next - L'0');
      if (is_fraction) unit *= 10;
    } else if (!is_fraction && (*next == L'.' || *next == L',')) {
      is_fraction = true;
    } else {
      break;
    }
  }
  return number / unit;
}

static np_container container_of(void *handle) {
  const wchar_t *format = text_of(handle, STREAM_GENERAL, L"Format");
  if (wcscmp(format, L"WebM") == 0) return NP_CONTAINER_WEBM;
  /* Files of before 2005, which do not begin with their brand. */
  if (wcscmp(format, L"QuickTime") == 0) return NP_CONTAINER_QUICKTIME;
  if (wcscmp(format, L"MPEG-4")) return NP_CONTAINER_OTHER;
  bool is_quicktime = wcscmp(text_of(handle, STREAM_GENERAL, L"Format_Profile"), L"QuickTime") == 0;
  return is_quicktime ? NP_CONTAINER_QUICKTIME : NP_CONTAINER_MP4;
}

/** Gives it the parts of the file that it asks for. */
static int32_t feed(void *handle, int32_t fd, size_t size) {
  enum { PART = 65536 };
  uint8_t *part = malloc(PART);
  if (!part) return -ENOMEM;
  /* It looks at the beginning, the end and some places between. Who would go to and fro for ever is stopped. */
  size_t left = 2 * size;
  uint64_t offset = 0;
  int64_t count = 0;
  library.begin(handle, size, 0);
  while ((count = np_read_at(fd, offset, part, left < PART ? left : PART)) > 0) {
    offset += (uint64_t)count;
    left -= (size_t)count;
    if (library.take(handle, part, (size_t)count) & STATUS_FINISHED) break;
    uint64_t wanted = library.wanted(handle);
    if (wanted == go_on) continue;
    if (wanted >= size) break;
    offset = wanted;
    library.begin(handle, size, offset);
  }
  library.end(handle);
  free(part);
  return count < 0 ? (int32_t)count : 0;
}

/** - is_whole: looks at every frame. */
static int32_t read_once(int32_t fd, size_t size, bool is_whole, np_video *ret) {
  void *handle = library.new();
  if (!handle) return -ENOMEM;
  if (is_whole) library.option(handle, L"File_ParseSpeed", L"1");
  int32_t error = feed(handle, fd, size);
  if (!error)
    *ret = (np_video){
        .container = container_of(handle),
        .width = number_of(handle, L"Width"),
        .height = number_of(handle, L"Height"),
        .pixel_ratio = number_of(handle, L"PixelAspectRatio"),
        .rotation = number_of(handle, L"Rotation"),
        .frame_rate = number_of(handle, L"FrameRate"),
        .is_cut = text_of(handle, STREAM_GENERAL, L"IsTruncated")[0] != 0,
    };
  library.delete(handle);
  return error;
}

static int32_t read_video(int32_t fd, size_t size, np_video *ret) {
  if (state == NOT_TRIED) open_library();
  if (state == MISSING) return NP_NO_LIBRARY;
  int32_t error = np_lists_fit(fd, size);
  if (error == NP_INVALID) {
    *ret = (np_video){.container = NP_CONTAINER_OTHER};
    return 0;
  }
  if (!error) error = read_once(fd, size, false, ret);
  /* Of a WebM whose frames are not at equal distances, as 120 a second in whole milliseconds, they must be counted. */
  if (!error && ret->width > 0 && ret->frame_rate == 0) error = read_once(fd, size, true, ret);
  return error;
}

int32_t np_video_read(int32_t fd, size_t size, np_video *ret) {
  /* A thread that ended in the library would take the lock with it. */
  int32_t cancellation = np_cancel_disable();
  pthread_mutex_lock(&lock);
  int32_t error = read_video(fd, size, ret);
  pthread_mutex_unlock(&lock);
  np_cancel_restore(cancellation);
  return error;
}
