/* A bare MPRIS server on sd-bus, as a careful author writes it by hand: what the library is compared with.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
 */
#ifndef BARE_H
#define BARE_H

#include <systemd/sd-bus.h>

#include "bench.h"

typedef struct bare {
  sd_bus *bus;
  track tracks[TRACK_COUNT + 1];
  int current;
  timeline time;
  /** PlayPause also emits the new PlaybackStatus. */
  bool publishes;
  double volume;
} bare;

/** Connects, exports everything, then asks for the name. */
void bare_start(bare *self, const char *name);

/** Changes the track, emits nothing yet. */
void bare_next(bare *self);

/** Tells the desktop of the new track. */
int bare_emit_metadata(bare *self);

#endif
