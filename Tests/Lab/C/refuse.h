/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Simulates a system that refuses threads and descriptors. */
#ifndef NOWPLAYING_TEST_REFUSE_H
#define NOWPLAYING_TEST_REFUSE_H

#include <nowplaying/nowplaying.h>

/** Calls `make` for each loop mode, with and without a resource that the system refuses. `make` makes an object with
 * that loop, expects the status, and frees the object. Checks that no descriptor leaks. */
void test_refuse(void (*make)(nowplaying_loop_mode loop, nowplaying_status expected));

#endif
