/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Shared by the parts of the harness of surface.h, in addition to harness.h. */
#ifndef NOWPLAYING_TEST_HARNESS_SURFACE_H
#define NOWPLAYING_TEST_HARNESS_SURFACE_H

#include "harness.h"

/** Notes that a surface with this table of callbacks was made, so that `destroy` must be called for it. */
void surface_note_created(const void *table);
/** Notes that a surface was freed. Inside one of its callbacks, the handle is valid until that ends. */
void surface_note_free(void *surface);
void *surface_freed_here(void);
/** Return how many actions have ended, and how often an action of a function has ended with a status. */
long answers_come(void), outcomes_of(int function, nowplaying_status status);

#endif
