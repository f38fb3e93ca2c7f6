/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Tests the end of surfaces: with pending actions, inside their callbacks, without a bus, and after the bus has come
 * back. Sessions that a program keeps stay valid.
 * usage: surface_lifetime thread|fd|wakeup */
#include "host.h"

static nowplaying_loop_mode loop;
static test_bus bus;
static test_player plain;

static void next(test_surface *host, nowplaying_surface_session *session, test_outcome *outcome,
                 nowplaying_surface_action *ret_action) {
  nowplaying_command_event command = NOWPLAYING_SURFACE_COMMAND_INIT(NOWPLAYING_COMMAND_NEXT);
  *outcome = (test_outcome){0};
  SURFACE_OK(nowplaying_surface_send_command(host->surface, session, &command, test_done, outcome, ret_action));
}

static void waiting_actions_end(void) {
  step("actions that wait are cancelled, by name and by the end");
  test_surface host = {0};
  test_surface_start(&host, &bus, loop);
  nowplaying_surface_session *session = test_surface_find(&host, "plain");
  int calls;
  STATE(plain.is_silent = 1; calls = plain.calls);
  test_outcome outcomes[3];
  nowplaying_surface_action actions[3];
  for (int i = 0; i < 3; i++) next(&host, session, &outcomes[i], &actions[i]);
  WAIT_FOR(plain.calls == calls + 3);
  SURFACE_OK(nowplaying_surface_cancel(host.surface, actions[1]));
  WAIT_FOR(outcomes[1].calls);
  SURFACE_OK(nowplaying_surface_cancel(host.surface, actions[1]));
  CHECK_EQUAL(outcomes[1].status, NOWPLAYING_ERROR_CANCELLED);
  CHECK_EQUAL(outcomes[1].action, actions[1]);
  CHECK_EQUAL(outcomes[0].calls, 0);
  test_surface_end(&host);
  for (int i = 0; i < 3; i++) {
    CHECK_EQUAL(outcomes[i].calls, 1);
    CHECK_EQUAL(outcomes[i].status, NOWPLAYING_ERROR_CANCELLED);
  }
  STATE(plain.is_silent = 0);
  step("a session outlives its surface");
  CHECK_TEXT(test_first_line(session), "Plain Song");
  CHECK(nowplaying_surface_session_ref(session) == session);
  nowplaying_surface_session_unref(session);
  nowplaying_surface_session_unref(session);
}

static void too_many_are_refused(void) {
  step("more actions than can wait are refused");
  test_surface host = {0};
  test_surface_start(&host, &bus, loop);
  nowplaying_surface_session *session = test_surface_find(&host, "plain");
  nowplaying_command_event command = NOWPLAYING_SURFACE_COMMAND_INIT(NOWPLAYING_COMMAND_NEXT);
  static test_outcome outcome;
  outcome = (test_outcome){0};
  STATE(plain.is_silent = 1);
  for (int i = 0; i < NOWPLAYING_SURFACE_MAX_ACTIONS; i++)
    SURFACE_OK(nowplaying_surface_send_command(host.surface, session, &command, test_done, &outcome, NULL));
  SURFACE_ERROR(BUSY, nowplaying_surface_send_command(host.surface, session, &command, test_done, &outcome, NULL));
  test_surface_end(&host);
  CHECK_EQUAL(outcome.calls, NOWPLAYING_SURFACE_MAX_ACTIONS);
  STATE(plain.is_silent = 0);
  nowplaying_surface_session_unref(session);
}

static void free_inside(test_surface *host, nowplaying_surface_session *session) {
  nowplaying_surface_free(host->surface);
  nowplaying_command_event command = NOWPLAYING_SURFACE_COMMAND_INIT(NOWPLAYING_COMMAND_NEXT);
  SURFACE_ERROR(INVALID_STATE, nowplaying_surface_send_command(host->surface, session, &command, NULL, NULL, NULL));
  SURFACE_ERROR(INVALID_STATE, nowplaying_surface_set_aspect_ratios(host->surface, 1));
  SURFACE_ERROR(INVALID_STATE, nowplaying_surface_cancel(host->surface, 1));
  if (host->loop != NOWPLAYING_LOOP_THREAD) SURFACE_ERROR(BUSY, nowplaying_surface_dispatch(host->surface));
  nowplaying_surface_free(host->surface);
  STATE(host->released = 1);
}

static void ends_inside_a_callback(void) {
  step("a surface is freed inside a callback");
  test_surface host = {.when_added = free_inside};
  test_surface_start(&host, &bus, loop);
  WAIT_FOR(host.destroyed);
  test_surface_end(&host);
  CHECK_EQUAL(host.added, 1);
  CHECK_EQUAL(host.ordered, 0);
}

static void the_bus_goes_and_comes(void) {
  step("the bus goes and comes back");
  test_surface host = {0};
  test_surface_start(&host, &bus, loop);
  WAIT_FOR(host.listed == 1);
  CHECK_EQUAL(host.count, 1);
  nowplaying_surface_session *session = test_surface_find(&host, "plain");
  test_outcome outcome;
  STATE(plain.is_silent = 1);
  next(&host, session, &outcome, NULL);
  test_player_end(&plain);
  WAIT_FOR(outcome.calls);
  CHECK_EQUAL(outcome.status, NOWPLAYING_ERROR_CANCELLED);
  test_bus_stop(&bus);
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_NONE);
  CHECK_EQUAL(host.count, 0);
  next(&host, session, &outcome, NULL);
  WAIT_FOR(outcome.calls);
  CHECK_EQUAL(outcome.status, NOWPLAYING_ERROR_NO_BUS);
  test_bus_again(&bus);
  test_player_start(&plain, &bus, "plain");
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_CONNECTED);
  WAIT_FOR(host.count == 1);
  next(&host, session, &outcome, NULL);
  WAIT_FOR(outcome.calls);
  CHECK_EQUAL(outcome.status, NOWPLAYING_ERROR_CANCELLED); /* Another entry, although it looks the same. */
  int32_t state = -1;
  SURFACE_OK(nowplaying_surface_get_bus_state(host.surface, &state));
  CHECK_EQUAL(state, NOWPLAYING_BUS_CONNECTED);
  nowplaying_surface_session_unref(session);
  test_surface_end(&host);
  CHECK_EQUAL(host.bus_states, 3); /* It came, went and came: no callback comes twice. */
}

int main(int argc, char **argv) {
  loop = test_loop(argc, argv);
  step("without a bus");
  test_surface host = {0};
  test_surface_start(&host, NULL, loop);
  test_surface_end(&host);
  test_bus_start(&bus);
  test_player_start(&plain, &bus, "plain");
  waiting_actions_end();
  too_many_are_refused();
  ends_inside_a_callback();
  the_bus_goes_and_comes();
  test_player_end(&plain);
  test_bus_end(&bus);
  return 0;
}
