/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks every documented error of buttons, chapters and tracks, which MPRIS does not have. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "misuse.h"

static nowplaying_session *session;

/** The details of the last error name the element that was refused. */
#define CHECK_INDEX(index) CHECK(strstr(nowplaying_last_error(), " (index " #index ")"))

static void buttons_are_checked(void) {
  step("icons, slots, steps and ids of commands are checked");
  nowplaying_command good[] = {NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_CUSTOM),
                               NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_CUSTOM)};
  good[0].id = "sleep", good[1].id = "Sleep";
  good[0].title = good[1].title = "Sleep";
  good[0].icon = "a.B-9_c", good[0].slot = NOWPLAYING_SLOT_OVERFLOW;
  CHECK_OK(nowplaying_session_set_commands(session, good, 2));
  CHECK_OK(nowplaying_session_set_custom_command(session, "sleep", 0, 1));
  CHECK_OK(nowplaying_session_set_custom_command(session, "sleep", 0, 1));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_custom_command(session, NULL, 1, 1));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_custom_command(session, "", 1, 1));
  CHECK_ERROR(INVALID_STATE, nowplaying_session_set_custom_command(session, "wake", 1, 1));
  good[1].id = "sleep";
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_commands(session, good, 2));
  CHECK_INDEX(1);
  good[1].kind = 0;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_commands(session, good, 2));
  CHECK_INDEX(1);
  good[0].interval_count = SIZE_MAX;
  CHECK_ERROR(TOO_LARGE, nowplaying_session_set_commands(session, good, 2));
  CHECK_INDEX(0);
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_commands(session, NULL, 2));
  CHECK(!strstr(nowplaying_last_error(), "index"));
  WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_CUSTOM, title = "No id");
  WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_CUSTOM, id = "no-title");
  WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_CUSTOM, id = ""; wrong.title = "No id");
  WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_PLAY, icon = "/usr/share/icons/x.png");
  WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_PLAY, icon = "a b");
  WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_PLAY, icon = "\xc3\xa4");
  CHECK(strstr(nowplaying_last_error(), "icon must be a word such as \"timer\""));
  CHECK(strstr(nowplaying_last_error(), "not a path"));
  WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_PLAY, slot = -1);
  WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_PLAY, slot = NOWPLAYING_SLOT_OVERFLOW + 1);
  WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_SET_RATING, steps = -1);
  WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_SET_RATING, steps = 101);
  CHECK(strstr(nowplaying_last_error(), "steps is negative, or more than the header allows"));
  WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_PLAY, reserved = 1);
  CHECK_OK(nowplaying_session_set_custom_command(session, "Sleep", 1, 0)); /* Still the good ones. */
  CHECK_OK(nowplaying_session_set_muted(session, 7));
  CHECK_OK(nowplaying_session_set_muted(session, 0));
}

static void one_command_is_checked(void) {
  step("nowplaying_session_set_command checks the command, and finds the one whose place it takes");
  nowplaying_command full[NOWPLAYING_MAX_COMMANDS];
  char ids[NOWPLAYING_MAX_COMMANDS][8];
  for (int i = 0; i < NOWPLAYING_MAX_COMMANDS; i++) {
    full[i] = (nowplaying_command)NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_CUSTOM);
    snprintf(ids[i], sizeof ids[i], "%d", i);
    full[i].id = ids[i], full[i].title = "Title";
  }
  CHECK_OK(nowplaying_session_set_commands(session, full, NOWPLAYING_MAX_COMMANDS - 1));
  nowplaying_command one = NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_BOOKMARK);
  CHECK_OK(nowplaying_session_set_command(session, &one));
  CHECK_OK(nowplaying_session_set_command(session, &one)); /* In its own place. */
  CHECK_OK(nowplaying_session_set_command(session, &full[3]));
  one.kind = NOWPLAYING_COMMAND_PLAY;
  CHECK_ERROR(TOO_LARGE, nowplaying_session_set_command(session, &one));
  CHECK(strstr(nowplaying_last_error(), "NOWPLAYING_MAX_COMMANDS"));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_command(session, NULL));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_command(session, (nowplaying_command *)((char *)&one + 1)));
  one.struct_size = 8;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_command(session, &one));
  one.struct_size = SIZE_MAX;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_command(session, &one));
  one = (nowplaying_command)NOWPLAYING_COMMAND_INIT(0);
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_command(session, &one));
  one = (nowplaying_command)NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_CUSTOM);
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_command(session, &one));
  one = (nowplaying_command)NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_SKIP_FORWARD);
  one.interval_count = SIZE_MAX;
  CHECK_ERROR(TOO_LARGE, nowplaying_session_set_command(session, &one));
  CHECK_ERROR(INVALID_HANDLE, nowplaying_session_set_command(NULL, &full[0]));
  CHECK_OK(nowplaying_session_set_commands(session, NULL, 0));
  CHECK_OK(nowplaying_session_set_command(session, &full[0]));
  CHECK_OK(nowplaying_session_set_custom_command(session, "0", 1, 0));
  CHECK_ERROR(INVALID_STATE, nowplaying_session_set_custom_command(session, "1", 1, 0));
}

#define WRONG_TRACK(change) \
  do { \
    nowplaying_track wrong = NOWPLAYING_TRACK_INIT(NOWPLAYING_TRACK_AUDIO); \
    wrong.id = "1"; \
    wrong.change; \
    CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_tracks(session, &wrong, 1)); \
  } while (0)

static void tracks_are_checked(void) {
  step("nowplaying_session_set_tracks checks each track");
  nowplaying_track good[NOWPLAYING_MAX_TRACKS + 1];
  char ids[NOWPLAYING_MAX_TRACKS + 1][8];
  for (int i = 0; i <= NOWPLAYING_MAX_TRACKS; i++) {
    good[i] = (nowplaying_track)NOWPLAYING_TRACK_INIT(1 + i % 3);
    snprintf(ids[i], sizeof ids[i], "%d", i / 3);
    good[i].id = ids[i];
  }
  good[0].selected = good[1].selected = 1;
  CHECK_OK(nowplaying_session_set_tracks(session, good, NOWPLAYING_MAX_TRACKS));
  CHECK_ERROR(TOO_LARGE, nowplaying_session_set_tracks(session, good, NOWPLAYING_MAX_TRACKS + 1));
  CHECK_ERROR(TOO_LARGE, nowplaying_session_set_tracks(session, good, SIZE_MAX));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_tracks(session, NULL, 1));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_tracks(session, (nowplaying_track *)((char *)good + 1), 1));
  good[3].selected = 1; /* Audio, as the first. */
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_tracks(session, good, 4));
  CHECK_INDEX(3);
  good[3].selected = 0, good[3].id = "0";
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_tracks(session, good, 4));
  CHECK_INDEX(3);
  good[2].kind = 0;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_tracks(session, good, 4));
  CHECK_INDEX(2);
  WRONG_TRACK(id = NULL);
  WRONG_TRACK(id = "");
  WRONG_TRACK(kind = 0);
  WRONG_TRACK(kind = NOWPLAYING_TRACK_CAPTIONS + 1);
  WRONG_TRACK(characteristics = 16);
  WRONG_TRACK(reserved = 1);
  WRONG_TRACK(struct_size = 0);
  CHECK_OK(nowplaying_session_set_tracks(session, NULL, 0));
}

static void chapters_are_checked(void) {
  step("nowplaying_content_set_chapters checks each chapter");
  nowplaying_content *content = NULL;
  CHECK_OK(nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, "id", &content));
  static nowplaying_chapter good[NOWPLAYING_MAX_CHAPTERS + 1];
  for (int i = 0; i <= NOWPLAYING_MAX_CHAPTERS; i++) {
    good[i] = (nowplaying_chapter)NOWPLAYING_CHAPTER_INIT;
    good[i].start_us = i / 2;
  }
  CHECK_OK(nowplaying_content_set_chapters(content, good, NOWPLAYING_MAX_CHAPTERS));
  CHECK_ERROR(TOO_LARGE, nowplaying_content_set_chapters(content, good, NOWPLAYING_MAX_CHAPTERS + 1));
  CHECK_ERROR(TOO_LARGE, nowplaying_content_set_chapters(content, good, SIZE_MAX));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_chapters(content, NULL, 1));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_chapters(content, (nowplaying_chapter *)((char *)good + 1), 1));
  CHECK_ERROR(INVALID_HANDLE, nowplaying_content_set_chapters(NULL, good, 1));
  good[1].start_us = -1;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_chapters(content, good, 2));
  CHECK_INDEX(1);
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_chapters(content, good + 1, 1));
  CHECK_INDEX(0);
  good[1].start_us = 5, good[2].start_us = 4;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_chapters(content, good, 3));
  CHECK_INDEX(2);
  good[1].struct_size = 8;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_chapters(content, good, 2));
  CHECK_OK(nowplaying_content_set_chapters(content, NULL, 0));
  nowplaying_content_free(content);
}

int main(void) {
  static test_app host;
  test_expect_client_bugs(1);
  test_app_start(&host, NULL, NOWPLAYING_LOOP_THREAD, NULL, NULL);
  CHECK_OK(nowplaying_session_new(host.app, NULL, NULL, &session));
  buttons_are_checked();
  one_command_is_checked();
  tracks_are_checked();
  chapters_are_checked();
  nowplaying_session_free(session);
  test_app_end(&host);
  return 0;
}
