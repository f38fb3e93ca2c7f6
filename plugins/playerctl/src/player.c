/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The class of players. */
#include "player.h"

guint pctl_signals[PCTL_N_SIGNALS];

enum {
  PROP_PLAYER_NAME = 1,
  PROP_PLAYER_INSTANCE,
  PROP_SOURCE,
  PROP_PLAYBACK_STATUS,
  PROP_LOOP_STATUS,
  PROP_SHUFFLE,
  PROP_STATUS,
  PROP_VOLUME,
  PROP_METADATA,
  PROP_POSITION,
  FIRST_ABILITY,
};

/* Boolean properties: their names in this interface and in MPRIS. */
static const struct {
  const char *name, *mpris;
} abilities[] = {
  { "can-control", "CanControl" }, { "can-play", "CanPlay" },       { "can-pause", "CanPause" },
  { "can-seek", "CanSeek" },       { "can-go-next", "CanGoNext" },  { "can-go-previous", "CanGoPrevious" },
};

static void player_initable_init (GInitableIface *interface);

G_DEFINE_TYPE_WITH_CODE (PlayerctlPlayer, playerctl_player, G_TYPE_OBJECT,
                         G_ADD_PRIVATE (PlayerctlPlayer)
                         G_IMPLEMENT_INTERFACE (G_TYPE_INITABLE, player_initable_init))

G_DEFINE_QUARK (playerctl-player-error-quark, playerctl_player_error)

static gboolean get_boolean (PlayerctlPlayer *self, const char *name) {
  GVariant *value = pctl_player_peek (self, name, G_VARIANT_TYPE_BOOLEAN);
  return value != NULL && g_variant_get_boolean (value);
}

static PlayerctlLoopStatus get_loop (PlayerctlPlayer *self) {
  GVariant *value = pctl_player_peek (self, "LoopStatus", G_VARIANT_TYPE_STRING);
  PlayerctlLoopStatus status = PLAYERCTL_LOOP_STATUS_NONE;
  if (value != NULL) pctl_parse_loop_status (g_variant_get_string (value, NULL), &status);
  return status;
}

static double get_volume (PlayerctlPlayer *self) {
  GVariant *value = pctl_player_peek (self, "Volume", G_VARIANT_TYPE_DOUBLE);
  return value == NULL ? 0 : g_variant_get_double (value);
}

static void get_property (GObject *object, guint id, GValue *value, GParamSpec *spec) {
  PlayerctlPlayer *self = PLAYERCTL_PLAYER (object);
  PlayerctlPlayerPrivate *priv = self->priv;
  (void)spec;
  switch (id) {
    case PROP_PLAYER_NAME: g_value_set_string (value, priv->name); break;
    case PROP_PLAYER_INSTANCE: g_value_set_string (value, priv->instance); break;
    case PROP_SOURCE: g_value_set_enum (value, priv->source); break;
    case PROP_PLAYBACK_STATUS: g_value_set_enum (value, priv->status); break;
    case PROP_LOOP_STATUS: g_value_set_enum (value, get_loop (self)); break;
    case PROP_SHUFFLE: g_value_set_boolean (value, get_boolean (self, "Shuffle")); break;
    case PROP_STATUS:
      g_value_set_string (value, priv->is_ready ? pctl_playback_status_to_string (priv->status) : "");
      break;
    case PROP_VOLUME: g_value_set_double (value, get_volume (self)); break;
    case PROP_METADATA:
      g_value_take_variant (value, priv->is_ready ? pctl_player_dup_metadata (self, NULL) : NULL);
      break;
    case PROP_POSITION: g_value_set_int64 (value, MAX (pctl_player_position (self), 0)); break;
    default: g_value_set_boolean (value, get_boolean (self, abilities[id - FIRST_ABILITY].mpris));
  }
}

static void set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec) {
  PlayerctlPlayer *self = PLAYERCTL_PLAYER (object);
  PlayerctlPlayerPrivate *priv = self->priv;
  switch (id) {
    case PROP_PLAYER_NAME: priv->name = g_value_dup_string (value); break;
    case PROP_PLAYER_INSTANCE: priv->instance = g_value_dup_string (value); break;
    case PROP_SOURCE: priv->source = g_value_get_enum (value); break;
    case PROP_VOLUME: playerctl_player_set_volume (self, g_value_get_double (value), NULL); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
  }
}

/* g_object_new() cannot return an error: it is stored, and each function returns it later. */
static void constructed (GObject *object) {
  PlayerctlPlayer *self = PLAYERCTL_PLAYER (object);
  pctl_player_open (self, &self->priv->error);
  G_OBJECT_CLASS (playerctl_player_parent_class)->constructed (object);
}

static gboolean initable (GInitable *initable, GCancellable *cancellable, GError **error) {
  PlayerctlPlayer *self = PLAYERCTL_PLAYER (initable);
  (void)cancellable;
  if (self->priv->is_ready) return TRUE;
  g_clear_error (&self->priv->error);
  if (pctl_player_open (self, &self->priv->error)) return TRUE;
  g_propagate_error (error, g_error_copy (self->priv->error));
  return FALSE;
}

static void player_initable_init (GInitableIface *interface) { interface->init = initable; }

static void dispose (GObject *object) {
  PlayerctlPlayerPrivate *priv = PLAYERCTL_PLAYER (object)->priv;
  pctl_player_forget_retry (PLAYERCTL_PLAYER (object));
  g_clear_pointer (&priv->bus, pctl_bus_free);
  G_OBJECT_CLASS (playerctl_player_parent_class)->dispose (object);
}

static void finalize (GObject *object) {
  PlayerctlPlayerPrivate *priv = PLAYERCTL_PLAYER (object)->priv;
  g_clear_error (&priv->error);
  g_clear_pointer (&priv->context, g_main_context_unref);
  g_hash_table_unref (priv->properties);
  g_free (priv->name);
  g_free (priv->instance);
  g_free (priv->bus_name);
  g_free (priv->track_id);
  g_free (priv->told_track_id);
  G_OBJECT_CLASS (playerctl_player_parent_class)->finalize (object);
}

static void install_properties (GObjectClass *klass) {
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GParamFlags given = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;
  GParamSpec *specs[] = {
    [PROP_PLAYER_NAME] = g_param_spec_string ("player-name", NULL, NULL, NULL, given),
    [PROP_PLAYER_INSTANCE] = g_param_spec_string ("player-instance", NULL, NULL, NULL, given),
    [PROP_SOURCE] = g_param_spec_enum ("source", NULL, NULL, PLAYERCTL_TYPE_SOURCE, PLAYERCTL_SOURCE_NONE, given),
    [PROP_PLAYBACK_STATUS] = g_param_spec_enum ("playback-status", NULL, NULL, PLAYERCTL_TYPE_PLAYBACK_STATUS,
                                                PLAYERCTL_PLAYBACK_STATUS_STOPPED, flags),
    [PROP_LOOP_STATUS] = g_param_spec_enum ("loop-status", NULL, NULL, PLAYERCTL_TYPE_LOOP_STATUS,
                                            PLAYERCTL_LOOP_STATUS_NONE, flags),
    [PROP_SHUFFLE] = g_param_spec_boolean ("shuffle", NULL, NULL, FALSE, flags),
    [PROP_STATUS] = g_param_spec_string ("status", NULL, NULL, NULL, flags | G_PARAM_DEPRECATED),
    [PROP_VOLUME] = g_param_spec_double ("volume", NULL, NULL, 0, 100, 0, flags | G_PARAM_WRITABLE),
    [PROP_METADATA] = g_param_spec_variant ("metadata", NULL, NULL, G_VARIANT_TYPE_VARDICT, NULL, flags),
    [PROP_POSITION] = g_param_spec_int64 ("position", NULL, NULL, 0, G_MAXINT64, 0, flags),
  };
  for (guint i = PROP_PLAYER_NAME; i < FIRST_ABILITY; i++) g_object_class_install_property (klass, i, specs[i]);
  for (guint i = 0; i < G_N_ELEMENTS (abilities); i++)
    g_object_class_install_property (klass, FIRST_ABILITY + i,
                                     g_param_spec_boolean (abilities[i].name, NULL, NULL, FALSE, flags));
}

static guint new_signal (const char *name, GSignalFlags flags, GType type) {
  return g_signal_new (name, PLAYERCTL_TYPE_PLAYER, G_SIGNAL_RUN_FIRST | flags, 0, NULL, NULL, NULL, G_TYPE_NONE,
                       type == G_TYPE_NONE ? 0 : 1, type);
}

static void install_signals (void) {
  /**
   * PlayerctlPlayer::playback-status:
   * @player: the player
   * @playback_status: how it is now
   *
   * Emitted when the player plays, pauses or stops; the detail is "playing", "paused" or "stopped".
   */
  pctl_signals[PCTL_PLAYBACK_STATUS] =
      new_signal ("playback-status", G_SIGNAL_DETAILED, PLAYERCTL_TYPE_PLAYBACK_STATUS);
  /**
   * PlayerctlPlayer::loop-status:
   * @player: the player
   * @loop_status: what repeats now
   *
   * Emitted when the loop status changes; the detail is "none", "track" or "playlist".
   */
  pctl_signals[PCTL_LOOP_STATUS] = new_signal ("loop-status", G_SIGNAL_DETAILED, PLAYERCTL_TYPE_LOOP_STATUS);
  /**
   * PlayerctlPlayer::shuffle:
   * @player: the player
   * @shuffle_status: whether the order is random
   *
   * Emitted when shuffle is turned on or off.
   */
  pctl_signals[PCTL_SHUFFLE] = new_signal ("shuffle", 0, G_TYPE_BOOLEAN);
  pctl_signals[PCTL_PLAY] = new_signal ("play", G_SIGNAL_DEPRECATED, G_TYPE_NONE);
  pctl_signals[PCTL_PAUSE] = new_signal ("pause", G_SIGNAL_DEPRECATED, G_TYPE_NONE);
  pctl_signals[PCTL_STOP] = new_signal ("stop", G_SIGNAL_DEPRECATED, G_TYPE_NONE);
  /**
   * PlayerctlPlayer::metadata:
   * @player: the player
   * @metadata: all of them, an a{sv}
   *
   * Emitted when the player plays another item, or says more of this one.
   */
  pctl_signals[PCTL_METADATA] = new_signal ("metadata", 0, G_TYPE_VARIANT);
  /**
   * PlayerctlPlayer::volume:
   * @player: the player
   * @volume: the volume
   *
   * Emitted when the volume is another one.
   */
  pctl_signals[PCTL_VOLUME] = new_signal ("volume", 0, G_TYPE_DOUBLE);
  /**
   * PlayerctlPlayer::seeked:
   * @player: the player
   * @position: where it is now, in microseconds
   *
   * Emitted when the position has jumped.
   */
  pctl_signals[PCTL_SEEKED] = new_signal ("seeked", 0, G_TYPE_INT64);
  /**
   * PlayerctlPlayer::exit:
   * @player: the player
   *
   * Emitted when the player has gone, or its bus.
   */
  pctl_signals[PCTL_EXIT] = new_signal ("exit", 0, G_TYPE_NONE);
}

static void playerctl_player_class_init (PlayerctlPlayerClass *klass) {
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  object_class->get_property = get_property;
  object_class->set_property = set_property;
  object_class->constructed = constructed;
  object_class->dispose = dispose;
  object_class->finalize = finalize;
  install_properties (object_class);
  install_signals ();
}

static void playerctl_player_init (PlayerctlPlayer *self) {
  self->priv = playerctl_player_get_instance_private (self);
  self->priv->properties = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_variant_unref);
  self->priv->since = g_get_monotonic_time ();
}

char *pctl_player_get_instance (PlayerctlPlayer *player) { return player->priv->instance; }

/**
 * playerctl_player_new:
 * @player_name: (allow-none): the name of a player, or its beginning; %NULL: the first that there is
 * @err: (allow-none): gets the error
 *
 * Connects to a player of either bus.
 *
 * Returns: (transfer full): the player, or %NULL
 */
PlayerctlPlayer *playerctl_player_new (const gchar *player_name, GError **err) {
  return playerctl_player_new_for_source (player_name, PLAYERCTL_SOURCE_NONE, err);
}

/**
 * playerctl_player_new_for_source:
 * @player_name: (allow-none): as of playerctl_player_new()
 * @source: the bus
 * @err: (allow-none): gets the error
 *
 * Connects to a player of a bus.
 *
 * Returns: (transfer full): the player, or %NULL
 */
PlayerctlPlayer *playerctl_player_new_for_source (const gchar *player_name, PlayerctlSource source, GError **err) {
  return g_initable_new (PLAYERCTL_TYPE_PLAYER, NULL, err, "player-name", player_name, "source", source, NULL);
}

/**
 * playerctl_player_new_from_name:
 * @player_name: the name of a player
 * @err: (allow-none): gets the error
 *
 * Connects to the player of a name.
 *
 * Returns: (transfer full): the player, or %NULL
 */
PlayerctlPlayer *playerctl_player_new_from_name (PlayerctlPlayerName *player_name, GError **err) {
  g_return_val_if_fail (player_name != NULL, NULL);
  return g_initable_new (PLAYERCTL_TYPE_PLAYER, NULL, err, "player-instance", player_name->instance, "source",
                         player_name->source, NULL);
}
