/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A thread that commits releases its lock before it wakes the loop, so the loop may have handled the commit before the
 * wake comes: such a late wake makes the app's descriptor readable for one dispatch, and not for ever. */
#include <dlfcn.h>
#include <poll.h>
#include <stdatomic.h>
#include <unistd.h>

#include "../../Lab/C/app.h"

static __thread int is_late;
static atomic_int arrived;
static int gate[2];

/* Replaces the function of the C library, also for the library under test: a thread can be stopped in it. */
ssize_t write(int file, const void *bytes, size_t count) {
  ssize_t (*real)(int, const void *, size_t) = NULL;
  *(void **)&real = dlsym(RTLD_NEXT, "write");
  char byte;
  if (is_late) {
    arrived = 1;
    CHECK_EQUAL(read(gate[0], &byte, 1), 1);
  }
  return real(file, bytes, count);
}

static test_app host;
static nowplaying_session *session;
static struct pollfd fd = {.events = POLLIN};

static void *commit_late(void *nothing) {
  is_late = 1;
  CHECK_OK(nowplaying_session_set_volume(session, 0.5));
  CHECK_OK(nowplaying_session_commit(session));
  return nothing;
}

/* Turns the loop until it has nothing to do for longer than any interval of publishing, in at most `turns` turns. */
static void settle(int turns) {
  while (poll(&fd, 1, 400)) {
    CHECK(turns-- > 0);
    CHECK_OK(nowplaying_app_dispatch(host.app));
  }
}

int main(void) {
  test_bus bus;
  test_bus_start(&bus);
  CHECK(pipe(gate) == 0);
  test_app_start(&host, &bus, NOWPLAYING_LOOP_FD, NULL, NULL);
  CHECK_OK(nowplaying_session_new(host.app, NULL, NULL, &session));
  test_session_publish(session, "Title");
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_PUBLISHED);
  test_app_halt(&host);
  CHECK_OK(nowplaying_app_get_fd(host.app, &fd.fd));
  settle(100);

  step("the wake comes when its commit is dealt with");
  pthread_t thread;
  CHECK_EQUAL(pthread_create(&thread, NULL, commit_late, NULL), 0);
  while (!arrived) poll(NULL, 0, 1); /* sleeps: paces a loop that waits for a condition */
  CHECK_OK(nowplaying_app_dispatch(host.app));
  settle(10);
  CHECK_EQUAL(write(gate[1], "", 1), 1);
  pthread_join(thread, NULL);
  CHECK_EQUAL(poll(&fd, 1, 10000), 1);
  settle(2);

  nowplaying_session_free(session);
  test_app_end(&host);
  test_bus_stop(&bus);
  return 0;
}
