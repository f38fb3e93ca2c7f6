/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#pragma once
#include <npg-session.h>

G_BEGIN_DECLS

/**
 * NpgSurface:
 *
 * A panel, a lock screen, a tool or a bridge: it follows every player on the session bus, and is a list of their
 * sessions, the most important first, as a lock screen would show them. See the first page of nowplaying/surface.h for
 * that order, and for what a player can do to you.
 *
 * A surface works in the main context that was the thread's default when it was made. Use it and its sessions on that
 * thread alone. The last reference to it may be dropped inside one of its own signals. Calls that wait for an answer
 * then end with `NPG_ERROR_CANCELLED`; sessions that somebody refers to stay as they were.
 */
#define NPG_TYPE_SURFACE (npg_surface_get_type ())
NPG_AVAILABLE G_DECLARE_FINAL_TYPE (NpgSurface, npg_surface, NPG, SURFACE, GObject)

NPG_AVAILABLE NpgSurface *npg_surface_new (const char *name, GError **error);
NPG_AVAILABLE NpgSurface *npg_surface_new_for_address (const char *name, const char *bus_address, GError **error);
NPG_AVAILABLE gboolean npg_surface_get_connecting (NpgSurface *self);
NPG_AVAILABLE NpgBusState npg_surface_get_bus_state (NpgSurface *self);
NPG_AVAILABLE gboolean npg_surface_get_listed (NpgSurface *self);
NPG_AVAILABLE NpgSession *npg_surface_get_first (NpgSurface *self);
NPG_AVAILABLE NpgSession *npg_surface_lookup (NpgSurface *self, const char *key);
NPG_AVAILABLE NpgAspectRatios npg_surface_get_aspect_ratios (NpgSurface *self);
NPG_AVAILABLE void npg_surface_set_aspect_ratios (NpgSurface *self, NpgAspectRatios aspect_ratios);

G_END_DECLS
