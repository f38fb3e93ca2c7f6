/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "app.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

void check_status(const char *file, int line, const char *text, nowplaying_status actual, nowplaying_status expected) {
  if (actual != expected)
    check_failed(file, line, "%s returned %d (%s; %s), expected %d (%s)", text, actual, nowplaying_strerror(actual),
                 nowplaying_last_error(), expected, nowplaying_strerror(expected));
  /* The details of an error begin with the function that returned it. */
  size_t name = strcspn(text, "(");
  if (actual < 0 && strncmp(text, "nowplaying_", 11) == 0 &&
      (strncmp(nowplaying_last_error(), text, name) != 0 || strncmp(nowplaying_last_error() + name, ": ", 2) != 0))
    check_failed(file, line, "%s left the last error \"%s\"", text, nowplaying_last_error());
}

/* ---------------------------------------------------------------------------------------------------- Log -------- */

static atomic_int client_bugs_expected;
static char client_bugs[4096]; /* Under the state lock: what nobody awaited yet, a line each. */

void test_expect_client_bugs(int expected) { atomic_store(&client_bugs_expected, expected); }

void test_log(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  if (strncmp(message, "library bug:", 12) == 0) check_failed("log", level, "%s", message);
  if (strncmp(message, "client bug:", 11) != 0) return;
  if (!atomic_load(&client_bugs_expected)) check_failed("log", level, "%s", message);
  state_lock();
  size_t used = strlen(client_bugs);
  if (used + strlen(message) + 2 > sizeof client_bugs) used = 0; /* Nobody waits for them. */
  snprintf(client_bugs + used, sizeof client_bugs - used, "%s\n", message);
  state_unlock();
}

void test_await_client_bug(const char *part) {
  WAIT_FOR(strstr(client_bugs, part));
  state_lock();
  char *seen = strstr(client_bugs, part), *end = seen + strcspn(seen, "\n");
  memmove(seen, end, strlen(end) + 1);
  state_unlock();
}

int test_has_client_bug(const char *part) {
  state_lock();
  int has = strstr(client_bugs, part) != NULL;
  state_unlock();
  return has;
}

/* ---------------------------------------------------------------------------------------------------- App -------- */

static void note_destroy(void *user_data) {
  test_app *host = user_data;
  STATE(host->destroyed++);
}

static void note_bus_state(nowplaying_app *app, nowplaying_bus_state state, void *user_data) {
  test_app *host = user_data;
  STATE(host->bus_state = state);
}

static void *poll_and_dispatch(void *argument) {
  test_app *host = argument;
  int32_t fd = -1;
  CHECK_OK(nowplaying_app_get_fd(host->app, &fd));
  struct pollfd fds[2] = {{.fd = fd, .events = POLLIN}, {.fd = host->stop_fd, .events = POLLIN}};
  for (;;) {
    if (poll(fds, 2, -1) < 0 && errno != EINTR) check_failed(__FILE__, __LINE__, "poll failed");
    if (fds[1].revents) return NULL;
    if (fds[0].revents) CHECK_OK(nowplaying_app_dispatch(host->app));
    int released;
    STATE(released = host->released);
    if (released) return NULL;
  }
}

/* The apps with NOWPLAYING_LOOP_WAKEUP. The library may wake one of them before nowplaying_app_new() has returned it,
 * so that each call wakes all: a dispatch without need is harmless. */
static test_app *wakeable;
static pthread_mutex_t wake_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake_condition = PTHREAD_COND_INITIALIZER;

static void wake_hosts(nowplaying_app *app, void *user_data) {
  pthread_mutex_lock(&wake_lock);
  for (test_app *host = wakeable; host; host = host->next) host->woken = 1;
  pthread_cond_broadcast(&wake_condition);
  pthread_mutex_unlock(&wake_lock);
}

static void *dispatch_when_woken(void *argument) {
  test_app *host = argument;
  for (;;) {
    pthread_mutex_lock(&wake_lock);
    while (!host->woken && !host->stopping) pthread_cond_wait(&wake_condition, &wake_lock);
    int stopping = host->stopping;
    host->woken = 0;
    pthread_mutex_unlock(&wake_lock);
    if (stopping) return NULL;
    CHECK_OK(nowplaying_app_dispatch(host->app));
    int released;
    STATE(released = host->released);
    if (released) return NULL;
  }
}

static void start_wakeable(test_app *host, const nowplaying_app_options *options,
                           const nowplaying_app_callbacks *callbacks) {
  pthread_mutex_lock(&wake_lock);
  host->next = wakeable;
  wakeable = host;
  pthread_mutex_unlock(&wake_lock);
  CHECK_OK(nowplaying_app_new(options, callbacks, &host->app));
  CHECK(pthread_create(&host->thread, NULL, dispatch_when_woken, host) == 0);
}

void test_app_start(test_app *host, const test_bus *bus, nowplaying_loop_mode loop,
                    const nowplaying_app_options *options, const nowplaying_app_callbacks *callbacks) {
  nowplaying_app_options filled_options = NOWPLAYING_APP_OPTIONS_INIT;
  if (options) filled_options = *options;
  if (!filled_options.application_id) filled_options.application_id = "abitest";
  if (bus) filled_options.bus_address = bus->address;
  filled_options.loop = loop;
  nowplaying_app_callbacks filled = NOWPLAYING_APP_CALLBACKS_INIT;
  if (callbacks) filled = *callbacks;
  if (!filled.log) filled.log = test_log;
  if (!filled.user_data) {
    filled.user_data = host;
    if (!filled.destroy) filled.destroy = note_destroy;
    if (!filled.bus_state) filled.bus_state = note_bus_state;
  }
  if (!filled.wakeup) filled.wakeup = wake_hosts;
  *host = (test_app){.loop = loop, .stop_fd = -1, .destroyed = filled.destroy == note_destroy ? 0 : 1};
  host->has_thread = loop != NOWPLAYING_LOOP_THREAD;
  if (loop == NOWPLAYING_LOOP_WAKEUP) {
    start_wakeable(host, &filled_options, &filled);
    return;
  }
  CHECK_OK(nowplaying_app_new(&filled_options, &filled, &host->app));
  if (loop != NOWPLAYING_LOOP_FD) return;
  host->stop_fd = eventfd(0, EFD_CLOEXEC);
  CHECK(host->stop_fd >= 0);
  CHECK(pthread_create(&host->thread, NULL, poll_and_dispatch, host) == 0);
}

void test_app_halt(test_app *host) {
  if (!host->has_thread) return;
  host->has_thread = 0;
  if (host->loop == NOWPLAYING_LOOP_FD) {
    uint64_t one = 1;
    CHECK(write(host->stop_fd, &one, sizeof one) == sizeof one);
  } else {
    pthread_mutex_lock(&wake_lock);
    host->stopping = 1;
    pthread_cond_broadcast(&wake_condition);
    pthread_mutex_unlock(&wake_lock);
  }
  pthread_join(host->thread, NULL);
  if (host->stop_fd >= 0) close(host->stop_fd);
  host->stop_fd = -1;
  pthread_mutex_lock(&wake_lock);
  for (test_app **link = &wakeable; *link; link = &(*link)->next) {
    if (*link != host) continue;
    *link = host->next;
    break;
  }
  pthread_mutex_unlock(&wake_lock);
}

void test_app_end(test_app *host) {
  test_app_halt(host);
  nowplaying_app_free(host->app);
  state_lock();
  CHECK_EQUAL(host->destroyed, 1);
  state_unlock();
}

nowplaying_loop_mode test_loop_argument(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "thread") == 0) return NOWPLAYING_LOOP_THREAD;
  if (argc == 2 && strcmp(argv[1], "fd") == 0) return NOWPLAYING_LOOP_FD;
  if (argc == 2 && strcmp(argv[1], "wakeup") == 0) return NOWPLAYING_LOOP_WAKEUP;
  fprintf(stderr, "usage: %s thread|fd|wakeup\n", argv[0]);
  exit(2);
}

/* ------------------------------------------------------------------------------------------------ Session -------- */

nowplaying_content *test_content(const char *id, const char *title, const char *artwork_id) {
  nowplaying_content *content = NULL;
  CHECK_OK(nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, id, &content));
  CHECK_OK(nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, title));
  CHECK_OK(nowplaying_content_set_text(content, NOWPLAYING_FIELD_ARTISTS, "Artist"));
  CHECK_OK(nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, 200000000));
  CHECK_OK(nowplaying_content_set_artwork(content, artwork_id));
  return content;
}

void test_session_publish(nowplaying_session *session, const char *title) {
  nowplaying_command commands[TEST_COMMANDS];
  for (int kind = 1; kind <= TEST_COMMANDS; kind++)
    commands[kind - 1] = (nowplaying_command)NOWPLAYING_COMMAND_INIT(kind);
  commands[NOWPLAYING_COMMAND_CUSTOM - 1].id = "custom";
  commands[NOWPLAYING_COMMAND_CUSTOM - 1].title = "Custom";
  nowplaying_content *content = test_content("first", title, NULL);
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  snapshot.state = NOWPLAYING_STATE_PLAYING;
  snapshot.elapsed_us = 1000000;
  CHECK_OK(nowplaying_session_set_commands(session, commands, TEST_COMMANDS));
  CHECK_OK(nowplaying_session_set_content(session, content));
  CHECK_OK(nowplaying_session_set_snapshot(session, &snapshot));
  CHECK_OK(nowplaying_session_set_volume(session, 1.0));
  CHECK_OK(nowplaying_session_commit(session));
  CHECK_OK(nowplaying_session_request_application_primary(session));
  nowplaying_content_free(content);
}

const unsigned char test_png[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
    0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53, 0xde, 0x00, 0x00, 0x00,
    0x0c, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0x7f, 0x80, 0x01, 0x00, 0x04, 0x81, 0x01, 0xc0, 0x77,
    0xd9, 0x03, 0x1d, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
const size_t test_png_size = sizeof test_png;
