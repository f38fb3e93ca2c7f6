/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Opens a player: finds it, reads its properties once, and listens to its signals. */
#include "player.h"

#include <string.h>

/* The pauses before each attempt to ask a silent player again, in ms; the first also after a signal of it. */
static const guint pauses[] = { 200, 1000, 5000, 15000 };
#define SHORTEST_PAUSE 200
/* The most by which a reported position may differ from the expected one, in µs. */
#define TOLERANCE_US 100000

static void set_position (PlayerctlPlayer *self, gint64 position) {
  self->priv->position = position;
  self->priv->since = g_get_monotonic_time ();
}

/* -------------------------------------------------------------------------------------------------- Changes ------ */

static void emit (PlayerctlPlayer *self, guint which, const char *detail, int value) {
  g_signal_emit (self, pctl_signals[which], detail == NULL ? 0 : g_quark_from_static_string (detail), value);
}

static void take_loop (PlayerctlPlayer *self, GVariant *value) {
  static const char *const details[] = { "none", "track", "playlist" };
  PlayerctlLoopStatus status;
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_STRING)) return;
  if (pctl_parse_loop_status (g_variant_get_string (value, NULL), &status))
    emit (self, PCTL_LOOP_STATUS, details[status], status);
}

static void take_status (PlayerctlPlayer *self, GVariant *value) {
  static const char *const details[] = { "playing", "paused", "stopped" };
  static const guint deprecated[] = { PCTL_PLAY, PCTL_PAUSE, PCTL_STOP };
  PlayerctlPlayerPrivate *priv = self->priv;
  PlayerctlPlaybackStatus status;
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_STRING)) return;
  if (!pctl_parse_playback_status (g_variant_get_string (value, NULL), &status)) return;
  gboolean is_other = status != priv->status;
  if (status == PLAYERCTL_PLAYBACK_STATUS_STOPPED) set_position (self, 0);
  else if (is_other) set_position (self, pctl_player_position (self));
  priv->status = status;
  g_signal_emit (self, pctl_signals[deprecated[status]], 0);
  if (is_other) emit (self, PCTL_PLAYBACK_STATUS, details[status], status);
}

static int on_status (sd_bus_message *reply, void *user_data, sd_bus_error *failed) {
  PlayerctlPlayer *self = user_data;
  (void)failed;
  GVariant *body = pctl_bus_read (self->priv->bus, reply, "v"), *status;
  if (body == NULL) return 0;
  g_variant_get (body, "(v)", &status);
  g_variant_unref (body);
  g_object_ref (self);
  take_status (self, status);
  g_object_unref (self);
  g_variant_unref (status);
  return 0;
}

/* Stores the metadata. Returns whether the track differs from that of the previous signal. */
static gboolean take_metadata (PlayerctlPlayer *self, GVariant *metadata) {
  PlayerctlPlayerPrivate *priv = self->priv;
  if (!g_variant_is_of_type (metadata, G_VARIANT_TYPE_VARDICT)) return FALSE;
  char *id = pctl_track_id (metadata);
  gboolean is_untold = g_strcmp0 (id, priv->told_track_id) != 0;
  if (g_strcmp0 (id, priv->track_id) != 0) set_position (self, 0);
  g_free (priv->track_id);
  g_free (priv->told_track_id);
  priv->track_id = id;
  priv->told_track_id = g_strdup (id);
  g_signal_emit (self, pctl_signals[PCTL_METADATA], 0, metadata);
  return is_untold;
}

/* Stores changed properties, an a{sv}. It stores all before it emits any signal, so that handlers see all of them. */
static void take_changes (PlayerctlPlayer *self, GVariant *changes) {
  GVariantIter iterator;
  const char *name;
  GVariant *value;
  /* Up to now the position has advanced at the old rate. */
  set_position (self, pctl_player_position (self));
  g_variant_iter_init (&iterator, changes);
  while (g_variant_iter_next (&iterator, "{&sv}", &name, &value))
    g_hash_table_replace (self->priv->properties, g_strdup (name), value);
  GVariant *shuffle = g_variant_lookup_value (changes, "Shuffle", G_VARIANT_TYPE_BOOLEAN);
  GVariant *volume = g_variant_lookup_value (changes, "Volume", G_VARIANT_TYPE_DOUBLE);
  GVariant *metadata = g_variant_lookup_value (changes, "Metadata", NULL);
  GVariant *loop = g_variant_lookup_value (changes, "LoopStatus", NULL);
  GVariant *status = g_variant_lookup_value (changes, "PlaybackStatus", NULL);
  if (shuffle != NULL) emit (self, PCTL_SHUFFLE, NULL, g_variant_get_boolean (shuffle));
  if (volume != NULL) g_signal_emit (self, pctl_signals[PCTL_VOLUME], 0, g_variant_get_double (volume));
  gboolean is_untold = metadata != NULL && take_metadata (self, metadata);
  if (loop != NULL) take_loop (self, loop);
  if (status != NULL) take_status (self, status);
  /* Many players do not emit their status with a new track, so it is read. */
  else if (is_untold && self->priv->bus != NULL)
    sd_bus_call_method_async (self->priv->bus->bus, NULL, self->priv->bus_name, MPRIS_PATH, PROPERTIES, "Get",
                              on_status, self, "ss", MPRIS_PLAYER, "PlaybackStatus");
  GVariant *taken[] = { shuffle, volume, metadata, loop, status };
  for (gsize i = 0; i < G_N_ELEMENTS (taken); i++) g_clear_pointer (&taken[i], g_variant_unref);
}

/* ------------------------------------------------------------------------------------- What it does not tell ----- */

static gboolean is_untold (const char *name) {
  return strcmp (name, "Metadata") != 0 && strcmp (name, "PlaybackStatus") != 0 && strcmp (name, "Position") != 0;
}

/* Stores properties that changed without a signal. For a position in whole seconds only the second is compared. */
static void take_untold (PlayerctlPlayer *self, GVariant *all) {
  GVariantBuilder changes;
  GVariantIter iterator;
  const char *name;
  GVariant *value;
  gint64 expected = MAX (pctl_player_position (self), 0), position;
  g_variant_builder_init (&changes, G_VARIANT_TYPE_VARDICT);
  g_variant_iter_init (&iterator, all);
  while (g_variant_iter_next (&iterator, "{&sv}", &name, &value)) {
    GVariant *known = g_hash_table_lookup (self->priv->properties, name);
    if (is_untold (name) && (known == NULL || !g_variant_equal (known, value)))
      g_variant_builder_add (&changes, "{sv}", name, value);
    g_variant_unref (value);
  }
  GVariant *changed = g_variant_ref_sink (g_variant_builder_end (&changes));
  take_changes (self, changed);
  g_variant_unref (changed);
  if (!g_variant_lookup (all, "Position", "x", &position) || position < 0) return;
  gboolean is_second = position % G_USEC_PER_SEC == 0 && expected >= position &&
      expected - position < G_USEC_PER_SEC + TOLERANCE_US;
  if (!is_second && ABS (position - expected) >= TOLERANCE_US) set_position (self, position);
}

static void ask_untold (PlayerctlPlayer *self);

static int on_untold (sd_bus_message *reply, void *user_data, sd_bus_error *failed) {
  PlayerctlPlayer *self = user_data;
  (void)failed;
  self->priv->is_asked = FALSE;
  gboolean is_error = sd_bus_message_is_method_error (reply, NULL) > 0;
  GVariant *body = is_error ? NULL : pctl_bus_read (self->priv->bus, reply, "a{sv}");
  g_object_ref (self);
  if (body != NULL) {
    GVariant *all = g_variant_get_child_value (body, 0);
    take_untold (self, all);
    g_variant_unref (all);
    g_variant_unref (body);
  }
  if (self->priv->asks_again && self->priv->bus != NULL) ask_untold (self);
  g_object_unref (self);
  return 0;
}

/* Reads all properties, because few players emit every change: CanPlay, or that the same song begins again. */
static void ask_untold (PlayerctlPlayer *self) {
  PlayerctlPlayerPrivate *priv = self->priv;
  priv->asks_again = priv->is_asked;
  if (priv->is_asked) return;
  priv->is_asked = sd_bus_call_method_async (priv->bus->bus, NULL, priv->bus_name, MPRIS_PATH, PROPERTIES, "GetAll",
                                             on_untold, self, "s", MPRIS_PLAYER) >= 0;
}

void pctl_player_forget_retry (PlayerctlPlayer *self) {
  if (self->priv->retry == NULL) return;
  g_source_destroy (self->priv->retry);
  g_clear_pointer (&self->priv->retry, g_source_unref);
}

static gboolean on_retry (gpointer user_data);

static void plan_retry (PlayerctlPlayer *self, guint pause) {
  PlayerctlPlayerPrivate *priv = self->priv;
  pctl_player_forget_retry (self);
  priv->retry = g_timeout_source_new (pause);
  g_source_set_callback (priv->retry, on_retry, self, NULL);
  g_source_attach (priv->retry, priv->context);
}

/* Schedules another attempt: the player has its name before its object, or is busy starting. */
static void ask_later (PlayerctlPlayer *self) {
  PlayerctlPlayerPrivate *priv = self->priv;
  if (!priv->is_known && priv->repeats < G_N_ELEMENTS (pauses)) plan_retry (self, pauses[priv->repeats++]);
}

/* Schedules an attempt soon, because the player has emitted a signal and may answer now. */
static void ask_soon (PlayerctlPlayer *self) {
  gint64 end = g_get_monotonic_time () + SHORTEST_PAUSE * 1000;
  if (self->priv->retry == NULL || g_source_get_ready_time (self->priv->retry) > end)
    plan_retry (self, SHORTEST_PAUSE);
}

/* --------------------------------------------------------------------------------------------------- Signals ----- */

static int on_changed (sd_bus_message *message, void *user_data, sd_bus_error *failed) {
  PlayerctlPlayer *self = user_data;
  GVariant *body = pctl_bus_read (self->priv->bus, message, "sa{sv}as"), *changes;
  GVariantIter *invalidated;
  const char *interface, *name;
  (void)failed;
  if (body == NULL) return 0;
  g_variant_get (body, "(&s@a{sv}as)", &interface, &changes, &invalidated);
  if (strcmp (interface, MPRIS_PLAYER) == 0) {
    g_object_ref (self);
    /* Invalidated properties are not valid any more. */
    while (g_variant_iter_next (invalidated, "&s", &name)) g_hash_table_remove (self->priv->properties, name);
    take_changes (self, changes);
    GVariant *metadata = g_variant_lookup_value (changes, "Metadata", NULL);
    GVariant *status = g_variant_lookup_value (changes, "PlaybackStatus", NULL);
    if (!self->priv->is_known) ask_soon (self);
    else if ((metadata != NULL || status != NULL) && self->priv->bus != NULL) ask_untold (self);
    g_clear_pointer (&metadata, g_variant_unref);
    g_clear_pointer (&status, g_variant_unref);
    g_object_unref (self);
  }
  g_variant_iter_free (invalidated);
  g_variant_unref (changes);
  g_variant_unref (body);
  return 0;
}

static int on_seeked (sd_bus_message *message, void *user_data, sd_bus_error *failed) {
  PlayerctlPlayer *self = user_data;
  int64_t position;
  (void)failed;
  if (sd_bus_message_read_basic (message, 'x', &position) <= 0) return 0;
  set_position (self, position);
  g_object_ref (self);
  g_signal_emit (self, pctl_signals[PCTL_SEEKED], 0, (gint64)position);
  g_object_unref (self);
  return 0;
}

/* Stores all properties in a reply; nothing when it cannot be read. */
static void take_all (PlayerctlPlayer *self, sd_bus_message *reply) {
  GVariant *body = pctl_bus_read (self->priv->bus, reply, "a{sv}");
  if (body == NULL) return;
  GVariant *all = g_variant_get_child_value (body, 0);
  g_variant_unref (body);
  g_object_ref (self);
  self->priv->has_gone = FALSE;
  self->priv->is_known = TRUE;
  pctl_player_forget_retry (self);
  g_hash_table_remove_all (self->priv->properties);
  take_changes (self, all);
  /* Clears the track of the last signal: a reply is not a signal. */
  g_clear_pointer (&self->priv->told_track_id, g_free);
  GVariant *position = pctl_player_peek (self, "Position", G_VARIANT_TYPE_INT64);
  set_position (self, position == NULL ? 0 : g_variant_get_int64 (position));
  g_object_unref (self);
  g_variant_unref (all);
}

/* The player has gone, by itself or with its bus. */
static void on_gone (gpointer user_data) {
  PlayerctlPlayer *self = user_data;
  if (self->priv->has_gone) return;
  self->priv->has_gone = TRUE;
  pctl_player_forget_retry (self);
  g_hash_table_remove_all (self->priv->properties);
  g_object_ref (self);
  g_signal_emit (self, pctl_signals[PCTL_EXIT], 0);
  g_object_unref (self);
}

static int on_all (sd_bus_message *reply, void *user_data, sd_bus_error *failed) {
  PlayerctlPlayer *self = user_data;
  (void)failed;
  if (sd_bus_message_is_method_error (reply, SD_BUS_ERROR_NAME_HAS_NO_OWNER) > 0 ||
      sd_bus_message_is_method_error (reply, SD_BUS_ERROR_SERVICE_UNKNOWN) > 0) {
    on_gone (self);
    return 0;
  }
  if (sd_bus_message_is_method_error (reply, NULL) > 0) ask_later (self);
  else take_all (self, reply);
  return 0;
}

/* Reads all properties, without having the bus start a player that is not running. */
static void ask_all (PlayerctlPlayer *self) {
  PlayerctlPlayerPrivate *priv = self->priv;
  sd_bus_message *call = NULL;
  int r = sd_bus_message_new_method_call (priv->bus->bus, &call, priv->bus_name, MPRIS_PATH, PROPERTIES, "GetAll");
  if (r >= 0) r = sd_bus_message_append (call, "s", MPRIS_PLAYER);
  if (r >= 0) r = sd_bus_message_set_auto_start (call, 0);
  if (r >= 0) sd_bus_call_async (priv->bus->bus, NULL, call, on_all, self, 0);
  sd_bus_message_unref (call);
}

static gboolean on_retry (gpointer user_data) {
  PlayerctlPlayer *self = user_data;
  pctl_player_forget_retry (self);
  ask_all (self);
  return G_SOURCE_REMOVE;
}

static int on_owner (sd_bus_message *message, void *user_data, sd_bus_error *failed) {
  PlayerctlPlayer *self = user_data;
  const char *name, *before, *now;
  (void)failed;
  if (sd_bus_message_read (message, "sss", &name, &before, &now) < 0) return 0;
  if (now[0] == 0) {
    on_gone (self);
    return 0;
  }
  self->priv->has_gone = FALSE;
  self->priv->is_known = FALSE;
  self->priv->repeats = 0;
  g_hash_table_remove_all (self->priv->properties);
  ask_all (self);
  return 0;
}

/* ---------------------------------------------------------------------------------------------------- Opening ---- */

/* Returns the instance that a name means: the player with that name, else the first instance whose name begins with
 * it. */
static char *find_instance (char *name, PlayerctlSource source, GError **error) {
  GList *names = pctl_list_player_names_on_bus (pctl_source_to_bus_type (source), error), *found = names;
  if (name != NULL && (found = pctl_player_name_find (names, name, source)) == NULL)
    found = pctl_player_name_find_instance (names, name, source);
  char *instance = found == NULL ? NULL : g_strdup (((PlayerctlPlayerName *)found->data)->instance);
  pctl_player_name_list_destroy (names);
  return instance;
}

/* Finds the player that the properties of the object mean. */
static gboolean resolve (PlayerctlPlayer *self, GError **error) {
  PlayerctlPlayerPrivate *priv = self->priv;
  GError *failed = NULL;
  if (priv->instance != NULL && priv->source == PLAYERCTL_SOURCE_NONE) {
    g_set_error (error, g_quark_from_static_string ("playerctl-player-error-quark"), 3,
                 "A player cannot be constructed with an instance and no source");
    return FALSE;
  }
  PlayerctlSource first = priv->source == PLAYERCTL_SOURCE_NONE ? PLAYERCTL_SOURCE_DBUS_SESSION : priv->source;
  PlayerctlSource last = priv->source == PLAYERCTL_SOURCE_NONE ? PLAYERCTL_SOURCE_DBUS_SYSTEM : priv->source;
  for (PlayerctlSource source = first; source <= last && priv->instance == NULL && failed == NULL; source++) {
    priv->instance = find_instance (priv->name, source, &failed);
    if (priv->instance != NULL) priv->source = source;
  }
  if (failed != NULL) g_propagate_error (error, failed);
  else if (priv->instance == NULL)
    g_set_error (error, g_quark_from_static_string ("playerctl-player-error-quark"), 1, "Player not found");
  return priv->instance != NULL;
}

/* Subscribes to a signal of the player. waits: whether to wait for the bus's reply. A reply that a script does not read
 * for 25 seconds, as while it waits for other players, would close the connection. */
static void match (PlayerctlPlayer *self, gboolean waits, const char *format, sd_bus_message_handler_t handler) {
  char *rule = g_strdup_printf (format, self->priv->bus_name);
  if (waits) sd_bus_add_match (self->priv->bus->bus, NULL, rule, handler, self);
  else sd_bus_add_match_async (self->priv->bus->bus, NULL, rule, handler, NULL, self);
  g_free (rule);
}

static void listen (PlayerctlPlayer *self, gboolean waits) {
  match (self, waits, "type='signal',sender='%s',path='" MPRIS_PATH "',interface='" PROPERTIES
         "',member='PropertiesChanged',arg0='" MPRIS_PLAYER "'", on_changed);
  match (self, waits, "type='signal',sender='%s',path='" MPRIS_PATH "',interface='" MPRIS_PLAYER "',member='Seeked'",
         on_seeked);
  match (self, waits, "type='signal',sender='" DAEMON "',path='" DAEMON_PATH "',interface='" DAEMON
         "',member='NameOwnerChanged',arg0='%s'", on_owner);
}

/* Reads all properties. A player that does not answer has none. */
static void read_all (PlayerctlPlayer *self) {
  PlayerctlPlayerPrivate *priv = self->priv;
  sd_bus_message *reply = pctl_bus_call (priv->bus, priv->bus_name, MPRIS_PATH, PROPERTIES, "GetAll", NULL, "s",
                                         MPRIS_PLAYER);
  if (reply != NULL) take_all (self, reply);
  else ask_later (self);
  sd_bus_message_unref (reply);
}

/* After a pause in which nothing was heard, the player may have changed, or gone. */
static void on_renewed (gpointer user_data) {
  PlayerctlPlayer *self = user_data;
  /* Replies to calls on the old connection never arrive. */
  self->priv->is_asked = self->priv->asks_again = FALSE;
  listen (user_data, FALSE);
  ask_all (user_data);
}

gboolean pctl_player_open (PlayerctlPlayer *self, GError **error) {
  PlayerctlPlayerPrivate *priv = self->priv;
  if (priv->is_ready) return TRUE;
  if (!resolve (self, error)) return FALSE;
  g_free (priv->name);
  priv->name = g_strndup (priv->instance, strcspn (priv->instance, "."));
  g_free (priv->bus_name);
  priv->bus_name = g_strconcat (MPRIS_PREFIX, priv->instance, NULL);
  priv->bus = pctl_bus_new (pctl_source_to_bus_type (priv->source), error);
  if (priv->bus == NULL) return FALSE;
  priv->context = g_main_context_ref_thread_default ();
  listen (self, TRUE);
  read_all (self);
  pctl_bus_attach (priv->bus, priv->context, on_gone, on_renewed, self);
  priv->is_ready = TRUE;
  return TRUE;
}
