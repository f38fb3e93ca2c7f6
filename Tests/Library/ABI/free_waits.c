/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Freeing a session or an app while one of its callbacks runs on another thread waits for that callback; afterwards
 * nothing is called any more.
 * usage: free_waits thread|fd */
#include <unistd.h>

#include "../../Lab/C/app.h"
#include "../../Lab/C/client.h"

/* Protected by the state lock. */
static int entered, free_begun, left, session_destroyed, app_destroyed;

static test_app host;

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  STATE(CHECK(!session_destroyed); entered = 1);
  WAIT_FOR(free_begun);
  usleep(200000); /* sleeps: a free that does not wait returns within it */
  STATE(CHECK(!session_destroyed && !app_destroyed); left = 1; host.released = free_begun == 2);
  return NOWPLAYING_OK;
}

static void on_session_destroy(void *user_data) {
  STATE(CHECK(left); CHECK(!session_destroyed++));
}

static void on_app_destroy(void *user_data) {
  STATE(CHECK(left); CHECK(!app_destroyed++));
}

static void run(const test_bus *bus, nowplaying_loop_mode loop, int free_app) {
  step("freeing the %s waits for the running callback", free_app ? "app" : "session");
  entered = free_begun = left = session_destroyed = app_destroyed = 0;
  nowplaying_app_callbacks app_callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  app_callbacks.user_data = &host;
  app_callbacks.destroy = on_app_destroy;
  test_app_start(&host, bus, loop, NULL, &app_callbacks);
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = on_command;
  callbacks.destroy = on_session_destroy;
  nowplaying_session *session = NULL;
  CHECK_OK(nowplaying_session_new(host.app, NULL, &callbacks, &session));
  test_session_publish(session, "Title");

  sd_bus *client = client_open(bus->address);
  client_reply reply = {.error = "none yet"};
  while (reply.error[0]) { /* Until the name is there; once it is, the callback answers when we are done. */
    client_send(client, &reply, "org.freedesktop.DBus.Peer", "Ping", NULL);
    client_wait(client, &reply);
  }
  client_send(client, &reply, TEST_PLAYER_INTERFACE, "Next", NULL);
  WAIT_FOR(entered);
  STATE(free_begun = 1 + free_app);
  if (free_app)
    nowplaying_app_free(host.app);
  else
    nowplaying_session_free(session);
  state_lock();
  CHECK(left);
  CHECK_EQUAL(session_destroyed, 1);
  CHECK_EQUAL(app_destroyed, free_app);
  state_unlock();
  client_wait(client, &reply); /* The caller gets an answer, or the error that the player is gone. */
  client_close(client);

  test_app_halt(&host);
  if (free_app)
    nowplaying_session_free(session);
  else
    nowplaying_app_free(host.app);
  STATE(CHECK_EQUAL(session_destroyed, 1); CHECK_EQUAL(app_destroyed, 1));
}

int main(int argc, char **argv) {
  nowplaying_loop_mode loop = test_loop_argument(argc, argv);
  test_bus bus;
  test_bus_start(&bus);
  for (int round = 0; round < 3; round++) {
    run(&bus, loop, 0);
    run(&bus, loop, 1);
  }
  test_bus_end(&bus);
  return 0;
}
