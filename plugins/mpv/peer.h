/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* mpv-mpris, another plugin that shows mpv on the desktop and may be installed beside this one. */
#ifndef PEER_H
#define PEER_H

#include <stdbool.h>

/* Has mpv-mpris, if mpv has loaded it into this process, release its names on the bus and get none again. Call it when
 * mpv has loaded all scripts and there is a bus; further calls do no harm. Returns true when mpv-mpris had mpv's usual
 * name, which is free now. */
bool peer_silence(void);

#endif
