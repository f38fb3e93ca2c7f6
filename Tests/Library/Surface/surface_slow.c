/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Tests pictures on a hanging disk: the loop goes on, pictures of other players arrive, the request fails in time, and
 * freeing does not wait. */
#include <dlfcn.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdarg.h>

#include "host.h"

enum { ASKED = 6, AT_ONCE = 2, OF_ALL = 16, OTHERS = OF_ALL / AT_ONCE };

static sem_t answer;
/* How many calls have begun to wait, and how many have ended; protected by the state lock. */
static int opening, opened, is_slow = 1;

/* Waits where the picture is opened, and opens with the function of the C library. */
static int open_as(const char *name, const char *path, int flags, unsigned mode) {
  int (*real)(const char *, int, ...) = NULL;
  *(void **)&real = dlsym(RTLD_NEXT, name);
  if (strcmp(path, TEST_PICTURE) == 0) {
    int waits;
    STATE(opening += waits = is_slow);
    while (waits && sem_wait(&answer) < 0) { }
    STATE(opened += waits);
  }
  return real(path, flags, mode);
}

/* Replace the function of the C library, also for the library under test, which calls it by one of these names: others
 * if it is compiled for files of any size, or with checks of the C library. */
#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list arguments; \
    va_start(arguments, flags); \
    unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, unsigned) : 0; \
    va_end(arguments); \
    return open_as(#name, path, flags, mode); \
  }
OPEN(open)
OPEN(open64)
int __open_2(const char *path, int flags) { return open_as("open", path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_as("open64", path, flags, 0); }

static void get(test_surface *host, nowplaying_surface_session *session, test_outcome *outcome) {
  *outcome = (test_outcome){0};
  SURFACE_OK(nowplaying_surface_get_artwork(host->surface, session, 0, 0, test_done, outcome, &outcome->action));
}

static void answer_all(int count) {
  STATE(is_slow = 0);
  for (int i = 0; i < count; i++) sem_post(&answer);
  WAIT_FOR(opened == opening);
}

/* Requests pictures of many players, whose opening hangs, until no thread is left: the picture of `last` has to
 * wait. */
static void fill_all(test_surface *host, const test_bus *bus, nowplaying_surface_session *last) {
  test_player players[OTHERS];
  test_outcome outcomes[OTHERS][AT_ONCE], late, other = {0};
  STATE((is_slow = 1, opening = opened = 0));
  for (int i = 0; i < OTHERS; i++) {
    char name[16];
    snprintf(name, sizeof name, "other%d", i);
    test_player_start(&players[i], bus, name);
    nowplaying_surface_session *session = test_surface_find(host, name);
    for (int j = 0; j < AT_ONCE; j++) get(host, session, &outcomes[i][j]);
    nowplaying_surface_session_unref(session);
  }
  WAIT_FOR(opening == OF_ALL);
  get(host, last, &late);
  SURFACE_OK(nowplaying_surface_raise(host->surface, last, test_done, &other, NULL));
  WAIT_FOR(other.calls);
  CHECK_EQUAL(opening, OF_ALL);
  answer_all(OF_ALL);
  WAIT_FOR(late.calls);
  for (int i = 0; i < OTHERS; i++) {
    for (int j = 0; j < AT_ONCE; j++) WAIT_FOR(outcomes[i][j].calls);
    test_player_end(&players[i]);
  }
}

int main(int argc, char **argv) {
  test_bus bus;
  test_surface host = {0};
  test_player plain, second;
  test_outcome outcomes[ASKED], other = {0};
  sem_init(&answer, 0, 0);
  test_bus_start(&bus);
  test_player_start(&plain, &bus, "plain");
  test_surface_start(&host, &bus, test_loop(argc, argv));
  nowplaying_surface_session *session = test_surface_find(&host, "plain");

  step("none of them answers");
  for (int i = 0; i < ASKED; i++) get(&host, session, &outcomes[i]);
  WAIT_FOR(opening == AT_ONCE);
  SURFACE_OK(nowplaying_surface_raise(host.surface, session, test_done, &other, NULL));
  WAIT_FOR(other.calls);
  CHECK_EQUAL(other.status, NOWPLAYING_OK);
  SURFACE_OK(nowplaying_surface_cancel(host.surface, outcomes[0].action));
  WAIT_FOR(outcomes[0].calls);
  CHECK_EQUAL(outcomes[0].status, NOWPLAYING_ERROR_CANCELLED);
  CHECK_EQUAL(opening, AT_ONCE);

  step("another player's picture is read meanwhile");
  STATE(is_slow = 0);
  test_player_start(&second, &bus, "second");
  nowplaying_surface_session *quick = test_surface_find(&host, "second");
  get(&host, quick, &other);
  WAIT_FOR(other.calls);
  CHECK_EQUAL(other.status, NOWPLAYING_ERROR_IO);
  CHECK_EQUAL(outcomes[1].calls, 0);
  nowplaying_surface_session_unref(quick);
  test_player_end(&second);

  step("they fail in time");
  for (int i = 1; i < ASKED; i++) {
    WAIT_FOR(outcomes[i].calls);
    CHECK_EQUAL(outcomes[i].status, NOWPLAYING_ERROR_TIMED_OUT);
  }
  CHECK_EQUAL(opening, AT_ONCE);

  step("it answers again");
  get(&host, session, &outcomes[0]);
  answer_all(AT_ONCE);
  WAIT_FOR(outcomes[0].calls);
  CHECK_EQUAL(outcomes[0].status, NOWPLAYING_ERROR_IO);
  for (int i = 1; i < ASKED; i++) CHECK_EQUAL(outcomes[i].calls, 1);

  step("threads are bounded");
  fill_all(&host, &bus, session);

  step("the end, and a session that goes");
  STATE((is_slow = 1, opening = opened = 0));
  get(&host, session, &outcomes[0]);
  WAIT_FOR(opening == 1);
  test_player_end(&plain);
  WAIT_FOR(outcomes[0].calls);
  CHECK_EQUAL(outcomes[0].status, NOWPLAYING_ERROR_CANCELLED);
  nowplaying_surface_session_unref(session);
  test_player_start(&plain, &bus, "plain");
  WAIT_FOR(host.added == OTHERS + 3);
  session = test_surface_find(&host, "plain");
  get(&host, session, &outcomes[1]);
  WAIT_FOR(opening == 2);
  test_surface_end(&host);
  CHECK_EQUAL(outcomes[1].status, NOWPLAYING_ERROR_CANCELLED);
  CHECK_EQUAL(outcomes[1].calls, 1);
  nowplaying_surface_session_unref(session);
  answer_all(2);
  test_player_end(&plain);
  test_bus_end(&bus);
  return 0;
}
