/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "names.h"

#include <string.h>

#define PLAYERCTLD MPRIS_PREFIX PCTL_DAEMON
#define PLAYERCTLD_INTERFACE "com.github.altdesktop.playerctld"

/* --------------------------------------------------------------------------------------------- Enumerations ------ */

static const GEnumValue sources[] = {
  { PLAYERCTL_SOURCE_NONE, "PLAYERCTL_SOURCE_NONE", "none" },
  { PLAYERCTL_SOURCE_DBUS_SESSION, "PLAYERCTL_SOURCE_DBUS_SESSION", "dbus-session" },
  { PLAYERCTL_SOURCE_DBUS_SYSTEM, "PLAYERCTL_SOURCE_DBUS_SYSTEM", "dbus-system" },
  { 0, NULL, NULL },
};
static const GEnumValue statuses[] = {
  { PLAYERCTL_PLAYBACK_STATUS_PLAYING, "PLAYERCTL_PLAYBACK_STATUS_PLAYING", "Playing" },
  { PLAYERCTL_PLAYBACK_STATUS_PAUSED, "PLAYERCTL_PLAYBACK_STATUS_PAUSED", "Paused" },
  { PLAYERCTL_PLAYBACK_STATUS_STOPPED, "PLAYERCTL_PLAYBACK_STATUS_STOPPED", "Stopped" },
  { 0, NULL, NULL },
};
/* The last nick is lower-case in playerctl as well. */
static const GEnumValue loops[] = {
  { PLAYERCTL_LOOP_STATUS_NONE, "PLAYERCTL_LOOP_STATUS_NONE", "None" },
  { PLAYERCTL_LOOP_STATUS_TRACK, "PLAYERCTL_LOOP_STATUS_TRACK", "Track" },
  { PLAYERCTL_LOOP_STATUS_PLAYLIST, "PLAYERCTL_LOOP_STATUS_PLAYLIST", "playlist" },
  { 0, NULL, NULL },
};

static GType register_once (gsize *type, const char *name, const GEnumValue *values) {
  if (g_once_init_enter (type)) g_once_init_leave (type, g_enum_register_static (name, values));
  return *type;
}

GType playerctl_source_get_type (void) {
  static gsize type = 0;
  return register_once (&type, "PlayerctlSource", sources);
}

GType playerctl_playback_status_get_type (void) {
  static gsize type = 0;
  return register_once (&type, "PlayerctlPlaybackStatus", statuses);
}

GType playerctl_loop_status_get_type (void) {
  static gsize type = 0;
  return register_once (&type, "PlayerctlLoopStatus", loops);
}

/* The words of MPRIS, in the order of the enumeration. */
static const char *const status_words[] = { "Playing", "Paused", "Stopped" };
static const char *const loop_words[] = { "None", "Track", "Playlist" };

static int find_word (const char *const *words, const char *text) {
  for (int i = 0; text != NULL && i < 3; i++)
    if (g_ascii_strcasecmp (words[i], text) == 0) return i;
  return -1;
}

gboolean pctl_parse_playback_status (const gchar *text, PlayerctlPlaybackStatus *status) {
  int found = find_word (status_words, text);
  if (found >= 0) *status = (PlayerctlPlaybackStatus)found;
  return found >= 0;
}

const gchar *pctl_playback_status_to_string (PlayerctlPlaybackStatus status) {
  return (guint)status < G_N_ELEMENTS (status_words) ? status_words[status] : NULL;
}

gboolean pctl_parse_loop_status (const gchar *text, PlayerctlLoopStatus *status) {
  int found = find_word (loop_words, text);
  if (found >= 0) *status = (PlayerctlLoopStatus)found;
  return found >= 0;
}

const gchar *pctl_loop_status_to_string (PlayerctlLoopStatus status) {
  return (guint)status < G_N_ELEMENTS (loop_words) ? loop_words[status] : NULL;
}

gchar *pctl_print_gvariant (GVariant *value) {
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING)) return g_variant_dup_string (value, NULL);
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_STRING_ARRAY)) return g_variant_print (value, FALSE);
  const char **texts = g_variant_get_strv (value, NULL);
  char *joined = g_strjoinv (", ", (char **)texts);
  g_free (texts);
  return joined;
}

GBusType pctl_source_to_bus_type (PlayerctlSource source) {
  if (source == PLAYERCTL_SOURCE_DBUS_SESSION) return G_BUS_TYPE_SESSION;
  return source == PLAYERCTL_SOURCE_DBUS_SYSTEM ? G_BUS_TYPE_SYSTEM : G_BUS_TYPE_NONE;
}

PlayerctlSource pctl_bus_type_to_source (GBusType type) {
  if (type == G_BUS_TYPE_SESSION) return PLAYERCTL_SOURCE_DBUS_SESSION;
  return type == G_BUS_TYPE_SYSTEM ? PLAYERCTL_SOURCE_DBUS_SYSTEM : PLAYERCTL_SOURCE_NONE;
}

/* ----------------------------------------------------------------------------------------------------- Names ----- */

G_DEFINE_BOXED_TYPE (PlayerctlPlayerName, playerctl_player_name, playerctl_player_name_copy,
                     playerctl_player_name_free)

PlayerctlPlayerName *pctl_player_name_new (const gchar *instance, PlayerctlSource source) {
  PlayerctlPlayerName *made = g_slice_new (PlayerctlPlayerName);
  made->name = g_strndup (instance, strcspn (instance, "."));
  made->instance = g_strdup (instance);
  made->source = source;
  return made;
}

/**
 * playerctl_player_name_copy:
 * @name: a name
 *
 * Copies a name.
 *
 * Returns: (transfer full): the copy
 */
PlayerctlPlayerName *playerctl_player_name_copy (PlayerctlPlayerName *name) {
  PlayerctlPlayerName *copy = g_slice_new (PlayerctlPlayerName);
  copy->name = g_strdup (name->name);
  copy->instance = g_strdup (name->instance);
  copy->source = name->source;
  return copy;
}

/**
 * playerctl_player_name_free:
 * @name: (allow-none): a name
 *
 * Frees a name.
 */
void playerctl_player_name_free (PlayerctlPlayerName *name) {
  if (name == NULL) return;
  g_free (name->name);
  g_free (name->instance);
  g_slice_free (PlayerctlPlayerName, name);
}

gint pctl_player_name_compare (PlayerctlPlayerName *name, PlayerctlPlayerName *other) {
  return name->source != other->source ? 1 : g_strcmp0 (name->instance, other->instance);
}

gint pctl_player_name_string_instance_compare (const gchar *name, const gchar *instance) {
  if (g_strcmp0 (name, "%any") == 0 || g_strcmp0 (instance, "%any") == 0) return 0;
  if (name == NULL || instance == NULL) return name != instance;
  size_t length = strlen (name);
  return strncmp (instance, name, length) != 0 || (instance[length] != 0 && instance[length] != '.');
}

gint pctl_player_name_instance_compare (PlayerctlPlayerName *name, PlayerctlPlayerName *instance) {
  if (name->source != instance->source) return 1;
  return pctl_player_name_string_instance_compare (name->instance, instance->instance);
}

GList *pctl_player_name_find (GList *list, gchar *instance, PlayerctlSource source) {
  PlayerctlPlayerName wanted = { .instance = instance, .source = source };
  return g_list_find_custom (list, &wanted, (GCompareFunc)pctl_player_name_compare);
}

GList *pctl_player_name_find_instance (GList *list, gchar *name, PlayerctlSource source) {
  for (; list != NULL; list = list->next) {
    PlayerctlPlayerName *each = list->data;
    if (each->source == source && pctl_player_name_string_instance_compare (name, each->instance) == 0) break;
  }
  return list;
}

void pctl_player_name_list_destroy (GList *list) {
  g_list_free_full (list, (GDestroyNotify)playerctl_player_name_free);
}

/* ------------------------------------------------------------------------------------------- Players of a bus ---- */

/* Asks playerctld, which knows the order of last use. NULL when it does not answer. */
static char **ask_playerctld (PctlBus *bus) {
  GError *error = NULL;
  GVariant *names = pctl_bus_get (bus, PLAYERCTLD, PLAYERCTLD_INTERFACE, "PlayerNames", &error);
  char **listed = NULL;
  if (names != NULL && g_variant_is_of_type (names, G_VARIANT_TYPE_STRING_ARRAY))
    listed = g_variant_dup_strv (names, NULL);
  else
    g_warning ("Could not get player names from playerctld: %s", error == NULL ? "another type" : error->message);
  g_clear_error (&error);
  if (names != NULL) g_variant_unref (names);
  return listed;
}

/* Returns a list of those names that belong to players. */
static GList *make_names (char **names, PlayerctlSource source) {
  GList *made = NULL;
  for (; *names != NULL; names++)
    if (g_str_has_prefix (*names, MPRIS_PREFIX))
      made = g_list_prepend (made, pctl_player_name_new (*names + strlen (MPRIS_PREFIX), source));
  return g_list_reverse (made);
}

/* Appends the players of a bus that playerctld does not list, and playerctld itself. Takes both lists, and returns
 * one. */
static GList *add_others (GList *listed, GList *all) {
  GList *others = NULL;
  for (GList *link = all; link != NULL; link = link->next) {
    PlayerctlPlayerName *name = link->data;
    if (pctl_player_name_find (listed, name->instance, name->source) != NULL) playerctl_player_name_free (name);
    else others = g_list_prepend (others, name);
  }
  g_list_free (all);
  return g_list_concat (listed, g_list_sort (others, (GCompareFunc)pctl_player_name_compare));
}

GList *pctl_read_player_names (sd_bus_message *reply, PlayerctlSource source) {
  char **names = NULL;
  GList *made = NULL;
  if (sd_bus_message_read_strv (reply, &names) >= 0 && names != NULL) made = make_names (names, source);
  g_strfreev (names);
  return made;
}

GList *pctl_list_player_names (PctlBus *bus, PlayerctlSource source, gboolean is_whole, GError **err) {
  char **ordered = NULL;
  sd_bus_message *reply = pctl_bus_call (bus, DAEMON, DAEMON_PATH, DAEMON, "ListNames", err, "");
  if (reply == NULL) return NULL;
  GList *made = pctl_read_player_names (reply, source);
  sd_bus_message_unref (reply);
  if (pctl_player_name_find (made, (char *)PCTL_DAEMON, source) != NULL) ordered = ask_playerctld (bus);
  if (ordered == NULL) return g_list_sort (made, (GCompareFunc)pctl_player_name_compare);
  GList *listed = make_names (ordered, source);
  g_strfreev (ordered);
  if (is_whole) return add_others (listed, made);
  pctl_player_name_list_destroy (made);
  return listed;
}

GList *pctl_list_player_names_on_bus (GBusType type, GError **err) {
  GError *error = NULL;
  PctlBus *bus = pctl_bus_new (type, &error);
  if (bus != NULL) {
    GList *names = pctl_list_player_names (bus, pctl_bus_type_to_source (type), FALSE, err);
    pctl_bus_free (bus);
    return names;
  }
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND)) {
    g_propagate_error (err, error);
    return NULL;
  }
  /* Without a bus there are no players. */
  if (type == G_BUS_TYPE_SESSION) g_warning ("D-Bus socket address not found, unable to list player names");
  g_error_free (error);
  return NULL;
}

/**
 * playerctl_list_players:
 * @err: (allow-none): gets the error
 *
 * Lists the players of both buses.
 *
 * Returns: (transfer full) (element-type PlayerctlPlayerName): their names
 */
GList *playerctl_list_players (GError **err) {
  GError *error = NULL;
  GList *names = pctl_list_player_names_on_bus (G_BUS_TYPE_SESSION, &error);
  if (error == NULL) names = g_list_concat (names, pctl_list_player_names_on_bus (G_BUS_TYPE_SYSTEM, &error));
  if (error == NULL) return names;
  pctl_player_name_list_destroy (names);
  g_propagate_error (err, error);
  return NULL;
}
