/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Calls every function of the header by libffi, as a dynamic language would, with hostile arguments mixed with live
 * handles, also inside callbacks and on a second thread, while desktops and surfaces send calls (press.c). The same
 * seed makes the same run, but for what the library does by the clock.
 * usage: harness [CALLS [SEED]] */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../Lab/C/app.h"

pool pools[POOLS] = {{.limit = 4}, {.limit = 24}, {.limit = 24}, {.limit = 12}};
/* The header often names an error once for several functions, so that other errors than those in a comment are
 * allowed. */
const int header_names_errors = 0;

static int bus_fd = -1; /* Of the call. */

/* Returns whether the call would add a handle to a pool that is full. */
static int is_full(const function_entry *entry) {
  for (int i = 0; i < entry->parameter_count; i++) {
    argument_sort sort = entry->parameters[i];
    if (sort >= RET_APP && pools[sort - RET_APP].count >= pools[sort - RET_APP].limit) return 1;
    if (sort == RET_APP && buses_are_many()) return 1;
  }
  return entry->returns == RETURNS_HANDLE && pools[REQUESTS].count >= pools[REQUESTS].limit &&
         strstr(entry->name, "_ref");
}

int call_is_wanted(const function_entry *entry, int frees) {
  /* Freeing is rarer than using. */
  int rare = strstr(entry->name, "app") ? 40 : strstr(entry->name, "request") ? 2 : 4;
  return !is_full(entry) && (!frees || random_once_in(rare));
}

void call_begins(const function_entry *entry, const argument *arguments) { bus_fd = values_take_bus_fd(); }

void call_ended(const function_entry *entry, const argument *arguments, int success) {
  for (int i = 0; success && i < entry->parameter_count; i++)
    for (int j = 0; entry->parameters[i] >= RET_APP && j < i; j++)
      note_created(arguments[j].pointer, entry->parameters[j]);
  if (bus_fd >= 0 && !success) close(bus_fd);
}

/* ------------------------------------------------------------------------------------------------ Player -------- */

/* Publishes sensible values, so that surfaces have something to ask for. Errors for random handles do not matter. */
static void publish_something(void) {
  if (!pools[SESSIONS].count) return;
  nowplaying_session *session = pools[SESSIONS].handles[random_below(pools[SESSIONS].count)];
  static const char *const pictures[] = {PICTURES, NULL};
  nowplaying_device devices[3] = {NOWPLAYING_DEVICE_INIT, NOWPLAYING_DEVICE_INIT, NOWPLAYING_DEVICE_INIT};
  static const char *const names[] = {"a", "b", "c"};
  for (int i = 0; i < 3; i++) {
    devices[i].id = devices[i].name = names[i];
    devices[i].volume = i == 2 ? -1 : 0.5;
    devices[i].can_step = i > 0;
  }
  nowplaying_content *content = test_content(pictures[random_below(11)], "Title", pictures[random_below(11)]);
  nowplaying_command commands[TEST_COMMANDS];
  for (int kind = 1; kind <= TEST_COMMANDS; kind++)
    commands[kind - 1] = (nowplaying_command)NOWPLAYING_COMMAND_INIT(kind);
  commands[NOWPLAYING_COMMAND_CUSTOM - 1].id = "b";
  commands[NOWPLAYING_COMMAND_CUSTOM - 1].title = "Custom";
  nowplaying_track tracks[] = {NOWPLAYING_TRACK_INIT(NOWPLAYING_TRACK_AUDIO),
                               NOWPLAYING_TRACK_INIT(NOWPLAYING_TRACK_SUBTITLES)};
  tracks[0].id = tracks[1].id = "a";
  nowplaying_session_set_tracks(session, tracks, (size_t)random_below(3));
  nowplaying_session_set_commands(session, commands, TEST_COMMANDS);
  if (!random_once_in(8)) {
    nowplaying_content_set_animated_artwork(content, NOWPLAYING_ASPECT_RATIO_SQUARE, MOVING);
    nowplaying_content_set_animated_artwork(content, NOWPLAYING_ASPECT_RATIO_TALL, MOVING);
  }
  nowplaying_session_set_devices(session, devices, random_once_in(8) ? (size_t)random_below(3) : 3);
  nowplaying_content *entries[] = {content, test_content("second", "Second", NULL), test_content("x y", "Third", NULL)};
  nowplaying_session_set_queue(session, (const nowplaying_content *const *)entries, (size_t)random_below(4));
  if (random_once_in(2)) {
    const nowplaying_content *rows[] = {entries[1], entries[2], entries[1], entries[1]};
    nowplaying_session_set_queue(session, rows, (size_t)random_below(5));
    nowplaying_session_set_queue_row(session, random_below(5) - 1);
  }
  nowplaying_content_free(entries[1]);
  nowplaying_content_free(entries[2]);
  nowplaying_session_set_content(session, content);
  nowplaying_session_set_volume(session, 0.5);
  nowplaying_session_commit(session);
  nowplaying_session_request_application_primary(session);
  nowplaying_content_free(content);
}

/* Completes a request, as a player does that has loaded a picture meanwhile. */
static void complete_something(void) {
  if (!pools[REQUESTS].count) return;
  values_complete(pools[REQUESTS].handles[random_below(pools[REQUESTS].count)], random_below(2));
}

/* Reads a field that is set. A random call hardly ever has a content, a field of this content, and room for a text. */
static void read_something(void) {
  if (!pools[CONTENTS].count) return;
  nowplaying_content *content = pools[CONTENTS].handles[random_below(pools[CONTENTS].count)];
  if (nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, "Title")) return;
  nowplaying_content_set_integer(content, NOWPLAYING_FIELD_TRACK_NUMBER, 3);
  nowplaying_content_set_number(content, NOWPLAYING_FIELD_USER_RATING, 0.5);
  size_t mark = values_mark();
  argument text[] = {{.pointer = content},
                     {.int32 = NOWPLAYING_FIELD_TITLE},
                     {.count = 0},
                     value_make(RET_TEXT, NULL, 0),
                     {.count = RETURNED_TEXT}};
  argument integer[] = {text[0], {.int32 = NOWPLAYING_FIELD_TRACK_NUMBER}, value_make(RET_INT64, NULL, 0)};
  argument number[] = {text[0], {.int32 = NOWPLAYING_FIELD_USER_RATING}, value_make(RET_DOUBLE, NULL, 0)};
  call_function("nowplaying_content_get_text", text);
  call_function("nowplaying_content_get_integer", integer);
  call_function("nowplaying_content_get_number", number);
  values_release(mark);
}

/* ---------------------------------------------------------------------------------------------------- Run -------- */

static void release_everything(void) {
  while (pools[REQUESTS].count) nowplaying_request_unref(pools[REQUESTS].handles[--pools[REQUESTS].count]);
  while (pools[CONTENTS].count) nowplaying_content_free(pools[CONTENTS].handles[--pools[CONTENTS].count]);
  while (pools[SESSIONS].count) nowplaying_session_free(pools[SESSIONS].handles[--pools[SESSIONS].count]);
  while (pools[APPS].count) nowplaying_app_free(pools[APPS].handles[--pools[APPS].count]);
  buses_close();
  CHECK_EQUAL(destroys_owed(), 0);
}

/* Names a function that has not succeeded yet; NULL when all have. */
static const char *missing(void) {
  const char *function = calls_missing();
  return function ? function : press_missing();
}

static void report(void) {
  press_report();
  calls_report();
  calls_check_all(missing);
  printf("%ld calls, %d callbacks, no crash\n", calls_made(), callbacks_called());
}

int main(int argc, char **argv) {
  calls_read_arguments(argc, argv);

  char directory[] = "/tmp/nowplaying-harness-XXXXXX", leftovers[128];
  CHECK(mkdtemp(directory));
  setenv("XDG_RUNTIME_DIR", directory, 1);
  setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1);
  setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1);
  setenv("NOWPLAYING_AUTOPLAY", "on", 1);
  test_expect_client_bugs(1);
  controlled_thread = 1;
  values_prepare(directory);
  calls_prepare();
  while (calls_go_on(missing)) {
    call_something();
    if (random_once_in(5)) let_talk();
    if (random_once_in(2)) press_something();
    if (random_once_in(6)) publish_something();
    if (random_once_in(10)) complete_something();
    if (random_once_in(100)) read_something();
  }
  release_everything();
  report();
  snprintf(leftovers, sizeof leftovers, "rm -r %s", directory);
  return system(leftovers) == 0 ? 0 : 1;
}
