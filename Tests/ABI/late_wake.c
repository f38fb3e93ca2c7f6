/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A thread that commits wakes the loop without its lock, so the wake may come when its commit is dealt with already:
 * then it makes the app's descriptor readable for one dispatch, and not for ever. */
#include <dlfcn.h>
#include <poll.h>
#include <stdatomic.h>
#include <unistd.h>

#include "../Support/app.h"

static __thread int is_late;
static atomic_int arrived;
static int gate[2];

/* In the place of that of the C library, also for the library: a late thread waits at the gate. */
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

static int published;

static void on_bus_state(nowplaying_app *app, nowplaying_bus_state state, void *user_data) {
  (void)app, (void)user_data;
  published = state == NOWPLAYING_BUS_PUBLISHED;
}

static nowplaying_app *app;
static nowplaying_session *session;
static struct pollfd fd = {.events = POLLIN};

static void *commit_late(void *nothing) {
  is_late = 1;
  CHECK_OK(nowplaying_session_set_volume(session, 0.5));
  CHECK_OK(nowplaying_session_commit(session));
  return nothing;
}

/* Turns the loop until it has nothing to do for longer than any interval of publishing; in so many turns at most. */
static void settle(int turns) {
  while (poll(&fd, 1, 400)) {
    CHECK(turns-- > 0);
    CHECK_OK(nowplaying_app_dispatch(app));
  }
}

int main(void) {
  test_bus bus;
  test_bus_start(&bus);
  CHECK(pipe(gate) == 0);
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "abitest";
  options.bus_address = bus.address;
  options.loop = NOWPLAYING_LOOP_FD;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.bus_state = on_bus_state;
  callbacks.log = test_log;
  CHECK_OK(nowplaying_app_new(&options, &callbacks, &app));
  CHECK_OK(nowplaying_app_get_fd(app, &fd.fd));
  CHECK_OK(nowplaying_session_new(app, NULL, NULL, &session));
  test_session_publish(session, "Title");
  while (!published) {
    CHECK_EQUAL(poll(&fd, 1, 10000), 1);
    CHECK_OK(nowplaying_app_dispatch(app));
  }
  settle(100);

  step("the wake comes when its commit is dealt with");
  pthread_t thread;
  CHECK_EQUAL(pthread_create(&thread, NULL, commit_late, NULL), 0);
  while (!arrived) poll(NULL, 0, 1);
  CHECK_OK(nowplaying_app_dispatch(app));
  settle(10);
  CHECK_EQUAL(write(gate[1], "", 1), 1);
  pthread_join(thread, NULL);
  CHECK_EQUAL(poll(&fd, 1, 10000), 1);
  settle(2);

  nowplaying_session_free(session);
  nowplaying_app_free(app);
  test_bus_stop(&bus);
  return 0;
}
