/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A player of MPRIS. */
#ifndef PLAYERCTL_PLAYER_H
#define PLAYERCTL_PLAYER_H

#include <glib-object.h>
#include <playerctl/playerctl-enum-types.h>
#include <playerctl/playerctl-player-name.h>

#define PLAYERCTL_TYPE_PLAYER (playerctl_player_get_type ())
#define PLAYERCTL_PLAYER(object) (G_TYPE_CHECK_INSTANCE_CAST ((object), PLAYERCTL_TYPE_PLAYER, PlayerctlPlayer))
#define PLAYERCTL_IS_PLAYER(object) (G_TYPE_CHECK_INSTANCE_TYPE ((object), PLAYERCTL_TYPE_PLAYER))
#define PLAYERCTL_PLAYER_CLASS(klass) (G_TYPE_CHECK_CLASS_CAST ((klass), PLAYERCTL_TYPE_PLAYER, PlayerctlPlayerClass))
#define PLAYERCTL_IS_PLAYER_CLASS(klass) (G_TYPE_CHECK_CLASS_TYPE ((klass), PLAYERCTL_TYPE_PLAYER))
#define PLAYERCTL_PLAYER_GET_CLASS(object) \
  (G_TYPE_INSTANCE_GET_CLASS ((object), PLAYERCTL_TYPE_PLAYER, PlayerctlPlayerClass))

typedef struct _PlayerctlPlayer PlayerctlPlayer;
typedef struct _PlayerctlPlayerClass PlayerctlPlayerClass;
typedef struct _PlayerctlPlayerPrivate PlayerctlPlayerPrivate;

struct _PlayerctlPlayer {
  GObject parent_instance;
  PlayerctlPlayerPrivate *priv;
};

struct _PlayerctlPlayerClass {
  GObjectClass parent_class;
};

/**
 * PlayerctlPlaybackStatus:
 * @PLAYERCTL_PLAYBACK_STATUS_PLAYING: It plays.
 * @PLAYERCTL_PLAYBACK_STATUS_PAUSED: It is paused.
 * @PLAYERCTL_PLAYBACK_STATUS_STOPPED: It has stopped.
 *
 * The state of playback.
 */
typedef enum {
  PLAYERCTL_PLAYBACK_STATUS_PLAYING, /*< nick=Playing >*/
  PLAYERCTL_PLAYBACK_STATUS_PAUSED,  /*< nick=Paused >*/
  PLAYERCTL_PLAYBACK_STATUS_STOPPED, /*< nick=Stopped >*/
} PlayerctlPlaybackStatus;

/**
 * PlayerctlLoopStatus:
 * @PLAYERCTL_LOOP_STATUS_NONE: Nothing.
 * @PLAYERCTL_LOOP_STATUS_TRACK: The track.
 * @PLAYERCTL_LOOP_STATUS_PLAYLIST: The list of tracks.
 *
 * The part of the list that repeats.
 */
typedef enum {
  PLAYERCTL_LOOP_STATUS_NONE,  /*< nick=None >*/
  PLAYERCTL_LOOP_STATUS_TRACK, /*< nick=Track >*/
  PLAYERCTL_LOOP_STATUS_PLAYLIST,
} PlayerctlLoopStatus;

GType playerctl_player_get_type (void);
PlayerctlPlayer *playerctl_player_new (const gchar *player_name, GError **err);
PlayerctlPlayer *playerctl_player_new_for_source (const gchar *player_name, PlayerctlSource source, GError **err);
PlayerctlPlayer *playerctl_player_new_from_name (PlayerctlPlayerName *player_name, GError **err);
GList *playerctl_list_players (GError **err);

void playerctl_player_on (PlayerctlPlayer *self, const gchar *event, GClosure *callback, GError **err);
void playerctl_player_open (PlayerctlPlayer *self, gchar *uri, GError **err);
void playerctl_player_play_pause (PlayerctlPlayer *self, GError **err);
void playerctl_player_play (PlayerctlPlayer *self, GError **err);
void playerctl_player_stop (PlayerctlPlayer *self, GError **err);
void playerctl_player_seek (PlayerctlPlayer *self, gint64 offset, GError **err);
void playerctl_player_pause (PlayerctlPlayer *self, GError **err);
void playerctl_player_next (PlayerctlPlayer *self, GError **err);
void playerctl_player_previous (PlayerctlPlayer *self, GError **err);
gchar *playerctl_player_print_metadata_prop (PlayerctlPlayer *self, const gchar *property, GError **err);
gchar *playerctl_player_get_artist (PlayerctlPlayer *self, GError **err);
gchar *playerctl_player_get_title (PlayerctlPlayer *self, GError **err);
gchar *playerctl_player_get_album (PlayerctlPlayer *self, GError **err);
void playerctl_player_set_volume (PlayerctlPlayer *self, gdouble volume, GError **err);
gint64 playerctl_player_get_position (PlayerctlPlayer *self, GError **err);
void playerctl_player_set_position (PlayerctlPlayer *self, gint64 position, GError **err);
void playerctl_player_set_loop_status (PlayerctlPlayer *self, PlayerctlLoopStatus status, GError **err);
void playerctl_player_set_shuffle (PlayerctlPlayer *self, gboolean shuffle, GError **err);

#endif
