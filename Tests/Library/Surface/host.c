/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "host.h"

#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

void check_surface(const char *file, int line, const char *text, nowplaying_status actual, nowplaying_status expected) {
  if (actual != expected)
    check_failed(file, line, "%s returned %d (%s), expected %d (%s)", text, actual, nowplaying_surface_last_error(),
                 expected, nowplaying_surface_strerror(expected));
  size_t name = strcspn(text, "(");
  const char *details = nowplaying_surface_last_error();
  if (actual < 0 && (strncmp(details, text, name) != 0 || strncmp(details + name, ": ", 2) != 0))
    check_failed(file, line, "%s left the last error \"%s\"", text, details);
}

void test_done(nowplaying_surface *surface, const nowplaying_surface_result *result, void *user_data) {
  test_outcome *outcome = user_data;
  CHECK_EQUAL(result->struct_size, sizeof *result);
  CHECK(result->message);
  CHECK((result->status == NOWPLAYING_OK) == (result->message[0] == 0));
  state_lock();
  outcome->calls++;
  outcome->status = result->status;
  outcome->action = result->action;
  outcome->size = result->size;
  outcome->width = result->width, outcome->height = result->height;
  snprintf(outcome->message, sizeof outcome->message, "%s", result->message);
  state_unlock();
}

/* ------------------------------------------------------------------------------------------------ Surface -------- */

static const char *key(const nowplaying_surface_session *session) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  SURFACE_OK(nowplaying_surface_session_get_info(session, &info));
  return info.key;
}

static void on_destroy(void *user_data) {
  test_surface *host = user_data;
  STATE(host->destroyed++);
}

static void on_log(nowplaying_surface *surface, nowplaying_log_level level, const char *message, void *user_data) {
  if (strncmp(message, "library bug:", 12) == 0) check_failed("log", level, "%s", message);
}

static void on_bus_state(nowplaying_surface *surface, nowplaying_bus_state state, void *user_data) {
  test_surface *host = user_data;
  STATE(host->bus_state = state; host->bus_states++);
}

static void on_listed(nowplaying_surface *surface, void *user_data) {
  test_surface *host = user_data;
  STATE(host->listed++);
}

static void on_added(nowplaying_surface *surface, nowplaying_surface_session *session, void *user_data) {
  test_surface *host = user_data;
  state_lock();
  CHECK(surface == host->surface || host->surface == NULL);
  CHECK(host->count < TEST_MOST);
  host->sessions[host->count++] = nowplaying_surface_session_ref(session);
  host->added++;
  state_unlock();
  if (host->when_added) host->when_added(host, session);
}

static void on_changed(nowplaying_surface *surface, nowplaying_surface_session *session,
                       nowplaying_surface_changes changes, void *user_data) {
  test_surface *host = user_data;
  int found = 0;
  CHECK(changes);
  state_lock();
  for (int i = 0; i < host->count; i++) {
    if (strcmp(key(host->sessions[i]), key(session)) != 0) continue;
    found++;
    nowplaying_surface_session_unref(host->sessions[i]);
    host->sessions[i] = nowplaying_surface_session_ref(session);
  }
  host->changed++;
  state_unlock();
  CHECK_EQUAL(found, 1);
}

static void on_removed(nowplaying_surface *surface, nowplaying_surface_session *session, void *user_data) {
  test_surface *host = user_data;
  int found = 0;
  state_lock();
  for (int i = 0; i < host->count; i++) {
    if (strcmp(key(host->sessions[i]), key(session)) != 0) continue;
    found++;
    nowplaying_surface_session_unref(host->sessions[i]);
    host->sessions[i] = host->sessions[--host->count];
  }
  host->removed++;
  state_unlock();
  CHECK_EQUAL(found, 1);
}

static void on_ordered(nowplaying_surface *surface, void *user_data) {
  test_surface *host = user_data;
  STATE(host->ordered++);
}

static void on_wakeup(nowplaying_surface *surface, void *user_data) {
  test_surface *host = user_data;
  STATE(host->woken = 1);
}

static int is_released(test_surface *host) {
  int released;
  STATE(released = host->released);
  return released;
}

static void *poll_and_dispatch(void *argument) {
  test_surface *host = argument;
  int32_t fd = -1;
  SURFACE_OK(nowplaying_surface_get_fd(host->surface, &fd));
  struct pollfd fds[2] = {{.fd = fd, .events = POLLIN}, {.fd = host->stop_fd, .events = POLLIN}};
  while (!is_released(host)) {
    if (poll(fds, 2, -1) < 0 && errno != EINTR) check_failed(__FILE__, __LINE__, "poll failed");
    if (fds[1].revents) break;
    if (fds[0].revents) SURFACE_OK(nowplaying_surface_dispatch(host->surface));
  }
  return NULL;
}

static void *dispatch_when_woken(void *argument) {
  test_surface *host = argument;
  while (!is_released(host)) {
    WAIT_AND(host->woken || host->stopping, host->woken = 0);
    int stopping;
    STATE(stopping = host->stopping);
    if (stopping) break;
    SURFACE_OK(nowplaying_surface_dispatch(host->surface));
  }
  return NULL;
}

void test_surface_start(test_surface *host, const test_bus *bus, nowplaying_loop_mode loop) {
  void (*when_added)(test_surface *, nowplaying_surface_session *) = host->when_added;
  *host = (test_surface){.loop = loop, .stop_fd = -1, .when_added = when_added};
  nowplaying_surface_options options = NOWPLAYING_SURFACE_OPTIONS_INIT;
  options.bus_address = bus ? bus->address : "unix:path=/nonexistent/bus";
  options.loop = loop;
  nowplaying_surface_callbacks callbacks = {sizeof callbacks, host,     on_destroy, on_log,     on_bus_state, on_listed,
                                            on_added,         on_changed, on_removed, on_ordered, on_wakeup};
  SURFACE_OK(nowplaying_surface_new(&options, &callbacks, &host->surface));
  host->has_thread = loop != NOWPLAYING_LOOP_THREAD;
  if (loop == NOWPLAYING_LOOP_FD) host->stop_fd = eventfd(0, EFD_CLOEXEC);
  void *(*body)(void *) = loop == NOWPLAYING_LOOP_FD ? poll_and_dispatch : dispatch_when_woken;
  if (host->has_thread) CHECK(pthread_create(&host->thread, NULL, body, host) == 0);
}

void test_surface_halt(test_surface *host) {
  if (!host->has_thread) return;
  host->has_thread = 0;
  uint64_t one = 1;
  if (host->stop_fd >= 0) CHECK(write(host->stop_fd, &one, sizeof one) == sizeof one);
  STATE(host->stopping = 1);
  pthread_join(host->thread, NULL);
  if (host->stop_fd >= 0) close(host->stop_fd);
}

void test_surface_end(test_surface *host) {
  test_surface_halt(host);
  if (!is_released(host)) nowplaying_surface_free(host->surface);
  WAIT_FOR(host->destroyed);
  CHECK_EQUAL(host->destroyed, 1);
  for (int i = 0; i < host->count; i++) nowplaying_surface_session_unref(host->sessions[i]);
  host->count = 0;
}

static nowplaying_surface_session *named(test_surface *host, const char *display_name) {
  for (int i = 0; i < host->count; i++) {
    nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
    SURFACE_OK(nowplaying_surface_session_get_info(host->sessions[i], &info));
    if (strcmp(info.display_name, display_name) == 0) return host->sessions[i];
  }
  return NULL;
}

nowplaying_surface_session *test_surface_find(test_surface *host, const char *display_name) {
  nowplaying_surface_session *session = NULL;
  WAIT_AND((session = named(host, display_name)), nowplaying_surface_session_ref(session));
  return session;
}

const char *test_first_line(const nowplaying_surface_session *session) {
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  return nowplaying_surface_session_get_item(session, &item) == NOWPLAYING_OK ? item.first_line : "";
}

nowplaying_loop_mode test_loop(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "thread") == 0) return NOWPLAYING_LOOP_THREAD;
  if (argc == 2 && strcmp(argv[1], "fd") == 0) return NOWPLAYING_LOOP_FD;
  if (argc == 2 && strcmp(argv[1], "wakeup") == 0) return NOWPLAYING_LOOP_WAKEUP;
  fprintf(stderr, "usage: %s thread|fd|wakeup\n", argv[0]);
  exit(2);
}

/* ------------------------------------------------------------------------------------------------- Player -------- */

static int get_text(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
                    void *context, sd_bus_error *error) {
  test_player *player = context;
  if (strcmp(property, "PlaybackStatus") == 0) return sd_bus_message_append(reply, "s", "Playing");
  return sd_bus_message_append(reply, "s", player->name);
}

static int get_truth(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
                     void *context, sd_bus_error *error) {
  return sd_bus_message_append(reply, "b", 1);
}

static int get_metadata(sd_bus *bus, const char *path, const char *interface, const char *property,
                        sd_bus_message *reply, void *context, sd_bus_error *error) {
  test_player *player = context;
  char title[80];
  /* Players of one process that play the same would be one playback. */
  snprintf(title, sizeof title, "%c%s Song", toupper(player->name[0]), player->name + 1);
  return sd_bus_message_append(reply, "a{sv}", 4, "mpris:trackid", "o", "/track/1", "xesam:title", "s", title,
                               "mpris:artUrl", "s", TEST_PICTURE, "test:own", "s", "Own");
}

static int called(sd_bus_message *call, void *context, sd_bus_error *error) {
  test_player *player = context;
  int silent;
  state_lock();
  snprintf(player->called, sizeof player->called, "%s", sd_bus_message_get_member(call));
  player->calls++;
  silent = player->is_silent;
  state_unlock();
  return silent ? 1 : sd_bus_reply_method_return(call, "");
}

static const sd_bus_vtable root_table[] = {
    SD_BUS_VTABLE_START(0), SD_BUS_PROPERTY("Identity", "s", get_text, 0, 0),
    SD_BUS_PROPERTY("CanRaise", "b", get_truth, 0, 0),
    SD_BUS_METHOD("Raise", "", "", called, SD_BUS_VTABLE_UNPRIVILEGED), SD_BUS_VTABLE_END};

static const sd_bus_vtable player_table[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("PlaybackStatus", "s", get_text, 0, 0),
    SD_BUS_PROPERTY("Metadata", "a{sv}", get_metadata, 0, 0),
    SD_BUS_PROPERTY("CanGoNext", "b", get_truth, 0, 0),
    SD_BUS_METHOD("Next", "", "", called, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END};

static void *serve(void *argument) {
  test_player *player = argument;
  for (;;) {
    while (sd_bus_process(player->bus, NULL) > 0) {
    }
    struct pollfd fds[2] = {{.fd = sd_bus_get_fd(player->bus), .events = POLLIN},
                            {.fd = player->stop_fd, .events = POLLIN}};
    if (poll(fds, 2, -1) < 0 && errno != EINTR) check_failed(__FILE__, __LINE__, "poll failed");
    if (fds[1].revents) return NULL;
  }
}

void test_player_start(test_player *player, const test_bus *bus, const char *name) {
  char bus_name[128];
  *player = (test_player){.stop_fd = eventfd(0, EFD_CLOEXEC)};
  snprintf(player->name, sizeof player->name, "%s", name);
  snprintf(bus_name, sizeof bus_name, "org.mpris.MediaPlayer2.%s", name);
  CHECK(sd_bus_new(&player->bus) >= 0 && sd_bus_set_address(player->bus, bus->address) >= 0);
  CHECK(sd_bus_set_bus_client(player->bus, 1) >= 0 && sd_bus_start(player->bus) >= 0);
  const char *path = "/org/mpris/MediaPlayer2";
  CHECK(sd_bus_add_object_vtable(player->bus, NULL, path, "org.mpris.MediaPlayer2", root_table, player) >= 0);
  CHECK(sd_bus_add_object_vtable(player->bus, NULL, path, "org.mpris.MediaPlayer2.Player", player_table, player) >= 0);
  CHECK(sd_bus_request_name(player->bus, bus_name, 0) >= 0);
  CHECK(pthread_create(&player->thread, NULL, serve, player) == 0);
}

void test_player_end(test_player *player) {
  uint64_t one = 1;
  CHECK(write(player->stop_fd, &one, sizeof one) == sizeof one);
  pthread_join(player->thread, NULL);
  close(player->stop_fd);
  sd_bus_flush_close_unref(player->bus);
}
