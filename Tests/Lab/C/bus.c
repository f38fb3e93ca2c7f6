/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "bus.h"

#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

void test_bus_again(test_bus *bus) {
  int ready[2];
  CHECK(pipe(ready) == 0);
  char address[160], print[32];
  snprintf(address, sizeof address, "--address=%s", bus->address);
  snprintf(print, sizeof print, "--print-address=%d", ready[1]);
  pid_t parent = getpid();
  bus->daemon = fork();
  CHECK(bus->daemon >= 0);
  if (bus->daemon == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* A test that crashes leaves no daemon behind. */
    if (getppid() != parent) _exit(1);
    close(ready[0]);
    execlp("dbus-daemon", "dbus-daemon", "--session", "--nofork", "--nopidfile", "--nosyslog", address, print, NULL);
    fprintf(stderr, "dbus-daemon could not be started: install the Debian package dbus-daemon.\n");
    _exit(1);
  }
  close(ready[1]);
  char line[256];
  ssize_t got;
  do got = read(ready[0], line, sizeof line);
  while (got < 0 && errno == EINTR);
  close(ready[0]);
  CHECK(got > 0);
}

void test_bus_start(test_bus *bus) {
  strcpy(bus->directory, "/tmp/nowplaying-test-XXXXXX");
  CHECK(mkdtemp(bus->directory));
  snprintf(bus->address, sizeof bus->address, "unix:path=%s/bus", bus->directory);
  setenv("XDG_RUNTIME_DIR", bus->directory, 1);
  setenv("DBUS_SESSION_BUS_ADDRESS", bus->address, 1);
  test_bus_again(bus);
}

void test_bus_stop(test_bus *bus) {
  kill(bus->daemon, SIGKILL);
  while (waitpid(bus->daemon, NULL, 0) < 0 && errno == EINTR) continue;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *walk) { return remove(path); }

void test_bus_end(test_bus *bus) {
  test_bus_stop(bus);
  nftw(bus->directory, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}
