/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The methods of a player that call it. */
#include "player.h"

GQuark playerctl_player_error_quark (void);

/* Returns whether the player was opened; otherwise sets the error with which that failed. */
static gboolean is_ready (PlayerctlPlayer *self, GError **err) {
  g_return_val_if_fail (PLAYERCTL_IS_PLAYER (self), FALSE);
  g_return_val_if_fail (err == NULL || *err == NULL, FALSE);
  if (self->priv->error != NULL) g_propagate_error (err, g_error_copy (self->priv->error));
  return self->priv->error == NULL && self->priv->bus != NULL;
}

static void command (PlayerctlPlayer *self, const char *member, GError **err) {
  if (!is_ready (self, err)) return;
  sd_bus_message_unref (pctl_bus_call (self->priv->bus, self->priv->bus_name, MPRIS_PATH, MPRIS_PLAYER, member, err,
                                       ""));
}

/**
 * playerctl_player_play:
 * @self: a player
 * @err: (allow-none): gets the error
 *
 * Tells the player to play.
 */
void playerctl_player_play (PlayerctlPlayer *self, GError **err) { command (self, "Play", err); }

/**
 * playerctl_player_pause:
 * @self: a player
 * @err: (allow-none): gets the error
 *
 * Tells the player to pause.
 */
void playerctl_player_pause (PlayerctlPlayer *self, GError **err) { command (self, "Pause", err); }

/**
 * playerctl_player_play_pause:
 * @self: a player
 * @err: (allow-none): gets the error
 *
 * Tells the player to pause if it plays, else to play.
 */
void playerctl_player_play_pause (PlayerctlPlayer *self, GError **err) { command (self, "PlayPause", err); }

/**
 * playerctl_player_stop:
 * @self: a player
 * @err: (allow-none): gets the error
 *
 * Tells the player to stop.
 */
void playerctl_player_stop (PlayerctlPlayer *self, GError **err) { command (self, "Stop", err); }

/**
 * playerctl_player_next:
 * @self: a player
 * @err: (allow-none): gets the error
 *
 * Tells the player to go to the next track.
 */
void playerctl_player_next (PlayerctlPlayer *self, GError **err) { command (self, "Next", err); }

/**
 * playerctl_player_previous:
 * @self: a player
 * @err: (allow-none): gets the error
 *
 * Tells the player to go to the previous track.
 */
void playerctl_player_previous (PlayerctlPlayer *self, GError **err) { command (self, "Previous", err); }

/**
 * playerctl_player_open:
 * @self: a player
 * @uri: what it is to play
 * @err: (allow-none): gets the error
 *
 * Tells the player to play a URI.
 */
void playerctl_player_open (PlayerctlPlayer *self, gchar *uri, GError **err) {
  if (!is_ready (self, err)) return;
  sd_bus_message_unref (pctl_bus_call (self->priv->bus, self->priv->bus_name, MPRIS_PATH, MPRIS_PLAYER, "OpenUri", err,
                                       "s", uri));
}

/**
 * playerctl_player_seek:
 * @self: a player
 * @offset: microseconds, forward or back
 * @err: (allow-none): gets the error
 *
 * Moves the position by an offset.
 */
void playerctl_player_seek (PlayerctlPlayer *self, gint64 offset, GError **err) {
  if (!is_ready (self, err)) return;
  sd_bus_message_unref (pctl_bus_call (self->priv->bus, self->priv->bus_name, MPRIS_PATH, MPRIS_PLAYER, "Seek", err,
                                       "x", (int64_t)offset));
}

/**
 * playerctl_player_set_position:
 * @self: a player
 * @position: microseconds from the start of the track
 * @err: (allow-none): gets the error
 *
 * Moves the position of the track that plays.
 */
void playerctl_player_set_position (PlayerctlPlayer *self, gint64 position, GError **err) {
  GError *error = NULL;
  if (!is_ready (self, err)) return;
  GVariant *metadata = pctl_player_dup_metadata (self, &error);
  char *track_id = pctl_track_id (metadata);
  if (metadata != NULL) g_variant_unref (metadata);
  if (error != NULL) {
    g_propagate_error (err, error);
  } else if (track_id == NULL) {
    g_set_error (err, playerctl_player_error_quark (), 2, "Could not get track id to set position");
  } else if (!g_variant_is_object_path (track_id)) {
    /* SetPosition needs a track id that is an object path; without one the player is sought by an offset. */
    gint64 place = playerctl_player_get_position (self, &error), offset;
    if (error != NULL) g_propagate_error (err, error);
    else if (!__builtin_sub_overflow (position, place, &offset)) playerctl_player_seek (self, offset, err);
    else g_set_error (err, playerctl_player_error_quark (), 2, "The player's position cannot be");
  } else {
    sd_bus_message_unref (pctl_bus_call (self->priv->bus, self->priv->bus_name, MPRIS_PATH, MPRIS_PLAYER,
                                         "SetPosition", err, "ox", track_id, (int64_t)position));
  }
  g_free (track_id);
}

/**
 * playerctl_player_get_position:
 * @self: a player
 * @err: (allow-none): gets the error
 *
 * Asks the player for its position.
 *
 * Returns: microseconds
 */
gint64 playerctl_player_get_position (PlayerctlPlayer *self, GError **err) {
  if (!is_ready (self, err)) return 0;
  GVariant *value = pctl_bus_get (self->priv->bus, self->priv->bus_name, MPRIS_PLAYER, "Position", err);
  if (value == NULL) return 0;
  gint64 position = g_variant_is_of_type (value, G_VARIANT_TYPE_INT64) ? g_variant_get_int64 (value) : 0;
  g_variant_unref (value);
  return position;
}

/* Sets a property. type: the D-Bus type of the value. */
#define SET(self, name, type, value, err)                                                                              \
  sd_bus_message_unref (pctl_bus_call ((self)->priv->bus, (self)->priv->bus_name, MPRIS_PATH, PROPERTIES, "Set", err,  \
                                       "ssv", MPRIS_PLAYER, name, type, value))

/**
 * playerctl_player_set_volume:
 * @self: a player
 * @volume: 0.0 silence, 1.0 full
 * @err: (allow-none): gets the error
 *
 * Sets the volume.
 */
void playerctl_player_set_volume (PlayerctlPlayer *self, gdouble volume, GError **err) {
  if (is_ready (self, err)) SET (self, "Volume", "d", volume, err);
}

/**
 * playerctl_player_set_loop_status:
 * @self: a player
 * @status: what is to repeat
 * @err: (allow-none): gets the error
 *
 * Sets what repeats.
 */
void playerctl_player_set_loop_status (PlayerctlPlayer *self, PlayerctlLoopStatus status, GError **err) {
  const char *word = pctl_loop_status_to_string (status);
  g_return_if_fail (word != NULL);
  if (is_ready (self, err)) SET (self, "LoopStatus", "s", word, err);
}

/**
 * playerctl_player_set_shuffle:
 * @self: a player
 * @shuffle: whether the order is to be random
 * @err: (allow-none): gets the error
 *
 * Turns shuffle on or off.
 */
void playerctl_player_set_shuffle (PlayerctlPlayer *self, gboolean shuffle, GError **err) {
  if (is_ready (self, err)) SET (self, "Shuffle", "b", (int)shuffle, err);
}

/**
 * playerctl_player_on:
 * @self: a player
 * @event: the name of a signal
 * @callback: what is called
 * @err: (allow-none): gets the error
 *
 * Connects to a signal.
 *
 * Deprecated: 2.0.0: connect as to any other object.
 */
void playerctl_player_on (PlayerctlPlayer *self, const gchar *event, GClosure *callback, GError **err) {
  g_return_if_fail (event != NULL && callback != NULL);
  if (!is_ready (self, err)) return;
  g_closure_ref (callback);
  g_closure_sink (callback);
  g_signal_connect_closure (self, event, callback, TRUE);
}

/* ------------------------------------------------------------------------------------------------- Metadata ------ */

static void add_line (GString *table, const char *player, const char *key, GVariant *value) {
  char *text = pctl_print_gvariant (value);
  g_string_append_printf (table, "%s%-5s %-25s %s", table->len > 0 ? "\n" : "", player, key, text);
  g_free (text);
}

/* Returns a line for each value, and for each element of a list of texts; NULL without any. */
static char *print_table (GVariant *metadata, const char *player) {
  GString *table = g_string_new (NULL);
  GVariantIter iterator;
  const char *key;
  GVariant *value;
  g_variant_iter_init (&iterator, metadata);
  while (g_variant_iter_next (&iterator, "{&sv}", &key, &value)) {
    gsize count = g_variant_is_container (value) ? g_variant_n_children (value) : 0;
    for (gsize i = 0; i < count; i++) {
      GVariant *child = g_variant_get_child_value (value, i);
      add_line (table, player, key, child);
      g_variant_unref (child);
    }
    if (!g_variant_is_container (value)) add_line (table, player, key, value);
    g_variant_unref (value);
  }
  return g_string_free (table, table->len == 0);
}

/**
 * playerctl_player_print_metadata_prop:
 * @self: a player
 * @property: (allow-none): a key of the metadata; %NULL: a table of all
 * @err: (allow-none): gets the error
 *
 * Writes metadata for people.
 *
 * Returns: (transfer full): the text; %NULL when there is none
 */
gchar *playerctl_player_print_metadata_prop (PlayerctlPlayer *self, const gchar *property, GError **err) {
  if (!is_ready (self, err)) return NULL;
  GVariant *metadata = pctl_player_dup_metadata (self, err);
  if (metadata == NULL) return NULL;
  char *text = NULL;
  if (property == NULL) {
    text = print_table (metadata, self->priv->name);
  } else {
    GVariant *value = g_variant_lookup_value (metadata, property, NULL);
    if (value != NULL) {
      text = pctl_print_gvariant (value);
      g_variant_unref (value);
    }
  }
  g_variant_unref (metadata);
  return text;
}

/**
 * playerctl_player_get_artist:
 * @self: a player
 * @err: (allow-none): gets the error
 *
 * Gets the artist of what plays.
 *
 * Returns: (transfer full): the artist; %NULL when there is none
 */
gchar *playerctl_player_get_artist (PlayerctlPlayer *self, GError **err) {
  return is_ready (self, err) ? playerctl_player_print_metadata_prop (self, "xesam:artist", NULL) : NULL;
}

/**
 * playerctl_player_get_title:
 * @self: a player
 * @err: (allow-none): gets the error
 *
 * Gets the title of what plays.
 *
 * Returns: (transfer full): the title; %NULL when there is none
 */
gchar *playerctl_player_get_title (PlayerctlPlayer *self, GError **err) {
  return is_ready (self, err) ? playerctl_player_print_metadata_prop (self, "xesam:title", NULL) : NULL;
}

/**
 * playerctl_player_get_album:
 * @self: a player
 * @err: (allow-none): gets the error
 *
 * Gets the album of what plays.
 *
 * Returns: (transfer full): the album; %NULL when there is none
 */
gchar *playerctl_player_get_album (PlayerctlPlayer *self, GError **err) {
  return is_ready (self, err) ? playerctl_player_print_metadata_prop (self, "xesam:album", NULL) : NULL;
}
