/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Another thread commits while the loop turns, at any point of the turn: commits after that wake the loop again. */
#include <dlfcn.h>
#include <poll.h>

#include "../Support/app.h"

/** Counts down to the lock of this thread before which another one commits; 0: no more. */
static __thread int locks;
static void commit_beside(void);

/* In the place of that of the C library, also for the library. */
int pthread_mutex_lock(pthread_mutex_t *mutex) {
  int (*real)(pthread_mutex_t *) = NULL;
  *(void **)&real = dlsym(RTLD_NEXT, "pthread_mutex_lock");
  if (locks && --locks == 0) commit_beside();
  return real(mutex);
}

static nowplaying_session *session;
static struct pollfd fd = {.events = POLLIN};
static int published;

static void on_bus_state(nowplaying_app *app, nowplaying_bus_state state, void *user_data) {
  (void)app, (void)user_data;
  published = state == NOWPLAYING_BUS_PUBLISHED;
}

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
static void settle(nowplaying_app *app) {
  while (poll(&fd, 1, 400)) CHECK_OK(nowplaying_app_dispatch(app));
}

int main(void) {
  test_bus bus;
  test_bus_start(&bus);
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "abitest";
  options.bus_address = bus.address;
  options.loop = NOWPLAYING_LOOP_FD;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.bus_state = on_bus_state;
  callbacks.log = test_log;
  nowplaying_app *app = NULL;
  CHECK_OK(nowplaying_app_new(&options, &callbacks, &app));
  CHECK_OK(nowplaying_app_get_fd(app, &fd.fd));
  CHECK_OK(nowplaying_session_new(app, NULL, NULL, &session));
  test_session_publish(session, "Title");
  while (!published) {
    CHECK_EQUAL(poll(&fd, 1, 10000), 1);
    CHECK_OK(nowplaying_app_dispatch(app));
  }
  settle(app);

  step("a commit before each lock of a turn, and one when the turn is over");
  int lock = 0, is_reached = 1;
  while (is_reached) {
    commit_beside();
    CHECK_EQUAL(poll(&fd, 1, 10000), 1);
    locks = ++lock;
    CHECK_OK(nowplaying_app_dispatch(app));
    is_reached = locks == 0;
    locks = 0;
    settle(app);
  }
  CHECK(lock > 3);

  nowplaying_session_free(session);
  nowplaying_app_free(app);
  test_bus_stop(&bus);
  return 0;
}
