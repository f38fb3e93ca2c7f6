/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Calls functions by libffi, as a dynamic language would, and judges what every function owes its callers. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../Lab/C/app.h"
#include "harness.h"

static ffi_cif calls[MAX_FUNCTIONS];
static ffi_type *parameter_types[MAX_FUNCTIONS][MAX_PARAMETERS];
static long made, made_by_function[MAX_FUNCTIONS], succeeded_by_function[MAX_FUNCTIONS], errors_by_status[32];
static uint32_t errors_seen[MAX_FUNCTIONS];
static int current;
static long wanted = 100000;

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
    case COUNT: return sizeof(size_t) == 4 ? &ffi_type_uint32 : &ffi_type_uint64;
    case ACTION: return &ffi_type_uint64;
    default: return &ffi_type_pointer;
  }
}

void calls_prepare(void) {
  CHECK(function_count <= MAX_FUNCTIONS);
  for (int i = 0; i < function_count; i++) {
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
  if (entry->returns == RETURNS_HANDLE || entry->returns == RETURNS_TEXT) return (void *)result != NULL;
  return 1;
}

static int is_untouched(const void *place, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (((const unsigned char *)place)[i] != 0x77) return 0;
  return 1;
}

static int is_struct(argument_sort sort) { return sort >= RET_INFO && sort <= RET_CONTROL; }

/* Returns how many bytes of an output are written; 0 when the argument is not an output. */
static size_t output_size(argument_sort sort) {
  switch (sort) {
    case RET_TEXT: return RETURNED_TEXT;
    case RET_INT32: return sizeof(int32_t);
    case RET_INFO: case RET_ITEM: case RET_SNAPSHOT: case RET_COMMAND: case RET_DEVICE:
    case RET_CHAPTER: case RET_TRACK:
    case RET_QUEUE: case RET_QUEUE_ENTRY: case RET_PLAYLISTS: case RET_PLAYLIST: case RET_CONTROL:
      return RETURNED_STRUCT;
    case RET_INT64: case RET_DOUBLE: case RET_ACTION: return sizeof(int64_t);
    default: return sort >= RET_APP || (sort >= RET_COUNT && sort <= RET_SURFACE_SESSION) ? sizeof(void *) : 0;
  }
}

/* Returns the alignment of an output, which is smaller than its size for numbers of 64 bits on i386. */
static size_t output_alignment(argument_sort sort) {
  struct wide {
    char before;
    int64_t value;
  };
  switch (sort) {
    case RET_TEXT: return 1;
    case RET_INT32: return sizeof(int32_t);
    case RET_INT64: case RET_DOUBLE: case RET_ACTION: return offsetof(struct wide, value);
    default: return is_struct(sort) ? offsetof(struct wide, value) : sizeof(void *);
  }
}

/* Returns whether NULL is allowed for an output. */
static int is_optional(const function_entry *entry, int parameter) {
  argument_sort sort = entry->parameters[parameter], before = parameter ? entry->parameters[parameter - 1] : INT32;
  /* An int32_t after a size of data is the field that a tag has set. */
  if (sort == RET_INT32) return parameter > 1 && before == COUNT;
  if (sort == RET_INT64) return before == RET_COUNT || before == RET_TEXT_POINTER;
  return sort == RET_ACTION || sort == RET_SURFACE_SESSION;
}

/* Checks the outputs, which are written on success only, and adds the handles that the call made to the pools. */
static void judge(const function_entry *entry, const argument *arguments, const prepared *call) {
  int success = is_success(entry, call->result), function = call->function;
  for (int i = 0; i < entry->parameter_count; i++) {
    argument_sort sort = entry->parameters[i];
    size_t size = output_size(sort), alignment = output_alignment(sort), own = is_struct(sort) ? sizeof(size_t) : 0;
    char *place = arguments[i].pointer;
    if (!size || (!place && is_optional(entry, i))) continue;
    /* A list with room for no element is not accessed. */
    int is_used = (sort != RET_SURFACE_SESSION && sort != RET_TEXT) || arguments[i + 1].count > 0;
    if (success && is_used && (!place || (uintptr_t)place % alignment))
      check_failed(__FILE__, __LINE__, "%s took a bad output", entry->name);
    /* A struct begins with its size, which the caller has written. */
    if (!success && place && !is_untouched(place + own, size - own))
      check_failed(__FILE__, __LINE__, "%s wrote its output although it failed", entry->name);
    if (success && is_used && sort == RET_TEXT) CHECK(memchr(place, 0, size));
    if (success && is_struct(sort)) {
      size_t said = *(size_t *)place;
      if (said < size && !is_untouched(place + said, size - said))
        check_failed(__FILE__, __LINE__, "%s wrote beyond its output", entry->name);
    }
    if (success && sort >= RET_APP) pool_add(sort - RET_APP, *(void **)place);
  }
  if (entry->returns == RETURNS_TEXT) {
    const char *text = (const char *)call->result;
    CHECK(text || (entry->parameter_count && entry->parameters[0] != INT32));
    CHECK(!text || strlen(text) < 100000);
  }
  if (entry->returns != RETURNS_STATUS) return;
  nowplaying_status status = (nowplaying_status)call->result;
  if (status > 0 || status < -21) check_failed(__FILE__, __LINE__, "%s returned %d", entry->name, status);
  if (status == 0) return;
  errors_by_status[-status]++;
  errors_seen[function] |= 1u << -status;
  if (header_names_errors && !(entry->errors & 1u << -status))
    check_failed(__FILE__, __LINE__, "%s returned %d (%s), which its comment does not name", entry->name, status,
                 nowplaying_strerror(status));
}

static int is_freeing(const function_entry *entry) {
  return entry->returns == RETURNS_VOID || strstr(entry->name, "_unref");
}

/* How many callbacks wait for a second thread, which may be in a callback itself. Only one thread calls at a time. */
static int callbacks_that_wait;

int call_keeps_callback(void) { return callbacks_that_wait > 0; }

/* Makes a call, perhaps on the second thread, and judges it. */
static nowplaying_status perform(int function, argument *arguments) {
  const function_entry *entry = &functions[function];
  prepared call = {.function = function};
  for (int i = 0; i < entry->parameter_count; i++) call.values[i] = &arguments[i];
  int frees = is_freeing(entry);
  int removed = frees && pool_remove((int)entry->parameters[0] - HANDLE_APP, arguments[0].pointer);
  made++;
  made_by_function[function]++;
  call_begins(entry, arguments);
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
  int success = is_success(entry, call.result);
  succeeded_by_function[function] += frees ? removed : success;
  if (entry->returns == RETURNS_HANDLE && !frees && call.result) {
    int kind = (int)entry->parameters[0] - HANDLE_APP;
    CHECK(pool_contains(kind, (void *)call.result)); /* It returns its argument. */
    pool_add(kind, (void *)call.result);
  }
  call_ended(entry, arguments, success);
  return entry->returns == RETURNS_STATUS ? (nowplaying_status)call.result : NOWPLAYING_OK;
}

int call_current(void) { return current; }

nowplaying_status call_by_chance(int function) {
  const function_entry *entry = &functions[function];
  size_t mark = values_mark();
  argument arguments[MAX_PARAMETERS];
  current = function;
  for (int i = 0; i < entry->parameter_count; i++)
    arguments[i] = value_make(entry->parameters[i], i ? &arguments[i - 1] : NULL, i ? entry->parameters[i - 1] : 0);
  nowplaying_status status = perform(function, arguments);
  values_release(mark);
  return status;
}

void call_something(void) {
  int function = random_below(function_count), frees = is_freeing(&functions[function]);
  /* Freeing on another thread would wait for the callback, which waits for this thread. */
  if (call_is_wanted(&functions[function], frees) && !(frees && callbacks_that_wait)) call_by_chance(function);
}

void call_function(const char *name, argument *arguments) {
  int function = 0;
  while (strcmp(functions[function].name, name)) CHECK(++function < function_count);
  perform(function, arguments);
}

void call_note_failure(int function, nowplaying_status status) { errors_seen[function] |= 1u << -status; }

/* ------------------------------------------------------------------------------------------------ Report -------- */

long calls_made(void) { return made; }

const char *calls_missing(void) {
  for (int i = 0; i < function_count; i++)
    if (!succeeded_by_function[i]) return functions[i].name;
  return NULL;
}

const char *calls_missing_error(uint32_t (*except)(const function_entry *entry)) {
  static char text[128];
  for (int i = 0; i < function_count; i++) {
    uint32_t left = functions[i].errors & ~errors_seen[i] & ~(except ? except(&functions[i]) : 0);
    for (int error = 1; error < 32; error++) {
      if (!(left & 1u << error)) continue;
      snprintf(text, sizeof text, "%s: %s", functions[i].name, nowplaying_strerror(-error));
      return text;
    }
  }
  return NULL;
}

void calls_read_arguments(int argc, char **argv) {
  char *end = NULL;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : (uint64_t)time(NULL);
  if (argc > 1) wanted = strtol(argv[1], &end, 10);
  if (argc > 3 || (end && *end) || wanted < 1) {
    fprintf(stderr, "usage: %s [CALLS [SEED]]\n", argv[0]);
    exit(2);
  }
  printf("%ld calls with seed %llu\n", wanted, (unsigned long long)seed);
  fflush(stdout);
  random_seed(seed);
}

/* Some outcomes occur once in 100,000 calls: a run goes on until all have occurred, but for at most 100 times as many
 * calls as were wanted, because one of them may be impossible. */
int calls_go_on(const char *(*missing)(void)) {
  return made < wanted || (wanted >= 10000 && made < 100 * wanted && missing());
}

void calls_check_all(const char *(*missing)(void)) {
  if (wanted >= 10000 && missing())
    check_failed(__FILE__, __LINE__, "%s never came or succeeded, so that the run says little", missing());
}

void calls_report(void) {
  for (int i = 0; i < function_count; i++)
    printf("%-46s %7ld calls %7ld successes\n", functions[i].name, made_by_function[i], succeeded_by_function[i]);
  for (int i = 1; i <= 21; i++) printf("%-60.60s %7ld times\n", nowplaying_strerror(-i), errors_by_status[i]);
}
