/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#pragma once
#include "bus.h"
#include "names.h"

struct _PlayerctlPlayerPrivate {
  PctlBus *bus;
  char *name, *instance, *bus_name;
  PlayerctlSource source;
  /** The error of a player that was made without being asked for one; each function gives it. */
  GError *error;
  gboolean is_ready;
  /** Whether it has gone, which is told once. */
  gboolean has_gone;
  /** The properties that the player has said, by the names of MPRIS. */
  GHashTable *properties;
  PlayerctlPlaybackStatus status;
  /** Where it was, and when that was so. */
  gint64 position, since;
  char *track_id;
  /* The id of the track that the last signal told; NULL before the first. */
  char *told_track_id;
  /** Whether it has said what it is. */
  gboolean is_known;
  /** When it is asked anew, because it did not answer; NULL while it is not. And how often it was. */
  GSource *retry;
  guint repeats;
  /** The context in which it is listened to. */
  GMainContext *context;
  /** Whether it is asked for what it does not tell, and whether it is to be once more. */
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

/** Returns a property of a type that the player has said; NULL when it has not. */
G_GNUC_INTERNAL GVariant *pctl_player_peek (PlayerctlPlayer *self, const char *name, const GVariantType *type);
/** Returns the metadata, which are asked for where the player has not said them; NULL with an error, or without. */
G_GNUC_INTERNAL GVariant *pctl_player_dup_metadata (PlayerctlPlayer *self, GError **error);
/** Returns the id of a track, also where it is a text. */
G_GNUC_INTERNAL char *pctl_track_id (GVariant *metadata);
/** Returns where the player is now, as far as is known. */
G_GNUC_INTERNAL gint64 pctl_player_position (PlayerctlPlayer *self);
/** Does not ask it anew any more. */
G_GNUC_INTERNAL void pctl_player_forget_retry (PlayerctlPlayer *self);
/** Finds the player, connects, and begins to listen. */
G_GNUC_INTERNAL gboolean pctl_player_open (PlayerctlPlayer *self, GError **error);
