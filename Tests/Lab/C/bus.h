/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A private dbus-daemon for one test program. */
#ifndef NOWPLAYING_TEST_BUS_H
#define NOWPLAYING_TEST_BUS_H

#include <sys/types.h>

typedef struct test_bus {
  pid_t daemon;
  char directory[64];
  char address[128];
} test_bus;

/** Starts a daemon in a new directory, which also becomes $XDG_RUNTIME_DIR; returns when it listens. */
void test_bus_start(test_bus *bus);
/** Kills the daemon and waits for its end. The address stays. */
void test_bus_stop(test_bus *bus);
/** Starts a daemon again on the same address. */
void test_bus_again(test_bus *bus);
/** Kills the daemon and removes the directory. */
void test_bus_end(test_bus *bus);

#endif
