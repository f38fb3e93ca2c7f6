/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Functions besides the public ones that the program playerctl needs; Debian's program is linked with them. */
#pragma once
#include <gio/gio.h>
#include <playerctl/playerctl.h>
#include <stdbool.h>

#include "bus.h"

/** The instance name of playerctld, which lists all other players. */
#define PCTL_DAEMON "playerctld"

gboolean pctl_parse_playback_status (const gchar *text, PlayerctlPlaybackStatus *status);
const gchar *pctl_playback_status_to_string (PlayerctlPlaybackStatus status);
gboolean pctl_parse_loop_status (const gchar *text, PlayerctlLoopStatus *status);
const gchar *pctl_loop_status_to_string (PlayerctlLoopStatus status);
/** Returns a value as text for people: strings without quotes, lists of strings with commas. */
gchar *pctl_print_gvariant (GVariant *value);
GBusType pctl_source_to_bus_type (PlayerctlSource source);
PlayerctlSource pctl_bus_type_to_source (GBusType type);
PlayerctlPlayerName *pctl_player_name_new (const gchar *instance, PlayerctlSource source);
/** Compares two names by instance; names of two sources always differ. */
gint pctl_player_name_compare (PlayerctlPlayerName *name, PlayerctlPlayerName *other);
/** Returns 0 if an instance belongs to a name. */
gint pctl_player_name_instance_compare (PlayerctlPlayerName *name, PlayerctlPlayerName *instance);
gint pctl_player_name_string_instance_compare (const gchar *name, const gchar *instance);
GList *pctl_player_name_find (GList *list, gchar *instance, PlayerctlSource source);
GList *pctl_player_name_find_instance (GList *list, gchar *name, PlayerctlSource source);
void pctl_player_name_list_destroy (GList *list);
/** Lists the players of a bus, in playerctld's order if it runs, else by name. */
GList *pctl_list_player_names_on_bus (GBusType type, GError **err);
/** Lists the players on a connection's bus, in the order of pctl_list_player_names_on_bus(). is_whole: whether to add
 * players that playerctld does not list, such as playerctld itself. */
G_GNUC_INTERNAL GList *pctl_list_player_names (PctlBus *bus, PlayerctlSource source, gboolean is_whole, GError **err);
/** Reads the players from a reply of ListNames, in the order of the bus. */
G_GNUC_INTERNAL GList *pctl_read_player_names (sd_bus_message *reply, PlayerctlSource source);
char *pctl_player_get_instance (PlayerctlPlayer *player);
bool pctl_player_has_cached_property (PlayerctlPlayer *player, const gchar *name);
