/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks that no surface is made, and nothing remains, when the system refuses a thread or a descriptor. */
#include "../../Lab/C/refuse.h"

#include "host.h"

static int destroyed;
static void on_destroy(void *user_data) { CHECK(++*(int *)user_data == 1); }
static void on_wakeup(nowplaying_surface *surface, void *user_data) { (void)surface, (void)user_data; }

/** Makes a surface and frees it, and checks that making it returns `expected`. */
static void make(nowplaying_loop_mode loop, nowplaying_status expected) {
  nowplaying_surface *surface = NULL;
  nowplaying_surface_options options = NOWPLAYING_SURFACE_OPTIONS_INIT;
  options.bus_address = "unix:path=/nonexistent/bus";
  options.loop = loop;
  nowplaying_surface_callbacks callbacks = NOWPLAYING_SURFACE_CALLBACKS_INIT;
  callbacks.wakeup = on_wakeup;
  callbacks.destroy = on_destroy;
  callbacks.user_data = &destroyed;
  destroyed = 0;
  check_surface(__FILE__, __LINE__, "nowplaying_surface_new", nowplaying_surface_new(&options, &callbacks, &surface),
                expected);
  CHECK((surface != NULL) == (expected == NOWPLAYING_OK));
  CHECK_EQUAL(destroyed, 0);
  nowplaying_surface_free(surface);
  CHECK_EQUAL(destroyed, expected == NOWPLAYING_OK);
}

int main(void) {
  test_refuse(make);
  return 0;
}
