/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#ifndef CMUS_MPRIS_NOWPLAYING_H
#define CMUS_MPRIS_NOWPLAYING_H

/* The functions of mpris.h by libnowplaying. Changes are emitted once in each turn of the main loop, by mpris_update();
 * so the places that change something need not say it. */

extern int mpris_fd;

void mpris_init(void);
void mpris_process(void);
void mpris_free(void);
void mpris_update(void);
void mpris_seeked(void);

#define mpris_playback_status_changed() { }
#define mpris_loop_status_changed() { }
#define mpris_shuffle_changed() { }
#define mpris_volume_changed() { }
#define mpris_metadata_changed() { }

#endif
