/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A system that refuses threads and descriptors. */
#ifndef NOWPLAYING_TEST_REFUSE_H
#define NOWPLAYING_TEST_REFUSE_H

#include <nowplaying/nowplaying.h>

/** Calls `make` for each loop mode: where the system refuses what the library needs, and where it does not. `make`
 * makes an object with that loop, expects that status, and ends it. Checks that no descriptor is left. */
void test_refuse(void (*make)(nowplaying_loop_mode loop, nowplaying_status expected));

#endif
