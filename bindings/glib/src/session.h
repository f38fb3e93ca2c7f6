/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#pragma once
#include <npg-session.h>

/** The parts of a session that are read when they are needed, and kept until they change. */
typedef enum {
  NPG_PART_COMMANDS,
  NPG_PART_CONTROLS,
  NPG_PART_DEVICES,
  NPG_PART_TRACKS,
  NPG_PART_QUEUE_ENTRIES,
  NPG_PART_PLAYLIST_ENTRIES,
  NPG_PART_QUEUE,
  NPG_PART_PLAYLISTS,
  NPG_N_PARTS,
} NpgPart;

/** Makes the object for a new entry. */
G_GNUC_INTERNAL NpgSession *npg_session_new (NpgSurface *surface, nowplaying_surface_session *now);
/** Takes the entry's newest state, and notifies what has changed. */
G_GNUC_INTERNAL void npg_session_take (NpgSession *self, nowplaying_surface_session *now,
                                       nowplaying_surface_changes changes);
/** Marks a session whose entry is gone. */
G_GNUC_INTERNAL void npg_session_set_gone (NpgSession *self);
/** Returns the surface; NULL when it is gone. */
G_GNUC_INTERNAL NpgSurface *npg_session_surface (NpgSession *self);
/** Returns the newest state of the entry. */
G_GNUC_INTERNAL nowplaying_surface_session *npg_session_now (NpgSession *self);
G_GNUC_INTERNAL const nowplaying_surface_info *npg_session_info (NpgSession *self);
/** Returns a part, which the session owns; NULL when it has none. */
G_GNUC_INTERNAL gpointer npg_session_part (NpgSession *self, NpgPart part);
