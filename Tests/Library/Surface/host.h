/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A surface in any loop mode, and a player with MPRIS alone for it to follow. */
#ifndef NOWPLAYING_TEST_SURFACE_HOST_H
#define NOWPLAYING_TEST_SURFACE_HOST_H

#include <nowplaying/surface.h>
#include <pthread.h>
#include <systemd/sd-bus.h>

#include "../../Lab/C/bus.h"
#include "../../Lab/C/check.h"

/** Checks a status, and that an error left details that begin with the name of the function. */
void check_surface(const char *file, int line, const char *text, nowplaying_status actual, nowplaying_status expected);
#define SURFACE_OK(call) check_surface(__FILE__, __LINE__, #call, (call), NOWPLAYING_OK)
#define SURFACE_ERROR(expected, call) check_surface(__FILE__, __LINE__, #call, (call), NOWPLAYING_ERROR_##expected)

/** The result of an action; protected by the state lock. */
typedef struct test_outcome {
  /** How often `done` was called. */
  int calls;
  nowplaying_status status;
  nowplaying_surface_action action;
  char message[256];
  size_t size;
  int32_t width, height;
} test_outcome;

/** A callback `done` that stores the result in the test_outcome to which its user_data points. */
void test_done(nowplaying_surface *surface, const nowplaying_surface_result *result, void *user_data);

enum { TEST_MOST = 16 };

/** A surface in any loop mode. In the modes in which the host dispatches, a thread of the test does so. The state lock
 * protects all values that callbacks write. */
typedef struct test_surface {
  nowplaying_surface *surface;
  nowplaying_loop_mode loop;
  nowplaying_bus_state bus_state;
  int bus_states, listed, added, changed, removed, ordered, destroyed;
  /** The entries in the order of their appearance, each with a reference to its newest session. */
  nowplaying_surface_session *sessions[TEST_MOST];
  int count;
  /** Called in `added`, with the lock not taken; may be NULL. */
  void (*when_added)(struct test_surface *host, nowplaying_surface_session *session);
  /** Whether a callback has freed the surface. */
  int released;
  pthread_t thread;
  int has_thread, stop_fd, woken, stopping;
} test_surface;

void test_surface_start(test_surface *host, const test_bus *bus, nowplaying_loop_mode loop);
/** Ends the thread that dispatches. */
void test_surface_halt(test_surface *host);
/** Halts and frees the surface, and checks that `destroy` was called once; releases the sessions. */
void test_surface_end(test_surface *host);
/** Waits for an entry whose application has this name. Returns a reference to its session. */
nowplaying_surface_session *test_surface_find(test_surface *host, const char *display_name);
/** Returns the first line of an entry's item; "" without one. It lives as long as the session. */
const char *test_first_line(const nowplaying_surface_session *session);

nowplaying_loop_mode test_loop(int argc, char **argv);

/** The picture of a player of MPRIS: a file that does not exist. */
#define TEST_PICTURE "/no/such/folder/picture.png"

/** A player with MPRIS alone, on a thread of its own. */
typedef struct test_player {
  sd_bus *bus;
  pthread_t thread;
  int stop_fd;
  /** The member that was called last, and the number of calls; protected by the state lock. */
  char called[64];
  int calls;
  /** Whether calls of Next are left without an answer; protected by the state lock. */
  int is_silent;
  char name[64];
} test_player;

/** Owns org.mpris.MediaPlayer2.NAME when it returns. */
void test_player_start(test_player *player, const test_bus *bus, const char *name);
void test_player_end(test_player *player);

#endif
