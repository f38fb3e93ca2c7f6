/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: minimal     The desktop shows a song and drives it, until Ctrl-C or SIGTERM. */
#include <nowplaying/nowplaying.h>
#include <signal.h>
#include <stdio.h>

static int song = 1;
static nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;

/* A real player also says where in the song it is, how long it is and what it looks like: see ../player. */
static nowplaying_status show(nowplaying_session *session) {
  char title[32];
  nowplaying_content *content = NULL;
  nowplaying_status status;
  snprintf(title, sizeof title, "Song %d", song);
  fprintf(stderr, "%s: %s\n", title, snapshot.state == NOWPLAYING_STATE_PLAYING ? "playing" : "paused");
  /* Each function returns 0 or an error; the first error ends the chain. Set a date from a file's tags by
   * nowplaying_content_set_tag() instead, which ignores invalid values: a wrong date must not hide the song. */
  (void)((status = nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, title, &content)) ||
         (status = nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, title)) ||
         (status = nowplaying_content_set_text(content, NOWPLAYING_FIELD_ARTISTS, "The Examples")) ||
         (status = nowplaying_session_set_content(session, content)) ||
         (status = nowplaying_session_set_snapshot(session, &snapshot)) ||
         (status = nowplaying_session_commit(session)));
  nowplaying_content_free(content);
  return status;
}

/* Called when the user presses a button: on the panel, the keyboard, a headset. Runs on the library's thread. */
static nowplaying_status command(nowplaying_session *session, nowplaying_request *request,
                                 const nowplaying_command_event *event, void *user_data) {
  (void)request, (void)user_data;
  if (event->kind == NOWPLAYING_COMMAND_PLAY) snapshot.state = NOWPLAYING_STATE_PLAYING;
  if (event->kind == NOWPLAYING_COMMAND_PAUSE) snapshot.state = NOWPLAYING_STATE_PAUSED;
  if (event->kind == NOWPLAYING_COMMAND_NEXT) ++song;
  return show(session);
}

int main(void) {
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "minimal";
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = command;
  const nowplaying_command commands[] = {NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY),
                                         NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PAUSE),
                                         NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_NEXT)};
  nowplaying_app *app = NULL;
  nowplaying_session *session = NULL;
  snapshot.state = NOWPLAYING_STATE_PLAYING;

  /* Blocked before there are threads: a blocked signal waits for sigwait() instead of killing the program. */
  sigset_t ends;
  int received;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigprocmask(SIG_BLOCK, &ends, NULL);

  int failed = nowplaying_app_new(&options, NULL, &app) || nowplaying_session_new(app, NULL, &callbacks, &session) ||
               nowplaying_session_set_commands(session, commands, 3) || show(session) ||
               nowplaying_session_request_application_primary(session);
  if (failed) {
    fprintf(stderr, "minimal: %s\n", nowplaying_last_error());
  } else {
    sigwait(&ends, &received);
  }
  nowplaying_session_free(session);
  nowplaying_app_free(app);
  return failed;
}
