/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The lists of a session, and command events made from its commands. */
#include "npg-private.h"
#include "session.h"

/**
 * npg_session_get_commands:
 * @self: a session
 *
 * Gets [property@Session:commands].
 *
 * Returns: (transfer none): the list, each a [class@Command]
 */
GListModel *npg_session_get_commands (NpgSession *self) { return npg_session_part (self, NPG_PART_COMMANDS); }

/**
 * npg_session_get_controls:
 * @self: a session
 *
 * Gets [property@Session:controls].
 *
 * Returns: (transfer none): the list, each a [class@Control]
 */
GListModel *npg_session_get_controls (NpgSession *self) { return npg_session_part (self, NPG_PART_CONTROLS); }

/**
 * npg_session_get_devices:
 * @self: a session
 *
 * Gets [property@Session:devices].
 *
 * Returns: (transfer none): the list, each a [class@Device]
 */
GListModel *npg_session_get_devices (NpgSession *self) { return npg_session_part (self, NPG_PART_DEVICES); }

/**
 * npg_session_get_tracks:
 * @self: a session
 *
 * Gets [property@Session:tracks].
 *
 * Returns: (transfer none): the list, each a [class@Track]
 */
GListModel *npg_session_get_tracks (NpgSession *self) { return npg_session_part (self, NPG_PART_TRACKS); }

/**
 * npg_session_get_queue:
 * @self: a session
 *
 * Gets [property@Session:queue].
 *
 * Returns: (nullable) (transfer none): the queue
 */
NpgQueue *npg_session_get_queue (NpgSession *self) { return npg_session_part (self, NPG_PART_QUEUE); }

/**
 * npg_session_get_queue_entries:
 * @self: a session
 *
 * Gets [property@Session:queue-entries].
 *
 * Returns: (transfer none): the list, each a [class@QueueEntry]
 */
GListModel *npg_session_get_queue_entries (NpgSession *self) { return npg_session_part (self, NPG_PART_QUEUE_ENTRIES); }

/**
 * npg_session_get_playlists:
 * @self: a session
 *
 * Gets [property@Session:playlists].
 *
 * Returns: (nullable) (transfer none): the playlists
 */
NpgPlaylists *npg_session_get_playlists (NpgSession *self) { return npg_session_part (self, NPG_PART_PLAYLISTS); }

/**
 * npg_session_get_playlist_entries:
 * @self: a session
 *
 * Gets [property@Session:playlist-entries].
 *
 * Returns: (transfer none): the list, each a [class@Playlist]
 */
GListModel *npg_session_get_playlist_entries (NpgSession *self) {
  return npg_session_part (self, NPG_PART_PLAYLIST_ENTRIES);
}

/**
 * npg_session_find_command:
 * @self: a session
 * @kind: a kind of commands
 *
 * Finds the first command of a kind that the session offers, perhaps one that is not enabled now.
 *
 * Returns: (nullable) (transfer full): the command
 */
NpgCommand *npg_session_find_command (NpgSession *self, NpgCommandKind kind) {
  GListModel *commands = npg_session_get_commands (self);
  if (commands == NULL) return NULL;
  for (guint i = 0; i < g_list_model_get_n_items (commands); i++) {
    NpgCommand *command = g_list_model_get_item (commands, i);
    if (npg_command_get_kind (command) == kind) return command;
    g_object_unref (command);
  }
  return NULL;
}

/**
 * npg_command_event_new: (constructor)
 * @kind: what is to be done
 *
 * Makes a command, to be sent by [method@Session.send_command_async]; the arguments that its kind needs are set as
 * properties. A command of modes or speeds without a mode or a speed chooses the next one that the player supports, and
 * `MUTE` switches to the opposite.
 *
 * Returns: (transfer full): the command
 */
NpgCommandEvent *npg_command_event_new (NpgCommandKind kind) {
  return g_object_new (NPG_TYPE_COMMAND_EVENT, "kind", kind, NULL);
}

/**
 * npg_command_event_new_for: (constructor)
 * @command: one of [property@Session:commands]
 *
 * Makes the command that a press on the button of @command sends, with the kind, the button and the id of @command. A
 * command of modes or speeds chooses the next one that the player supports, `MUTE` switches to the opposite, and a skip
 * takes the interval that the player prefers. For `SEEK_TO_POSITION` set the position, and for `SET_RATING` the rating;
 * `SEEK_FORWARD` and `SEEK_BACKWARD` have the phase `BEGIN`. [property@CommandEvent:toggle] is %TRUE: a
 * thumb or a rating that is set already is taken back.
 *
 * Returns: (transfer full): the command
 */
NpgCommandEvent *npg_command_event_new_for (NpgCommand *command) {
  g_return_val_if_fail (NPG_IS_COMMAND (command), NULL);
  return g_object_new (NPG_TYPE_COMMAND_EVENT, "kind", npg_command_get_kind (command), "button",
                       npg_command_get_button (command), "id", npg_command_get_id (command), "toggle", TRUE, NULL);
}

/**
 * npg_command_event_new_for_control: (constructor)
 * @control: one of [property@Session:controls]
 *
 * Makes the command that a press of @control sends. For one that is held, set [property@CommandEvent:phase] to `END`
 * when it is released.
 *
 * Returns: (transfer full): the command
 */
NpgCommandEvent *npg_command_event_new_for_control (NpgControl *control) {
  g_return_val_if_fail (NPG_IS_CONTROL (control), NULL);
  return g_object_new (NPG_TYPE_COMMAND_EVENT, "kind", npg_control_get_kind (control), "button",
                       npg_control_get_button (control), "time-us", npg_control_get_time_us (control), "mode",
                       npg_control_get_mode (control), "rating", npg_control_get_rating (control), "id",
                       npg_control_get_id (control), "toggle", npg_control_get_toggle (control), NULL);
}

/**
 * npg_command_get_icon_name:
 * @self: a command
 *
 * Gets the name of its icon in freedesktop's icon naming, by [func@icon_name].
 *
 * Returns: (nullable) (transfer none): the name; %NULL if that naming has none, or the command is no button: show
 *   the title
 */
const char *npg_command_get_icon_name (NpgCommand *self) {
  const char *name = npg_icon_name (npg_command_get_icon (self));
  return name != NULL && name[0] != 0 ? name : NULL;
}

/**
 * npg_icon_name:
 * @icon: (nullable): as of [property@Command:icon]
 *
 * Gets the name of freedesktop's icon naming that is nearest to a word of the list in org.nowplaying.md,
 * "emblem-favorite" for "heart-filled". A name that is no such word is given back as it is.
 *
 * Returns: (nullable) (transfer none): the name; "" for a word for which that naming has nothing: show the title
 */
const char *npg_icon_name (const char *icon) { return nowplaying_surface_icon_name (icon); }

/**
 * npg_error_sentence:
 * @kind: as of [property@Snapshot:error-kind]
 *
 * Gets a sentence for people that says why a session does not play, to be shown if the player gives none. It is
 * English, and a msgid of the catalogues in plugins/common/po.
 *
 * Returns: (transfer none): the sentence
 */
const char *npg_error_sentence (NpgErrorKind kind) { return nowplaying_surface_error_sentence (kind); }

/**
 * npg_version:
 *
 * Gets the version of libnowplaying-surface that is loaded.
 *
 * Returns: MAJOR << 16 | MINOR << 8 | PATCH
 */
guint npg_version (void) { return nowplaying_surface_version (); }
