/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Shared by the parts of the harness: the table's types, the random numbers, the live handles, the arguments. */
#ifndef NOWPLAYING_TEST_HARNESS_H
#define NOWPLAYING_TEST_HARNESS_H

#include <ffi.h>
#include <nowplaying/nowplaying.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_PARAMETERS = 8, MAX_FUNCTIONS = 80, RETURNED_STRUCT = 512 };
/* Room for the longest text that a function returns, so that a size beyond it does no harm. */
enum { RETURNED_TEXT = NOWPLAYING_MAX_LYRICS_BYTES + 1 };

/** The sort of an argument, by its C type. */
typedef enum argument_sort {
  INT32, INT64, DOUBLE, COUNT, TEXT, TEXTS, DATA, RET_INT32, RET_TEXT,
  APP_OPTIONS, APP_CALLBACKS, SESSION_CALLBACKS, SNAPSHOT, COMMANDS, DEVICES, PLAYLISTS, CHAPTERS, TRACKS,
  CONTENT_LIST,
  SURFACE_OPTIONS, SURFACE_CALLBACKS, EVENT, DONE, USER_DATA, ACTION,
  RET_INT64, RET_DOUBLE, RET_COUNT, RET_TEXT_POINTER, RET_ACTION, RET_SURFACE_SESSION,
  RET_INFO, RET_ITEM, RET_SNAPSHOT, RET_COMMAND, RET_DEVICE, RET_CHAPTER, RET_TRACK, RET_QUEUE,
  RET_QUEUE_ENTRY, RET_PLAYLISTS, RET_PLAYLIST,
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
  /** Bits by the number of the error: those that the function's comment names. */
  uint32_t errors;
} function_entry;
/** All functions of the header. */
extern const function_entry functions[];
extern const int function_count;

/** One argument as ffi_call takes it. */
typedef union argument {
  int32_t int32;
  int64_t int64;
  double number;
  size_t count;
  void *pointer;
} argument;

/** Kinds of handles: the order of HANDLE_… and RET_…. */
enum { APPS, SESSIONS, CONTENTS, REQUESTS, SURFACES, SURFACE_SESSIONS, POOLS };

/** Handles that are ours at this moment; for requests one entry per reference. */
typedef struct pool {
  void *handles[64];
  int count, limit;
} pool;
extern pool pools[POOLS];

void random_seed(uint64_t seed);
uint64_t random_bits(void);
/** 0 … below - 1. */
int random_below(int below);
/** True once in `times`. */
int random_once_in(int times);

/** Reads [CALLS [SEED]] of the command line, 100,000 and the time otherwise, and seeds the random numbers. */
void calls_read_arguments(int argc, char **argv);
/** Whether a run that wants so many calls goes on. In a long one everything succeeds, which for the rarest is a matter
 * of luck and of how threads take turns: it goes on until it has. `missing` names what has not succeeded, or NULL. */
int calls_go_on(const char *(*missing)(void));
/** Ends a long run as failed while something is missing. */
void calls_check_all(const char *(*missing)(void));
/** Prepares the calls of all functions. */
void calls_prepare(void);
/** Calls a function of the table, chosen by chance, with arguments chosen by chance, and judges what it returns. */
void call_something(void);
/** The same with a given function. Returns its status; OK of a function without one. */
nowplaying_status call_by_chance(int function);
/** The same with a given function and given arguments. */
void call_function(const char *name, argument *arguments);
/** Marks a function as one that has failed so, in a process of its own. */
void call_note_failure(int function, nowplaying_status status);
/** Returns the function that is called at present, or was last. */
int call_current(void);
long calls_made(void);
/** A function that never succeeded; NULL when each has. */
const char *calls_missing(void);
/** An error that the comment of a function names, and that never came; NULL when each has. `except`: bits of errors
 * that are not looked for, or NULL. */
const char *calls_missing_error(uint32_t (*except)(const function_entry *entry));
void calls_report(void);

/* Decided by each harness. */
/** Whether comments name all errors, so that another one is a fault. */
extern const int header_names_errors;
/** Whether a function may be called at this moment: not when there are as many objects as should be. */
int call_is_wanted(const function_entry *entry, int frees);
/** Called before and after each call. */
void call_begins(const function_entry *entry, const argument *arguments);
void call_ended(const function_entry *entry, const argument *arguments, int success);

/** The ids of the pictures that players have, most of them the first, and of the animated artwork. */
#define PICTURES "one", "one", "one", "one", "two", "three", "four", "five", "six", "seven"
#define MOVING "moving"

/** A new bus; its client's end, to be passed as bus_fd. */
int buses_add(void);
/** Whether there are so many that there should be no more apps. */
int buses_are_many(void);
/** Makes a bus for any number of connections. Returns its address. */
const char *buses_listen(void);
/** Lets apps and buses talk, and forgets the buses whose app is gone. */
void let_talk(void);
/** Sends something that a desktop or a surface sends, chosen by chance. */
void press_something(void);
/** Something that never succeeded; NULL when everything has. */
const char *press_missing(void);
/** Prints what was sent and how it was answered. */
void press_report(void);
void buses_close(void);

/** Tables with a random choice of the callbacks of callbacks.c, which call random functions. */
void fill_app_callbacks(nowplaying_app_callbacks *callbacks, size_t struct_size);
void fill_session_callbacks(nowplaying_session_callbacks *callbacks, size_t struct_size);
/** Whether this thread is in a callback. */
int inside_callback(void);
/** Notes that an object with this table came to be, so that it owes a `destroy`. */
void note_created(const void *callbacks, argument_sort sort);
/** How many callbacks came, and how many `destroy` are still owed. */
int callbacks_called(void), destroys_owed(void);
/** Whether a second thread runs on behalf of a callback that waits for it. */
int call_keeps_callback(void);
/** Marks a thread whose calls the harness controls. On the library's own threads callbacks choose nothing by chance,
 * or else a run could not be repeated. */
extern __thread int controlled_thread;

void pool_add(int kind, void *handle);
/** Removes one entry; returns whether there was one. */
int pool_remove(int kind, const void *handle);

/** Prepares the fixed values. directory: where files may be made. */
void values_prepare(const char *directory);
/** The texts among which some are chosen; made known once. */
void scalars_prepare(const char *const *texts, int count);
int32_t int32_value(void);
int64_t int64_value(void);
double double_value(void);
const char *text_or_null(void);
/** A size of a struct, mostly the true one; sometimes one that an older or newer header would say, or an impossible
 * one. The memory behind it must be 128 bytes longer than the true one. */
size_t struct_size_value(size_t true_size);
/** A handle, mostly a good one. */
void *handle_value(int kind);
/** A place for an output, filled with a pattern; sometimes NULL or misaligned. */
void *output_value(size_t size);
/** Memory with zeros that lives as long as the arguments. */
void *arena_take(size_t size);
/** Makes one argument. `before`: the argument to its left, for counts. Its memory lives until values_release(). */
argument value_make(argument_sort sort, const argument *before, argument_sort before_sort);
/** Calls nest in callbacks: what was made after the mark is released. */
size_t values_mark(void);
void values_release(size_t mark);
/** Answers a request by a picture or video, mostly a good one. */
void values_complete(nowplaying_request *request, int is_video);
/** The descriptor that the last APP_OPTIONS passed as bus_fd, or -1; the caller closes it when the call fails. */
int values_take_bus_fd(void);

#endif
