/* Usage: language APPLICATION_ID     See the script languages: lines "commit N" on standard input.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
 */
#include <nowplaying/nowplaying.h>
#include <stdio.h>

#include "../bench.h"

static int song = 1;

static void publish(nowplaying_session *session) {
  char title[32];
  snprintf(title, sizeof title, "Song %d", song);
  nowplaying_content *content;
  check(nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, title, &content), "content");
  check(nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, title), "title");
  check(nowplaying_content_set_text(content, NOWPLAYING_FIELD_ARTISTS, "The Examples"), "artist");
  check(nowplaying_session_set_content(session, content), "set_content");
  nowplaying_content_free(content);
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  snapshot.state = NOWPLAYING_STATE_PLAYING;
  snapshot.elapsed_us = song % 100 * INT64_C(1000000);
  check(nowplaying_session_set_snapshot(session, &snapshot), "set_snapshot");
  check(nowplaying_session_commit(session), "commit");
}

static nowplaying_status command(nowplaying_session *session, nowplaying_request *request,
                                 const nowplaying_command_event *event, void *user_data) {
  (void)session, (void)request, (void)event, (void)user_data;
  return NOWPLAYING_OK;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: language APPLICATION_ID\n");
    return 2;
  }
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = argv[1];
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = command;
  const nowplaying_command commands[] = {NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY),
                                         NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PAUSE)};
  nowplaying_app *app;
  nowplaying_session *session;
  check(nowplaying_app_new(&options, NULL, &app), "app");
  check(nowplaying_session_new(app, NULL, &callbacks, &session), "session");
  check(nowplaying_session_set_commands(session, commands, 2), "set_commands");
  publish(session);
  check(nowplaying_session_request_application_primary(session), "primary");
  for (int count; scanf(" commit %d", &count) == 1;) {
    int64_t start = now_ns();
    for (int i = 0; i < count; i++) {
      song++;
      publish(session);
    }
    printf("%lld\n", (long long)(now_ns() - start) / count);
    fflush(stdout);
  }
  nowplaying_session_free(session);
  nowplaying_app_free(app);
  return 0;
}
