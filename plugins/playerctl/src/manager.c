/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The class of managers. */
#include "manager.h"

enum { PROP_PLAYERS = 1, PROP_PLAYER_NAMES };

guint pctl_manager_signals[PCTL_N_MANAGER_SIGNALS];

static void manager_initable_init (GInitableIface *interface);

G_DEFINE_TYPE_WITH_CODE (PlayerctlPlayerManager, playerctl_player_manager, G_TYPE_OBJECT,
                         G_ADD_PRIVATE (PlayerctlPlayerManager)
                         G_IMPLEMENT_INTERFACE (G_TYPE_INITABLE, manager_initable_init))

/* ------------------------------------------------------------------------------------------------------ Life ----- */

static gboolean open_manager (PlayerctlPlayerManager *self, GError **error) {
  PlayerctlPlayerManagerPrivate *priv = self->priv;
  GError *failed = NULL;
  if (priv->context == NULL) priv->context = g_main_context_ref_thread_default ();
  for (int i = 0; i < PCTL_N_BUSES; i++)
    if (priv->watches[i].bus == NULL &&
        !pctl_watch_begin (self, &priv->watches[i], PLAYERCTL_SOURCE_DBUS_SESSION + i, error))
      return FALSE;
  priv->names = playerctl_list_players (&failed);
  if (failed != NULL) {
    g_propagate_error (error, failed);
    return FALSE;
  }
  for (int i = 0; i < PCTL_N_BUSES; i++)
    if (priv->watches[i].bus != NULL) pctl_watch_attach (&priv->watches[i]);
  priv->is_ready = TRUE;
  return TRUE;
}

static void constructed (GObject *object) {
  PlayerctlPlayerManager *self = PLAYERCTL_PLAYER_MANAGER (object);
  open_manager (self, &self->priv->error);
  G_OBJECT_CLASS (playerctl_player_manager_parent_class)->constructed (object);
}

static gboolean initable (GInitable *initable, GCancellable *cancellable, GError **error) {
  PlayerctlPlayerManager *self = PLAYERCTL_PLAYER_MANAGER (initable);
  (void)cancellable;
  return self->priv->is_ready || open_manager (self, error);
}

static void manager_initable_init (GInitableIface *interface) { interface->init = initable; }

static void dispose (GObject *object) {
  PlayerctlPlayerManagerPrivate *priv = PLAYERCTL_PLAYER_MANAGER (object)->priv;
  for (int i = 0; i < PCTL_N_BUSES; i++) pctl_watch_end (&priv->watches[i]);
  if (priv->sort_notify != NULL) priv->sort_notify (priv->sort_data);
  priv->sort_notify = NULL;
  G_OBJECT_CLASS (playerctl_player_manager_parent_class)->dispose (object);
}

static void finalize (GObject *object) {
  PlayerctlPlayerManagerPrivate *priv = PLAYERCTL_PLAYER_MANAGER (object)->priv;
  g_clear_error (&priv->error);
  for (int i = 0; i < PCTL_N_BUSES; i++) g_free (priv->watches[i].address);
  g_clear_pointer (&priv->context, g_main_context_unref);
  if (priv->sort_notify != NULL) priv->sort_notify (priv->sort_data);
  pctl_player_name_list_destroy (priv->names);
  g_list_free_full (priv->players, g_object_unref);
  G_OBJECT_CLASS (playerctl_player_manager_parent_class)->finalize (object);
}

static void get_property (GObject *object, guint id, GValue *value, GParamSpec *spec) {
  PlayerctlPlayerManagerPrivate *priv = PLAYERCTL_PLAYER_MANAGER (object)->priv;
  (void)spec;
  g_value_set_pointer (value, id == PROP_PLAYERS ? priv->players : priv->names);
}

static guint new_signal (const char *name, GSignalFlags flags, GType type) {
  return g_signal_new (name, PLAYERCTL_TYPE_PLAYER_MANAGER, flags, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, type);
}

static void playerctl_player_manager_class_init (PlayerctlPlayerManagerClass *klass) {
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  object_class->get_property = get_property;
  object_class->constructed = constructed;
  object_class->dispose = dispose;
  object_class->finalize = finalize;
  /**
   * PlayerctlPlayerManager:players: (type GList(PlayerctlPlayer)) (transfer none)
   *
   * The players that are managed.
   */
  g_object_class_install_property (object_class, PROP_PLAYERS, g_param_spec_pointer ("players", NULL, NULL, flags));
  /**
   * PlayerctlPlayerManager:player-names: (type GList(PlayerctlPlayerName)) (transfer none)
   *
   * The names of all players there are.
   */
  g_object_class_install_property (object_class, PROP_PLAYER_NAMES,
                                   g_param_spec_pointer ("player-names", NULL, NULL, flags));
  /**
   * PlayerctlPlayerManager::name-appeared:
   * @manager: the manager
   * @name: (type PlayerctlPlayerName): the name
   *
   * Emitted when a player has appeared. When a bus has gone, the manager waits for it to come back, and
   * then emits its players.
   */
  pctl_manager_signals[PCTL_NAME_APPEARED] =
      new_signal ("name-appeared", G_SIGNAL_RUN_LAST, PLAYERCTL_TYPE_PLAYER_NAME);
  /**
   * PlayerctlPlayerManager::name-vanished:
   * @manager: the manager
   * @name: (type PlayerctlPlayerName): the name
   *
   * Emitted when a player has gone, or its bus.
   */
  pctl_manager_signals[PCTL_NAME_VANISHED] =
      new_signal ("name-vanished", G_SIGNAL_RUN_FIRST, PLAYERCTL_TYPE_PLAYER_NAME);
  /**
   * PlayerctlPlayerManager::player-appeared:
   * @manager: the manager
   * @player: (type PlayerctlPlayer): the player
   *
   * Emitted when a player is managed.
   */
  pctl_manager_signals[PCTL_PLAYER_APPEARED] =
      new_signal ("player-appeared", G_SIGNAL_RUN_FIRST, PLAYERCTL_TYPE_PLAYER);
  /**
   * PlayerctlPlayerManager::player-vanished:
   * @manager: the manager
   * @player: (type PlayerctlPlayer): the player
   *
   * Emitted when a player that was managed has gone.
   */
  pctl_manager_signals[PCTL_PLAYER_VANISHED] =
      new_signal ("player-vanished", G_SIGNAL_RUN_FIRST, PLAYERCTL_TYPE_PLAYER);
}

static void playerctl_player_manager_init (PlayerctlPlayerManager *self) {
  self->priv = playerctl_player_manager_get_instance_private (self);
}

/**
 * playerctl_player_manager_new:
 * @err: (allow-none): gets the error
 *
 * Makes a manager, which knows the names of all players there are, and of those that come.
 *
 * Returns: (transfer full): the manager, or %NULL
 */
PlayerctlPlayerManager *playerctl_player_manager_new (GError **err) {
  return g_initable_new (PLAYERCTL_TYPE_PLAYER_MANAGER, NULL, err, NULL);
}

/* -------------------------------------------------------------------------------------------------- Players ------ */

/**
 * playerctl_player_manager_manage_player:
 * @manager: a manager
 * @player: a player
 *
 * Adds a player to those that are managed, which are removed when they go.
 */
void playerctl_player_manager_manage_player (PlayerctlPlayerManager *manager, PlayerctlPlayer *player) {
  g_return_if_fail (PLAYERCTL_IS_PLAYER_MANAGER (manager));
  PlayerctlPlayerManagerPrivate *priv = manager->priv;
  if (player == NULL || g_list_find (priv->players, player) != NULL) return;
  priv->players = priv->sort == NULL
      ? g_list_prepend (priv->players, g_object_ref (player))
      : g_list_insert_sorted_with_data (priv->players, g_object_ref (player), priv->sort, priv->sort_data);
  g_signal_emit (manager, pctl_manager_signals[PCTL_PLAYER_APPEARED], 0, player);
}

/**
 * playerctl_player_manager_set_sort_func:
 * @manager: a manager
 * @sort_func: (scope notified) (closure sort_data) (destroy notify): compares two players
 * @sort_data: passed to it
 * @notify: (allow-none): called when it is not needed any more
 *
 * Sets the order of the players.
 */
void playerctl_player_manager_set_sort_func (PlayerctlPlayerManager *manager, GCompareDataFunc sort_func,
                                             gpointer sort_data, GDestroyNotify notify) {
  g_return_if_fail (PLAYERCTL_IS_PLAYER_MANAGER (manager));
  PlayerctlPlayerManagerPrivate *priv = manager->priv;
  if (priv->sort_notify != NULL) priv->sort_notify (priv->sort_data);
  priv->sort = sort_func;
  priv->sort_data = sort_data;
  priv->sort_notify = notify;
  if (sort_func != NULL) priv->players = g_list_sort_with_data (priv->players, sort_func, sort_data);
}

/**
 * playerctl_player_manager_move_player_to_top:
 * @manager: a manager
 * @player: a player that it manages
 *
 * Makes a player the first, as far as the order permits.
 */
void playerctl_player_manager_move_player_to_top (PlayerctlPlayerManager *manager, PlayerctlPlayer *player) {
  g_return_if_fail (PLAYERCTL_IS_PLAYER_MANAGER (manager));
  PlayerctlPlayerManagerPrivate *priv = manager->priv;
  GList *link = g_list_find (priv->players, player);
  if (link == NULL) return;
  priv->players = g_list_concat (link, g_list_remove_link (priv->players, link));
  if (priv->sort != NULL) priv->players = g_list_sort_with_data (priv->players, priv->sort, priv->sort_data);
}
