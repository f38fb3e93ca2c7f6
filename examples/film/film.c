/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: film     A film with chapters, subtitles and a button of its own, until Ctrl-C or SIGTERM. */
#include <nowplaying/nowplaying.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define MINUTE_US INT64_C(60000000)
static nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;

static int64_t now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

/* A real player asks its engine where it is. */
static int64_t position(void) {
  int is_playing = snapshot.state == NOWPLAYING_STATE_PLAYING;
  return snapshot.elapsed_us + (is_playing ? now_us() - snapshot.timestamp_us : 0);
}

/* Sets a snapshot with the current position; it is needed at each change of playback, and at no other change. */
static nowplaying_status play(nowplaying_session *session, nowplaying_playback_state state, int64_t elapsed_us) {
  snapshot.state = state;
  snapshot.elapsed_us = elapsed_us;
  snapshot.timestamp_us = now_us();
  return nowplaying_session_set_snapshot(session, &snapshot);
}

static nowplaying_status set_content(nowplaying_session *session) {
  nowplaying_chapter chapters[] = {NOWPLAYING_CHAPTER_INIT, NOWPLAYING_CHAPTER_INIT};
  chapters[0].title = "The harbour";
  chapters[1].title = "The storm";
  chapters[1].start_us = 40 * MINUTE_US;
  nowplaying_content *film = NULL;
  nowplaying_status status;
  (void)((status = nowplaying_content_new(NOWPLAYING_CONTENT_MOVIE, "film-1", &film)) ||
         (status = nowplaying_content_set_text(film, NOWPLAYING_FIELD_TITLE, "The Sea")) ||
         (status = nowplaying_content_set_duration(film, NOWPLAYING_DURATION_FINITE, 90 * MINUTE_US)) ||
         (status = nowplaying_content_set_chapters(film, chapters, 2)) ||
         (status = nowplaying_session_set_content(session, film)));
  nowplaying_content_free(film);
  return status;
}

/* Sets all tracks again, whenever another one is heard or seen; `subtitles` is the id of one, or NULL for none. */
static nowplaying_status set_tracks(nowplaying_session *session, const char *subtitles) {
  nowplaying_track tracks[] = {NOWPLAYING_TRACK_INIT(NOWPLAYING_TRACK_AUDIO),
                               NOWPLAYING_TRACK_INIT(NOWPLAYING_TRACK_SUBTITLES)};
  tracks[0].id = tracks[0].language = "en";
  tracks[0].selected = 1;
  tracks[1].id = tracks[1].language = "de";
  tracks[1].selected = subtitles && strcmp(subtitles, tracks[1].id) == 0;
  return nowplaying_session_set_tracks(session, tracks, 2);
}

/* A button that MPRIS has no word for. It is a switch: `active` tells whether it is on. */
static nowplaying_status set_commands(nowplaying_session *session) {
  nowplaying_command watch_list = NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_CUSTOM);
  watch_list.id = "watch-list";
  watch_list.title = "On my watch list";
  watch_list.icon = "bookmark";
  watch_list.slot = NOWPLAYING_SLOT_FORWARD_SECONDARY;
  const nowplaying_command commands[] = {NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE),
                                         NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_SEEK_TO_POSITION), watch_list};
  return nowplaying_session_set_commands(session, commands, 3);
}

static nowplaying_status command(nowplaying_session *session, nowplaying_request *request,
                                 const nowplaying_command_event *event, void *user_data) {
  static int32_t is_on_list;
  (void)request, (void)user_data;
  int is_playing = snapshot.state == NOWPLAYING_STATE_PLAYING;
  nowplaying_status status = NOWPLAYING_OK;
  switch (event->kind) {
    case NOWPLAYING_COMMAND_SEEK_TO_POSITION: status = play(session, snapshot.state, event->time_us); break;
    case NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE:
      status = play(session, is_playing ? NOWPLAYING_STATE_PAUSED : NOWPLAYING_STATE_PLAYING, position());
      break;
    case NOWPLAYING_COMMAND_CUSTOM: /* event->id says which, if there are several. */
      is_on_list = !is_on_list;
      status = nowplaying_session_set_custom_command(session, event->id, 1, is_on_list);
      break;
  }
  return status ? status : nowplaying_session_commit(session);
}

/* The user has chosen a track of a kind by its id, or none. There is one audio track, and it must be one. */
static nowplaying_status select_track(nowplaying_session *session, nowplaying_request *request,
                                      nowplaying_track_kind kind, const char *id, void *user_data) {
  (void)request, (void)user_data;
  if (kind == NOWPLAYING_TRACK_AUDIO) return id ? NOWPLAYING_OK : NOWPLAYING_ERROR_NOT_SUPPORTED;
  nowplaying_status status = set_tracks(session, id);
  return status ? status : nowplaying_session_commit(session);
}

static nowplaying_status run(nowplaying_app **app, nowplaying_session **session) {
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "film";
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = command;
  callbacks.select_track = select_track;
  nowplaying_status status;
  (void)((status = nowplaying_app_new(&options, NULL, app)) ||
         (status = nowplaying_session_new(*app, NULL, &callbacks, session)) ||
         (status = set_commands(*session)) || (status = set_content(*session)) ||
         (status = set_tracks(*session, NULL)) || (status = play(*session, NOWPLAYING_STATE_PAUSED, 0)) ||
         (status = nowplaying_session_commit(*session)) ||
         (status = nowplaying_session_request_application_primary(*session)));
  return status;
}

int main(void) {
  nowplaying_app *app = NULL;
  nowplaying_session *session = NULL;
  sigset_t ends;
  int received;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigprocmask(SIG_BLOCK, &ends, NULL);

  int failed = run(&app, &session);
  if (failed) fprintf(stderr, "film: %s\n", nowplaying_last_error());
  else sigwait(&ends, &received);
  nowplaying_session_free(session);
  nowplaying_app_free(app);
  return failed != 0;
}
