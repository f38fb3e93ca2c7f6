/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks every documented error of the functions of a session; an error leaves earlier staged values unchanged. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "misuse.h"

static test_app host;
static nowplaying_session *session;

static void new_is_checked(void) {
  step("nowplaying_session_new checks its arguments");
  int destroyed = 0;
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.user_data = &destroyed;
  nowplaying_session *untouched = (nowplaying_session *)&untouched, *made = untouched;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_new(host.app, NULL, &callbacks, NULL));
  const size_t impossible[] = {0, 1, sizeof(size_t) - 1, SIZE_MAX};
  for (int i = 0; i < 4; i++) {
    callbacks.struct_size = impossible[i];
    CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_new(host.app, NULL, &callbacks, &made));
  }
  callbacks.struct_size = sizeof callbacks;
  callbacks.destroy = NULL;
  nowplaying_session *first = NULL, *next = NULL;
  CHECK_OK(nowplaying_session_new(host.app, "same", &callbacks, &first));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_new(host.app, "same", &callbacks, &made));
  CHECK(strstr(nowplaying_last_error(), "another session of the app has this id"));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_new_remote(host.app, "same", &callbacks, &made));
  CHECK_OK(nowplaying_session_new_remote(host.app, "Same", &callbacks, &next));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_new(host.app, "Same", &callbacks, &made));
  nowplaying_session_free(next);
  nowplaying_session_free(first);
  CHECK_OK(nowplaying_session_new(host.app, "same", &callbacks, &first));
  nowplaying_session_free(first);
  for (int i = 0; i < 2; i++) { /* Those that the library names differ. */
    CHECK_OK(nowplaying_session_new(host.app, i ? "" : NULL, &callbacks, i ? &next : &first));
  }
  nowplaying_session_free(next);
  nowplaying_session_free(first);
  CHECK(made == untouched);
}

#define WRONG_SNAPSHOT(change) \
  do { \
    nowplaying_snapshot wrong = NOWPLAYING_SNAPSHOT_INIT; \
    wrong.state = NOWPLAYING_STATE_PLAYING; \
    wrong.change; \
    CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_snapshot(session, &wrong)); \
  } while (0)

static void snapshot_is_checked(void) {
  step("nowplaying_session_set_snapshot checks each field");
  WRONG_SNAPSHOT(struct_size = 0);
  WRONG_SNAPSHOT(struct_size = SIZE_MAX);
  WRONG_SNAPSHOT(state = -1);
  WRONG_SNAPSHOT(state = NOWPLAYING_STATE_ERROR + 1);
  WRONG_SNAPSHOT(rate = 0);
  WRONG_SNAPSHOT(rate = NAN);
  WRONG_SNAPSHOT(rate = INFINITY);
  WRONG_SNAPSHOT(rate = -INFINITY);
  WRONG_SNAPSHOT(default_rate = -1);
  WRONG_SNAPSHOT(default_rate = NAN);
  WRONG_SNAPSHOT(default_rate = INFINITY);
  WRONG_SNAPSHOT(reserved = 1);
  WRONG_SNAPSHOT(error_kind = -1);
  WRONG_SNAPSHOT(error_kind = NOWPLAYING_ERROR_KIND_NOT_AVAILABLE + 1);
  WRONG_SNAPSHOT(elapsed_us = 0; wrong.seekable_start_us = 0);
  WRONG_SNAPSHOT(elapsed_us = 0; wrong.seekable_end_us = 1000);
  WRONG_SNAPSHOT(elapsed_us = 0; wrong.seekable_start_us = 1000; wrong.seekable_end_us = 999);
  WRONG_SNAPSHOT(seekable_start_us = 0; wrong.seekable_end_us = 1000);
  CHECK(strstr(nowplaying_last_error(), "needs a position; give elapsed_us too"));
  nowplaying_snapshot window = NOWPLAYING_SNAPSHOT_INIT;
  window.elapsed_us = 0;
  window.seekable_start_us = -5, window.seekable_end_us = -3, window.buffered_us = -1;
  CHECK_OK(nowplaying_session_set_snapshot(session, &window));
  window.seekable_start_us = window.seekable_end_us = INT64_MAX;
  CHECK_OK(nowplaying_session_set_snapshot(session, &window));
  window.struct_size = offsetof(nowplaying_snapshot, seekable_start_us);
  window.seekable_end_us = 0; /* Not of this program's header. */
  CHECK_OK(nowplaying_session_set_snapshot(session, &window));
  const int64_t times[] = {0, -1, -2, -7200000000, INT64_MIN + 1, INT64_MIN, INT64_MAX};
  for (int i = 0; i < 7; i++) {
    nowplaying_snapshot any = NOWPLAYING_SNAPSHOT_INIT;
    any.elapsed_us = times[i];
    CHECK_OK(nowplaying_session_set_snapshot(session, &any));
    any.timestamp_us = times[i];
    CHECK_OK(nowplaying_session_set_snapshot(session, &any));
  }
  nowplaying_snapshot legal = NOWPLAYING_SNAPSHOT_INIT;
  legal.rate = NAN; /* Ignored unless playing. */
  CHECK_OK(nowplaying_session_set_snapshot(session, &legal));
  legal.state = NOWPLAYING_STATE_PLAYING;
  legal.rate = -1e308;
  legal.elapsed_us = legal.timestamp_us = INT64_MAX;
  CHECK_OK(nowplaying_session_set_snapshot(session, &legal));
  CHECK_OK(nowplaying_session_commit(session));
  CHECK_OK(nowplaying_session_set_snapshot(session, NULL));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_snapshot(session, (nowplaying_snapshot *)((char *)&legal + 1)));
}

static void commands_are_checked(void) {
  step("nowplaying_session_set_commands checks each descriptor");
  nowplaying_command good[NOWPLAYING_MAX_COMMANDS + 1];
  for (int i = 0; i <= NOWPLAYING_MAX_COMMANDS; i++)
    good[i] = (nowplaying_command)NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY);
  CHECK_OK(nowplaying_session_set_commands(session, good, NOWPLAYING_MAX_COMMANDS));
  CHECK_ERROR(TOO_LARGE, nowplaying_session_set_commands(session, good, NOWPLAYING_MAX_COMMANDS + 1));
  CHECK_ERROR(TOO_LARGE, nowplaying_session_set_commands(session, good, SIZE_MAX));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_commands(session, NULL, 1));
  CHECK_ERROR(INVALID_ARGUMENT,
              nowplaying_session_set_commands(session, (nowplaying_command *)((char *)good + 1), 1));

  enum { TOO_MANY_INTERVALS = NOWPLAYING_MAX_INTERVALS + 1, TOO_MANY_RATES = NOWPLAYING_MAX_RATES + 1 };
  int64_t intervals[TOO_MANY_INTERVALS];
  double rates[TOO_MANY_RATES];
  for (int i = 0; i < TOO_MANY_INTERVALS; i++) intervals[i] = 1000000;
  for (int i = 0; i < TOO_MANY_RATES; i++) rates[i] = 1.5;
  nowplaying_command full[] = {NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_SKIP_FORWARD),
                               NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_CHANGE_RATE)};
  full[0].intervals_us = intervals, full[0].interval_count = NOWPLAYING_MAX_INTERVALS;
  full[1].rates = rates, full[1].rate_count = NOWPLAYING_MAX_RATES;
  CHECK_OK(nowplaying_session_set_commands(session, full, 2));
  CHECK_OK(nowplaying_session_set_commands(session, good, 1));
  const int64_t zero = 0, negative = -1;
  const double no_rates[] = {0, NAN, INFINITY};
  WRONG_COMMAND(INVALID_ARGUMENT, 0, enabled = 1);
  WRONG_COMMAND(INVALID_ARGUMENT, TEST_COMMANDS + 1, enabled = 1);
  WRONG_COMMAND(INVALID_ARGUMENT, -1, enabled = 1);
  WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_PLAY, struct_size = 0);
  WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_PLAY, struct_size = SIZE_MAX);
  WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_SKIP_FORWARD, intervals_us = &zero; wrong.interval_count = 1);
  WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_SKIP_BACKWARD, intervals_us = &negative; wrong.interval_count = 1);
  WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_SKIP_FORWARD, interval_count = 1);
  WRONG_COMMAND(TOO_LARGE, NOWPLAYING_COMMAND_SKIP_FORWARD, intervals_us = intervals;
                wrong.interval_count = TOO_MANY_INTERVALS);
  for (int i = 0; i < 3; i++)
    WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_CHANGE_RATE, rates = &no_rates[i]; wrong.rate_count = 1);
  WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_CHANGE_RATE, rate_count = 1);
  const double no_ranges[][2] = {{0.5, 0}, {0, 2}, {2, 0.5}, {-1, 2}, {NAN, 2}, {0.5, NAN}, {0.5, INFINITY}};
  for (int i = 0; i < 7; i++)
    WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_CHANGE_RATE, rate_minimum = no_ranges[i][0];
                  wrong.rate_maximum = no_ranges[i][1]);
  WRONG_COMMAND(TOO_LARGE, NOWPLAYING_COMMAND_CHANGE_RATE, rates = rates; wrong.rate_count = TOO_MANY_RATES);
  /* Misaligned lists; for an empty list the pointer is not read. */
  const void *odd = (const char *)intervals + 1;
  for (size_t count = 1; count < 3; count++) {
    WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_SKIP_FORWARD, intervals_us = odd; wrong.interval_count = count);
    WRONG_COMMAND(INVALID_ARGUMENT, NOWPLAYING_COMMAND_CHANGE_RATE, rates = odd; wrong.rate_count = count);
  }
  full[0].intervals_us = odd, full[0].interval_count = 0;
  full[1].rates = odd, full[1].rate_count = 0;
  CHECK_OK(nowplaying_session_set_commands(session, full, 2));
  CHECK_OK(nowplaying_session_set_commands(session, good, 1));
  const int with_mode[] = {NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE, NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE,
                           NOWPLAYING_COMMAND_FEEDBACK};
  for (int i = 0; i < 3; i++) {
    WRONG_COMMAND(INVALID_ARGUMENT, with_mode[i], current = -1);
    WRONG_COMMAND(INVALID_ARGUMENT, with_mode[i], current = 3);
  }
  CHECK_OK(nowplaying_session_set_command_enabled(session, NOWPLAYING_COMMAND_PLAY, 0)); /* Still the good ones. */
}

static void mistakes_are_logged(void) {
  step("mistakes are in the host's log");
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  snapshot.state = 77;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_snapshot(session, &snapshot));
  test_await_client_bug("client bug: nowplaying_session_set_snapshot: unknown state (77)\n");
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_command_enabled(session, 77, 1));
  test_await_client_bug("client bug: nowplaying_session_set_command_enabled: unknown command (77)\n");
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_command_enabled(session, -1, 1));
  test_await_client_bug("client bug: nowplaying_session_set_command_enabled: unknown command (-1)\n");
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_new(host.app, NULL, NULL, NULL));
  test_await_client_bug("client bug: nowplaying_session_new: ret_session");
  CHECK_ERROR(INVALID_HANDLE, nowplaying_session_set_content(session, (nowplaying_content *)session));
  test_await_client_bug("client bug: nowplaying_session_set_content: content is not a content\n");
  /* Using a setter of another type is logged once, at the first tag; a wrong date from a tag is refused silently. */
  nowplaying_content *content = test_content(NULL, "Title", NULL);
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_text(content, NOWPLAYING_FIELD_RELEASE_DATE, "soon"));
  CHECK_OK(nowplaying_session_set_content(session, content));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_text(content, NOWPLAYING_FIELD_TRACK_NUMBER, "7"));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_number(content, NOWPLAYING_FIELD_TITLE, 1));
  for (int i = 0; i < 2; i++) CHECK_OK(nowplaying_session_set_content(session, content));
  test_await_client_bug("nowplaying_session_set_content: a setter has refused NOWPLAYING_FIELD_TRACK_NUMBER\n");
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_text(content, NOWPLAYING_FIELD_CHAPTER, "7"));
  CHECK_OK(nowplaying_session_set_content(session, content));
  test_await_client_bug("a setter has refused NOWPLAYING_FIELD_CHAPTER\n");
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_text(content, 99, "7"));
  CHECK_OK(nowplaying_session_set_content(session, content));
  test_await_client_bug("a setter has refused field 99\n");
  nowplaying_content_free(content);
  snapshot.state = NOWPLAYING_STATE_PLAYING;
  struct timespec wall;
  clock_gettime(CLOCK_REALTIME, &wall);
  snapshot.timestamp_us = (int64_t)wall.tv_sec * 1000000;
  CHECK_OK(nowplaying_session_set_snapshot(session, &snapshot));
  test_await_client_bug("CLOCK_MONOTONIC");
  CHECK(!test_has_client_bug("a setter has refused"));
}

static void single_commands_are_checked(void) {
  step("enabled and mode of a command are checked");
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_command_enabled(session, 0, 1));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_command_enabled(session, TEST_COMMANDS + 1, 1));
  CHECK_ERROR(INVALID_STATE, nowplaying_session_set_command_enabled(session, NOWPLAYING_COMMAND_NEXT, 1));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_command_mode(session, NOWPLAYING_COMMAND_PLAY, 0));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_command_mode(session, 0, 0));
  CHECK_ERROR(INVALID_STATE, nowplaying_session_set_command_mode(session, NOWPLAYING_COMMAND_FEEDBACK, 0));
  CHECK(strstr(nowplaying_last_error(), "the session has no command of this kind"));
  CHECK_ERROR(INVALID_STATE, nowplaying_session_set_devices(session, NULL, 0));
  CHECK(strstr(nowplaying_last_error(), "nowplaying_session_new_remote()"));
  nowplaying_command modes[] = {NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE),
                                NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE),
                                NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_FEEDBACK)};
  CHECK_OK(nowplaying_session_set_commands(session, modes, 3));
  /* A host passes modes in the place of their bits by mistake: NEUTRAL | POSITIVE is the bit of NEUTRAL alone. */
  modes[2].supported = NOWPLAYING_FEEDBACK_NEUTRAL | NOWPLAYING_FEEDBACK_POSITIVE;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_commands(session, modes, 3));
  CHECK(strstr(nowplaying_last_error(), "1u << NOWPLAYING_FEEDBACK_"));
  for (int i = 0; i < 3; i++) {
    CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_command_mode(session, modes[i].kind, -1));
    CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_command_mode(session, modes[i].kind, 3));
    CHECK_OK(nowplaying_session_set_command_mode(session, modes[i].kind, 2));
  }
  CHECK_OK(nowplaying_session_set_commands(session, NULL, 0));
}

static void queue_is_checked(void) {
  step("nowplaying_session_set_queue checks each entry");
  nowplaying_content *named = NULL, *nameless = NULL;
  CHECK_OK(nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, "a", &named));
  CHECK_OK(nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, NULL, &nameless));
  const nowplaying_content *entries[] = {named, nameless, NULL, (nowplaying_content *)session};
  CHECK_OK(nowplaying_session_set_queue(session, NULL, 0));
  CHECK_OK(nowplaying_session_set_queue(session, entries, 0));
  CHECK_OK(nowplaying_session_set_queue(session, entries, 1));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_queue(session, NULL, 1));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_queue(
                                    session, (const nowplaying_content *const *)((char *)entries + 1), 1));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_queue(session, entries, 2));
  CHECK(strstr(nowplaying_last_error(), "an entry has no id (index 1)"));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_queue(session, entries + 2, 1));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_queue(session, entries + 3, 1));
  CHECK(strstr(nowplaying_last_error(), "an entry is not a content (index 0)"));
  CHECK_ERROR(TOO_LARGE, nowplaying_session_set_queue(session, entries, NOWPLAYING_MAX_QUEUE_ENTRIES + 1));
  CHECK_ERROR(TOO_LARGE, nowplaying_session_set_queue(session, entries, SIZE_MAX));
  entries[1] = named;
  CHECK_OK(nowplaying_session_set_queue(session, entries, 2));
  CHECK_OK(nowplaying_session_set_queue_row(session, 1));
  CHECK_OK(nowplaying_session_set_queue_row(session, -1));
  CHECK_OK(nowplaying_session_set_queue_row(session, INT64_MIN));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_queue_row(session, 2));
  CHECK(strstr(nowplaying_last_error(), "the queue has no such row"));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_queue_row(session, INT64_MAX));
  CHECK_OK(nowplaying_session_set_queue(session, NULL, 0));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_queue_row(session, 0));
  nowplaying_content_free(named);
  nowplaying_content_free(nameless);
  CHECK_OK(nowplaying_session_commit(session));
}

static void devices_are_checked(void) {
  step("nowplaying_session_set_devices checks each device");
  nowplaying_session *remote = NULL;
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  CHECK_OK(nowplaying_session_new_remote(host.app, "remote", &callbacks, &remote));
  static char ids[NOWPLAYING_MAX_DEVICES + 1][8];
  nowplaying_device devices[NOWPLAYING_MAX_DEVICES + 1];
  for (int i = 0; i <= NOWPLAYING_MAX_DEVICES; i++) {
    snprintf(ids[i], sizeof ids[i], "d%d", i);
    devices[i] = (nowplaying_device)NOWPLAYING_DEVICE_INIT;
    devices[i].id = devices[i].name = ids[i];
  }
  CHECK_OK(nowplaying_session_set_devices(remote, NULL, 0));
  CHECK_OK(nowplaying_session_set_devices(remote, devices, NOWPLAYING_MAX_DEVICES));
  CHECK_ERROR(TOO_LARGE, nowplaying_session_set_devices(remote, devices, NOWPLAYING_MAX_DEVICES + 1));
  CHECK_ERROR(TOO_LARGE, nowplaying_session_set_devices(remote, devices, SIZE_MAX));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_devices(remote, NULL, 1));
  devices[0].id = NULL;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_devices(remote, devices, 1));
  nowplaying_session_free(remote);
}

static void pictures_are_checked(void) {
  step("pictures that are provided are checked");
  char noise[64];
  memset(noise, 7, sizeof noise);
  static char too_long[NOWPLAYING_MAX_TEXT_BYTES + 2] = "https://example.org/";
  memset(too_long + 20, 'a', sizeof too_long - 21);
  const char *const no_ids[] = {NULL, ""};
  for (int i = 0; i < 2; i++) {
    CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_provide_artwork_data(session, no_ids[i], test_png, test_png_size));
    CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_provide_artwork_file(session, no_ids[i], "/nonexistent"));
    CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_provide_artwork_url(session, no_ids[i], "https://example.org/a"));
    CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_provide_artwork_none(session, no_ids[i]));
    CHECK(strstr(nowplaying_last_error(), "nowplaying_session_provide_artwork_none: artwork_id is NULL or empty"));
  }
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_provide_artwork_data(session, "a", NULL, 10));
  CHECK_ERROR(NOT_AN_IMAGE, nowplaying_session_provide_artwork_data(session, "a", noise, 0));
  CHECK_ERROR(NOT_AN_IMAGE, nowplaying_session_provide_artwork_data(session, "a", noise, sizeof noise));
  CHECK_ERROR(TOO_LARGE,
              nowplaying_session_provide_artwork_data(session, "a", test_png, NOWPLAYING_MAX_ARTWORK_BYTES + 1));
  CHECK_ERROR(TOO_LARGE, nowplaying_session_provide_artwork_data(session, "a", test_png, SIZE_MAX));
  CHECK_ERROR(TOO_LARGE, nowplaying_session_provide_artwork_data(session, "a", test_png, SIZE_MAX / 2));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_provide_artwork_file(session, "a", NULL));
  CHECK_ERROR(IO, nowplaying_session_provide_artwork_file(session, "a", "/nonexistent/cover.png"));
  CHECK(strstr(nowplaying_last_error(), "nowplaying_session_provide_artwork_file: No such file or directory"));
  CHECK_ERROR(IO, nowplaying_session_provide_artwork_file(session, "a", ""));
  CHECK_ERROR(IO, nowplaying_session_provide_artwork_file(session, "a", "/dev/zero"));
  const char *const no_urls[] = {NULL, "", "cover.png", "/cover.png", "ftp://example.org/a.png", "https://",
                                 "https://example.org/a b.png", "file://elsewhere/cover.png", too_long};
  for (size_t i = 0; i < sizeof no_urls / sizeof no_urls[0]; i++)
    CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_provide_artwork_url(session, "a", no_urls[i]));
  CHECK_ERROR(IO, nowplaying_session_provide_artwork_url(session, "a", "file:///nonexistent/cover.png"));
  CHECK_OK(nowplaying_session_provide_artwork_url(session, "a", "https://example.org/a.png"));
  CHECK_OK(nowplaying_session_provide_artwork_data(session, "a", test_png, test_png_size));
  CHECK_OK(nowplaying_session_provide_artwork_none(session, "a"));
}

static void volume_and_outputs_are_checked(void) {
  step("volume and outputs are checked");
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_volume(session, NAN));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_volume(session, INFINITY));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_volume(session, -INFINITY));
  CHECK_OK(nowplaying_session_set_volume(session, 1e300));
  CHECK_OK(nowplaying_session_set_volume(session, -1));
  const double no_maximum[] = {NAN, INFINITY, -INFINITY, 0, -1};
  for (int i = 0; i < 5; i++)
    CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_volume_maximum(session, no_maximum[i]));
  CHECK_OK(nowplaying_session_set_volume_maximum(session, 1e300));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_get_primary(session, NULL));
}

/* Calls each function of a session that returns a status, and checks that it is the expected one. */
static void all_return(nowplaying_session *handle, nowplaying_status expected, const nowplaying_content *content) {
  nowplaying_command play = NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY);
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  nowplaying_primary_flags primary = 77;
#define RETURNS(call) check_status(__FILE__, __LINE__, #call, (call), expected)
  RETURNS(nowplaying_session_set_content(handle, content));
  RETURNS(nowplaying_session_set_snapshot(handle, &snapshot));
  RETURNS(nowplaying_session_set_commands(handle, &play, 1));
  RETURNS(nowplaying_session_set_command_enabled(handle, NOWPLAYING_COMMAND_PLAY, 1));
  RETURNS(nowplaying_session_set_command_mode(handle, NOWPLAYING_COMMAND_FEEDBACK, 1));
  RETURNS(nowplaying_session_set_volume(handle, 1));
  RETURNS(nowplaying_session_set_volume_maximum(handle, 2));
  RETURNS(nowplaying_session_set_muted(handle, 1));
  RETURNS(nowplaying_session_set_tracks(handle, NULL, 0));

  RETURNS(nowplaying_session_set_queue(handle, NULL, 0));
  RETURNS(nowplaying_session_provide_artwork_data(handle, "a", test_png, test_png_size));
  RETURNS(nowplaying_session_provide_artwork_file(handle, "a", "/etc/hostname"));
  RETURNS(nowplaying_session_provide_artwork_url(handle, "a", "https://example.org/a.png"));
  RETURNS(nowplaying_session_provide_artwork_none(handle, "a"));
  RETURNS(nowplaying_session_set_queue_row(handle, -1));
  RETURNS(nowplaying_session_commit(handle));
  RETURNS(nowplaying_session_request_application_primary(handle));
  RETURNS(nowplaying_session_request_system_primary(handle));
  RETURNS(nowplaying_session_resign_system_primary(handle));
  RETURNS(nowplaying_session_get_primary(handle, &primary));
  CHECK_EQUAL(primary, 77);
}

int main(void) {
  test_expect_client_bugs(1);
  test_app_start(&host, NULL, NOWPLAYING_LOOP_THREAD, NULL, NULL);
  CHECK_OK(nowplaying_session_new(host.app, NULL, NULL, &session));
  nowplaying_content *content = test_content(NULL, "Title", NULL);
  mistakes_are_logged();
  new_is_checked();
  snapshot_is_checked();
  commands_are_checked();
  single_commands_are_checked();
  queue_is_checked();
  devices_are_checked();
  pictures_are_checked();
  volume_and_outputs_are_checked();

  step("every function of a session checks its handle");
  bad_handles bad = bad_handles_make(session, host.app, content, NULL);
  for (int i = 0; i < bad.count; i++) all_return(bad.handles[i], NOWPLAYING_ERROR_INVALID_HANDLE, content);
  for (int i = 0; i < bad.count; i++) nowplaying_session_free(bad.handles[i]);
  bad_handles bad_contents = bad_handles_make(content, host.app, session, NULL);
  for (int i = 1; i < bad_contents.count; i++)
    CHECK_ERROR(INVALID_HANDLE, nowplaying_session_set_content(session, bad_contents.handles[i]));
  CHECK_OK(nowplaying_session_set_content(session, content));
  CHECK_OK(nowplaying_session_commit(session));

  step("a session that outlives its app answers INVALID_STATE and can be freed");
  test_app_end(&host);
  all_return(session, NOWPLAYING_ERROR_INVALID_STATE, content);
  nowplaying_session_free(session);
  nowplaying_content_free(content);
  return 0;
}
