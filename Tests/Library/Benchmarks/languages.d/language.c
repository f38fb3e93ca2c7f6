/* Usage: language [--handed] APPLICATION_ID     See the script languages: lines "commit N" on standard input.
 * With --handed a command is answered by the main thread, to which the library's thread hands it over by an eventfd:
 * what it costs in any language that does so.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
 */
#include <nowplaying/nowplaying.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

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
  return NOWPLAYING_OK;
}

/* ---- Commands that the main thread answers. At most one is open, because the client waits for each reply. ---- */

static int handed_fd;
static _Atomic(nowplaying_request *) handed;

static nowplaying_status hand_over(nowplaying_session *session, nowplaying_request *request,
                                   const nowplaying_command_event *event, void *user_data) {
  atomic_store(&handed, request);
  return eventfd_write(handed_fd, 1) ? NOWPLAYING_ERROR_SYSTEM : NOWPLAYING_PENDING;
}

/** Answers commands that were handed over, until standard input is readable. */
static void answer_until_input(void) {
  struct pollfd fds[] = {{handed_fd, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
  while (poll(fds, 2, -1) > 0 && !fds[1].revents) {
    eventfd_t count;
    eventfd_read(handed_fd, &count);
    nowplaying_request *request = atomic_exchange(&handed, NULL);
    check(nowplaying_request_complete(request, NOWPLAYING_OK, NULL), "complete");
    nowplaying_request_unref(request);
  }
}

int main(int argc, char **argv) {
  bool hands_over = argc == 3 && strcmp(argv[1], "--handed") == 0;
  if (argc != 2 && !hands_over) {
    fprintf(stderr, "usage: language [--handed] APPLICATION_ID\n");
    return 2;
  }
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = argv[argc - 1];
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  handed_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  callbacks.command = hands_over ? hand_over : command;
  const nowplaying_command commands[] = {NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY),
                                         NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PAUSE)};
  nowplaying_app *app;
  nowplaying_session *session;
  check(nowplaying_app_new(&options, NULL, &app), "app");
  check(nowplaying_session_new(app, NULL, &callbacks, &session), "session");
  check(nowplaying_session_set_commands(session, commands, 2), "set_commands");
  publish(session);
  check(nowplaying_session_request_application_primary(session), "primary");
  setvbuf(stdin, NULL, _IONBF, 0);
  answer_until_input();
  for (int count; scanf(" commit %d", &count) == 1; answer_until_input()) {
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
