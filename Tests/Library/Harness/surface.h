/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Shared by the parts of the harness of surface.h, beside harness.h. */
#ifndef NOWPLAYING_TEST_HARNESS_SURFACE_H
#define NOWPLAYING_TEST_HARNESS_SURFACE_H

#include "harness.h"

/** Notes that a surface with this table of callbacks came to be, so that it owes a `destroy`. */
void surface_note_created(const void *table);
/** Notes that a surface was freed, perhaps inside a callback of its own, until whose end the handle is good. */
void surface_note_free(void *surface);
void *surface_freed_here(void);
/** How many actions have answered, and how often an action that a function begins has ended so. */
long answers_come(void), outcomes_of(int function, nowplaying_status status);

#endif
