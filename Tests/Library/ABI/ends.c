/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks that the end of the app answers an open Quit with success, and all other open requests with an error.
 * usage: ends thread|fd */
#include "../../Lab/C/app.h"
#include "../../Lab/C/client.h"

static nowplaying_request *kept_quit, *kept_raise; /* Under the state lock. */

static nowplaying_status on_quit(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  STATE(kept_quit = request);
  return NOWPLAYING_PENDING;
}

static nowplaying_status on_raise(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  STATE(kept_raise = request);
  return NOWPLAYING_PENDING;
}

int main(int argc, char **argv) {
  nowplaying_loop_mode loop = test_loop_argument(argc, argv);
  test_bus bus;
  test_app host;
  test_bus_start(&bus);
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.quit = on_quit;
  callbacks.raise = on_raise;
  test_app_start(&host, &bus, loop, NULL, &callbacks);
  nowplaying_session *session = NULL;
  CHECK_OK(nowplaying_session_new(host.app, NULL, NULL, &session));
  test_session_publish(session, "Title");
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_PUBLISHED);
  sd_bus *client = client_open(bus.address);
  client_reply quit, raise;
  client_send(client, &quit, TEST_ROOT_INTERFACE, "Quit", NULL);
  client_send(client, &raise, TEST_ROOT_INTERFACE, "Raise", NULL);
  WAIT_FOR(kept_quit && kept_raise);
  nowplaying_session_free(session);
  test_app_end(&host);
  step("the app has done what quit asked for");
  client_wait(client, &quit);
  CHECK_TEXT(quit.error, "");
  CHECK_ERROR(ALREADY_ANSWERED, nowplaying_request_complete(kept_quit, NOWPLAYING_OK, NULL));
  step("and failed in everything else");
  client_wait(client, &raise);
  CHECK(raise.error[0]);
  CHECK_ERROR(CANCELLED, nowplaying_request_complete(kept_raise, NOWPLAYING_OK, NULL));
  nowplaying_request_unref(kept_quit);
  nowplaying_request_unref(kept_raise);
  client_close(client);
  test_bus_end(&bus);
  return 0;
}
