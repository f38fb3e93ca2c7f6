/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Makes hostile and good arguments of every sort. They keep the header's demands on every caller: strings end with NUL,
 * and arrays have as many elements as their count says, unless the count exceeds the limit that the library checks. */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../Lab/C/app.h"
#include "harness.h"

enum { BLOCK = 8192, LONG_TEXT = 70000, MAX_TEXTS = 16 };

static char long_text[LONG_TEXT], long_multibyte[LONG_TEXT];
static char path_png[128], url_png[160], path_video[128], url_video[160], path_fifo[128], path_directory[128];
static char video[BLOCK];
static size_t video_size;
static const char *bus_address;
static char *noise;
static int bus_fd = -1; /* Of the last options. */

void values_prepare(const char *directory) {
  memset(long_text, 'a', LONG_TEXT - 1);
  for (int i = 0; i + 3 < LONG_TEXT; i += 3) memcpy(long_multibyte + i, "\xe2\x99\xaa", 3);
  snprintf(path_directory, sizeof path_directory, "%s", directory);
  snprintf(path_png, sizeof path_png, "%s/cover.png", directory);
  snprintf(url_png, sizeof url_png, "file://%s", path_png);
  snprintf(path_fifo, sizeof path_fifo, "%s/fifo", directory);
  FILE *file = fopen(path_png, "wb");
  CHECK(file && fwrite(test_png, 1, test_png_size, file) == test_png_size && fclose(file) == 0);
  snprintf(path_video, sizeof path_video, "%s/moving.mp4", directory);
  snprintf(url_video, sizeof url_video, "file://%s", path_video);
  FILE *example = fopen(EXAMPLE_VIDEO, "rb");
  CHECK(example && (video_size = fread(video, 1, sizeof video, example)) > 0 && fclose(example) == 0);
  file = fopen(path_video, "wb");
  CHECK(file && fwrite(video, 1, video_size, file) == video_size && fclose(file) == 0);
  CHECK(mkfifo(path_fifo, 0600) == 0);
  bus_address = buses_listen();
  noise = malloc(BLOCK); /* From the heap, so that a byte read too much is seen. */
  CHECK(noise);
  const char *all[] = {"", "x", "Title", "file:///music/a%20b.ogg", "https://example.org/\xc3\xa4",
                       "org.example.Player", "\xff\xfe\xfd", "\xc3", "\xe2\x99", "a\xf0\x9f\x8e", "\xed\xa0\x80",
                       "\xc0\xaf", "\xf4\x90\x80\x80", "line\nline\ttab\x01\x7f", "\xef\xbf\xbf \xe2\x80\xae",
                       "picture", "b", "b", "..", "/", "test:own", "test:more", path_png, path_png, path_png, path_png,
                       url_png, url_png, "https://a.org/b", path_video, url_video, path_fifo, path_directory,
                       "/dev/zero", long_text, long_multibyte};
  scalars_prepare(all, sizeof all / sizeof all[0]);
}

int values_take_bus_fd(void) {
  int taken = bus_fd;
  bus_fd = -1;
  return taken;
}

static const char *const *text_list(size_t count) {
  const char **list = arena_take((count + 1) * sizeof *list);
  for (size_t i = 0; i < count; i++) list[i] = text_or_null();
  return list;
}

static void *app_options(void) {
  nowplaying_app_options *options = arena_take(sizeof *options + 256);
  *options = (nowplaying_app_options)NOWPLAYING_APP_OPTIONS_INIT;
  options->struct_size = struct_size_value(sizeof *options);
  options->application_id = random_once_in(10) ? text_or_null() : "org.example.Harness";
  options->display_name = text_or_null();
  options->desktop_entry = text_or_null();
  options->bus_address = random_once_in(4) ? "unix:path=/nonexistent/bus" : bus_address;
  options->uri_schemes = text_list(4);
  options->uri_scheme_count = random_once_in(20) ? SIZE_MAX : (size_t)random_below(5);
  static const char *const schemes[] = {"file", "x"};
  if (random_once_in(2)) options->uri_schemes = schemes, options->uri_scheme_count = 2;
  options->mime_types = text_list(4);
  options->mime_type_count = random_once_in(20) ? NOWPLAYING_MAX_MIME_TYPES + 1 : (size_t)random_below(5);
  options->loop = random_once_in(10) ? int32_value() : NOWPLAYING_LOOP_FD;
  options->log_level = random_once_in(10) ? int32_value() : NOWPLAYING_LOG_DEBUG;
  options->instance = text_or_null();
  options->flags = random_once_in(4) ? (uint32_t)random_bits() : NOWPLAYING_APP_INTERRUPTIONS;
  if (random_once_in(20)) options->uri_schemes = NULL;
  if (random_once_in(20)) options->bus_fd = int32_value() | 0x10000; /* Certainly not open. */
  else if (options->struct_size >= sizeof *options && !random_once_in(3)) options->bus_fd = bus_fd = buses_add();
  /* The variable is read when an app is made. */
  setenv("NOWPLAYING_AUTOPLAY", random_once_in(4) ? "off" : "on", 1);
  return options;
}

static void *snapshot(void) {
  nowplaying_snapshot *value = arena_take(sizeof *value + 256);
  *value = (nowplaying_snapshot)NOWPLAYING_SNAPSHOT_INIT;
  value->state = random_once_in(5) ? int32_value() : random_below(TEST_PLAYBACK_STATE_WORDS);
  value->rate = random_once_in(3) ? double_value() : 1.0;
  value->default_rate = random_once_in(3) ? double_value() : 1.0;
  value->elapsed_us = int64_value();
  if (random_once_in(3)) value->timestamp_us = int64_value();
  if (random_once_in(2)) {
    value->seekable_start_us = random_once_in(8) ? int64_value() : 1000;
    value->seekable_end_us = random_once_in(8) ? int64_value() : 60000000;
    value->buffered_us = int64_value();
    value->error = text_or_null();
    value->error_kind = random_once_in(8) ? int32_value() : random_below(TEST_ERROR_KIND_WORDS);
    value->is_at_live_edge = int32_value();
  }
  value->struct_size = struct_size_value(sizeof *value);
  return value;
}

static const char *const LETTERS[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j",
                                      "k", "l", "m", "n", "o", "p", "q", "r", "s", "t"};

/* Room for 20 structs of the largest size, each made by `make`; the count that follows is at most 20 or over the limit.
 * Each struct begins with its size. */
static void *structs(size_t known, void (*make)(void *made, int i, int hostile)) {
  size_t size = struct_size_value(known), stride = size > 256 || size < 8 ? 256 : size;
  char *array = arena_take(20 * 256), *made = arena_take(known);
  int hostile = random_once_in(2); /* Else nearly every array would be refused. */
  for (int i = 0; i < 20; i++) {
    make(made, i, hostile);
    /* One element's size may differ; not the first, which determines the distance between elements. */
    size_t own = i && hostile && random_once_in(40) ? struct_size_value(known) : size;
    memcpy(made, &own, sizeof own);
    memcpy(array + (size_t)i * stride, made, stride < known ? stride : known);
  }
  return array;
}

static void make_command(void *made, int i, int hostile) {
  nowplaying_command *command = made;
  int32_t kind = hostile && random_once_in(20) ? int32_value() : 1 + i % TEST_COMMANDS;
  int64_t *intervals = arena_take(4 * sizeof *intervals);
  double *rates = arena_take(4 * sizeof *rates);
  for (int j = 0; j < 4; j++) {
    intervals[j] = hostile && random_once_in(10) ? int64_value() : 1000000;
    rates[j] = hostile && random_once_in(10) ? double_value() : 1.5;
  }
  *command = (nowplaying_command)NOWPLAYING_COMMAND_INIT(kind);
  command->intervals_us = hostile && random_once_in(10) ? NULL : intervals;
  command->interval_count = hostile && random_once_in(40) ? SIZE_MAX : (size_t)random_below(5);
  command->rates = hostile && random_once_in(10) ? NULL : rates;
  command->rate_count = hostile && random_once_in(40) ? NOWPLAYING_MAX_RATES + 1 : (size_t)random_below(5);
  command->enabled = int32_value();
  command->current = hostile && random_once_in(20) ? int32_value() : random_below(3);
  command->supported = hostile ? (uint32_t)random_bits() : 0;
  command->tag = random_bits();
  command->title = text_or_null();
  command->rate_minimum = hostile && random_once_in(10) ? double_value() : 0.5;
  command->rate_maximum = hostile && random_once_in(10) ? double_value() : 4.0;
  command->short_title = text_or_null();
  command->id = hostile && random_once_in(10) ? text_or_null() : LETTERS[i];
  if (kind == NOWPLAYING_COMMAND_CUSTOM && !hostile) command->title = "Button";
  command->icon = hostile && random_once_in(10) ? text_or_null() : "heart-filled";
  command->slot = hostile && random_once_in(20) ? int32_value() : random_below(TEST_COMMAND_SLOT_WORDS);
  command->active = int32_value();
  command->steps = hostile && random_once_in(20) ? int32_value() : random_below(TEST_MOST_STEPS + 1);
}

static void make_device(void *made, int i, int hostile) {
  nowplaying_device *device = made;
  *device = (nowplaying_device)NOWPLAYING_DEVICE_INIT;
  device->id = hostile && random_once_in(20) ? text_or_null() : LETTERS[i];
  device->name = hostile ? text_or_null() : "Kitchen";
  device->type = hostile && random_once_in(20) ? int32_value() : 1 + i % TEST_DEVICE_TYPE_WORDS;
  device->volume = hostile ? double_value() : 0.5;
  device->can_step = int32_value();
}

static void make_chapter(void *made, int i, int hostile) {
  nowplaying_chapter *chapter = made;
  *chapter = (nowplaying_chapter)NOWPLAYING_CHAPTER_INIT;
  chapter->start_us = hostile && random_once_in(20) ? int64_value() : i * 1000000;
  chapter->title = text_or_null();
  chapter->artwork_id = hostile ? text_or_null() : LETTERS[i];
}

static void make_track(void *made, int i, int hostile) {
  nowplaying_track *track = made;
  int32_t kind = hostile && random_once_in(20) ? int32_value() : 1 + i % TEST_TRACK_KIND_WORDS;
  *track = (nowplaying_track)NOWPLAYING_TRACK_INIT(kind);
  track->id = hostile && random_once_in(20) ? text_or_null() : LETTERS[i];
  track->language = text_or_null();
  track->title = text_or_null();
  int all = 1 << TEST_TRACK_CHARACTERISTICS_WORDS;
  track->characteristics = hostile && random_once_in(20) ? (uint32_t)random_bits() : (uint32_t)random_below(all);
  track->selected = hostile ? int32_value() : i < TEST_TRACK_KIND_WORDS;
}

static void make_playlist(void *made, int i, int hostile) {
  nowplaying_playlist *playlist = made;
  *playlist = (nowplaying_playlist)NOWPLAYING_PLAYLIST_INIT;
  playlist->id = hostile && random_once_in(20) ? text_or_null() : LETTERS[i];
  playlist->name = hostile ? text_or_null() : "Evening";
  playlist->icon_url = text_or_null();
  playlist->created = int64_value();
  playlist->modified = int64_value();
  playlist->last_played = int64_value();
}

/* Contents, hardly any of them bad. */
static void *content_list(void) {
  void **list = arena_take(20 * sizeof *list);
  int hostile = random_once_in(4);
  for (int i = 0; i < 20; i++) {
    const pool *contents = &pools[CONTENTS];
    list[i] = !contents->count || (hostile && random_once_in(10)) ? handle_value(CONTENTS)
                                                                  : contents->handles[random_below(contents->count)];
  }
  return list;
}

static void *data(void) {
  if (random_once_in(3)) return memcpy(noise, test_png, test_png_size);
  for (int i = 0; i < 64; i++) noise[i] = (char)random_bits();
  static const char *const starts[] = {"\x89PNG\r\n\x1a\n", "\xff\xd8\xff\xe0", "GIF89a", "RIFF\x10\0\0\0WEBPVP8 "};
  if (random_once_in(2)) memcpy(noise, starts[random_below(4)], 4);
  return noise;
}

/* Makes a video, perhaps a damaged one. Returns how many bytes of `noise` it uses. */
static size_t video_data(void) {
  memcpy(noise, video, video_size);
  if (random_once_in(2)) return video_size;
  for (int changes = random_below(20); changes > 0; changes--)
    noise[random_below((int)video_size)] = (char)random_bits();
  return random_once_in(2) ? video_size : (size_t)random_below((int)video_size);
}

void values_complete(nowplaying_request *request, int is_video) {
  static const char *const ways[] = {
      "nowplaying_request_complete_artwork_data", "nowplaying_request_complete_video_data",
      "nowplaying_request_complete_artwork_file", "nowplaying_request_complete_video_file",
      "nowplaying_request_complete_artwork_url",  "nowplaying_request_complete_video_url"};
  int way = 2 * random_below(3) + is_video, is_good = !random_once_in(4);
  argument arguments[3] = {{.pointer = request}};
  if (way < 2) {
    arguments[2].count = is_video ? video_data() : test_png_size;
    if (!is_video) memcpy(noise, test_png, test_png_size);
    arguments[1].pointer = noise;
  } else if (is_good) {
    const char *good[2][2] = {{path_png, path_video}, {url_png, url_video}};
    arguments[1].pointer = (void *)good[way >= 4][is_video];
  } else {
    arguments[1].pointer = (void *)text_or_null();
  }
  call_function(ways[way], arguments);
}

static size_t count_value(argument_sort of) {
  static const size_t too_many[] = {NOWPLAYING_MAX_TEXTS + 1, NOWPLAYING_MAX_MIME_TYPES + 1, SIZE_MAX, SIZE_MAX / 8,
                                    (size_t)1 << 32};
  if (of == DATA) {
    /* Too large for pictures and videos. */
    if (random_once_in(8)) return random_once_in(2) ? SIZE_MAX : NOWPLAYING_MAX_VIDEO_BYTES + 1;
    return random_once_in(2) ? (size_t)BLOCK : (size_t)random_below(70);
  }
  if (of == RET_TEXT) {
    /* The count may exceed the buffer, which has room for any text. It is often below 64, so that short texts do not
     * fit. */
    if (random_once_in(4)) return SIZE_MAX >> random_below(3);
    return (size_t)random_below(random_once_in(2) ? RETURNED_TEXT + 1 : 64);
  }
  /* Lists of playlists and contents may be longer than the first two limits: for them only the huge counts are too
   * large. */
  int is_long = of == PLAYLISTS || of == CONTENT_LIST;
  if (random_once_in(10)) return too_many[is_long ? 2 + random_below(3) : random_below(5)];
  int is_array = of != TEXTS;
  return (size_t)random_below(is_array ? 21 : MAX_TEXTS + 1);
}

argument value_make(argument_sort sort, const argument *before, argument_sort before_sort) {
  argument made = {0};
  void *structure = NULL;
  switch (sort) {
    case INT32: made.int32 = int32_value(); return made;
    case INT64: made.int64 = int64_value(); return made;
    case DOUBLE: made.number = double_value(); return made;
    case COUNT:
      made.count = before && before->pointer ? count_value(before_sort) : (size_t)random_below(3);
      return made;
    case TEXT: made.pointer = (void *)text_or_null(); return made;
    case TEXTS: made.pointer = random_once_in(12) ? NULL : (void *)text_list(MAX_TEXTS); return made;
    case DATA: made.pointer = random_once_in(12) ? NULL : data(); return made;
    case HANDLE_APP: case HANDLE_SESSION: case HANDLE_CONTENT: case HANDLE_REQUEST:
      made.pointer = handle_value((int)(sort - HANDLE_APP));
      return made;
    case RET_TEXT:
      made.pointer = random_once_in(12) ? NULL : memset(arena_take(RETURNED_TEXT), 0x77, RETURNED_TEXT);
      return made;
    case RET_INT32: case RET_INT64: case RET_DOUBLE: case RET_APP: case RET_SESSION: case RET_CONTENT: case RET_REQUEST:
      made.pointer = output_value(sizeof(void *));
      return made;
    case APP_OPTIONS: structure = app_options(); break;
    case SNAPSHOT: structure = snapshot(); break;
    case COMMANDS: structure = structs(sizeof(nowplaying_command), make_command); break;
    case DEVICES: structure = structs(sizeof(nowplaying_device), make_device); break;
    case PLAYLISTS: structure = structs(sizeof(nowplaying_playlist), make_playlist); break;
    case CHAPTERS: structure = structs(sizeof(nowplaying_chapter), make_chapter); break;
    case TRACKS: structure = structs(sizeof(nowplaying_track), make_track); break;
    case CONTENT_LIST: structure = content_list(); break;
    case APP_CALLBACKS:
      structure = arena_take(sizeof(nowplaying_app_callbacks) + 256);
      fill_app_callbacks(structure, struct_size_value(sizeof(nowplaying_app_callbacks)));
      break;
    case SESSION_CALLBACKS:
      structure = arena_take(sizeof(nowplaying_session_callbacks) + 256);
      fill_session_callbacks(structure, struct_size_value(sizeof(nowplaying_session_callbacks)));
      break;
    default: check_failed(__FILE__, __LINE__, "nowplaying.h has no arguments of the sort %d", sort);
  }
  if (random_once_in(15)) structure = random_once_in(2) ? NULL : (char *)structure + 1 + random_below(7);
  made.pointer = structure;
  return made;
}
