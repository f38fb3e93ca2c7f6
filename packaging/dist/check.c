/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: check     On a session bus of its own: a player that is published by one of the libraries is shown by the
 *                  other, is asked to pause, and does. `make check` runs it. */
#include <nowplaying/nowplaying.h>
#include <nowplaying/surface.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SECONDS 60

static int is_asked, is_paused, is_done;
static nowplaying_status outcome;

/* A client drives the player. */
static nowplaying_status command(nowplaying_session *session, nowplaying_request *request,
                                 const nowplaying_command_event *event, void *user_data) {
  (void)session, (void)request, (void)user_data;
  is_paused = event->kind == NOWPLAYING_COMMAND_PAUSE;
  return NOWPLAYING_OK;
}

/* The player has answered. */
static void done(nowplaying_surface *surface, const nowplaying_surface_result *result, void *user_data) {
  (void)surface, (void)user_data;
  is_done = 1;
  outcome = result->status;
}

/* The surface shows a player: the one of this program, if it has the song. */
static void added(nowplaying_surface *surface, nowplaying_surface_session *session, void *user_data) {
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  nowplaying_command_event pause = NOWPLAYING_SURFACE_COMMAND_INIT(NOWPLAYING_COMMAND_PAUSE);
  (void)user_data;
  if (is_asked || nowplaying_surface_session_get_item(session, &item) || strcmp(item.first_line, "A Song")) return;
  is_asked = nowplaying_surface_send_command(surface, session, &pause, done, NULL, NULL) == NOWPLAYING_OK;
}

static void changed(nowplaying_surface *surface, nowplaying_surface_session *session,
                    nowplaying_surface_changes changes, void *user_data) {
  (void)changes;
  added(surface, session, user_data);
}

static nowplaying_status publish(nowplaying_app **app, nowplaying_session **session) {
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  const nowplaying_command pause = NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PAUSE);
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  nowplaying_content *content = NULL;
  nowplaying_status status;
  options.application_id = "check";
  options.loop = NOWPLAYING_LOOP_FD;
  callbacks.command = command;
  snapshot.state = NOWPLAYING_STATE_PLAYING;
  /* Each function returns 0 or an error; the first error ends the chain. */
  (void)((status = nowplaying_app_new(&options, NULL, app)) ||
         (status = nowplaying_session_new(*app, NULL, &callbacks, session)) ||
         (status = nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, NULL, &content)) ||
         (status = nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, "A Song")) ||
         (status = nowplaying_session_set_content(*session, content)) ||
         (status = nowplaying_session_set_snapshot(*session, &snapshot)) ||
         (status = nowplaying_session_set_commands(*session, &pause, 1)) ||
         (status = nowplaying_session_commit(*session)) ||
         (status = nowplaying_session_request_application_primary(*session)));
  nowplaying_content_free(content);
  return status;
}

int main(void) {
  nowplaying_surface_options options = NOWPLAYING_SURFACE_OPTIONS_INIT;
  nowplaying_surface_callbacks callbacks = NOWPLAYING_SURFACE_CALLBACKS_INIT;
  nowplaying_app *app = NULL;
  nowplaying_session *session = NULL;
  nowplaying_surface *surface = NULL;
  struct pollfd fds[2] = {{.events = POLLIN}, {.events = POLLIN}};
  int passed;
  options.name = "check";
  options.loop = NOWPLAYING_LOOP_FD;
  callbacks.added = added;
  callbacks.changed = changed;
  if (publish(&app, &session) || nowplaying_app_get_fd(app, &fds[0].fd)) {
    fprintf(stderr, "check: %s\n", nowplaying_last_error());
    return 1;
  }
  if (nowplaying_surface_new(&options, &callbacks, &surface) || nowplaying_surface_get_fd(surface, &fds[1].fd)) {
    fprintf(stderr, "check: %s\n", nowplaying_surface_last_error());
    return 1;
  }
  alarm(SECONDS); /* ends the program where there is no bus */
  while (!is_done && (poll(fds, 2, -1) < 0 || (nowplaying_app_dispatch(app) == NOWPLAYING_OK &&
                                                nowplaying_surface_dispatch(surface) == NOWPLAYING_OK))) {
  }
  passed = is_done && is_paused && outcome == NOWPLAYING_OK;
  nowplaying_surface_free(surface);
  nowplaying_session_free(session);
  nowplaying_app_free(app);
  puts(passed ? "check: passed" : "check: the player was not shown, or not asked to pause");
  return !passed;
}
