/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Watches the players of a bus. */
#include "manager.h"
#include "player.h"

#include <string.h>

/* The first pause before a lost bus is tried again, in ms; each further one is twice as long. */
#define FIRST_PAUSE 100
#define LONGEST_PAUSE 5000

/* Matches the signals that a player appears or vanishes. */
static const char rule[] = "type='signal',sender='" DAEMON "',path='" DAEMON_PATH "',interface='" DAEMON
                           "',member='NameOwnerChanged',arg0namespace='org.mpris.MediaPlayer2'";

/* ----------------------------------------------------------------------------------------------------- Names ----- */

static void name_appeared (PlayerctlPlayerManager *self, const char *instance, PlayerctlSource source) {
  PlayerctlPlayerManagerPrivate *priv = self->priv;
  if (priv->watches[source - PLAYERCTL_SOURCE_DBUS_SESSION].hides_daemon && strcmp (instance, PCTL_DAEMON) == 0) return;
  /* A player that appeared between the list and the first signal is in both. */
  if (pctl_player_name_find (priv->names, (char *)instance, source) != NULL) return;
  PlayerctlPlayerName *name = pctl_player_name_new (instance, source);
  priv->names = g_list_prepend (priv->names, name);
  g_signal_emit (self, pctl_manager_signals[PCTL_NAME_APPEARED], 0, name);
}

/* Returns whether a player is the one with a name. */
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
    g_signal_emit (self, pctl_manager_signals[PCTL_PLAYER_VANISHED], 0, player);
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
  g_signal_emit (self, pctl_manager_signals[PCTL_NAME_VANISHED], 0, name);
  playerctl_player_name_free (name);
}

/* Has the players handle what they have said until now. Each has a connection of its own, and what came before the end
 * of another player is not to be seen after it. */
static void hear_players (PlayerctlPlayerManager *self) {
  /* Works on a copy: handlers may change the list. */
  GList *players = g_list_copy_deep (self->priv->players, (GCopyFunc)g_object_ref, NULL);
  for (GList *link = players; link != NULL; link = link->next) {
    PlayerctlPlayerPrivate *player = PLAYERCTL_PLAYER (link->data)->priv;
    /* Another thread handles the others. */
    if (player->context == self->priv->context) pctl_bus_hear (player->bus);
  }
  g_list_free_full (players, g_object_unref);
}

static int on_owner (sd_bus_message *message, void *user_data, sd_bus_error *failed) {
  PctlWatch *watch = user_data;
  PlayerctlPlayerManager *self = watch->manager;
  const char *name, *before, *now;
  (void)failed;
  if (sd_bus_message_read (message, "sss", &name, &before, &now) < 0) return 0;
  if (!g_str_has_prefix (name, MPRIS_PREFIX)) return 0;
  const char *instance = name + strlen (MPRIS_PREFIX);
  g_object_ref (self);
  hear_players (self);
  if (before[0] == 0 && now[0] != 0) name_appeared (self, instance, watch->source);
  else if (before[0] != 0 && now[0] == 0) name_vanished (self, instance, watch->source);
  g_object_unref (self);
  return 0;
}

/* Removes all names of a bus except those that still exist. */
static void keep_names (PlayerctlPlayerManager *self, PlayerctlSource source, GList *present) {
  /* Works on a copy: a handler may run the main loop, which changes the list. */
  GList *names = g_list_copy_deep (self->priv->names, (GCopyFunc)playerctl_player_name_copy, NULL);
  for (GList *link = names; link != NULL; link = link->next) {
    PlayerctlPlayerName *name = link->data;
    if (name->source == source && pctl_player_name_find (present, name->instance, source) == NULL)
      name_vanished (self, name->instance, source);
  }
  pctl_player_name_list_destroy (names);
}

/* ------------------------------------------------------------------------------------------- After a flood ------ */

static int on_names (sd_bus_message *reply, void *user_data, sd_bus_error *failed) {
  PctlWatch *watch = user_data;
  PlayerctlPlayerManager *self = watch->manager;
  PlayerctlSource source = watch->source;
  (void)failed;
  if (sd_bus_message_is_method_error (reply, NULL)) return 0;
  g_object_ref (self);
  GList *present = pctl_read_player_names (reply, source);
  keep_names (self, source, present);
  for (GList *link = present; link != NULL; link = link->next) {
    PlayerctlPlayerName *name = link->data;
    /* playerctld is left out when it appears after the manager. */
    if (strcmp (name->instance, PCTL_DAEMON) != 0) name_appeared (self, name->instance, source);
  }
  pctl_player_name_list_destroy (present);
  g_object_unref (self);
  return 0;
}

/* After a pause in which nothing was heard, names may have appeared and vanished. */
static void on_renewed (gpointer user_data) {
  PctlWatch *watch = user_data;
  sd_bus_add_match_async (watch->bus->bus, NULL, rule, on_owner, NULL, watch);
  sd_bus_call_method_async (watch->bus->bus, NULL, DAEMON, DAEMON_PATH, DAEMON, "ListNames", on_names, watch, "");
}

/* ------------------------------------------------------------------------------------------ A bus that has gone --- */

static gboolean on_retry (gpointer user_data);

static void plan_retry (PctlWatch *watch) {
  watch->retry = g_timeout_source_new (watch->pause);
  watch->pause = MIN (watch->pause * 2, LONGEST_PAUSE);
  g_source_set_callback (watch->retry, on_retry, watch, NULL);
  g_source_attach (watch->retry, watch->manager->priv->context);
}

static void forget_retry (PctlWatch *watch) {
  if (watch->retry == NULL) return;
  g_source_destroy (watch->retry);
  g_clear_pointer (&watch->retry, g_source_unref);
}

/* Returns whether a name is reported, or belongs to a managed player that was never reported. */
static gboolean is_known (PlayerctlPlayerManager *self, PlayerctlPlayerName *name) {
  if (pctl_player_name_find (self->priv->names, name->instance, name->source) != NULL) return TRUE;
  for (GList *link = self->priv->players; link != NULL; link = link->next)
    if (is_of (link->data, name)) return TRUE;
  return FALSE;
}

/* The bus has gone, and its players with it: those of the next bus are new ones. */
static void on_lost (gpointer user_data) {
  PctlWatch *watch = user_data;
  PlayerctlPlayerManager *self = g_object_ref (watch->manager);
  g_free (watch->address);
  watch->address = g_strdup (watch->bus->address);
  g_clear_pointer (&watch->bus, pctl_bus_free);
  watch->pause = FIRST_PAUSE;
  plan_retry (watch);
  PlayerctlPlayerName daemon = { .instance = (char *)PCTL_DAEMON, .source = watch->source };
  watch->hides_daemon = !is_known (self, &daemon);
  keep_names (self, watch->source, NULL);
  remove_player (self, &daemon);
  g_object_unref (self);
}

static gboolean on_retry (gpointer user_data) {
  PctlWatch *watch = user_data;
  PlayerctlPlayerManager *self = watch->manager;
  GError *failed = NULL;
  GList *names = NULL;
  forget_retry (watch);
  watch->bus = pctl_bus_new_for_address (watch->address, &failed);
  if (watch->bus != NULL) {
    sd_bus_add_match (watch->bus->bus, NULL, rule, on_owner, watch);
    /* The list is complete, because a daemon that has just found the bus does not know all players yet. */
    names = pctl_list_player_names (watch->bus, watch->source, TRUE, &failed);
  }
  if (failed != NULL) {
    g_error_free (failed);
    g_clear_pointer (&watch->bus, pctl_bus_free);
    plan_retry (watch);
    return G_SOURCE_REMOVE;
  }
  pctl_watch_attach (watch);
  g_object_ref (self);
  /* Reports the list backwards, since each new name is put first. */
  for (GList *link = g_list_last (names); link != NULL; link = link->prev)
    name_appeared (self, ((PlayerctlPlayerName *)link->data)->instance, watch->source);
  pctl_player_name_list_destroy (names);
  g_object_unref (self);
  return G_SOURCE_REMOVE;
}

/* ---------------------------------------------------------------------------------------------------- Opening ---- */

gboolean pctl_watch_begin (PlayerctlPlayerManager *manager, PctlWatch *self, PlayerctlSource source, GError **error) {
  GError *failed = NULL;
  self->manager = manager;
  self->source = source;
  self->bus = pctl_bus_new (pctl_source_to_bus_type (source), &failed);
  if (self->bus == NULL && g_error_matches (failed, G_IO_ERROR, G_IO_ERROR_NOT_FOUND)) {
    g_error_free (failed);
    return TRUE;
  }
  if (self->bus == NULL) {
    g_propagate_error (error, failed);
    return FALSE;
  }
  sd_bus_add_match (self->bus->bus, NULL, rule, on_owner, self);
  return TRUE;
}

void pctl_watch_attach (PctlWatch *self) {
  pctl_bus_attach (self->bus, self->manager->priv->context, on_lost, on_renewed, self);
}

void pctl_watch_end (PctlWatch *self) {
  g_clear_pointer (&self->bus, pctl_bus_free);
  forget_retry (self);
}
