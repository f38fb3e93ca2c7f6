/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* An app of the library in either loop mode, and what tests give it to publish. */
#ifndef NOWPLAYING_TEST_APP_H
#define NOWPLAYING_TEST_APP_H

#include <nowplaying/nowplaying.h>
#include <pthread.h>

#include "bus.h"
#include "check.h"
#include "commands.h"
#include "rules.h"

/** A callback for nowplaying_app_callbacks.log. A bug of the library, or one of the test that it did not announce,
 * fails the test. */
void test_log(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data);
/** Says whether lines "client bug: …" are expected from here on. */
void test_expect_client_bugs(int expected);
/** Waits for a line "client bug: …" that contains a text, while they are expected. */
void test_await_client_bug(const char *part);

/** Returns whether a line "client bug: …" that contains a text has come, and no test has waited for it. */
int test_has_client_bug(const char *part);

/** An app in any loop mode. Where the host dispatches, a thread of the test does so as a host would, when the
 * descriptor is readable or the library wakes it, so that one test serves all modes. */
typedef struct test_app {
  nowplaying_app *app;
  nowplaying_loop_mode loop;
  /** Under the state lock: the last state that `bus_state` was called with. */
  nowplaying_bus_state bus_state;
  /** Under the state lock: how often `destroy` was called. */
  int destroyed;
  /** Under the state lock: a callback freed the app, so that the thread of the test must not touch it again. */
  int released;
  pthread_t thread;
  /** Whether the thread runs. */
  int has_thread;
  /** NOWPLAYING_LOOP_FD: readable when the thread is to end. */
  int stop_fd;
  /** NOWPLAYING_LOOP_WAKEUP, under a lock of their own: the library has called; the thread is to end. */
  int woken, stopping;
  struct test_app *next;
} test_app;

/** Makes an app with the given options, callbacks (NULL: the defaults) and loop. bus: NULL for none. `user_data`,
 * `destroy`, `log` and `bus_state` are filled in where the callbacks leave them out. */
void test_app_start(test_app *host, const test_bus *bus, nowplaying_loop_mode loop,
                    const nowplaying_app_options *options, const nowplaying_app_callbacks *callbacks);
/** Ends the thread that dispatches, so that the caller may dispatch or free the app; a no-op in thread mode. */
void test_app_halt(test_app *host);
/** Halts and frees the app, and checks that `destroy` was called exactly once. */
void test_app_end(test_app *host);

/** Turns the word "thread", "fd" or "wakeup" of the command line into a loop; anything else ends the program. */
nowplaying_loop_mode test_loop_argument(int argc, char **argv);

/** A music content "Title" with one artist, a duration of 200 s and the given artwork id (NULL: none). */
nowplaying_content *test_content(const char *id, const char *title, const char *artwork_id);
/** Stages all commands, content, a playing snapshot and full volume, commits, and asks to be shown. */
void test_session_publish(nowplaying_session *session, const char *title);

/** A PNG of one pixel. */
extern const unsigned char test_png[];
extern const size_t test_png_size;

#endif
