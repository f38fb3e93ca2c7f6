/* Ours: the player on libnowplaying, in its own poll loop like the floor, or on the library's thread.
 * usage: ours BUS_NAME STAMP_FILE [thread|plain|asked]     (control bytes on standard input, see bench.h)
 * "plain" shows no picture, as the floor, which only names one, stores none; "asked" is asked for the position.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
 */
#include "published.h"
#include "server.h"

int main(int argc, char **argv) {
  const char *mode = argc == 4 ? argv[3] : "";
  bool thread = strcmp(mode, "thread") == 0, plain = strcmp(mode, "plain") == 0;
  static published self;
  self.is_asked = strcmp(mode, "asked") == 0;
  if (argc != 3 && !thread && !plain && !self.is_asked) {
    fprintf(stderr, "usage: ours BUS_NAME STAMP_FILE [thread|plain|asked]\n");
    return 2;
  }
  _Atomic int64_t *stamp = stamp_open(argv[2]);
  published_start(&self, argv[1], thread ? NOWPLAYING_LOOP_THREAD : NOWPLAYING_LOOP_FD, !plain);
  struct pollfd fds[2] = {{STDIN_FILENO, POLLIN, 0}, {-1, POLLIN, 0}};
  if (!thread) nowplaying_app_get_fd(self.app, &fds[1].fd);
  for (;;) {
    poll(fds, 2, -1);
    if (fds[1].revents) nowplaying_app_dispatch(self.app);
    if (!fds[0].revents) continue;
    char byte = control_read();
    if (byte == CONTROL_PUBLISH) {
      self.publishes = true;
    } else if (byte == CONTROL_NEXT) {
      published_next(&self);
      atomic_store(stamp, now_ns());
      published_commit(&self);
    } else {
      break;
    }
  }
  nowplaying_session_free(self.session);
  nowplaying_app_free(self.app);
  return 0;
}
