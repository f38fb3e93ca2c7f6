/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#pragma once
#include <npg-surface.h>

/** The library's user_data: outlives the object where that is disposed inside a callback. */
typedef struct {
  /** NULL from the disposal on. */
  NpgSurface *surface;
} NpgLink;

struct _NpgSurface {
  GObject parent_instance;
  char *name, *bus_address;
  gboolean twins;
  nowplaying_surface *handle;
  GMainContext *context;
  /** Turns the loop of the library. */
  GSource *source;
  NpgLink *link;
  /** All entries: their keys, which belong to the sessions, and the sessions. */
  GHashTable *sessions;
  /** The sessions as the list has them. */
  GPtrArray *order;
  nowplaying_bus_state bus_state;
  NpgAspectRatios aspect_ratios;
  gboolean is_connecting, is_listed;
};

/** Returns the sessions in the library's order. */
G_GNUC_INTERNAL GPtrArray *npg_surface_read_order (NpgSurface *self);
G_GNUC_INTERNAL void npg_surface_list_init (GListModelInterface *interface);
/** Returns the surface of the library; NULL when that was freed. self: may be NULL. */
G_GNUC_INTERNAL nowplaying_surface *npg_surface_handle (NpgSurface *self);
/** Returns the context that the surface works in. */
G_GNUC_INTERNAL GMainContext *npg_surface_context (NpgSurface *self);
