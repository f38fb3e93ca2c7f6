/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks that every wrong argument causes an error and has no other effect. */
#include <math.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "../../Lab/C/commands.h"
#include "host.h"

static void on_wakeup(nowplaying_surface *surface, void *user_data) { (void)surface, (void)user_data; }

static void options_are_checked(void) {
  nowplaying_surface *made = NULL;
  nowplaying_surface_options options = NOWPLAYING_SURFACE_OPTIONS_INIT;
  nowplaying_surface_callbacks callbacks = NOWPLAYING_SURFACE_CALLBACKS_INIT;
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_new(&options, &callbacks, NULL));
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_new(&options, &callbacks, (void *)((char *)&made + 1)));
  options.twins = 2;
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_new(&options, &callbacks, &made));
  options.twins = 0;
  options.loop = 3;
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_new(&options, &callbacks, &made));
  options.loop = NOWPLAYING_LOOP_WAKEUP;
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_new(&options, &callbacks, &made));
  options.loop = NOWPLAYING_LOOP_FD;
  options.bus_fd = eventfd(0, EFD_CLOEXEC);
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_new(&options, &callbacks, &made));
  close(options.bus_fd);
  CHECK(made == NULL);
}

static void places_are_checked(nowplaying_surface *surface, nowplaying_surface_session *session) {
  nowplaying_command command = NOWPLAYING_COMMAND_INIT(0);
  nowplaying_surface_control control = NOWPLAYING_SURFACE_CONTROL_INIT;
  int64_t integer = 77;
  double real = 77;
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_get_fd(surface, NULL));
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_get_bus_state(surface, NULL));
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_get_sessions(surface, NULL, 0, NULL));
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_get_sessions(surface, NULL, 1, &(size_t){0}));
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_get_names(surface, NULL, 0, NULL));
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_get_names(surface, NULL, 1, &(size_t){0}));
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_set_aspect_ratios(surface, 4));
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_session_get_info(session, NULL));
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_session_get_item(session, NULL));
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_session_get_integer(session, NOWPLAYING_FIELD_CHAPTER, NULL));
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_session_get_number(session, NOWPLAYING_FIELD_USER_RATING, NULL));
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_session_get_snapshot(session, 0, NULL));
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_session_get_command(session, 0, NULL));
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_session_get_control(session, 0, NULL));
  size_t index = 77;
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_session_get_chapter_at(session, 0, NULL, NULL));
  SURFACE_ERROR(INVALID_ARGUMENT,
                nowplaying_surface_session_get_chapter_at(session, 0, &index, (void *)((char *)&integer + 1)));
  SURFACE_ERROR(NO_SUCH_CONTENT, nowplaying_surface_session_get_chapter_at(session, 0, &index, NULL));
  CHECK_EQUAL(index, 77);
  const char *line = "untouched";
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_session_get_lyrics_at(session, 0, NULL, NULL));
  SURFACE_ERROR(INVALID_ARGUMENT,
                nowplaying_surface_session_get_lyrics_at(session, 0, &line, (void *)((char *)&integer + 1)));
  SURFACE_ERROR(NO_SUCH_CONTENT, nowplaying_surface_session_get_lyrics_at(session, 0, &line, NULL));
  CHECK_TEXT(line, "untouched");
  nowplaying_surface_queue queue = NOWPLAYING_SURFACE_QUEUE_INIT;
  nowplaying_surface_playlists playlists = NOWPLAYING_SURFACE_PLAYLISTS_INIT;
  SURFACE_ERROR(NO_SUCH_CONTENT, nowplaying_surface_session_get_queue(session, &queue));
  SURFACE_ERROR(NO_SUCH_CONTENT, nowplaying_surface_session_get_playlists(session, &playlists));
  SURFACE_ERROR(NO_SUCH_CONTENT, nowplaying_surface_session_get_command(session, 64, &command));
  SURFACE_ERROR(NO_SUCH_CONTENT, nowplaying_surface_session_get_command(session, SIZE_MAX, &command));
  SURFACE_ERROR(NO_SUCH_CONTENT, nowplaying_surface_session_get_control(session, SIZE_MAX, &control));
  SURFACE_ERROR(NO_SUCH_CONTENT,
                nowplaying_surface_session_get_device(session, 0, &(nowplaying_device)NOWPLAYING_DEVICE_INIT));
  SURFACE_ERROR(NO_SUCH_CONTENT, nowplaying_surface_session_get_integer(session, NOWPLAYING_FIELD_CHAPTER, &integer));
  SURFACE_ERROR(NO_SUCH_CONTENT, nowplaying_surface_session_get_number(session, NOWPLAYING_FIELD_USER_RATING, &real));
  CHECK(integer == 77 && real == 77);
  CHECK(nowplaying_surface_session_get_text(session, NOWPLAYING_FIELD_TITLE, 1) == NULL);
  CHECK(nowplaying_surface_session_get_text(session, NOWPLAYING_FIELD_TITLE, SIZE_MAX) == NULL);
  CHECK(nowplaying_surface_session_get_text(session, -1, 0) == NULL);
  CHECK_TEXT(nowplaying_surface_session_get_text(session, NOWPLAYING_FIELD_TITLE, 0), "Plain Song");
  const char *const no_keys[] = {NULL, "", "test:", "test:ow", "test:own2", "xesam:title", "\xff"};
  for (size_t i = 0; i < sizeof no_keys / sizeof *no_keys; i++)
    CHECK(nowplaying_surface_session_get_extra(session, no_keys[i]) == NULL);
  CHECK_TEXT(nowplaying_surface_session_get_extra(session, "test:own"), "Own");
  CHECK(nowplaying_surface_session_get_extra_key(session, 1) == NULL);
  CHECK(nowplaying_surface_session_get_extra_key(session, SIZE_MAX) == NULL);
  CHECK(nowplaying_surface_session_get_extra_key(session, SIZE_MAX / 2 + 1) == NULL);
  CHECK_TEXT(nowplaying_surface_session_get_extra_key(session, 0), "test:own");
}

static void actions_are_checked(nowplaying_surface *surface, nowplaying_surface_session *session) {
  test_outcome outcome = {0};
  nowplaying_surface_action action = 77;
  nowplaying_command_event command = NOWPLAYING_SURFACE_COMMAND_INIT(0);
#define REFUSED_GIVEN(given) \
  SURFACE_ERROR(INVALID_ARGUMENT, \
                nowplaying_surface_send_command(surface, session, given, test_done, &outcome, &action))
#define REFUSED() REFUSED_GIVEN(&command)
  REFUSED_GIVEN(NULL);
  REFUSED();
  command.kind = TEST_COMMANDS + 1, REFUSED();
  command.kind = NOWPLAYING_COMMAND_SEEK_FORWARD, command.phase = 2, REFUSED();
  command.kind = NOWPLAYING_COMMAND_CHANGE_RATE, command.rate = NAN, REFUSED();
  command.kind = NOWPLAYING_COMMAND_FEEDBACK, command.mode = 3, REFUSED();
  command.kind = NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE, command.mode = -2, REFUSED();
  command.kind = NOWPLAYING_COMMAND_MUTE, command.mode = 2, REFUSED();
  command.kind = NOWPLAYING_COMMAND_CUSTOM, command.id = NULL, REFUSED();
  command.id = "", REFUSED();
  const double ratings[] = {-0.1, 1.1, NAN, INFINITY};
  for (int i = 0; i < 4; i++) command.kind = NOWPLAYING_COMMAND_SET_RATING, command.rating = ratings[i], REFUSED();
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_select_track(surface, session, 0, "1", test_done, &outcome, NULL));
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_select_track(surface, session, NOWPLAYING_TRACK_AUDIO, NULL,
                                                                  test_done, &outcome, NULL));
  SURFACE_ERROR(INVALID_ARGUMENT,
                nowplaying_surface_get_chapter_artwork(surface, session, 0, -1, 0, test_done, &outcome, NULL));
  const double volumes[] = {-0.1, 1.1, NAN, INFINITY};
  for (int i = 0; i < 4; i++)
    SURFACE_ERROR(INVALID_ARGUMENT,
                  nowplaying_surface_set_volume(surface, session, NULL, volumes[i], test_done, &outcome, &action));
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_step_volume(surface, session, "", 1, test_done, &outcome, NULL));
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_step_volume(surface, session, "tv", 2, NULL, NULL, &action));
  const int32_t sizes[][2] = {{-1, 0}, {0, -1}, {16385, 0}, {0, 16385}};
  for (int i = 0; i < 4; i++) {
    int32_t width = sizes[i][0], height = sizes[i][1];
    SURFACE_ERROR(INVALID_ARGUMENT,
                  nowplaying_surface_get_artwork(surface, session, width, height, test_done, &outcome, &action));
    SURFACE_ERROR(INVALID_ARGUMENT,
                  nowplaying_surface_get_preview(surface, session, 1, width, height, test_done, &outcome, &action));
    SURFACE_ERROR(INVALID_ARGUMENT,
                  nowplaying_surface_get_video(surface, session, 1, width, height, test_done, &outcome, &action));
  }
  for (int32_t ratio = 0; ratio < 4; ratio += 3) {
    SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_get_preview(surface, session, ratio, 0, 0, NULL, NULL, NULL));
    SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_get_video(surface, session, ratio, 0, 0, NULL, NULL, NULL));
  }
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_follow_queue(surface, session, 2, NULL, NULL, &action));
  const int32_t wishes[][3] = {{2, 0, 0}, {-1, 0, 0}, {1, -1, 0}, {1, 6, 0}, {0, 6, 0}, {1, 0, 2}};
  for (int i = 0; i < 6; i++)
    SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_follow_playlists(surface, session, wishes[i][0], wishes[i][1],
                                                                        wishes[i][2], test_done, &outcome, &action));
  const char *const paths[] = {NULL, "", "x", "/x/", "//"};
  for (int i = 0; i < 5; i++) {
    const char *path = paths[i];
    SURFACE_ERROR(INVALID_ARGUMENT,
                  nowplaying_surface_queue_go_to(surface, session, path, test_done, &outcome, &action));
    SURFACE_ERROR(INVALID_ARGUMENT,
                  nowplaying_surface_queue_remove(surface, session, path, test_done, &outcome, &action));
    SURFACE_ERROR(INVALID_ARGUMENT,
                  nowplaying_surface_activate_playlist(surface, session, path, test_done, &outcome, &action));
    SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_queue_add(surface, session, path ? "x:y" : NULL, path, 0,
                                                                 test_done, &outcome, &action));
  }
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_queue_add(surface, session, "", NULL, 0, NULL, NULL, &action));
  SURFACE_ERROR(INVALID_ARGUMENT, nowplaying_surface_queue_add(surface, session, "x:y", NULL, 2, NULL, NULL, &action));
  SURFACE_ERROR(INVALID_ARGUMENT,
                nowplaying_surface_raise(surface, session, test_done, &outcome, (void *)((char *)&action + 1)));
  SURFACE_OK(nowplaying_surface_cancel(surface, 12345));
  CHECK_EQUAL(action, 77);
  CHECK_EQUAL(outcome.calls, 0);
}

int main(void) {
  step("what needs no surface");
  CHECK_EQUAL(nowplaying_surface_version(), NOWPLAYING_VERSION);
  CHECK_TEXT(nowplaying_surface_strerror(0), "Success");
  CHECK_TEXT(nowplaying_surface_strerror(-99), "Unknown status");
  CHECK_TEXT(nowplaying_surface_last_error(), "");
  options_are_checked();
  nowplaying_surface_free(NULL);

  test_bus bus;
  test_bus_start(&bus);
  test_player plain;
  test_player_start(&plain, &bus, "plain");
  test_surface host = {0};
  test_surface_start(&host, &bus, NOWPLAYING_LOOP_FD);
  nowplaying_surface_session *session = test_surface_find(&host, "plain");
  step("places for results");
  places_are_checked(host.surface, session);
  step("actions");
  actions_are_checked(host.surface, session);
  test_surface_end(&host);

  step("loops");
  test_surface own = {0};
  test_surface_start(&own, &bus, NOWPLAYING_LOOP_THREAD);
  int32_t fd = -77;
  SURFACE_ERROR(INVALID_STATE, nowplaying_surface_get_fd(own.surface, &fd));
  SURFACE_ERROR(INVALID_STATE, nowplaying_surface_dispatch(own.surface));
  CHECK_EQUAL(fd, -77);
  test_surface_end(&own);
  nowplaying_surface *woken = NULL;
  nowplaying_surface_options options = NOWPLAYING_SURFACE_OPTIONS_INIT;
  nowplaying_surface_callbacks callbacks = NOWPLAYING_SURFACE_CALLBACKS_INIT;
  options.bus_address = bus.address;
  options.loop = NOWPLAYING_LOOP_WAKEUP;
  callbacks.wakeup = on_wakeup;
  SURFACE_OK(nowplaying_surface_new(&options, &callbacks, &woken));
  SURFACE_ERROR(INVALID_STATE, nowplaying_surface_get_fd(woken, &fd));
  nowplaying_surface_free(woken);
  nowplaying_surface_session_unref(session);
  test_player_end(&plain);
  test_bus_end(&bus);
  return 0;
}
