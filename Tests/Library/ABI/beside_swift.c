/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks that the library works in a process that also loads an ordinary Swift library with the Swift runtime. usage:
 * beside_swift SWIFT_LIBRARY */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../Lab/C/app.h"
#include "../../Lab/C/client.h"

static void publish_and_read(const test_bus *bus, const char *title) {
  test_app host;
  test_app_start(&host, bus, NOWPLAYING_LOOP_THREAD, NULL, NULL);
  nowplaying_session *session = NULL;
  CHECK_OK(nowplaying_session_new(host.app, NULL, NULL, &session));
  test_session_publish(session, title);
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_PUBLISHED);
  sd_bus *client = client_open(bus->address);
  char *seen = client_title(client);
  CHECK_TEXT(seen, title);
  free(seen);
  client_close(client);
  nowplaying_session_free(session);
  test_app_end(&host);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s SWIFT_LIBRARY\n", argv[0]);
    return 2;
  }
  test_bus bus;
  test_bus_start(&bus);
  publish_and_read(&bus, "before");
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
  if (!library) check_failed(__FILE__, __LINE__, "%s", dlerror());
  int (*count_words)(const char *) = NULL;
  *(void **)&count_words = dlsym(library, "count_words");
  CHECK(count_words);
  CHECK_EQUAL(count_words("one two three"), 3);
  publish_and_read(&bus, "beside");
  CHECK_EQUAL(count_words("one two three four"), 4);
  test_bus_end(&bus);
  return 0;
}
