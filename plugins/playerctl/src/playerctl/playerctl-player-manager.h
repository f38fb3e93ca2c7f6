/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Watches players that appear and vanish. */
#ifndef PLAYERCTL_PLAYER_MANAGER_H
#define PLAYERCTL_PLAYER_MANAGER_H

#include <glib-object.h>
#include <playerctl/playerctl-player.h>

#define PLAYERCTL_TYPE_PLAYER_MANAGER (playerctl_player_manager_get_type ())
#define PLAYERCTL_PLAYER_MANAGER(object) \
  (G_TYPE_CHECK_INSTANCE_CAST ((object), PLAYERCTL_TYPE_PLAYER_MANAGER, PlayerctlPlayerManager))
#define PLAYERCTL_IS_PLAYER_MANAGER(object) (G_TYPE_CHECK_INSTANCE_TYPE ((object), PLAYERCTL_TYPE_PLAYER_MANAGER))
#define PLAYERCTL_PLAYER_MANAGER_CLASS(klass) \
  (G_TYPE_CHECK_CLASS_CAST ((klass), PLAYERCTL_TYPE_PLAYER_MANAGER, PlayerctlPlayerManagerClass))
#define PLAYERCTL_IS_PLAYER_MANAGER_CLASS(klass) (G_TYPE_CHECK_CLASS_TYPE ((klass), PLAYERCTL_TYPE_PLAYER_MANAGER))
#define PLAYERCTL_PLAYER_MANAGER_GET_CLASS(object) \
  (G_TYPE_INSTANCE_GET_CLASS ((object), PLAYERCTL_TYPE_PLAYER_MANAGER, PlayerctlPlayerManagerClass))

typedef struct _PlayerctlPlayerManager PlayerctlPlayerManager;
typedef struct _PlayerctlPlayerManagerClass PlayerctlPlayerManagerClass;
typedef struct _PlayerctlPlayerManagerPrivate PlayerctlPlayerManagerPrivate;

struct _PlayerctlPlayerManager {
  GObject parent_instance;
  PlayerctlPlayerManagerPrivate *priv;
};

struct _PlayerctlPlayerManagerClass {
  GObjectClass parent_class;
};

GType playerctl_player_manager_get_type (void);
PlayerctlPlayerManager *playerctl_player_manager_new (GError **err);
void playerctl_player_manager_manage_player (PlayerctlPlayerManager *manager, PlayerctlPlayer *player);
void playerctl_player_manager_set_sort_func (PlayerctlPlayerManager *manager, GCompareDataFunc sort_func,
                                             gpointer sort_data, GDestroyNotify notify);
void playerctl_player_manager_move_player_to_top (PlayerctlPlayerManager *manager, PlayerctlPlayer *player);

#endif
