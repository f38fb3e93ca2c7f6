/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#pragma once
#include <npg-surface.h>

/** The user_data of the library. It outlives the object when that is disposed inside a callback. */
typedef struct {
  /** NULL after the disposal. */
  NpgSurface *surface;
} NpgLink;

struct _NpgSurface {
  GObject parent_instance;
  char *name, *bus_address;
  gboolean twins;
  nowplaying_surface *handle;
  GMainContext *context;
  /** Dispatches the library in the main context. */
  GSource *source;
  NpgLink *link;
  /** All entries: sessions by their keys, which the sessions own. */
  GHashTable *sessions;
  /** The sessions in the order of the list. */
  GPtrArray *order;
  nowplaying_bus_state bus_state;
  NpgAspectRatios aspect_ratios;
  gboolean is_connecting, is_listed;
};

/** Returns the sessions in the library's order. */
G_GNUC_INTERNAL GPtrArray *npg_surface_read_order (NpgSurface *self);
G_GNUC_INTERNAL void npg_surface_list_init (GListModelInterface *interface);
/** Returns the library's handle; NULL when it was freed. self: may be NULL. */
G_GNUC_INTERNAL nowplaying_surface *npg_surface_handle (NpgSurface *self);
/** Returns the main context of the surface. */
G_GNUC_INTERNAL GMainContext *npg_surface_context (NpgSurface *self);
