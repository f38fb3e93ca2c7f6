/* The floor: the bare MPRIS server in a poll loop of its own; and one method of org.nowplaying, with a large picture.
 * usage: floor BUS_NAME STAMP_FILE     (control bytes on standard input, see bench.h)
 *
 * SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
 */
#include "bare.h"
#include "server.h"

/** Copies the picture once, into a sealed memory file, as org.nowplaying wants it. */
static int get_artwork(sd_bus_message *call, void *user_data, sd_bus_error *error) {
  int memory = check(memfd_create("picture", MFD_CLOEXEC | MFD_ALLOW_SEALING), "memfd_create");
  if (write(memory, large_picture(), LARGE_PICTURE_BYTES) != (ssize_t)LARGE_PICTURE_BYTES) check(-1, "writing");
  check(fcntl(memory, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE), "sealing");
  int r = sd_bus_reply_method_return(call, "hsuu", memory, "image/png", 1, 1);
  close(memory);
  return r;
}

static const sd_bus_vtable session_vtable[] = {
  SD_BUS_VTABLE_START(0),
  SD_BUS_METHOD("GetArtwork", "suu", "hsuu", get_artwork, SD_BUS_VTABLE_UNPRIVILEGED),
  SD_BUS_VTABLE_END,
};

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
  check(sd_bus_add_object_manager(self.bus, NULL, "/org/nowplaying"), "exporting the session");
  check(sd_bus_add_object_vtable(self.bus, NULL, "/org/nowplaying/session/1", "org.nowplaying.Session1", session_vtable,
                                 &self), "exporting the session");
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
