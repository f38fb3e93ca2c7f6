/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks that a session or an outcome is a possible one, whatever players send. */
#ifndef NOWPLAYING_TEST_JUDGE_H
#define NOWPLAYING_TEST_JUDGE_H

#include <nowplaying/surface.h>

/** Reads all that a session has, and ends the program when something of it is not as the header promises. */
void judge_session(const nowplaying_surface_session *session);
/** The same of what became of an action. */
void judge_result(const nowplaying_surface_result *result);

#endif
