/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks for the C tests, which end the program with one clear line, and a lock with a condition for data that
 * callbacks on another thread leave for the test. */
#ifndef NOWPLAYING_TEST_CHECK_H
#define NOWPLAYING_TEST_CHECK_H

#include <nowplaying/nowplaying.h>

/** Prints the place and the sentence, and ends the program as failed. */
void check_failed(const char *file, int line, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));

void check_equal(const char *file, int line, const char *text, long long actual, long long expected);
void check_text(const char *file, int line, const char *text, const char *actual, const char *expected);
/** Checks the status and, for an error, that nowplaying_last_error() has details, which begin with the name of the
 * function. */
void check_status(const char *file, int line, const char *text, nowplaying_status actual, nowplaying_status expected);

#define CHECK(condition) ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, "not true: %s", #condition))
#define CHECK_EQUAL(actual, expected) \
  check_equal(__FILE__, __LINE__, #actual, (long long)(actual), (long long)(expected))
#define CHECK_TEXT(actual, expected) check_text(__FILE__, __LINE__, #actual, (actual), (expected))
#define CHECK_STATUS(expected, call) check_status(__FILE__, __LINE__, #call, (call), NOWPLAYING_##expected)
#define CHECK_OK(call) CHECK_STATUS(OK, call)
#define CHECK_ERROR(expected, call) CHECK_STATUS(ERROR_##expected, call)

/** Returns a struct_size that is one byte too small for the version of the struct whose last field is `last`. */
#define SHORT_OF(type, last) (offsetof(type, last) + sizeof(((type *)0)->last) - 1)

/** Takes the lock of everything that callbacks and the test share. */
void state_lock(void);
/** Releases the lock, and wakes the threads that wait for a change. */
void state_unlock(void);
/** Runs one statement under the lock of the shared state. */
#define STATE(statement) \
  do { \
    state_lock(); \
    statement; \
    state_unlock(); \
  } while (0)

/** Waits under the lock for a change; ends the program as failed half a minute after `since_s`. */
void state_wait(const char *file, int line, const char *text, long since_s);
long state_now_s(void);

/** Waits until a condition on the shared state holds, and runs one statement before the lock is given back. */
#define WAIT_AND(condition, statement) \
  do { \
    long wait_since_s = state_now_s(); \
    state_lock(); \
    while (!(condition)) state_wait(__FILE__, __LINE__, #condition, wait_since_s); \
    statement; \
    state_unlock(); \
  } while (0)
/** Waits until a condition on the shared state holds. */
#define WAIT_FOR(condition) WAIT_AND(condition, (void)0)

/** Runs a body in a forked child, and waits for it; one that hangs is killed. Fails when the child does. */
void run_in_child(void (*body)(void));

/** Says which part of the test begins, so that a failure or a hang has a name. */
void step(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
