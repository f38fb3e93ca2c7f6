/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks that no app is made, and nothing remains, when the system refuses a thread or a descriptor. */
#include "../../Lab/C/refuse.h"

#include "../../Lab/C/app.h"

static int destroyed;
static void on_destroy(void *user_data) { CHECK(++*(int *)user_data == 1); }
static void on_wakeup(nowplaying_app *app, void *user_data) { (void)app, (void)user_data; }

/** Makes an app and frees it, and checks that making it returns `expected`. */
static void make(nowplaying_loop_mode loop, nowplaying_status expected) {
  nowplaying_app *app = NULL;
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "abitest";
  options.bus_address = "unix:path=/nonexistent/bus";
  options.loop = loop;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.wakeup = on_wakeup;
  callbacks.destroy = on_destroy;
  callbacks.user_data = &destroyed;
  destroyed = 0;
  CHECK_EQUAL(nowplaying_app_new(&options, &callbacks, &app), expected);
  CHECK((app != NULL) == (expected == NOWPLAYING_OK));
  CHECK_EQUAL(destroyed, 0);
  nowplaying_app_free(app);
  CHECK_EQUAL(destroyed, expected == NOWPLAYING_OK);
}

int main(void) {
  test_refuse(make);
  return 0;
}
