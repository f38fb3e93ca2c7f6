/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: poll-loop     A player whose main loop is poll(). Type p to pause or play, n for the next song, and Enter;
 *                      q, Ctrl-C or SIGTERM end it. */
#include <nowplaying/nowplaying.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

enum { LENGTH_US = 180000000 };

static int song = 1;
static bool is_playing = true, has_changed = true, has_ended;
/* The position, and the time when it was read, on the library's clock. A real player asks its engine. */
static int64_t position_us, read_at_us;

static void read_position(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  int64_t now_us = now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
  if (is_playing) position_us += now_us - read_at_us;
  read_at_us = now_us;
}

static void play(bool on) {
  is_playing = on;
  has_changed = true;
}

/* Begins the next song. A player that begins the same song again reports a change as well, that of its position. */
static void play_next(void) {
  ++song;
  position_us = 0;
  has_changed = true;
}

/* Called whenever something has changed. While a song plays, the desktop moves the position by itself. */
static nowplaying_status show(nowplaying_session *session) {
  char title[32];
  nowplaying_content *content = NULL;
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  nowplaying_status status;
  snprintf(title, sizeof title, "Song %d", song);
  snapshot.state = is_playing ? NOWPLAYING_STATE_PLAYING : NOWPLAYING_STATE_PAUSED;
  snapshot.elapsed_us = position_us;
  snapshot.timestamp_us = read_at_us;
  (void)((status = nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, title, &content)) ||
         (status = nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, title)) ||
         (status = nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, LENGTH_US)) ||
         (status = nowplaying_session_set_content(session, content)) ||
         (status = nowplaying_session_set_snapshot(session, &snapshot)) ||
         (status = nowplaying_session_commit(session)));
  nowplaying_content_free(content);
  return status;
}

/* The library calls this inside nowplaying_app_dispatch(), so between two turns of the loop. */
static nowplaying_status command(nowplaying_session *session, nowplaying_request *request,
                                 const nowplaying_command_event *event, void *user_data) {
  (void)session, (void)request, (void)user_data;
  if (event->kind == NOWPLAYING_COMMAND_NEXT) play_next();
  else play(event->kind == NOWPLAYING_COMMAND_PLAY);
  return NOWPLAYING_OK;
}

static void take_key(struct pollfd *keys) {
  char key = 0;
  if (read(keys->fd, &key, 1) < 1) keys->fd = -1; /* nobody types any more */
  if (key == 'p') play(!is_playing);
  if (key == 'n') play_next();
  if (key == 'q') has_ended = true;
}

static nowplaying_status run(nowplaying_app *app, nowplaying_session *session, int desktop, int signals) {
  struct pollfd fds[] = {{STDIN_FILENO, POLLIN, 0}, {desktop, POLLIN, 0}, {signals, POLLIN, 0}};
  nowplaying_status status = NOWPLAYING_OK;
  read_position();
  position_us = 0;
  while (status >= 0 && !has_ended) {
    if (has_changed && (status = show(session)) < 0) break;
    has_changed = false;
    /* The one timeout is the player's own, for the end of the song. */
    int timeout_ms = is_playing ? (int)((LENGTH_US - position_us) / 1000) + 1 : -1;
    poll(fds, 3, timeout_ms);
    read_position();
    if (position_us >= LENGTH_US) play_next();
    if (fds[0].revents) take_key(&fds[0]);
    if (fds[1].revents) status = nowplaying_app_dispatch(app);
    if (fds[2].revents) has_ended = true;
  }
  return status;
}

int main(void) {
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "poll-loop";
  options.loop = NOWPLAYING_LOOP_FD;
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = command;
  const nowplaying_command commands[] = {NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY),
                                         NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PAUSE),
                                         NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_NEXT)};
  nowplaying_app *app = NULL;
  nowplaying_session *session = NULL;
  nowplaying_status status;
  int32_t desktop;
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigprocmask(SIG_BLOCK, &ends, NULL);
  int signals = signalfd(-1, &ends, SFD_CLOEXEC);
  (void)((status = nowplaying_app_new(&options, NULL, &app)) || (status = nowplaying_app_get_fd(app, &desktop)) ||
         (status = nowplaying_session_new(app, NULL, &callbacks, &session)) ||
         (status = nowplaying_session_set_commands(session, commands, 3)) ||
         (status = nowplaying_session_request_application_primary(session)) ||
         (status = run(app, session, desktop, signals)));
  if (status < 0) fprintf(stderr, "poll-loop: %s\n", nowplaying_last_error());
  nowplaying_session_free(session);
  nowplaying_app_free(app);
  close(signals);
  return status < 0;
}
