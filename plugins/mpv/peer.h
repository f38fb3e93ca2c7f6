/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* mpv-mpris, which may be installed beside this plugin: both would show the same mpv. */
#ifndef PEER_H
#define PEER_H

#include <stdbool.h>

/* Has mpv-mpris give back its names on the bus, and never have one again, if mpv has loaded it into this process. To be
 * called when mpv has loaded all its scripts and there is a bus; more than once does no harm.
 * Returns true when it had the name that mpv is known by, and this name is free now. */
bool peer_silence(void);

#endif
