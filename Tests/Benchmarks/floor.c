/* The floor: the bare MPRIS server in a poll loop of its own.
 * usage: floor BUS_NAME STAMP_FILE     (control bytes on standard input, see bench.h)
 *
 * SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
 */
#include "bare.h"
#include "server.h"

/** Milliseconds for poll() until sd-bus wants to be called; -1: no limit. */
static int poll_timeout(sd_bus *bus) {
  uint64_t until_us;
  check(sd_bus_get_timeout(bus, &until_us), "sd_bus_get_timeout");
  if (until_us == UINT64_MAX) return -1;
  int64_t left_us = (int64_t)until_us - now_ns() / 1000;
  return left_us <= 0 ? 0 : (int)((left_us + 999) / 1000);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: floor BUS_NAME STAMP_FILE\n");
    return 2;
  }
  static bare self;
  _Atomic int64_t *stamp = stamp_open(argv[2]);
  bare_start(&self, argv[1]);
  struct pollfd fds[2] = {{sd_bus_get_fd(self.bus), 0, 0}, {STDIN_FILENO, POLLIN, 0}};
  for (;;) {
    while (check(sd_bus_process(self.bus, NULL), "sd_bus_process") > 0) { }
    fds[0].events = (short)check(sd_bus_get_events(self.bus), "sd_bus_get_events");
    poll(fds, 2, poll_timeout(self.bus));
    if (!fds[1].revents) continue;
    char byte = control_read();
    if (byte == CONTROL_PUBLISH) {
      self.publishes = true;
    } else if (byte == CONTROL_NEXT) {
      bare_next(&self);
      atomic_store(stamp, now_ns());
      check(bare_emit_metadata(&self), "emitting");
    } else {
      break;
    }
  }
  sd_bus_flush_close_unref(self.bus);
  return 0;
}
