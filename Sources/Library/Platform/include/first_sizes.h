/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The size that each struct of the C interface had in the first version that had the struct. It never changes, so that
 * programs that were compiled with an old header keep working when the struct has grown. The size differs where
 * pointers have 32 bits, so it is computed from the last field of that version. */
#ifndef NOWPLAYING_PLATFORM_FIRST_SIZES_H
#define NOWPLAYING_PLATFORM_FIRST_SIZES_H

#include "../../../../include/nowplaying/nowplaying.h"
#include "../../../../include/nowplaying/surface.h"

#define NP_THROUGH(type, field) (offsetof(type, field) + sizeof(((type *)0)->field))

enum {
  NP_FIRST_APP_OPTIONS = NP_THROUGH(nowplaying_app_options, flags),
  NP_FIRST_APP_CALLBACKS = NP_THROUGH(nowplaying_app_callbacks, open_uri),
  NP_FIRST_SESSION_CALLBACKS = NP_THROUGH(nowplaying_session_callbacks, interruption),
  NP_FIRST_SNAPSHOT = NP_THROUGH(nowplaying_snapshot, reserved),
  NP_FIRST_COMMAND = NP_THROUGH(nowplaying_command, short_title),
  NP_FIRST_COMMAND_EVENT = NP_THROUGH(nowplaying_command_event, toggle),
  NP_FIRST_CHAPTER = NP_THROUGH(nowplaying_chapter, artwork_id),
  NP_FIRST_TRACK = NP_THROUGH(nowplaying_track, reserved),
  NP_FIRST_DEVICE = NP_THROUGH(nowplaying_device, can_step),
  NP_FIRST_PLAYLIST = NP_THROUGH(nowplaying_playlist, last_played),
  NP_FIRST_SURFACE_OPTIONS = NP_THROUGH(nowplaying_surface_options, loop),
  NP_FIRST_SURFACE_CALLBACKS = NP_THROUGH(nowplaying_surface_callbacks, wakeup),
  NP_FIRST_SURFACE_INFO = NP_THROUGH(nowplaying_surface_info, abilities),
  NP_FIRST_SURFACE_ITEM = NP_THROUGH(nowplaying_surface_item, reserved),
  NP_FIRST_SURFACE_CONTROL = NP_THROUGH(nowplaying_surface_control, rate_count),
  NP_FIRST_SURFACE_QUEUE = NP_THROUGH(nowplaying_surface_queue, reserved),
  NP_FIRST_SURFACE_QUEUE_ENTRY = NP_THROUGH(nowplaying_surface_queue_entry, duration_us),
  NP_FIRST_SURFACE_PLAYLISTS = NP_THROUGH(nowplaying_surface_playlists, reserved),
  NP_FIRST_SURFACE_PLAYLIST = NP_THROUGH(nowplaying_surface_playlist, icon_url),
};

/* Checks each size on machines with pointers of 64 bits, for which programs have long been compiled. */
#define NP_IS(constant, size) _Static_assert(sizeof(void *) != 8 || (constant) == (size), #constant " never changes")
NP_IS(NP_FIRST_APP_OPTIONS, 88);
NP_IS(NP_FIRST_APP_CALLBACKS, 64);
NP_IS(NP_FIRST_SESSION_CALLBACKS, 80);
NP_IS(NP_FIRST_SNAPSHOT, 48);
NP_IS(NP_FIRST_COMMAND, 80);
NP_IS(NP_FIRST_COMMAND_EVENT, 48);
NP_IS(NP_FIRST_CHAPTER, 32);
NP_IS(NP_FIRST_TRACK, 48);
NP_IS(NP_FIRST_DEVICE, 40);
NP_IS(NP_FIRST_PLAYLIST, 56);
NP_IS(NP_FIRST_SURFACE_OPTIONS, 32);
NP_IS(NP_FIRST_SURFACE_CALLBACKS, 88);
NP_IS(NP_FIRST_SURFACE_INFO, 72);
NP_IS(NP_FIRST_SURFACE_ITEM, 96);
NP_IS(NP_FIRST_SURFACE_CONTROL, 144);
NP_IS(NP_FIRST_SURFACE_QUEUE, 40);
NP_IS(NP_FIRST_SURFACE_QUEUE_ENTRY, 64);
NP_IS(NP_FIRST_SURFACE_PLAYLISTS, 32);
NP_IS(NP_FIRST_SURFACE_PLAYLIST, 32);

#endif
