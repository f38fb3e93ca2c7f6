/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks that a session, or the result of an action, keeps the promises of the header, whatever players send. */
#ifndef NOWPLAYING_TEST_JUDGE_H
#define NOWPLAYING_TEST_JUDGE_H

#include <nowplaying/surface.h>

/** Reads everything in a session, and ends the program when something breaks a promise of the header. */
void judge_session(const nowplaying_surface_session *session);
/** Checks the result of an action in the same way. */
void judge_result(const nowplaying_surface_result *result);

#endif
