/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A surface has one entry for each session of the library's own players, and one for a player of MPRIS; follows what
 * they do, and drives them.
 * usage: surface_follows thread|fd|wakeup */
#include <stdlib.h>
#include <string.h>

#include "../../Lab/C/app.h"
#include "host.h"

static int next_calls; /* Under the state lock. */

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  if (event->kind == NOWPLAYING_COMMAND_PREVIOUS)
    return nowplaying_request_complete(request, NOWPLAYING_ERROR_COMMAND_FAILED, "There is none before");
  STATE(next_calls += event->kind == NOWPLAYING_COMMAND_NEXT);
  return NOWPLAYING_OK;
}

static nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_artwork_event *event, void *user_data) {
  return nowplaying_request_complete_artwork_data(request, test_png, test_png_size);
}

static void give(test_surface *host, nowplaying_surface_session *session, int32_t kind, test_outcome *outcome) {
  nowplaying_command_event command = NOWPLAYING_SURFACE_COMMAND_INIT(kind);
  nowplaying_surface_action action = 0;
  *outcome = (test_outcome){0};
  SURFACE_OK(nowplaying_surface_send_command(host->surface, session, &command, test_done, outcome, &action));
  CHECK(action != 0);
  WAIT_FOR(outcome->calls);
  CHECK_EQUAL(outcome->calls, 1);
  CHECK_EQUAL(outcome->action, action);
}

int main(int argc, char **argv) {
  nowplaying_loop_mode loop = test_loop(argc, argv);
  test_bus bus;
  test_bus_start(&bus);
  test_player plain;
  test_player_start(&plain, &bus, "plain");
  test_app app;
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = options.display_name = "whole";
  test_app_start(&app, &bus, NOWPLAYING_LOOP_THREAD, &options, NULL);
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = on_command;
  callbacks.artwork = on_artwork;
  nowplaying_session *session = NULL, *second = NULL;
  CHECK_OK(nowplaying_session_new(app.app, "first", &callbacks, &session));
  CHECK_OK(nowplaying_session_new(app.app, "second", &callbacks, &second));
  test_session_publish(session, "Whole Song");
  WAIT_FOR(app.bus_state == NOWPLAYING_BUS_PUBLISHED);

  test_surface host = {0};
  test_surface_start(&host, &bus, loop);
  WAIT_FOR(host.listed);
  step("three entries: both sessions of one, and the plain player");
  CHECK_EQUAL(host.listed, 1);
  CHECK_EQUAL(host.added, 3);
  CHECK_EQUAL(host.count, 3);
  nowplaying_surface_session *whole = NULL, *foreign = test_surface_find(&host, "plain");
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  for (int i = 0; i < 3; i++)
    if (strcmp(test_first_line(host.sessions[i]), "Whole Song") == 0) whole = host.sessions[i];
  CHECK(whole);
  SURFACE_OK(nowplaying_surface_session_get_info(whole, &info));
  CHECK_TEXT(info.bus_name, "org.mpris.MediaPlayer2.whole");
  CHECK_TEXT(info.session_id, "first");
  CHECK_EQUAL(info.primary & NOWPLAYING_PRIMARY_APPLICATION, NOWPLAYING_PRIMARY_APPLICATION);
  CHECK_EQUAL(info.abilities & NOWPLAYING_SURFACE_SPEAKS_NOWPLAYING, NOWPLAYING_SURFACE_SPEAKS_NOWPLAYING);
  SURFACE_OK(nowplaying_surface_session_get_info(foreign, &info));
  CHECK_TEXT(info.bus_name, "org.mpris.MediaPlayer2.plain");
  CHECK_EQUAL(info.abilities, NOWPLAYING_SURFACE_CAN_RAISE);
  CHECK_TEXT(test_first_line(foreign), "Plain Song");

  step("names");
  char names[256] = "";
  size_t size = 0;
  SURFACE_OK(nowplaying_surface_get_names(host.surface, NULL, 0, &size));
  SURFACE_OK(nowplaying_surface_get_names(host.surface, names, size - 1, &size));
  CHECK_TEXT(names, "org.mpris.MediaPlayer2.plain\n");
  SURFACE_OK(nowplaying_surface_get_names(host.surface, names, sizeof names, &size));
  CHECK_EQUAL(size, strlen(names) + 1);
  CHECK_TEXT(names, "org.mpris.MediaPlayer2.plain\norg.mpris.MediaPlayer2.whole\n");

  step("commands of both kinds, and a player's own words");
  test_outcome outcome;
  whole = nowplaying_surface_session_ref(whole);
  give(&host, whole, NOWPLAYING_COMMAND_NEXT, &outcome);
  CHECK_EQUAL(outcome.status, NOWPLAYING_OK);
  CHECK_EQUAL(next_calls, 1);
  give(&host, whole, NOWPLAYING_COMMAND_PREVIOUS, &outcome);
  CHECK_EQUAL(outcome.status, NOWPLAYING_ERROR_COMMAND_FAILED);
  CHECK_TEXT(outcome.message, "There is none before");
  give(&host, foreign, NOWPLAYING_COMMAND_NEXT, &outcome);
  CHECK_EQUAL(outcome.status, NOWPLAYING_OK);
  CHECK_TEXT(plain.called, "Next");
  give(&host, foreign, NOWPLAYING_COMMAND_PREVIOUS, &outcome);
  CHECK_EQUAL(outcome.status, NOWPLAYING_ERROR_INVALID_STATE);
  give(&host, foreign, NOWPLAYING_COMMAND_FEEDBACK, &outcome);
  CHECK_EQUAL(outcome.status, NOWPLAYING_ERROR_NOT_SUPPORTED);
  outcome = (test_outcome){0};
  SURFACE_OK(nowplaying_surface_raise(host.surface, foreign, test_done, &outcome, NULL));
  WAIT_FOR(outcome.calls);
  CHECK_EQUAL(outcome.status, NOWPLAYING_OK);
  CHECK_TEXT(plain.called, "Raise");
  outcome = (test_outcome){0};
  SURFACE_OK(nowplaying_surface_quit(host.surface, foreign, test_done, &outcome, NULL));
  WAIT_FOR(outcome.calls);
  CHECK_EQUAL(outcome.status, NOWPLAYING_ERROR_NOT_SUPPORTED);
  CHECK_TEXT(plain.called, "Raise");

  step("a picture");
  nowplaying_content *content = test_content("second", "Second Song", "cover");
  CHECK_OK(nowplaying_session_set_content(session, content));
  CHECK_OK(nowplaying_session_commit(session));
  nowplaying_content_free(content);
  WAIT_FOR(host.changed && strcmp(test_first_line(whole), "Whole Song") == 0);
  for (const char *line = ""; strcmp(line, "Second Song") != 0;) {
    int seen;
    STATE(seen = host.changed);
    nowplaying_surface_session_unref(whole);
    whole = NULL;
    state_lock();
    for (int i = 0; i < host.count; i++)
      if (strcmp(test_first_line(host.sessions[i]), "Second Song") == 0)
        whole = nowplaying_surface_session_ref(host.sessions[i]);
    state_unlock();
    if (whole) break;
    WAIT_FOR(host.changed != seen);
  }
  outcome = (test_outcome){0};
  SURFACE_OK(nowplaying_surface_get_artwork(host.surface, whole, 64, 64, test_done, &outcome, NULL));
  WAIT_FOR(outcome.calls);
  CHECK_EQUAL(outcome.status, NOWPLAYING_OK);
  CHECK_EQUAL(outcome.size, test_png_size);
  CHECK_EQUAL(outcome.width, 1);
  CHECK_EQUAL(outcome.height, 1);

  step("players leave");
  test_player_end(&plain);
  WAIT_FOR(host.removed == 1);
  give(&host, foreign, NOWPLAYING_COMMAND_NEXT, &outcome);
  CHECK_EQUAL(outcome.status, NOWPLAYING_ERROR_CANCELLED);
  nowplaying_session_free(second);
  WAIT_FOR(host.removed == 2);
  nowplaying_session_free(session);
  test_app_end(&app);
  WAIT_FOR(host.removed == 3);
  CHECK_EQUAL(host.count, 0);
  size_t count = 77;
  SURFACE_OK(nowplaying_surface_get_sessions(host.surface, NULL, 0, &count));
  CHECK_EQUAL(count, 0);
  CHECK_TEXT(test_first_line(foreign), "Plain Song");
  nowplaying_surface_session_unref(foreign);
  nowplaying_surface_session_unref(whole);
  test_surface_end(&host);
  test_bus_end(&bus);
  return 0;
}
