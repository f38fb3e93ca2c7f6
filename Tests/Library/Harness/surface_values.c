/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Makes arguments for the functions of surface.h. The callbacks among these arguments call random functions. */
#include <math.h>
#include <nowplaying/surface.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../Surface/judge.h"
#include "../../Lab/C/app.h"
#include "surface.h"

enum { MOST_NESTED_CALLS = 3, LONG_TEXT = 70000, STRUCT_SPARE = 256 };

__thread int controlled_thread;
static __thread int depth;
static atomic_int called, owed;
static atomic_long answers, outcomes[MAX_FUNCTIONS][32];
static int marker; /* The target of user_data. */
static char long_text[LONG_TEXT];
/* `speaking` is the surface in whose callback this thread is; `dying` is the same surface once the callback has freed
 * it: the handle stays valid until the callback ends. */
static void *speaking, *dying;

/* ---------------------------------------------------------------------------------------------- Callbacks -------- */

int inside_callback(void) { return depth > 0; }
int callbacks_called(void) { return atomic_load(&called); }
int destroys_owed(void) { return atomic_load(&owed); }
long answers_come(void) { return atomic_load(&answers); }
long outcomes_of(int function, nowplaying_status status) { return atomic_load(&outcomes[function][-status]); }
void *surface_freed_here(void) { return dying; }
void surface_note_free(void *surface) {
  if (depth > 0 && surface == speaking) dying = surface;
}

/* Calls each function that accepts a surface freed in this callback. */
static void ask_dying(void) {
  for (int i = 0; i < function_count; i++)
    for (int tries = 0; tries < 8; tries++)
      if (functions[i].returns == RETURNS_STATUS && functions[i].parameters[0] == HANDLE_SURFACE) call_by_chance(i);
}

static void call_inside(nowplaying_surface *surface, const void *user_data) {
  atomic_fetch_add(&called, 1);
  CHECK(user_data == &marker);
  if (!controlled_thread || depth > 0 || dying) return;
  depth++;
  speaking = surface;
  for (int calls = random_below(MOST_NESTED_CALLS + 1); calls > 0; calls--) call_something();
  if (dying) ask_dying();
  speaking = dying = NULL;
  depth--;
}

static void on_destroy(void *user_data) {
  CHECK(user_data == &marker);
  CHECK(atomic_fetch_sub(&owed, 1) > 0);
}
static void on_log(nowplaying_surface *surface, nowplaying_log_level level, const char *message, void *user_data) {
  if (strncmp(message, "library bug:", 12) == 0) check_failed("log", level, "%s", message);
  call_inside(surface, user_data);
}
static void on_bus_state(nowplaying_surface *surface, nowplaying_bus_state state, void *user_data) {
  CHECK(state == NOWPLAYING_BUS_NONE || state == NOWPLAYING_BUS_CONNECTED);
  call_inside(surface, user_data);
}
static void on_news(nowplaying_surface *surface, void *user_data) { call_inside(surface, user_data); }
static void on_session(nowplaying_surface *surface, nowplaying_surface_session *session, void *user_data) {
  judge_session(session);
  if (controlled_thread && pools[SURFACE_SESSIONS].count < pools[SURFACE_SESSIONS].limit)
    pool_add(SURFACE_SESSIONS, nowplaying_surface_session_ref(session));
  call_inside(surface, user_data);
}
static void on_changed(nowplaying_surface *surface, nowplaying_surface_session *session,
                       nowplaying_surface_changes changes, void *user_data) {
  CHECK(changes);
  on_session(surface, session, user_data);
}
/* Called on the library's thread, or during a call of the host. Does nothing, because the harness dispatches every
 * surface all the time. */
static void on_wakeup(nowplaying_surface *surface, void *user_data) { (void)surface, (void)user_data; }

static void on_done(nowplaying_surface *surface, const nowplaying_surface_result *result, void *user_data) {
  uintptr_t function = (uintptr_t)user_data - 1;
  CHECK(function < (uintptr_t)function_count);
  judge_result(result);
  atomic_fetch_add(&answers, 1);
  atomic_fetch_add(&outcomes[function][-result->status], 1);
  call_inside(surface, &marker);
}

#define MOSTLY(callback) (random_once_in(6) ? NULL : (callback))

static void *callbacks(void) {
  nowplaying_surface_callbacks *table = arena_take(sizeof *table + STRUCT_SPARE);
  *table = (nowplaying_surface_callbacks){.struct_size = struct_size_value(sizeof *table),
                                          .user_data = &marker,
                                          .destroy = on_destroy,
                                          .log = MOSTLY(on_log),
                                          .bus_state = MOSTLY(on_bus_state),
                                          .listed = MOSTLY(on_news),
                                          .added = MOSTLY(on_session),
                                          .changed = MOSTLY(on_changed),
                                          .removed = MOSTLY(on_session),
                                          .ordered = MOSTLY(on_news),
                                          .wakeup = MOSTLY(on_wakeup)};
  return table;
}

void surface_note_created(const void *table) {
  if (table) atomic_fetch_add(&owed, 1);
}

/* ------------------------------------------------------------------------------------------------- Values -------- */

void values_prepare(const char *bus_address) {
  memset(long_text, 'a', LONG_TEXT - 1);
  setenv("DBUS_SESSION_BUS_ADDRESS", bus_address, 1);
  const char *all[] = {"", "x", "lock screen", "\xff\xfe\xfd", "\xc3", "a\xf0\x9f\x8e", "\xed\xa0\x80",
                       "line\nline\x01", "\xef\xbf\xbf \xe2\x80\xae",
                       "tv", "tv", "tv", "speaker", "fixed", "/", long_text, "test:own", "test:own",
                       "file:///x", "/org/nowplaying/track/1/first", "/org/nowplaying/track/1/first",
                       "/org/nowplaying/playlist/a", "/org/nowplaying/playlist/a"};
  scalars_prepare(all, sizeof all / sizeof all[0]);
}

static void *options(void) {
  nowplaying_surface_options *made = arena_take(sizeof *made + STRUCT_SPARE);
  *made = (nowplaying_surface_options)NOWPLAYING_SURFACE_OPTIONS_INIT;
  made->name = text_or_null();
  made->struct_size = struct_size_value(sizeof *made);
  if (random_once_in(8)) made->bus_address = random_once_in(2) ? "unix:path=/nonexistent/bus" : text_or_null();
  if (random_once_in(20)) made->bus_fd = int32_value() | 0x10000; /* Certainly not open. */
  made->loop = random_once_in(10) ? int32_value() : random_once_in(3) ? random_below(3) : NOWPLAYING_LOOP_FD;
  return made;
}

static void *event(void) {
  nowplaying_command_event *made = arena_take(sizeof *made + STRUCT_SPARE);
  int hostile = random_once_in(3);
  int32_t kind = hostile ? int32_value() : 1 + random_below(TEST_COMMANDS);
  *made = (nowplaying_command_event)NOWPLAYING_SURFACE_COMMAND_INIT(kind);
  made->struct_size = struct_size_value(sizeof *made);
  made->phase = hostile ? int32_value() : random_below(TEST_COMMAND_PHASE_WORDS);
  made->mode = hostile ? int32_value() : random_below(3);
  made->button = hostile ? (uint32_t)random_bits() : (uint32_t)random_below(3);
  made->time_us = hostile ? int64_value() : 15000000 * random_below(4);
  made->id = random_once_in(4) ? text_or_null() : "b";
  made->rating = hostile ? double_value() : random_below(11) / 10.0;
  made->rate = hostile ? double_value() : 0.5 * (1 + random_below(4));
  return made;
}

/* Returns memory for a struct: the size, then a pattern. */
static void *result_struct(size_t true_size) {
  CHECK(true_size + STRUCT_SPARE <= RETURNED_STRUCT);
  char *place = output_value(RETURNED_STRUCT);
  size_t size = struct_size_value(true_size);
  if (place) memcpy(place, &size, sizeof size);
  return place;
}

static size_t count(const argument *before, argument_sort before_sort) {
  /* A capacity of at most the 64 handles for which the memory has room. */
  if (before_sort == RET_SURFACE_SESSION && before->pointer) return (size_t)random_below(65);
  if (before_sort == RET_TEXT && before->pointer) return (size_t)random_below(RETURNED_TEXT);
  if (random_once_in(10)) return SIZE_MAX >> random_below(8);
  return (size_t)random_below(4);
}

argument value_make(argument_sort sort, const argument *before, argument_sort before_sort) {
  argument made = {0};
  switch (sort) {
    case INT32:
      /* An integer after a text is the step for a device: 1 or -1. */
      made.int32 = random_once_in(2) ? int32_value() : before_sort == TEXT ? 2 * random_below(2) - 1 : random_below(4);
      return made;
    case INT64: made.int64 = int64_value(); return made;
    case DOUBLE: made.number = random_once_in(2) ? double_value() : random_below(101) / 100.0; return made;
    case COUNT: made.count = count(before, before_sort); return made;
    case ACTION: made.count = random_once_in(2) ? (size_t)random_below(2000) : (size_t)random_bits(); return made;
    case TEXT: made.pointer = (void *)text_or_null(); return made;
    case DONE: made.pointer = random_once_in(6) ? NULL : (void *)on_done; return made;
    case USER_DATA: made.pointer = (void *)((uintptr_t)call_current() + 1); return made;
    case HANDLE_SURFACE:
      made.pointer = dying && controlled_thread && depth > 0 ? dying : handle_value(SURFACES);
      return made;
    case HANDLE_SURFACE_SESSION: made.pointer = handle_value(SURFACE_SESSIONS); return made;
    case RET_SURFACE_SESSION: made.pointer = random_once_in(6) ? NULL : output_value(64 * sizeof(void *)); return made;
    case RET_TEXT: made.pointer = random_once_in(6) ? NULL : output_value(RETURNED_TEXT); return made;
    case RET_INT32: case RET_INT64: case RET_DOUBLE: case RET_COUNT: case RET_TEXT_POINTER: case RET_ACTION:
    case RET_SURFACE:
      made.pointer = output_value(sizeof(void *));
      return made;
    case RET_INFO: made.pointer = result_struct(sizeof(nowplaying_surface_info)); return made;
    case RET_ITEM: made.pointer = result_struct(sizeof(nowplaying_surface_item)); return made;
    case RET_SNAPSHOT: made.pointer = result_struct(sizeof(nowplaying_snapshot)); return made;
    case RET_COMMAND: made.pointer = result_struct(sizeof(nowplaying_command)); return made;
    case RET_CONTROL: made.pointer = result_struct(sizeof(nowplaying_surface_control)); return made;
    case RET_QUEUE: made.pointer = result_struct(sizeof(nowplaying_surface_queue)); return made;
    case RET_QUEUE_ENTRY: made.pointer = result_struct(sizeof(nowplaying_surface_queue_entry)); return made;
    case RET_PLAYLISTS: made.pointer = result_struct(sizeof(nowplaying_surface_playlists)); return made;
    case RET_PLAYLIST: made.pointer = result_struct(sizeof(nowplaying_surface_playlist)); return made;
    case RET_CHAPTER: made.pointer = result_struct(sizeof(nowplaying_chapter)); return made;
    case RET_TRACK: made.pointer = result_struct(sizeof(nowplaying_track)); return made;
    case RET_DEVICE: made.pointer = result_struct(sizeof(nowplaying_device)); return made;
    case SURFACE_OPTIONS: made.pointer = options(); break;
    case SURFACE_CALLBACKS: made.pointer = callbacks(); break;
    case EVENT: made.pointer = event(); break;
    default: check_failed(__FILE__, __LINE__, "surface.h has no arguments of the sort %d", sort);
  }
  if (random_once_in(15)) made.pointer = random_once_in(2) ? NULL : (char *)made.pointer + 1 + random_below(7);
  return made;
}
