/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks the wakeup callback: it is called once until the host has dispatched, and never after the end of the app. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../Lab/C/app.h"

/* Protected by the state lock. */
static int woken, is_slow, entered, left, destroyed;

static void on_wakeup(nowplaying_app *app, void *user_data) {
  int slow;
  STATE(woken++; slow = is_slow; entered = 1);
  if (slow) {
    usleep(200000); /* sleeps: a free that does not wait returns within it */
    STATE(left = 1);
    return;
  }
  CHECK_ERROR(BUSY, nowplaying_app_dispatch(app));
  nowplaying_app_free(app); /* Without effect, which the log says. */
}

static void on_destroy(void *user_data) { STATE(destroyed++); }

static nowplaying_app *start(const char *address) {
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "wakeup";
  options.bus_address = address;
  options.loop = NOWPLAYING_LOOP_WAKEUP;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.wakeup = on_wakeup;
  callbacks.destroy = on_destroy;
  callbacks.log = test_log;
  nowplaying_app *app = NULL;
  STATE(woken = entered = left = destroyed = 0);
  CHECK_OK(nowplaying_app_new(&options, &callbacks, &app));
  WAIT_FOR(woken);
  return app;
}

static void end(nowplaying_app *app) {
  int before, after;
  STATE(before = woken);
  nowplaying_app_free(app);
  STATE(after = woken; CHECK_EQUAL(destroyed, 1));
  CHECK_EQUAL(after, before);
}

static void once(void) {
  step("the host is woken once, until it has dispatched");
  nowplaying_app *app = start("unix:path=/nonexistent/bus");
  nowplaying_session *session = NULL;
  CHECK_OK(nowplaying_session_new(app, NULL, NULL, &session));
  for (int turn = 1; turn <= 3; turn++) {
    WAIT_FOR(woken == turn);
    for (int i = 0; i < 2000; i++) {
      CHECK_OK(nowplaying_session_set_volume(session, i % 2));
      CHECK_OK(nowplaying_session_commit(session));
    }
    STATE(CHECK_EQUAL(woken, turn); CHECK_EQUAL(destroyed, 0));
    if (turn < 3) CHECK_OK(nowplaying_app_dispatch(app));
  }
  nowplaying_session_free(session);
  step("and not by the end of the app");
  end(app);
}

static void at_rest(void) {
  step("the end of an app that has nothing to do");
  CHECK(setenv("NOWPLAYING_BUS", "none", 1) == 0);
  nowplaying_app *app = start(NULL);
  for (int i = 0; i < 5; i++) CHECK_OK(nowplaying_app_dispatch(app));
  nowplaying_app_free(app);
  STATE(CHECK_EQUAL(destroyed, 1));
}

static void during_a_call(void) {
  step("the end waits for the callback");
  STATE(is_slow = 1);
  nowplaying_app *app = start("unix:path=/nonexistent/bus");
  WAIT_FOR(entered);
  nowplaying_app_free(app);
  STATE(CHECK(left); CHECK_EQUAL(destroyed, 1));
}

int main(void) {
  test_expect_client_bugs(1);
  once();
  at_rest();
  during_a_call();
  return 0;
}
