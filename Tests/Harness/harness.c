/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Calls every function of the header by libffi, as a dynamic language would, with hostile arguments mixed with live
 * handles, also inside callbacks and on a second thread, while desktops and surfaces send calls (press.c). The same
 * seed makes the same run, but for what the library does by the clock.
 * usage: harness [CALLS [SEED]] */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../Support/app.h"
#include "harness_table.h"

enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

pool pools[POOLS] = {{.limit = 4}, {.limit = 24}, {.limit = 24}, {.limit = 12}};

static ffi_cif calls[FUNCTIONS];
static ffi_type *parameter_types[FUNCTIONS][MAX_PARAMETERS];
static long calls_wanted = 100000, calls_made, made_by_function[FUNCTIONS], succeeded_by_function[FUNCTIONS];
static long errors_by_status[32];

/* ------------------------------------------------------------------------------------------------- Chance -------- */

static uint64_t random_state;

void random_seed(uint64_t seed) { random_state = seed * 0x9e3779b97f4a7c15u + 1; }

uint64_t random_bits(void) { /* xorshift64* */
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return random_state * 0x2545f4914f6cdd1du;
}

int random_below(int below) { return (int)((random_bits() >> 33) % (unsigned)below); }
int random_once_in(int times) { return random_below(times) == 0; }

/* -------------------------------------------------------------------------------------------------- Pools -------- */

void pool_add(int kind, void *handle) {
  CHECK(handle && pools[kind].count < (int)(sizeof pools[kind].handles / sizeof(void *)));
  pools[kind].handles[pools[kind].count++] = handle;
}

int pool_remove(int kind, const void *handle) {
  for (int i = 0; i < pools[kind].count; i++) {
    if (pools[kind].handles[i] != handle) continue;
    pools[kind].handles[i] = pools[kind].handles[--pools[kind].count];
    return 1;
  }
  return 0;
}

static int pool_contains(int kind, const void *handle) {
  for (int i = 0; i < pools[kind].count; i++)
    if (pools[kind].handles[i] == handle) return 1;
  return 0;
}

/* -------------------------------------------------------------------------------------------------- Calls -------- */

static ffi_type *type_of(argument_sort sort) {
  switch (sort) {
    case INT32: return &ffi_type_sint32;
    case INT64: return &ffi_type_sint64;
    case DOUBLE: return &ffi_type_double;
    case COUNT: return &ffi_type_uint64;
    default: return &ffi_type_pointer;
  }
}

static void prepare_calls(void) {
  for (int i = 0; i < FUNCTIONS; i++) {
    const function_entry *entry = &functions[i];
    for (int j = 0; j < entry->parameter_count; j++) parameter_types[i][j] = type_of(entry->parameters[j]);
    ffi_type *result = entry->returns == RETURNS_VOID ? &ffi_type_void
                       : entry->returns == RETURNS_STATUS ? &ffi_type_sint32
                       : entry->returns == RETURNS_UINT32 ? &ffi_type_uint32
                                                          : &ffi_type_pointer;
    unsigned count = (unsigned)entry->parameter_count;
    CHECK(ffi_prep_cif(&calls[i], FFI_DEFAULT_ABI, count, result, parameter_types[i]) == FFI_OK);
  }
}

/* The call in progress, for the second thread. */
typedef struct prepared {
  int function;
  void *values[MAX_PARAMETERS];
  ffi_arg result;
} prepared;

static void *make_call(void *argument) {
  prepared *call = argument;
  controlled_thread = 1;
  ffi_call(&calls[call->function], functions[call->function].function, &call->result, call->values);
  return NULL;
}

static int is_success(const function_entry *entry, ffi_arg result) {
  if (entry->returns == RETURNS_STATUS) return (nowplaying_status)result == NOWPLAYING_OK;
  if (entry->returns == RETURNS_REQUEST) return (void *)result != NULL;
  return 1;
}

static int is_untouched(const void *place, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (((const unsigned char *)place)[i] != 0x77) return 0;
  return 1;
}

/* What the call made or took is in the pools afterwards, and outputs are written on success only. */
static void judge(const function_entry *entry, const argument *arguments, const prepared *call) {
  int success = is_success(entry, call->result);
  for (int i = 0; i < entry->parameter_count; i++) {
    argument_sort sort = entry->parameters[i];
    if (sort != RET_INT32 && sort != RET_TEXT && sort < RET_APP) continue;
    void *place = arguments[i].pointer;
    size_t size = sort == RET_TEXT ? RETURNED_TEXT : sort == RET_INT32 ? sizeof(int32_t) : sizeof(void *);
    if (success && (!place || (sort != RET_TEXT && (uintptr_t)place % size)))
      check_failed(__FILE__, __LINE__, "%s took a bad output", entry->name);
    if (!success && place && !is_untouched(place, size))
      check_failed(__FILE__, __LINE__, "%s wrote its output although it failed", entry->name);
    if (success && sort == RET_TEXT) CHECK(memchr(place, 0, size));
    if (!success || sort < RET_APP) continue;
    void *handle = *(void **)place;
    pool_add(sort - RET_APP, handle);
    for (int j = 0; j < i; j++) note_created(arguments[j].pointer, entry->parameters[j]);
  }
  if (entry->returns == RETURNS_TEXT) CHECK((const char *)call->result && strlen((const char *)call->result) < 100000);
  if (entry->returns == RETURNS_STATUS) {
    nowplaying_status status = (nowplaying_status)call->result;
    if (status > 0 || status < -21) check_failed(__FILE__, __LINE__, "%s returned %d", entry->name, status);
    if (status < 0) errors_by_status[-status]++;
  }
}

/* A pool that is full gives one back, so that objects live and die. */
static int is_full(const function_entry *entry) {
  for (int i = 0; i < entry->parameter_count; i++) {
    argument_sort sort = entry->parameters[i];
    if (sort >= RET_APP && pools[sort - RET_APP].count >= pools[sort - RET_APP].limit) return 1;
    if (sort == RET_APP && buses_are_many()) return 1;
  }
  return entry->returns == RETURNS_REQUEST && pools[REQUESTS].count >= pools[REQUESTS].limit &&
         strstr(entry->name, "_ref");
}

static int is_freeing(const function_entry *entry) {
  return entry->returns == RETURNS_VOID || strstr(entry->name, "_unref");
}

/* Callbacks that wait for a second thread, which may be in a callback itself. One thread at a time calls. */
static int callbacks_that_wait;

/* Makes a call, perhaps on the second thread, and judges it. */
static void perform(int function, argument *arguments) {
  const function_entry *entry = &functions[function];
  prepared call = {.function = function};
  for (int i = 0; i < entry->parameter_count; i++) call.values[i] = &arguments[i];
  int bus_fd = values_take_bus_fd(), frees = is_freeing(entry);
  int removed = frees && pool_remove((int)entry->parameters[0] - HANDLE_APP, arguments[0].pointer);
  calls_made++;
  made_by_function[function]++;
  if (random_once_in(20) && !(frees && inside_callback())) {
    int waits = inside_callback();
    pthread_t thread;
    callbacks_that_wait += waits;
    CHECK(pthread_create(&thread, NULL, make_call, &call) == 0);
    pthread_join(thread, NULL);
    callbacks_that_wait -= waits;
  } else {
    make_call(&call);
  }
  judge(entry, arguments, &call);
  succeeded_by_function[function] += frees ? removed : is_success(entry, call.result);
  if (entry->returns == RETURNS_REQUEST && !frees && call.result) {
    CHECK(pool_contains(REQUESTS, (void *)call.result)); /* It returns its argument. */
    pool_add(REQUESTS, (void *)call.result);
  }
  if (bus_fd >= 0 && (nowplaying_status)call.result != NOWPLAYING_OK) close(bus_fd);
}

void call_something(void) {
  int function = random_below(FUNCTIONS);
  const function_entry *entry = &functions[function];
  if (is_full(entry)) return;
  /* Freeing is rarer than using. */
  int frees = is_freeing(entry);
  if (frees && !random_once_in(strstr(entry->name, "app") ? 40 : strstr(entry->name, "request") ? 2 : 4)) return;
  /* A free on another thread would wait for the callback that waits for this thread. */
  if (frees && callbacks_that_wait) return;

  size_t mark = values_mark();
  argument arguments[MAX_PARAMETERS];
  for (int i = 0; i < entry->parameter_count; i++)
    arguments[i] = value_make(entry->parameters[i], i ? &arguments[i - 1] : NULL, i ? entry->parameters[i - 1] : 0);
  perform(function, arguments);
  values_release(mark);
}

void call_function(const char *name, argument *arguments) {
  int function = 0;
  while (strcmp(functions[function].name, name)) CHECK(++function < FUNCTIONS);
  perform(function, arguments);
}

/* ------------------------------------------------------------------------------------------------ Player -------- */

/* A sensible player, so that there is something to ask for; the answers to chance handles do not matter. */
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
  nowplaying_session_set_commands(session, commands, TEST_COMMANDS);
  if (!random_once_in(8)) {
    nowplaying_content_set_animated_artwork(content, NOWPLAYING_ASPECT_RATIO_SQUARE, MOVING);
    nowplaying_content_set_animated_artwork(content, NOWPLAYING_ASPECT_RATIO_TALL, MOVING);
  }
  nowplaying_session_set_devices(session, devices, random_once_in(8) ? (size_t)random_below(3) : 3);
  nowplaying_session_set_content(session, content);
  nowplaying_session_set_volume(session, 0.5);
  nowplaying_session_commit(session);
  nowplaying_session_request_application_primary(session);
  nowplaying_content_free(content);
}

/* What a player has loaded meanwhile. */
static void complete_something(void) {
  if (!pools[REQUESTS].count) return;
  values_complete(pools[REQUESTS].handles[random_below(pools[REQUESTS].count)], random_below(2));
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

/* What has not succeeded yet; NULL when everything has. */
static const char *missing(void) {
  for (int i = 0; i < FUNCTIONS; i++)
    if (!succeeded_by_function[i]) return functions[i].name;
  return press_missing();
}

/* Whether a run that wants so many calls goes on. In a long one everything succeeds, which for the rarest is a matter
 * of luck and of how threads take turns: it goes on until it has. */
static int goes_on(void) {
  if (calls_made < calls_wanted) return 1;
  return calls_wanted >= 10000 && calls_made < 20 * calls_wanted && missing();
}

static void report(void) {
  press_report();
  for (int i = 0; i < FUNCTIONS; i++)
    printf("%-46s %7ld calls %7ld successes\n", functions[i].name, made_by_function[i], succeeded_by_function[i]);
  if (calls_wanted >= 10000 && missing())
    check_failed(__FILE__, __LINE__, "%s never succeeded, so that the run says little", missing());
  for (int i = 1; i <= 21; i++) printf("%-60.60s %7ld times\n", nowplaying_strerror(-i), errors_by_status[i]);
  printf("%ld calls, %d callbacks, no crash\n", calls_made, callbacks_called());
}

int main(int argc, char **argv) {
  char *end = NULL;
  uint64_t seed = (uint64_t)time(NULL);
  if (argc > 1) calls_wanted = strtol(argv[1], &end, 10);
  if (argc > 3 || (end && *end) || calls_wanted < 1) {
    fprintf(stderr, "usage: %s [CALLS [SEED]]\n", argv[0]);
    return 2;
  }
  if (argc > 2) seed = strtoull(argv[2], NULL, 10);
  printf("%ld calls with seed %llu\n", calls_wanted, (unsigned long long)seed);
  fflush(stdout);

  char directory[] = "/tmp/nowplaying-harness-XXXXXX", leftovers[128];
  CHECK(mkdtemp(directory));
  setenv("XDG_RUNTIME_DIR", directory, 1);
  setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1);
  setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1);
  setenv("NOWPLAYING_AUTOPLAY", "on", 1);
  test_expect_client_bugs(1);
  controlled_thread = 1;
  random_seed(seed);
  values_prepare(directory);
  prepare_calls();
  while (goes_on()) {
    call_something();
    if (random_once_in(5)) let_talk();
    if (random_once_in(2)) press_something();
    if (random_once_in(6)) publish_something();
    if (random_once_in(10)) complete_something();
  }
  release_everything();
  report();
  snprintf(leftovers, sizeof leftovers, "rm -r %s", directory);
  return system(leftovers) == 0 ? 0 : 1;
}
