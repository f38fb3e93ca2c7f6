/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: kitchen     A podcast that plays on a speaker in another room, until Ctrl-C or SIGTERM. */
#include <nowplaying/nowplaying.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

static nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
static nowplaying_device speaker = NOWPLAYING_DEVICE_INIT;
static const int64_t intervals[] = {30000000, 15000000};
static nowplaying_command commands[] = {NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE),
                                        NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_SKIP_FORWARD),
                                        NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_FEEDBACK)};

static nowplaying_status show(nowplaying_session *session) {
  nowplaying_status status;
  (void)((status = nowplaying_session_set_commands(session, commands, 3)) ||
         (status = nowplaying_session_set_devices(session, &speaker, 1)) ||
         (status = nowplaying_session_commit(session)));
  return status;
}

/* Only when playback changes: where it is now, and from there on. */
static nowplaying_status play(nowplaying_session *session, nowplaying_playback_state state, int64_t step_us) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  int64_t now = time.tv_sec * 1000000LL + time.tv_nsec / 1000;
  if (snapshot.state == NOWPLAYING_STATE_PLAYING) snapshot.elapsed_us += now - snapshot.timestamp_us;
  snapshot.elapsed_us += step_us;
  snapshot.timestamp_us = now;
  snapshot.state = state;
  return nowplaying_session_set_snapshot(session, &snapshot);
}

/* A player that asks the speaker over the network returns NOWPLAYING_PENDING, and answers when the speaker has. */
static nowplaying_status command(nowplaying_session *session, nowplaying_request *request,
                                 const nowplaying_command_event *event, void *user_data) {
  (void)request, (void)user_data;
  int is_playing = snapshot.state == NOWPLAYING_STATE_PLAYING;
  nowplaying_status status = NOWPLAYING_OK;
  if (event->kind == NOWPLAYING_COMMAND_SKIP_FORWARD) status = play(session, snapshot.state, event->time_us);
  if (event->kind == NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE)
    status = play(session, is_playing ? NOWPLAYING_STATE_PAUSED : NOWPLAYING_STATE_PLAYING, 0);
  if (event->kind == NOWPLAYING_COMMAND_FEEDBACK) commands[2].current = event->mode;
  return status ? status : show(session);
}

static nowplaying_status device_volume(nowplaying_session *session, nowplaying_request *request, const char *device_id,
                                       double volume, void *user_data) {
  (void)request, (void)device_id, (void)user_data;
  speaker.volume = volume;
  return show(session);
}

static nowplaying_status run(nowplaying_app **app, nowplaying_session **session, nowplaying_content **content) {
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "kitchen";
  options.display_name = "Podcasts";
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = command;
  callbacks.device_volume = device_volume;
  speaker.id = "speaker-1";
  speaker.name = "Kitchen";
  speaker.volume = 0.5;
  commands[1].intervals_us = intervals;
  commands[1].interval_count = 2;
  commands[2].supported = 1u << NOWPLAYING_FEEDBACK_NEUTRAL | 1u << NOWPLAYING_FEEDBACK_POSITIVE;
  commands[2].title = "Like this episode";
  snapshot.elapsed_us = 0;
  nowplaying_status status;
  (void)((status = nowplaying_app_new(&options, NULL, app)) ||
         (status = nowplaying_session_new_remote(*app, "speaker-1", &callbacks, session)) ||
         (status = nowplaying_content_new(NOWPLAYING_CONTENT_PODCAST, "episode-7", content)) ||
         (status = nowplaying_content_set_text(*content, NOWPLAYING_FIELD_TITLE, "Episode 7")) ||
         (status = nowplaying_content_set_text(*content, NOWPLAYING_FIELD_SHOW_NAME, "The Examples")) ||
         (status = nowplaying_session_set_content(*session, *content)) ||
         (status = play(*session, NOWPLAYING_STATE_PAUSED, 0)) || (status = show(*session)));
  return status;
}

int main(void) {
  nowplaying_app *app = NULL;
  nowplaying_session *session = NULL;
  nowplaying_content *content = NULL;
  sigset_t ends;
  int received;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigprocmask(SIG_BLOCK, &ends, NULL);

  int failed = run(&app, &session, &content);
  if (failed) fprintf(stderr, "kitchen: %s\n", nowplaying_last_error());
  else sigwait(&ends, &received);
  nowplaying_content_free(content);
  nowplaying_session_free(session);
  nowplaying_app_free(app);
  return failed != 0;
}
