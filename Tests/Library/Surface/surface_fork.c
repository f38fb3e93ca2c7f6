/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* After fork() the child's calls return FORKED, and it can free what it inherited; the parent goes on unharmed.
 * usage: surface_fork thread|fd|wakeup */
#include "host.h"

static test_surface parent;
static nowplaying_surface_session *kept;

static void child(void) {
  int32_t number = -77;
  size_t count = 77;
  nowplaying_command_event command = NOWPLAYING_SURFACE_COMMAND_INIT(NOWPLAYING_COMMAND_NEXT);
  SURFACE_ERROR(FORKED, nowplaying_surface_get_fd(parent.surface, &number));
  SURFACE_ERROR(FORKED, nowplaying_surface_dispatch(parent.surface));
  SURFACE_ERROR(FORKED, nowplaying_surface_get_bus_state(parent.surface, &number));
  SURFACE_ERROR(FORKED, nowplaying_surface_get_sessions(parent.surface, NULL, 0, &count));
  SURFACE_ERROR(FORKED, nowplaying_surface_get_names(parent.surface, NULL, 0, &count));
  SURFACE_ERROR(FORKED, nowplaying_surface_set_aspect_ratios(parent.surface, 1));
  SURFACE_ERROR(FORKED, nowplaying_surface_cancel(parent.surface, 1));
  SURFACE_ERROR(FORKED, nowplaying_surface_send_command(parent.surface, kept, &command, NULL, NULL, NULL));
  CHECK_EQUAL(number, -77);
  CHECK_TEXT(test_first_line(kept), "Plain Song");
  nowplaying_surface_session_unref(kept);
  nowplaying_surface_free(parent.surface);
}

int main(int argc, char **argv) {
  nowplaying_loop_mode loop = test_loop(argc, argv);
  test_bus bus;
  test_player plain;
  test_bus_start(&bus);
  test_player_start(&plain, &bus, "plain");
  test_surface_start(&parent, &bus, loop);
  kept = test_surface_find(&parent, "plain");
  WAIT_FOR(parent.listed);
  for (int round = 0; round < 10; round++) run_in_child(child);
  test_outcome outcome = {0};
  nowplaying_command_event command = NOWPLAYING_SURFACE_COMMAND_INIT(NOWPLAYING_COMMAND_NEXT);
  SURFACE_OK(nowplaying_surface_send_command(parent.surface, kept, &command, test_done, &outcome, NULL));
  WAIT_FOR(outcome.calls);
  CHECK_EQUAL(outcome.status, NOWPLAYING_OK);
  nowplaying_surface_session_unref(kept);
  test_surface_end(&parent);
  test_player_end(&plain);
  test_bus_end(&bus);
  return 0;
}
