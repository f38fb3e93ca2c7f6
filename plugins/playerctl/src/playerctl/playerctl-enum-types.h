/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Declares the GTypes of the enumerations. */
#ifndef PLAYERCTL_ENUM_TYPES_H
#define PLAYERCTL_ENUM_TYPES_H

#include <glib-object.h>

#define PLAYERCTL_TYPE_SOURCE (playerctl_source_get_type ())
GType playerctl_source_get_type (void);

#define PLAYERCTL_TYPE_PLAYBACK_STATUS (playerctl_playback_status_get_type ())
GType playerctl_playback_status_get_type (void);

#define PLAYERCTL_TYPE_LOOP_STATUS (playerctl_loop_status_get_type ())
GType playerctl_loop_status_get_type (void);

#endif
