/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Runs eight threads with setters, commits and answers against the loop and a client on the bus: there must be no race
 * or hang, every call gets a reply, and the desktop sees the last state. usage: threads thread|fd */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../Lab/C/app.h"
#include "../../Lab/C/client.h"

enum { THREADS = 8, ROUNDS = 2000, PRESSES = 500 };

static test_app host;
static nowplaying_session *shared;
static nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;

/* Requests that wait for a worker to answer them; under the state lock. */
static nowplaying_request *waiting[PRESSES + 8];
static int waiting_count, artworks, finished;

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  STATE(waiting[waiting_count++] = request);
  return NOWPLAYING_PENDING;
}

static nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_artwork_event *event, void *user_data) {
  STATE(artworks++);
  return nowplaying_request_complete_artwork_data(request, test_png, test_png_size); /* It may be cancelled already. */
}

static void answer_one(void) {
  nowplaying_request *request = NULL;
  STATE(if (waiting_count > 0) request = waiting[--waiting_count]);
  if (!request) return;
  CHECK_OK(nowplaying_request_get_state(request));
  CHECK_OK(nowplaying_request_complete(request, NOWPLAYING_OK, NULL));
  nowplaying_request_unref(request);
}

static void change(nowplaying_session *session, int round) {
  char title[32], artwork[32];
  snprintf(title, sizeof title, "Title %d", round);
  snprintf(artwork, sizeof artwork, "picture %d", round % 7);
  nowplaying_content *content = test_content(title, title, artwork);
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  snapshot.state = round % 5;
  snapshot.elapsed_us = round * 1000;
  nowplaying_primary_flags primary = 0;
  CHECK_OK(nowplaying_session_set_content(session, content));
  CHECK_OK(nowplaying_session_set_snapshot(session, &snapshot));
  CHECK_OK(nowplaying_session_set_volume(session, (round % 100) / 100.0));
  CHECK_OK(nowplaying_session_set_command_enabled(session, NOWPLAYING_COMMAND_STOP, round % 2));
  CHECK_OK(nowplaying_session_set_command_mode(session, NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE, round % 3));
  /* One of the pictures is provided before or after the commit; the others are requested. */
  if (round % 28 == 0) CHECK_OK(nowplaying_session_provide_artwork_data(session, artwork, test_png, test_png_size));
  if (round % 28 == 7) CHECK_OK(nowplaying_session_provide_artwork_none(session, artwork));
  CHECK_OK(nowplaying_session_commit(session));
  if (round % 28 == 14) CHECK_OK(nowplaying_session_provide_artwork_data(session, artwork, test_png, test_png_size));
  CHECK_OK(nowplaying_session_get_primary(session, &primary));
  nowplaying_content_free(content);
}

/* Four threads share one session; four make, show and free sessions of their own. */
static void *work(void *argument) {
  long number = (long)argument;
  nowplaying_bus_state state = 0;
  for (int round = 0; round < ROUNDS; round++) {
    if (number < THREADS / 2) {
      change(shared, round);
    } else {
      nowplaying_session *own = NULL;
      nowplaying_command commands[2] = {NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_STOP),
                                        NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE)};
      CHECK_OK(nowplaying_session_new(host.app, NULL, &callbacks, &own));
      CHECK_OK(nowplaying_session_set_commands(own, commands, 2));
      change(own, round);
      if (round % 40 == 0) CHECK_OK(nowplaying_session_request_application_primary(own));
      if (round % 40 == 20) CHECK_OK(nowplaying_session_request_system_primary(shared));
      /* The shared session is shown before `own` is freed, so that there is always something to show, and the client
       * always finds the player's name. */
      CHECK_OK(nowplaying_session_request_application_primary(shared));
      nowplaying_session_free(own);
    }
    CHECK_OK(nowplaying_app_get_bus_state(host.app, &state));
    CHECK_ERROR(INVALID_HANDLE, nowplaying_session_commit(NULL)); /* Each thread has its own last error. */
    answer_one();
  }
  STATE(finished++);
  for (;;) { /* The last ones answer until the client has pressed its last button. */
    int done;
    answer_one();
    STATE(done = finished > THREADS);
    if (done) return NULL;
    state_lock();
    while (waiting_count == 0 && finished <= THREADS) state_wait(__FILE__, __LINE__, "a request", state_now_s());
    state_unlock();
  }
}

int main(int argc, char **argv) {
  nowplaying_loop_mode loop = test_loop_argument(argc, argv);
  test_bus bus;
  test_bus_start(&bus);
  test_app_start(&host, &bus, loop, NULL, NULL);
  callbacks.command = on_command;
  callbacks.artwork = on_artwork;
  CHECK_OK(nowplaying_session_new(host.app, NULL, &callbacks, &shared));
  test_session_publish(shared, "First");
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_PUBLISHED);

  step("%d threads, %d rounds each, %d commands from the bus", THREADS, ROUNDS, PRESSES);
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, work, (void *)i) == 0);
  sd_bus *client = client_open(bus.address);
  for (int i = 0; i < PRESSES; i++) client_press(client, TEST_PLAYER_INTERFACE, "Next");
  WAIT_FOR(finished == THREADS);
  STATE(finished++);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);

  step("the last state is what the desktop sees");
  nowplaying_content *content = test_content("last", "Last", NULL);
  CHECK_OK(nowplaying_session_set_content(shared, content));
  CHECK_OK(nowplaying_session_commit(shared));
  CHECK_OK(nowplaying_session_request_application_primary(shared));
  nowplaying_content_free(content);
  long since_s = state_now_s();
  for (int same = 0; !same;) {
    char *title = client_title(client);
    same = strcmp(title, "Last") == 0;
    if (!same && state_now_s() - since_s > 30) check_failed(__FILE__, __LINE__, "still \"%s\"", title);
    free(title);
  }
  state_lock();
  CHECK_EQUAL(waiting_count, 0);
  CHECK(artworks > 0);
  state_unlock();
  nowplaying_session_free(shared);
  test_app_end(&host);
  client_close(client);
  test_bus_end(&bus);
  return 0;
}
