/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The name of a player that can be controlled. */
#ifndef PLAYERCTL_PLAYER_NAME_H
#define PLAYERCTL_PLAYER_NAME_H

#include <glib-object.h>

/**
 * PlayerctlSource:
 * @PLAYERCTL_SOURCE_NONE: Not said: either bus.
 * @PLAYERCTL_SOURCE_DBUS_SESSION: The session bus.
 * @PLAYERCTL_SOURCE_DBUS_SYSTEM: The system bus.
 *
 * Where a player is.
 */
typedef enum {
  PLAYERCTL_SOURCE_NONE,
  PLAYERCTL_SOURCE_DBUS_SESSION,
  PLAYERCTL_SOURCE_DBUS_SYSTEM,
} PlayerctlSource;

typedef struct _PlayerctlPlayerName PlayerctlPlayerName;

/**
 * PlayerctlPlayerName:
 * @name: the part of the instance before its first dot, "vlc"
 * @instance: the MPRIS name without its beginning, "vlc.instance123"
 * @source: where the player is
 *
 * The name of a player.
 */
struct _PlayerctlPlayerName {
  gchar *name;
  gchar *instance;
  PlayerctlSource source;
};

#define PLAYERCTL_TYPE_PLAYER_NAME (playerctl_player_name_get_type ())
GType playerctl_player_name_get_type (void);

void playerctl_player_name_free (PlayerctlPlayerName *name);
PlayerctlPlayerName *playerctl_player_name_copy (PlayerctlPlayerName *name);

#endif
