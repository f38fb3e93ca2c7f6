/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks that setting and committing the same values again does not make the app's descriptor readable. */
#include <malloc.h>
#include <math.h>
#include <poll.h>

#include "../../Lab/C/app.h"

static int connected, published;

static void on_bus_state(nowplaying_app *app, nowplaying_bus_state state, void *user_data) {
  connected = state == NOWPLAYING_BUS_CONNECTED;
  published = state == NOWPLAYING_BUS_PUBLISHED;
}

static nowplaying_status on_command(nowplaying_session *from, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  return NOWPLAYING_OK;
}

static nowplaying_app *app;
static nowplaying_session *session;
static struct pollfd fd = {.events = POLLIN};

static int wakes(void) {
  CHECK_OK(nowplaying_session_commit(session));
  return poll(&fd, 1, 0);
}

/* Turns the loop until it has nothing to do for longer than any interval of publishing. */
static void settle(void) {
  do CHECK_OK(nowplaying_app_dispatch(app));
  while (!published || poll(&fd, 1, 400));
}

/* Turns the loop until nothing is left to do in this moment. */
static void turn(void) {
  while (poll(&fd, 1, 0)) CHECK_OK(nowplaying_app_dispatch(app));
}

/* Turns the loop, which must come to rest soon, whatever callbacks it calls. */
static void rests(void) {
  for (int turns = 0; poll(&fd, 1, 400); turns++) {
    CHECK(turns < 100);
    CHECK_OK(nowplaying_app_dispatch(app));
  }
}

static int lines;

/* A log callback that misuses the library itself, which causes the next line of the log. */
static void on_log(nowplaying_app *from, nowplaying_log_level level, const char *message, void *user_data) {
  lines++;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_volume(session, NAN));
}

/* A log line that causes the next one is delivered in the next turn, so that the host's loop goes on in between. */
static void lines_without_end(const test_bus *bus) {
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "abitest";
  options.bus_address = bus->address;
  options.loop = NOWPLAYING_LOOP_FD;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.log = on_log;
  CHECK_OK(nowplaying_app_new(&options, &callbacks, &app));
  CHECK_OK(nowplaying_app_get_fd(app, &fd.fd));
  CHECK_OK(nowplaying_session_new(app, NULL, NULL, &session));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_volume(session, NAN));
  for (int turn = 1; turn <= 10; turn++) {
    CHECK_EQUAL(poll(&fd, 1, 10000), 1);
    CHECK_OK(nowplaying_app_dispatch(app));
    CHECK(lines <= turn);
  }
  nowplaying_session_free(session);
  nowplaying_app_free(app);
}

static size_t memory_in_use(void) {
#if __GLIBC_PREREQ(2, 33)
  struct mallinfo2 info = mallinfo2();
#else
  struct mallinfo info = mallinfo();
#endif
  return (size_t)info.uordblks + (size_t)info.hblkhd;
}

/* Of an app's own changes only the last is kept, however long the host does not dispatch. */
static void flood_without_dispatch(void) {
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "abitest";
  options.loop = NOWPLAYING_LOOP_FD;
  CHECK_OK(nowplaying_app_new(&options, NULL, &app));
  CHECK_OK(nowplaying_session_new(app, NULL, NULL, &session));
  CHECK_OK(nowplaying_session_request_application_primary(session));
  CHECK_OK(nowplaying_app_set_fullscreen(app, 1));
  size_t before = memory_in_use();
  for (int i = 0; i < 200000; i++) CHECK_OK(nowplaying_app_set_fullscreen(app, i & 1));
  CHECK(memory_in_use() < before + 65536);
  nowplaying_session_free(session);
  nowplaying_app_free(app);
}

static void set_content(const char *title) {
  nowplaying_content *content = test_content("same", title, NULL);
  CHECK_OK(nowplaying_session_set_content(session, content));
  nowplaying_content_free(content);
}

static void set_state(nowplaying_playback_state state) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  snapshot.state = state;
  CHECK_OK(nowplaying_session_set_snapshot(session, &snapshot));
  CHECK_OK(nowplaying_session_commit(session));
}

/* An app without changes connects and then rests, whatever name it gets. */
static void an_app_alone(const test_bus *bus) {
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "abitest";
  options.bus_address = bus->address;
  options.loop = NOWPLAYING_LOOP_FD;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.bus_state = on_bus_state;
  connected = 0;
  CHECK_OK(nowplaying_app_new(&options, &callbacks, &app));
  CHECK_OK(nowplaying_app_get_fd(app, &fd.fd));
  while (!connected) {
    CHECK_EQUAL(poll(&fd, 1, 10000), 1);
    CHECK_OK(nowplaying_app_dispatch(app));
  }
  rests();
  CHECK_OK(nowplaying_app_set_display_name(app, "Unseen"));
  rests();
  nowplaying_app_free(app);
}

/* A session that is not shown wakes nothing, also if it was shown before. */
static void sessions_behind(void) {
  nowplaying_session *shown = session;
  CHECK_OK(nowplaying_session_new(app, NULL, NULL, &session));
  set_content("Behind");
  CHECK(!wakes());
  CHECK_OK(nowplaying_session_request_application_primary(session));
  turn();
  rests();
  set_content("In front");
  CHECK(wakes());
  turn();
  nowplaying_session *other = session;
  session = shown;
  set_content("Behind now");
  CHECK(!wakes());
  CHECK_OK(nowplaying_session_request_application_primary(session));
  turn();
  nowplaying_session_free(other);
  rests();
}

/* Changes between two signals are sent at the end of the interval, for which the loop wakes by itself. */
static void changes_in_a_row(void) {
  int is_quiet = 0;
  for (int i = 0; i < 50 && !is_quiet; i++) {
    rests();
    for (int change = 0; change < 3; change++) {
      CHECK_OK(nowplaying_session_set_volume(session, (3 * i + change) / 1000.0));
      /* The check does not count when the machine was slower than the interval. */
      is_quiet = !wakes();
      turn();
    }
  }
  CHECK(is_quiet);
  for (int i = 0; i < 3; i++) {
    CHECK_OK(nowplaying_app_set_display_name(app, i % 2 ? "One" : "Two"));
    turn();
  }
  rests();
}

int main(void) {
  test_bus bus;
  test_bus_start(&bus);
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "abitest";
  options.loop = NOWPLAYING_LOOP_FD;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.log = test_log;
  callbacks.bus_state = on_bus_state;
  CHECK_OK(nowplaying_app_new(&options, &callbacks, &app));
  CHECK_OK(nowplaying_app_get_fd(app, &fd.fd));
  nowplaying_session_callbacks session_callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  session_callbacks.command = on_command;
  CHECK_OK(nowplaying_session_new(app, NULL, &session_callbacks, &session));
  test_session_publish(session, "Title");
  set_content("Title");
  CHECK_OK(nowplaying_session_commit(session));
  settle();

  step("the same again wakes nothing");
  CHECK(!wakes());
  CHECK_OK(nowplaying_session_set_command_enabled(session, NOWPLAYING_COMMAND_NEXT, 1));
  CHECK(!wakes());
  CHECK_OK(nowplaying_session_set_command_mode(session, NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE, 0));
  CHECK(!wakes());
  set_content("Title");
  CHECK(!wakes());
  CHECK_OK(nowplaying_session_set_volume(session, 1.0));
  CHECK(!wakes());

  step("a change does");
  CHECK_OK(nowplaying_session_set_command_enabled(session, NOWPLAYING_COMMAND_NEXT, 0));
  CHECK(wakes());
  settle();
  set_content("Another");
  CHECK(wakes());

  settle();
  step("sessions that are not shown do not");
  sessions_behind();
  step("nor does a change for which the loop will wake anyway");
  changes_in_a_row();

  step("a session that loads, and one that ends meanwhile, leave no time to wait for");
  set_state(NOWPLAYING_STATE_BUFFERING);
  turn();
  set_state(NOWPLAYING_STATE_PLAYING);
  rests();
  set_state(NOWPLAYING_STATE_BUFFERING);
  rests();
  set_state(NOWPLAYING_STATE_PLAYING);
  rests();
  set_state(NOWPLAYING_STATE_BUFFERING);
  turn();
  nowplaying_session_free(session);
  rests();

  nowplaying_app_free(app);
  step("an app alone rests");
  an_app_alone(&bus);
  step("a log callback that makes lines does not keep the host");
  lines_without_end(&bus);
  step("what is said many times takes no memory");
  flood_without_dispatch();
  test_bus_end(&bus);
  return 0;
}
