/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#pragma once
#include "bus.h"
#include "names.h"

struct _PlayerctlPlayerPrivate {
  PctlBus *bus;
  char *name, *instance, *bus_name;
  PlayerctlSource source;
  /** The error with which opening failed in g_object_new(); each function returns it. */
  GError *error;
  gboolean is_ready;
  /** Whether the player has gone, so that "exit" is emitted once. */
  gboolean has_gone;
  /** The cached properties, by their MPRIS names. */
  GHashTable *properties;
  PlayerctlPlaybackStatus status;
  /** The last known position, and the time at which it was known. */
  gint64 position, since;
  char *track_id;
  /* The track id in the last signal; NULL before the first. */
  char *told_track_id;
  /** Whether the player has answered GetAll. */
  gboolean is_known;
  /** The timer for asking again a player that did not answer, or NULL; and the number of attempts. */
  GSource *retry;
  guint repeats;
  /** The main context that processes its connection. */
  GMainContext *context;
  /** Whether all properties are being read after a signal, and whether they must be read once more afterwards. */
  gboolean is_asked, asks_again;
};

enum {
  PCTL_PLAYBACK_STATUS,
  PCTL_LOOP_STATUS,
  PCTL_SHUFFLE,
  PCTL_PLAY,
  PCTL_PAUSE,
  PCTL_STOP,
  PCTL_METADATA,
  PCTL_VOLUME,
  PCTL_SEEKED,
  PCTL_EXIT,
  PCTL_N_SIGNALS,
};

G_GNUC_INTERNAL extern guint pctl_signals[PCTL_N_SIGNALS];

/** Returns a cached property of a type; NULL when it is not known. */
G_GNUC_INTERNAL GVariant *pctl_player_peek (PlayerctlPlayer *self, const char *name, const GVariantType *type);
/** Returns the metadata, which is requested when it is not cached; NULL with an error, or when there is none. */
G_GNUC_INTERNAL GVariant *pctl_player_dup_metadata (PlayerctlPlayer *self, GError **error);
/** Returns the track id, which some players send as a string. */
G_GNUC_INTERNAL char *pctl_track_id (GVariant *metadata);
/** Returns the expected position. */
G_GNUC_INTERNAL gint64 pctl_player_position (PlayerctlPlayer *self);
/** Cancels the timer for asking again. */
G_GNUC_INTERNAL void pctl_player_forget_retry (PlayerctlPlayer *self);
/** Finds the player, connects, and subscribes to its signals. */
G_GNUC_INTERNAL gboolean pctl_player_open (PlayerctlPlayer *self, GError **error);
