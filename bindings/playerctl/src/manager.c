/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The players of both buses that come and go. */
#include <string.h>

#include "names.h"

#define N_BUSES 2

/* How long it is until a bus that has gone is looked for, in ms: twice as long each time. */
#define FIRST_PAUSE 100
#define LONGEST_PAUSE 5000

/* A connection that listens to names. */
typedef struct {
  PlayerctlPlayerManager *manager;
  PctlBus *bus;
  PlayerctlSource source;
  /* Of a bus that has gone: where it was, and what looks for it there. */
  char *address;
  GSource *retry;
  guint pause;
  /* Whether playerctld was none of the players, so that the one of the next bus is none. */
  gboolean hides_daemon;
} Watch;

struct _PlayerctlPlayerManagerPrivate {
  Watch watches[N_BUSES];
  GMainContext *context;
  GError *error;
  gboolean is_ready;
  GList *names, *players;
  GCompareDataFunc sort;
  gpointer sort_data;
  GDestroyNotify sort_notify;
};

enum { PROP_PLAYERS = 1, PROP_PLAYER_NAMES };
enum { NAME_APPEARED, NAME_VANISHED, PLAYER_APPEARED, PLAYER_VANISHED, N_SIGNALS };

static guint signals[N_SIGNALS];

static void manager_initable_init (GInitableIface *interface);

G_DEFINE_TYPE_WITH_CODE (PlayerctlPlayerManager, playerctl_player_manager, G_TYPE_OBJECT,
                         G_ADD_PRIVATE (PlayerctlPlayerManager)
                         G_IMPLEMENT_INTERFACE (G_TYPE_INITABLE, manager_initable_init))

/* ----------------------------------------------------------------------------------------------------- Names ----- */

static void name_appeared (PlayerctlPlayerManager *self, const char *instance, PlayerctlSource source) {
  PlayerctlPlayerManagerPrivate *priv = self->priv;
  if (priv->watches[source - PLAYERCTL_SOURCE_DBUS_SESSION].hides_daemon && strcmp (instance, PCTL_DAEMON) == 0) return;
  /* A player that came between the list and the first signal is in both. */
  if (pctl_player_name_find (priv->names, (char *)instance, source) != NULL) return;
  PlayerctlPlayerName *name = pctl_player_name_new (instance, source);
  priv->names = g_list_prepend (priv->names, name);
  g_signal_emit (self, signals[NAME_APPEARED], 0, name);
}

/* Returns whether a player is the one of a name. */
static gboolean is_of (PlayerctlPlayer *player, const PlayerctlPlayerName *name) {
  PlayerctlSource source;
  g_object_get (player, "source", &source, NULL);
  return source == name->source && g_strcmp0 (pctl_player_get_instance (player), name->instance) == 0;
}

static void remove_player (PlayerctlPlayerManager *self, const PlayerctlPlayerName *name) {
  for (GList *link = self->priv->players; link != NULL; link = link->next) {
    PlayerctlPlayer *player = link->data;
    if (!is_of (player, name)) continue;
    self->priv->players = g_list_delete_link (self->priv->players, link);
    g_signal_emit (self, signals[PLAYER_VANISHED], 0, player);
    g_object_unref (player);
    return;
  }
}

static void name_vanished (PlayerctlPlayerManager *self, const char *instance, PlayerctlSource source) {
  GList *link = pctl_player_name_find (self->priv->names, (char *)instance, source);
  if (link == NULL) return;
  PlayerctlPlayerName *name = link->data;
  self->priv->names = g_list_delete_link (self->priv->names, link);
  remove_player (self, name);
  g_signal_emit (self, signals[NAME_VANISHED], 0, name);
  playerctl_player_name_free (name);
}

static int on_owner (sd_bus_message *message, void *user_data, sd_bus_error *failed) {
  Watch *watch = user_data;
  PlayerctlPlayerManager *self = watch->manager;
  const char *name, *before, *now;
  (void)failed;
  if (sd_bus_message_read (message, "sss", &name, &before, &now) < 0) return 0;
  if (!g_str_has_prefix (name, MPRIS_PREFIX)) return 0;
  const char *instance = name + strlen (MPRIS_PREFIX);
  g_object_ref (self);
  if (before[0] == 0 && now[0] != 0) name_appeared (self, instance, watch->source);
  else if (before[0] != 0 && now[0] == 0) name_vanished (self, instance, watch->source);
  g_object_unref (self);
  return 0;
}

/* ------------------------------------------------------------------------------------------ A bus that has gone --- */

static gboolean on_retry (gpointer user_data);

static void plan_retry (Watch *watch) {
  watch->retry = g_timeout_source_new (watch->pause);
  watch->pause = MIN (watch->pause * 2, LONGEST_PAUSE);
  g_source_set_callback (watch->retry, on_retry, watch, NULL);
  g_source_attach (watch->retry, watch->manager->priv->context);
}

static void forget_retry (Watch *watch) {
  if (watch->retry == NULL) return;
  g_source_destroy (watch->retry);
  g_clear_pointer (&watch->retry, g_source_unref);
}

/* Returns whether a name is one of those that are reported, or that of a player who is managed without. */
static gboolean is_known (PlayerctlPlayerManager *self, PlayerctlPlayerName *name) {
  if (pctl_player_name_find (self->priv->names, name->instance, name->source) != NULL) return TRUE;
  for (GList *link = self->priv->players; link != NULL; link = link->next)
    if (is_of (link->data, name)) return TRUE;
  return FALSE;
}

/* Its players go with it, as with a program that ends: those of the next bus are others. */
static void on_lost (gpointer user_data) {
  Watch *watch = user_data;
  PlayerctlPlayerManager *self = g_object_ref (watch->manager);
  g_free (watch->address);
  watch->address = g_strdup (watch->bus->address);
  g_clear_pointer (&watch->bus, pctl_bus_free);
  watch->pause = FIRST_PAUSE;
  plan_retry (watch);
  PlayerctlPlayerName daemon = { .instance = (char *)PCTL_DAEMON, .source = watch->source };
  watch->hides_daemon = !is_known (self, &daemon);
  /* A copy: a handler may run the main loop, in which names come and go. */
  GList *names = g_list_copy_deep (self->priv->names, (GCopyFunc)playerctl_player_name_copy, NULL);
  for (GList *link = names; link != NULL; link = link->next) {
    PlayerctlPlayerName *name = link->data;
    if (name->source == watch->source) name_vanished (self, name->instance, name->source);
  }
  pctl_player_name_list_destroy (names);
  remove_player (self, &daemon);
  g_object_unref (self);
}

static void listen (Watch *watch) {
  sd_bus_add_match (watch->bus->bus, NULL,
                    "type='signal',sender='" DAEMON "',path='" DAEMON_PATH "',interface='" DAEMON
                    "',member='NameOwnerChanged',arg0namespace='org.mpris.MediaPlayer2'", on_owner, watch);
}

static gboolean on_retry (gpointer user_data) {
  Watch *watch = user_data;
  PlayerctlPlayerManager *self = watch->manager;
  GError *failed = NULL;
  GList *names = NULL;
  forget_retry (watch);
  watch->bus = pctl_bus_new_for_address (watch->address, &failed);
  if (watch->bus != NULL) {
    listen (watch);
    /* A daemon that has found the bus just now does not know all of them yet. */
    names = pctl_list_player_names (watch->bus, watch->source, TRUE, &failed);
  }
  if (failed != NULL) {
    g_error_free (failed);
    g_clear_pointer (&watch->bus, pctl_bus_free);
    plan_retry (watch);
    return G_SOURCE_REMOVE;
  }
  pctl_bus_attach (watch->bus, self->priv->context, on_lost, watch);
  g_object_ref (self);
  /* The first one last: what has come last is put before the others. */
  for (GList *link = g_list_last (names); link != NULL; link = link->prev)
    name_appeared (self, ((PlayerctlPlayerName *)link->data)->instance, watch->source);
  pctl_player_name_list_destroy (names);
  g_object_unref (self);
  return G_SOURCE_REMOVE;
}

/* ------------------------------------------------------------------------------------------------------ Life ----- */

/* Connects to a bus and listens; no error where there is none. */
static gboolean begin (PlayerctlPlayerManager *self, Watch *watch, PlayerctlSource source, GError **error) {
  GError *failed = NULL;
  watch->manager = self;
  watch->source = source;
  watch->bus = pctl_bus_new (pctl_source_to_bus_type (source), &failed);
  if (watch->bus == NULL && g_error_matches (failed, G_IO_ERROR, G_IO_ERROR_NOT_FOUND)) {
    g_error_free (failed);
    return TRUE;
  }
  if (watch->bus == NULL) {
    g_propagate_error (error, failed);
    return FALSE;
  }
  listen (watch);
  return TRUE;
}

static gboolean open_manager (PlayerctlPlayerManager *self, GError **error) {
  PlayerctlPlayerManagerPrivate *priv = self->priv;
  GError *failed = NULL;
  if (priv->context == NULL) priv->context = g_main_context_ref_thread_default ();
  for (int i = 0; i < N_BUSES; i++)
    if (priv->watches[i].bus == NULL && !begin (self, &priv->watches[i], PLAYERCTL_SOURCE_DBUS_SESSION + i, error))
      return FALSE;
  priv->names = playerctl_list_players (&failed);
  if (failed != NULL) {
    g_propagate_error (error, failed);
    return FALSE;
  }
  for (int i = 0; i < N_BUSES; i++)
    if (priv->watches[i].bus != NULL)
      pctl_bus_attach (priv->watches[i].bus, priv->context, on_lost, &priv->watches[i]);
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
  for (int i = 0; i < N_BUSES; i++) {
    g_clear_pointer (&priv->watches[i].bus, pctl_bus_free);
    forget_retry (&priv->watches[i]);
  }
  if (priv->sort_notify != NULL) priv->sort_notify (priv->sort_data);
  priv->sort_notify = NULL;
  G_OBJECT_CLASS (playerctl_player_manager_parent_class)->dispose (object);
}

static void finalize (GObject *object) {
  PlayerctlPlayerManagerPrivate *priv = PLAYERCTL_PLAYER_MANAGER (object)->priv;
  g_clear_error (&priv->error);
  for (int i = 0; i < N_BUSES; i++) g_free (priv->watches[i].address);
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
   * Emitted when a player has come. After a bus has gone the manager looks for it, and then for its players.
   */
  signals[NAME_APPEARED] = new_signal ("name-appeared", G_SIGNAL_RUN_LAST, PLAYERCTL_TYPE_PLAYER_NAME);
  /**
   * PlayerctlPlayerManager::name-vanished:
   * @manager: the manager
   * @name: (type PlayerctlPlayerName): the name
   *
   * Emitted when a player has gone, or its bus.
   */
  signals[NAME_VANISHED] = new_signal ("name-vanished", G_SIGNAL_RUN_FIRST, PLAYERCTL_TYPE_PLAYER_NAME);
  /**
   * PlayerctlPlayerManager::player-appeared:
   * @manager: the manager
   * @player: (type PlayerctlPlayer): the player
   *
   * Emitted when a player is managed.
   */
  signals[PLAYER_APPEARED] = new_signal ("player-appeared", G_SIGNAL_RUN_FIRST, PLAYERCTL_TYPE_PLAYER);
  /**
   * PlayerctlPlayerManager::player-vanished:
   * @manager: the manager
   * @player: (type PlayerctlPlayer): the player
   *
   * Emitted when a player that was managed has gone.
   */
  signals[PLAYER_VANISHED] = new_signal ("player-vanished", G_SIGNAL_RUN_FIRST, PLAYERCTL_TYPE_PLAYER);
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
  g_signal_emit (manager, signals[PLAYER_APPEARED], 0, player);
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
