/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A forked child frees only its own copies: it sends nothing to the bus, closes none of the child's own files, and
 * leaves the parent its name, also when the parent was busy at the moment of the fork.
 * usage: fork_frees thread|fd */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../../Lab/C/app.h"
#include "../../Lab/C/client.h"

enum { ROUNDS = 60, FILES = 16 };

static test_app host;
static nowplaying_session *session;
static atomic_int stop_committing;

static nowplaying_status on_command(nowplaying_session *from, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  return NOWPLAYING_OK;
}

/** Frees the app, opens files that get the numbers of its descriptors, and then frees the session, which must not close
 * these files. */
static void frees_app_first(void) {
  int files[FILES][2];
  char byte = 0;
  nowplaying_app_free(host.app);
  for (int i = 0; i < FILES; i++) CHECK(pipe(files[i]) == 0);
  nowplaying_session_free(session);
  for (int i = 0; i < FILES; i++) CHECK(write(files[i][1], "x", 1) == 1 && read(files[i][0], &byte, 1) == 1);
}

static void frees_app_last(void) {
  nowplaying_session_free(session);
  nowplaying_app_free(host.app);
}

/** Reads the authentication that an app sends first, before it waits for an answer. */
static void read_greeting(int bus) {
  char said[512] = "";
  /* The authentication begins with a NUL. */
  for (size_t used = 0; used < 2 || !strstr(said + 1, "BEGIN\r\n");) {
    ssize_t size = read(bus, said + used, sizeof said - 1 - used);
    CHECK(size > 0);
    used += (size_t)size;
  }
}

/** Checks that a child that runs `body` sends nothing: the test itself holds the other end of the bus connection. */
static void says_nothing(nowplaying_loop_mode loop, void (*body)(void)) {
  int ends[2];
  char byte;
  CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.bus_fd = ends[0];
  test_app_start(&host, NULL, loop, &options, NULL);
  CHECK_OK(nowplaying_session_new(host.app, NULL, NULL, &session));
  read_greeting(ends[1]);
  run_in_child(body);
  /* Neither a byte nor the end of the connection has arrived. */
  CHECK(recv(ends[1], &byte, 1, MSG_DONTWAIT) == -1);
  CHECK_EQUAL(errno, EAGAIN);
  nowplaying_session_free(session);
  test_app_end(&host);
  close(ends[1]);
}

static void *commit_on(void *unused) {
  double volume = 0;
  while (!atomic_load(&stop_committing)) {
    CHECK_OK(nowplaying_session_set_volume(session, volume = 1 - volume));
    CHECK_OK(nowplaying_session_commit(session));
  }
  return unused;
}

/** Returns the unique name of the owner of the player's name; the caller frees it. */
static char *owner(sd_bus *client) {
  sd_bus_message *reply = NULL;
  const char *name = NULL;
  CHECK(sd_bus_call_method(client, "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetNameOwner", NULL, &reply,
                           "s", TEST_PLAYER_NAME) >= 0);
  CHECK(sd_bus_message_read(reply, "s", &name) > 0);
  char *copy = strdup(name);
  sd_bus_message_unref(reply);
  return copy;
}

static void leaves_the_parent_alone(nowplaying_loop_mode loop) {
  test_bus bus;
  test_bus_start(&bus);
  test_app_start(&host, &bus, loop, NULL, NULL);
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = on_command;
  CHECK_OK(nowplaying_session_new(host.app, NULL, &callbacks, &session));
  test_session_publish(session, "Parent");
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_PUBLISHED);
  sd_bus *client = client_open(bus.address);
  char *before = owner(client);
  pthread_t committer;
  CHECK(pthread_create(&committer, NULL, commit_on, NULL) == 0);
  for (int round = 0; round < ROUNDS; round++) {
    run_in_child(round % 2 ? frees_app_first : frees_app_last);
    client_press(client, TEST_PLAYER_INTERFACE, "Next");
  }
  atomic_store(&stop_committing, 1);
  pthread_join(committer, NULL);
  char *after = owner(client);
  CHECK_TEXT(after, before);
  STATE(CHECK_EQUAL(host.bus_state, NOWPLAYING_BUS_PUBLISHED));
  free(before);
  free(after);
  nowplaying_session_free(session);
  test_app_end(&host);
  client_close(client);
  test_bus_end(&bus);
}

int main(int argc, char **argv) {
  nowplaying_loop_mode loop = test_loop_argument(argc, argv);
  step("says nothing");
  says_nothing(loop, frees_app_first);
  says_nothing(loop, frees_app_last);
  step("leaves the parent alone");
  leaves_the_parent_alone(loop);
  return 0;
}
