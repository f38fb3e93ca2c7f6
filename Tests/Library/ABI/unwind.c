/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks that a player's callbacks can be unwound, as a report of a crash does it: from the callback through the
 * library to the start of the thread, by the tables that strip leaves in it. usage: unwind thread|fd|wakeup */
#include <execinfo.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../../Lab/C/app.h"
#include "../../Lab/C/client.h"

enum { MOST = 64, FEWEST = 8 };

/* Protected by the state lock. */
static int unwound;

/* Whether a frame is the outermost: where libc starts a thread. On 32-bit ARM the way ends before, where libc or
 * libsystemd calls, because C has no tables there unless it is compiled with some. */
static bool is_outermost(const char *words) {
#ifdef __arm__
  return true;
#else
  return strstr(words, "libc.so");
#endif
}

/* Prints the frames of the callback that calls it, and checks which libraries they are in. */
static void unwind(const char *callback) {
  void *frames[MOST];
  int count = backtrace(frames, MOST), in_library = 0;
  char **words = backtrace_symbols(frames, count);
  for (int i = 0; i < count; i++) {
    in_library += strstr(words[i], "libnowplaying.so") != NULL;
    printf("  %s, frame %d: %s\n", callback, i, words[i]);
  }
  CHECK(count >= FEWEST && count < MOST);
  CHECK(in_library >= 3);
  CHECK(is_outermost(words[count - 1]));
  free(words);
  STATE(unwound++);
}

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  unwind("command");
  return NOWPLAYING_OK;
}

static nowplaying_status on_volume(nowplaying_session *session, nowplaying_request *request, double volume,
                                   void *user_data) {
  unwind("volume");
  return NOWPLAYING_OK;
}

static nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_artwork_event *event, void *user_data) {
  unwind("artwork");
  return NOWPLAYING_ERROR_NO_SUCH_CONTENT;
}

int main(int argc, char **argv) {
  test_bus bus;
  test_app host;
  test_bus_start(&bus);
  test_app_start(&host, &bus, test_loop_argument(argc, argv), NULL, NULL);
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = on_command;
  callbacks.volume = on_volume;
  callbacks.artwork = on_artwork;
  nowplaying_session *session = NULL;
  CHECK_OK(nowplaying_session_new(host.app, NULL, &callbacks, &session));
  test_session_publish(session, "Title");
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_PUBLISHED);
  sd_bus *client = client_open(bus.address);

  step("a command");
  client_press(client, TEST_PLAYER_INTERFACE, "Next");
  WAIT_FOR(unwound == 1);

  step("a volume");
  client_reply reply;
  client_send_volume(client, &reply, 0.5);
  client_wait(client, &reply);
  WAIT_FOR(unwound == 2);

  step("artwork");
  nowplaying_content *content = test_content("second", "Another", "cover");
  CHECK_OK(nowplaying_session_set_content(session, content));
  CHECK_OK(nowplaying_session_commit(session));
  nowplaying_content_free(content);
  WAIT_FOR(unwound == 3);

  client_close(client);
  nowplaying_session_free(session);
  test_app_end(&host);
  test_bus_end(&bus);
  return 0;
}
