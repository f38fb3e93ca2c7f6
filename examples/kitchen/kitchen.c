/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: kitchen     A podcast that plays on a speaker in another room, until Ctrl-C or SIGTERM. */
#include <nowplaying/nowplaying.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

static nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
static nowplaying_device speaker = NOWPLAYING_DEVICE_INIT;

static nowplaying_status show(nowplaying_session *session) {
  nowplaying_status status = nowplaying_session_set_devices(session, &speaker, 1);
  return status ? status : nowplaying_session_commit(session);
}

static nowplaying_status set_commands(nowplaying_session *session) {
  static const int64_t intervals[] = {30000000, 15000000};
  nowplaying_command skip = NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_SKIP_FORWARD);
  skip.intervals_us = intervals;
  skip.interval_count = 2;
  nowplaying_command like = NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_FEEDBACK);
  like.supported = 1u << NOWPLAYING_FEEDBACK_NEUTRAL | 1u << NOWPLAYING_FEEDBACK_POSITIVE;
  like.title = "Like this episode";
  const nowplaying_command commands[] = {NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE), skip, like};
  return nowplaying_session_set_commands(session, commands, 3);
}

/* Sets a snapshot only when playback changes: the position now, and how it moves from here. */
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
  /* The kind names the command, independent of its place in the list. */
  if (event->kind == NOWPLAYING_COMMAND_FEEDBACK)
    status = nowplaying_session_set_command_mode(session, event->kind, event->mode);
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
  snapshot.elapsed_us = 0;
  nowplaying_status status;
  (void)((status = nowplaying_app_new(&options, NULL, app)) ||
         (status = nowplaying_session_new_remote(*app, "speaker-1", &callbacks, session)) ||
         (status = nowplaying_content_new(NOWPLAYING_CONTENT_PODCAST, "episode-7", content)) ||
         (status = nowplaying_content_set_text(*content, NOWPLAYING_FIELD_TITLE, "Episode 7")) ||
         (status = nowplaying_content_set_text(*content, NOWPLAYING_FIELD_SHOW_NAME, "The Examples")) ||
         (status = nowplaying_session_set_content(*session, *content)) ||
         (status = set_commands(*session)) || (status = play(*session, NOWPLAYING_STATE_PAUSED, 0)) ||
         (status = show(*session)));
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
