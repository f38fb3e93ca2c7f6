/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#pragma once
#include <npg-item.h>

G_BEGIN_DECLS

/**
 * NpgSession:
 *
 * A session of a player, as it is now: its properties change, and it lives on for as long as somebody refers to it.
 * [property@Session:item] says what it plays, [property@Session:snapshot] how. When it has gone it stays as it was,
 * and [property@Session:gone] is set.
 *
 * Each request to its player is an asynchronous function, which ends in the main context that the surface was
 * made in, with an error of the domain `NPG_ERROR`, or with `G_IO_ERROR_CANCELLED`.
 */
#define NPG_TYPE_SESSION (npg_session_get_type ())
NPG_AVAILABLE G_DECLARE_FINAL_TYPE (NpgSession, npg_session, NPG, SESSION, GObject)

NPG_AVAILABLE gboolean npg_session_get_gone (NpgSession *self);
NPG_AVAILABLE NpgItem *npg_session_get_item (NpgSession *self);
NPG_AVAILABLE NpgPlaybackState npg_session_get_state (NpgSession *self);
NPG_AVAILABLE NpgSnapshot *npg_session_get_snapshot (NpgSession *self);
NPG_AVAILABLE NpgSnapshot *npg_session_get_snapshot_at (NpgSession *self, gint64 at_us);
NPG_AVAILABLE GListModel *npg_session_get_commands (NpgSession *self);
NPG_AVAILABLE NpgCommand *npg_session_find_command (NpgSession *self, NpgCommandKind kind);
NPG_AVAILABLE GListModel *npg_session_get_controls (NpgSession *self);
NPG_AVAILABLE GListModel *npg_session_get_devices (NpgSession *self);
NPG_AVAILABLE GListModel *npg_session_get_tracks (NpgSession *self);
NPG_AVAILABLE NpgQueue *npg_session_get_queue (NpgSession *self);
NPG_AVAILABLE GListModel *npg_session_get_queue_entries (NpgSession *self);
NPG_AVAILABLE NpgPlaylists *npg_session_get_playlists (NpgSession *self);
NPG_AVAILABLE GListModel *npg_session_get_playlist_entries (NpgSession *self);

NPG_AVAILABLE NpgCommandEvent *npg_command_event_new (NpgCommandKind kind);
NPG_AVAILABLE NpgCommandEvent *npg_command_event_new_for (NpgCommand *command);
NPG_AVAILABLE NpgCommandEvent *npg_command_event_new_for_control (NpgControl *control);
NPG_AVAILABLE const char *npg_command_get_icon_name (NpgCommand *self);
NPG_AVAILABLE const char *npg_icon_name (const char *icon);
NPG_AVAILABLE const char *npg_error_sentence (NpgErrorKind kind);
NPG_AVAILABLE guint npg_version (void);

G_END_DECLS
