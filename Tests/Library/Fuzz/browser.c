/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A fuzzer of what an extension, or a page that has taken it over, sends to the native host of plugins/browser. The
 * first byte of the input says what follows. Even: one message in each line, which is sent with its length; odd: the
 * bytes of the stream. The host shows its tabs on a bus within this process, which asks for their pictures.
 * The host must send only whole messages.
 * usage: browser [CORPUS…] (see libFuzzer's options) */

/* The sources of the host are included, because reset() must reach the variables that an input has changed. */
#include "channel.c"
#include "requests.c"
#define main host_main
#include "main.c"
#undef main

#include "../../Lab/C/check.h"
#include "../../Lab/C/peer.h"

enum { TURNS = 200, LONGEST = 60000, FULL = MESSAGE_BURST * 1000 };

static peer bus;
static int to_host, from_host;

/* Puts one end of a pipe in the place of a standard stream. Returns the other end. */
static int open_pipe(int stream) {
  int ends[2], own = stream == STDIN_FILENO;
  CHECK(pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0);
  CHECK(dup2(ends[!own], stream) == stream);
  close(ends[!own]);
  return ends[own];
}

/* Lets the host and the bus do all that they can. */
static void settle(void) {
  unsigned received;
  int turns = 0;
  do {
    received = bus.received;
    allowance = FULL;
    channel_receive(take);
    CHECK(nowplaying_app_dispatch(tabs_app()) == NOWPLAYING_OK);
    peer_process(&bus);
    CHECK(turns++ < TURNS);
  } while (bus.received != received || turns < 3);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  char name[64], address[128];
  snprintf(name, sizeof name, "nowplaying-fuzz-browser-%d", (int)getpid());
  snprintf(address, sizeof address, "unix:abstract=%s", name);
  int listener = peer_listen(name);
  setenv("DBUS_SESSION_BUS_ADDRESS", address, 1);
  to_host = open_pipe(STDIN_FILENO);
  from_host = open_pipe(STDOUT_FILENO);
  CHECK(fcntl(to_host, F_SETPIPE_SZ, 2 * LONGEST) >= 2 * LONGEST);
  tabs_open("Firefox");
  for (int turns = 0; !peer_accept(&bus, listener); ++turns) {
    CHECK(turns < TURNS);
    CHECK(nowplaying_app_dispatch(tabs_app()) == NOWPLAYING_OK);
  }
  return 0;
}

static void write_all(const void *data, size_t size) {
  CHECK(write(to_host, data, size) == (ssize_t)size);
}

static void write_lines(const char *line, size_t left) {
  while (left > 0) {
    const char *end = memchr(line, '\n', left);
    uint32_t size = (uint32_t)(end != NULL ? (size_t)(end - line) : left);
    write_all(&size, sizeof size);
    write_all(line, size);
    size_t taken = size + (end != NULL);
    line += taken;
    left -= taken;
  }
}

/* Checks that the host has sent whole messages only. */
static void check_sent(void) {
  static char sent[2 * MAX_WAITING_BYTES];
  ssize_t size = read(from_host, sent, sizeof sent), place = 0;
  while (place < size) {
    uint32_t length;
    memcpy(&length, sent + place, sizeof length);
    place += (ssize_t)sizeof length;
    CHECK(length > 2 && length <= (size_t)(size - place));
    CHECK(sent[place] == '{' && sent[place + length - 1] == '}');
    place += length;
  }
}

/* Resets the host to its state at the start. */
static void reset(void) {
  char rest[4096];
  while (read(STDIN_FILENO, rest, sizeof rest) > 0) continue;
  free(input.text);
  memset(&input, 0, sizeof input);
  while (tabs_primary() != NULL) tabs_remove(tabs_primary());
  settle();
  requests_close();
  last_number = 0;
  CHECK(coming == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2 || size > LONGEST / 5) return 0;
  if (data[0] % 2 == 0) write_lines((const char *)data + 1, size - 1);
  else write_all(data + 1, size - 1);
  for (int round = 0; round < 4; ++round) settle();
  check_sent();
  reset();
  return 0;
}
