/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* When the bus ends, sd-bus closes the socket by itself. Another thread of the program may have opened a file by then,
 * which has the number of the socket: the library does not take it for the socket, and connects to the next bus. */
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../Lab/C/app.h"

static atomic_int gives_away, given_away;
static int silent[2];

/* Replaces the function of the C library, also for the library under test: while `gives_away` is set, an empty pipe
 * gets the number of each closed socket at once. */
int close(int file) {
  int (*real)(int) = NULL;
  *(void **)&real = dlsym(RTLD_NEXT, "close");
  struct stat status;
  int is_socket = fstat(file, &status) == 0 && S_ISSOCK(status.st_mode);
  int result = real(file);
  if (is_socket && gives_away && dup2(silent[0], file) == file) given_away++;
  return result;
}

int main(int argc, char **argv) {
  nowplaying_loop_mode loop = test_loop_argument(argc, argv);
  CHECK(pipe(silent) == 0);
  test_bus bus;
  test_bus_start(&bus);
  test_app host;
  nowplaying_session *session;
  test_app_start(&host, &bus, loop, NULL, NULL);
  CHECK_OK(nowplaying_session_new(host.app, NULL, NULL, &session));
  test_session_publish(session, "Title");
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_PUBLISHED);

  step("the number of the closed socket is that of another file");
  gives_away = 1;
  test_bus_stop(&bus);
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_NONE);
  gives_away = 0;
  CHECK(given_away > 0);
  test_bus_again(&bus);
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_PUBLISHED);

  nowplaying_session_free(session);
  test_app_end(&host);
  test_bus_end(&bus);
  return 0;
}
