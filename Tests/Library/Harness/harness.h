/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Shared by the parts of the harness: the table's types, the random numbers, the live handles, the arguments. */
#ifndef NOWPLAYING_TEST_HARNESS_H
#define NOWPLAYING_TEST_HARNESS_H

#include <ffi.h>
#include <nowplaying/nowplaying.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_PARAMETERS = 8, MAX_FUNCTIONS = 80, RETURNED_STRUCT = 512 };
/* The size of the buffer for returned texts, as large as the longest text, so that a larger size argument does no
 * harm. */
enum { RETURNED_TEXT = NOWPLAYING_MAX_LYRICS_BYTES + 1 };

/** The sort of an argument, by its C type. */
typedef enum argument_sort {
  INT32, INT64, DOUBLE, COUNT, TEXT, TEXTS, DATA, RET_INT32, RET_TEXT,
  APP_OPTIONS, APP_CALLBACKS, SESSION_CALLBACKS, SNAPSHOT, COMMANDS, DEVICES, PLAYLISTS, CHAPTERS, TRACKS,
  CONTENT_LIST,
  SURFACE_OPTIONS, SURFACE_CALLBACKS, EVENT, DONE, USER_DATA, ACTION,
  RET_INT64, RET_DOUBLE, RET_COUNT, RET_TEXT_POINTER, RET_ACTION, RET_SURFACE_SESSION,
  RET_INFO, RET_ITEM, RET_SNAPSHOT, RET_COMMAND, RET_DEVICE, RET_CHAPTER, RET_TRACK, RET_QUEUE,
  RET_QUEUE_ENTRY, RET_PLAYLISTS, RET_PLAYLIST, RET_CONTROL,
  HANDLE_APP, HANDLE_SESSION, HANDLE_CONTENT, HANDLE_REQUEST, HANDLE_SURFACE, HANDLE_SURFACE_SESSION,
  RET_APP, RET_SESSION, RET_CONTENT, RET_REQUEST, RET_SURFACE,
} argument_sort;

typedef enum return_sort { RETURNS_STATUS, RETURNS_VOID, RETURNS_UINT32, RETURNS_TEXT, RETURNS_HANDLE } return_sort;

typedef struct function_entry {
  const char *name;
  void (*function)(void);
  return_sort returns;
  int parameter_count;
  argument_sort parameters[MAX_PARAMETERS];
  /** The errors that the function's comment names: bit n stands for the error -n. */
  uint32_t errors;
} function_entry;
/** All functions of the header. */
extern const function_entry functions[];
extern const int function_count;

/** An argument in the form for ffi_call. */
typedef union argument {
  int32_t int32;
  int64_t int64;
  double number;
  size_t count;
  void *pointer;
} argument;

/** The kinds of handles, in the order of the constants HANDLE_… and RET_…. */
enum { APPS, SESSIONS, CONTENTS, REQUESTS, SURFACES, SURFACE_SESSIONS, POOLS };

/** The live handles that the harness owns; a request has one entry per reference. */
typedef struct pool {
  void *handles[64];
  int count, limit;
} pool;
extern pool pools[POOLS];

void random_seed(uint64_t seed);
uint64_t random_bits(void);
/** Returns a number from 0 to below - 1. */
int random_below(int below);
/** Returns true once in `times`. */
int random_once_in(int times);

/** Reads [CALLS [SEED]] of the command line, 100,000 and the time otherwise, and seeds the random numbers. */
void calls_read_arguments(int argc, char **argv);
/** Returns whether a run with this many calls goes on. A long run goes on until every function has succeeded, which for
 * the rarest depends on chance and scheduling. `missing` returns the name of a function that has not succeeded, or
 * NULL. */
int calls_go_on(const char *(*missing)(void));
/** Ends a long run as failed while something is missing. */
void calls_check_all(const char *(*missing)(void));
/** Prepares the calls of all functions. */
void calls_prepare(void);
/** Calls a random function of the table with random arguments, and checks its result. */
void call_something(void);
/** Calls a given function with random arguments. Returns its status; OK for a function without one. */
nowplaying_status call_by_chance(int function);
/** Calls a given function with given arguments, and checks its result. */
void call_function(const char *name, argument *arguments);
/** Notes that a function has failed with a status in a forked child. */
void call_note_failure(int function, nowplaying_status status);
/** Returns the function that is called at present, or was last. */
int call_current(void);
long calls_made(void);
/** Returns a function that has never succeeded; NULL when each has. */
const char *calls_missing(void);
/** Returns an error that a function's comment names and that has never occurred; NULL when all have. `except`: returns
 * bits of errors to ignore, or NULL. */
const char *calls_missing_error(uint32_t (*except)(const function_entry *entry));
void calls_report(void);

/* Defined by each harness. */
/** Whether comments name all errors, so that any other one is a failure. */
extern const int header_names_errors;
/** Whether to call a function at this moment. A function that makes an object is not called when there are enough. */
int call_is_wanted(const function_entry *entry, int frees);
/** Called before and after each call. */
void call_begins(const function_entry *entry, const argument *arguments);
void call_ended(const function_entry *entry, const argument *arguments, int success);

/** The ids of players' pictures, from which one is chosen at random, and the id of the animated artwork. */
#define PICTURES "one", "one", "one", "one", "two", "three", "four", "five", "six", "seven"
#define MOVING "moving"

/** Makes a new bus. Returns its client's end, to be passed as bus_fd. */
int buses_add(void);
/** Whether there are so many buses that no further app should be made. */
int buses_are_many(void);
/** Makes a bus for any number of connections. Returns its address. */
const char *buses_listen(void);
/** Processes apps and buses, and removes the buses whose app is gone. */
void let_talk(void);
/** Sends a random one of the calls that desktops and surfaces send. */
void press_something(void);
/** Returns a call that has never had the reply that it should have; NULL when each has. */
const char *press_missing(void);
/** Prints the calls that were sent and their results. */
void press_report(void);
void buses_close(void);

/** Fill a table with a random choice of the callbacks of callbacks.c, which call random functions. */
void fill_app_callbacks(nowplaying_app_callbacks *callbacks, size_t struct_size);
void fill_session_callbacks(nowplaying_session_callbacks *callbacks, size_t struct_size);
/** Whether this thread is in a callback. */
int inside_callback(void);
/** Notes that an object with this table was made, so that `destroy` must be called for it. */
void note_created(const void *callbacks, argument_sort sort);
/** Return how many callbacks were called, and how many `destroy` calls are still due. */
int callbacks_called(void), destroys_owed(void);
/** Whether a second thread runs on behalf of a callback that waits for it. */
int call_keeps_callback(void);
/** Marks a thread whose calls the harness controls. Callbacks on the library's own threads must not use the random
 * numbers, because a run could not be repeated then. */
extern __thread int controlled_thread;

void pool_add(int kind, void *handle);
/** Removes one entry; returns whether there was one. */
int pool_remove(int kind, const void *handle);

/** Prepares the fixed values. directory: where files may be made. */
void values_prepare(const char *directory);
/** Registers the texts from which some arguments are chosen. Called once. */
void scalars_prepare(const char *const *texts, int count);
int32_t int32_value(void);
int64_t int64_value(void);
double double_value(void);
const char *text_or_null(void);
/** Returns a size of a struct: mostly the true one, sometimes one of an older or newer header, or an impossible one.
 * The memory must be 128 bytes longer than the true size. */
size_t struct_size_value(size_t true_size);
/** Returns a handle, mostly a valid one. */
void *handle_value(int kind);
/** Returns memory for an output, filled with a pattern; sometimes NULL or a misaligned address. */
void *output_value(size_t size);
/** Returns zeroed memory that lives as long as the arguments. */
void *arena_take(size_t size);
/** Makes one argument. `before`: the argument to its left, for counts. Its memory lives until values_release(). */
argument value_make(argument_sort sort, const argument *before, argument_sort before_sort);
/** Returns a mark. Calls nest in callbacks, and the memory made after the mark is released with it. */
size_t values_mark(void);
void values_release(size_t mark);
/** Answers a request by a picture or video, mostly a good one. */
void values_complete(nowplaying_request *request, int is_video);
/** Returns the descriptor that the last APP_OPTIONS passed as bus_fd, or -1; the caller closes it when the call
 * fails. */
int values_take_bus_fd(void);

#endif
