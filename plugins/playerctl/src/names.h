/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Functions that the program playerctl uses beside the public ones; Debian's is linked with them. */
#pragma once
#include <gio/gio.h>
#include <playerctl/playerctl.h>
#include <stdbool.h>

#include "bus.h"

/** The instance of playerctld, which lists all others. */
#define PCTL_DAEMON "playerctld"

gboolean pctl_parse_playback_status (const gchar *text, PlayerctlPlaybackStatus *status);
const gchar *pctl_playback_status_to_string (PlayerctlPlaybackStatus status);
gboolean pctl_parse_loop_status (const gchar *text, PlayerctlLoopStatus *status);
const gchar *pctl_loop_status_to_string (PlayerctlLoopStatus status);
/** Writes a value as people read it: texts without quotes, a list of texts with commas. */
gchar *pctl_print_gvariant (GVariant *value);
GBusType pctl_source_to_bus_type (PlayerctlSource source);
PlayerctlSource pctl_bus_type_to_source (GBusType type);
PlayerctlPlayerName *pctl_player_name_new (const gchar *instance, PlayerctlSource source);
/** Compares two names in the order of their instances; of two sources they differ. */
gint pctl_player_name_compare (PlayerctlPlayerName *name, PlayerctlPlayerName *other);
/** Returns 0 if an instance is one of a name's. */
gint pctl_player_name_instance_compare (PlayerctlPlayerName *name, PlayerctlPlayerName *instance);
gint pctl_player_name_string_instance_compare (const gchar *name, const gchar *instance);
GList *pctl_player_name_find (GList *list, gchar *instance, PlayerctlSource source);
GList *pctl_player_name_find_instance (GList *list, gchar *name, PlayerctlSource source);
void pctl_player_name_list_destroy (GList *list);
/** Lists the players of a bus, in the order of playerctld if it runs, else of their names. */
GList *pctl_list_player_names_on_bus (GBusType type, GError **err);
/** Lists the players of a connection's bus in the same order. is_whole: also those that playerctld does not
 * list, of which it is one. */
G_GNUC_INTERNAL GList *pctl_list_player_names (PctlBus *bus, PlayerctlSource source, gboolean is_whole, GError **err);
/** Reads the players of an answer of ListNames, in the order of the bus. */
G_GNUC_INTERNAL GList *pctl_read_player_names (sd_bus_message *reply, PlayerctlSource source);
char *pctl_player_get_instance (PlayerctlPlayer *player);
bool pctl_player_has_cached_property (PlayerctlPlayer *player, const gchar *name);
