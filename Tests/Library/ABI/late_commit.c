/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks that a commit of another thread wakes the loop again, at any point of a turn. */
#include <dlfcn.h>
#include <poll.h>

#include "../../Lab/C/app.h"

/** Another thread commits just before this thread takes its n-th lock from now on; 0: none commits. */
static __thread int locks;
static void commit_beside(void);

/* Replaces the function of the C library, also for the library under test. */
int pthread_mutex_lock(pthread_mutex_t *mutex) {
  int (*real)(pthread_mutex_t *) = NULL;
  *(void **)&real = dlsym(RTLD_NEXT, "pthread_mutex_lock");
  if (locks && --locks == 0) commit_beside();
  return real(mutex);
}

static test_app host;
static nowplaying_session *session;
static struct pollfd fd = {.events = POLLIN};

static void *commit_next(void *nothing) {
  static double volume;
  volume = volume < 0.9 ? volume + 0.01 : 0;
  CHECK_OK(nowplaying_session_set_volume(session, volume));
  CHECK_OK(nowplaying_session_commit(session));
  return nothing;
}

static void commit_beside(void) {
  pthread_t thread;
  CHECK_EQUAL(pthread_create(&thread, NULL, commit_next, NULL), 0);
  pthread_join(thread, NULL);
}

/* Turns the loop until it has nothing to do for longer than any interval of publishing. */
static void settle(void) {
  while (poll(&fd, 1, 400)) CHECK_OK(nowplaying_app_dispatch(host.app));
}

int main(void) {
  test_bus bus;
  test_bus_start(&bus);
  test_app_start(&host, &bus, NOWPLAYING_LOOP_FD, NULL, NULL);
  CHECK_OK(nowplaying_session_new(host.app, NULL, NULL, &session));
  test_session_publish(session, "Title");
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_PUBLISHED);
  test_app_halt(&host);
  CHECK_OK(nowplaying_app_get_fd(host.app, &fd.fd));
  settle();

  step("a commit before each lock of a turn, and one when the turn is over");
  int lock = 0, is_reached = 1;
  while (is_reached) {
    commit_beside();
    CHECK_EQUAL(poll(&fd, 1, 10000), 1);
    locks = ++lock;
    CHECK_OK(nowplaying_app_dispatch(host.app));
    is_reached = locks == 0;
    locks = 0;
    settle();
  }
  CHECK(lock > 3);

  nowplaying_session_free(session);
  test_app_end(&host);
  test_bus_stop(&bus);
  return 0;
}
