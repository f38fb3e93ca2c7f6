/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: ten     Shows a song until the end of input, and says "play" when the desktop does. */
#include <nowplaying/nowplaying.h>
#include <stdio.h>

static nowplaying_status command(nowplaying_session *session, nowplaying_request *request,
                                 const nowplaying_command_event *event, void *user_data) {
  (void)session, (void)request, (void)user_data;
  if (event->kind == NOWPLAYING_COMMAND_PLAY) fprintf(stderr, "play\n");
  return NOWPLAYING_OK;
}

int main(void) {
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  nowplaying_command play = NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY);
  nowplaying_app *app;
  nowplaying_session *session;
  nowplaying_content *content;
  options.application_id = "ten";
  callbacks.command = command;
  if (nowplaying_app_new(&options, NULL, &app) || nowplaying_session_new(app, NULL, &callbacks, &session)) return 1;
  if (nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, NULL, &content)) return 1;
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, "Ten Lines");
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_ARTISTS, "C");
  nowplaying_session_set_content(session, content);
  nowplaying_session_set_commands(session, &play, 1);
  nowplaying_session_commit(session);
  nowplaying_session_request_application_primary(session);
  while (getchar() != EOF) continue;
  nowplaying_content_free(content);
  nowplaying_session_free(session);
  nowplaying_app_free(app);
  return 0;
}
