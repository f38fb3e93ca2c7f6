/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The public functions of a surface. */
#include "surface.h"

nowplaying_surface *npg_surface_handle (NpgSurface *self) { return self == NULL ? NULL : self->handle; }

GMainContext *npg_surface_context (NpgSurface *self) { return self->context; }

/**
 * npg_surface_new:
 * @name: (nullable): its name for the logs of players, "lock screen"; %NULL: "surface"
 * @error: gets the error: `NPG_ERROR_SYSTEM` when there is no file descriptor left
 *
 * Makes a surface. It connects in its main context, later, and it is no error when there is no bus.
 *
 * Returns: (transfer full): the surface, or %NULL
 */
NpgSurface *npg_surface_new (const char *name, GError **error) {
  return npg_surface_new_for_address (name, NULL, error);
}

/**
 * npg_surface_new_for_address:
 * @name: (nullable): as of [ctor@Surface.new]
 * @bus_address: (nullable): the address of the bus; %NULL: that of the session bus
 * @error: gets the error
 *
 * Makes a surface of another bus.
 *
 * Returns: (transfer full): the surface, or %NULL
 */
NpgSurface *npg_surface_new_for_address (const char *name, const char *bus_address, GError **error) {
  return g_initable_new (NPG_TYPE_SURFACE, NULL, error, "name", name, "bus-address", bus_address, NULL);
}

/**
 * npg_surface_get_connecting:
 * @self: a surface
 *
 * Gets [property@Surface:connecting].
 *
 * Returns: the property's value
 */
gboolean npg_surface_get_connecting (NpgSurface *self) {
  g_return_val_if_fail (NPG_IS_SURFACE (self), FALSE);
  return self->is_connecting;
}

/**
 * npg_surface_get_bus_state:
 * @self: a surface
 *
 * Gets [property@Surface:bus-state].
 *
 * Returns: the property's value
 */
NpgBusState npg_surface_get_bus_state (NpgSurface *self) {
  g_return_val_if_fail (NPG_IS_SURFACE (self), NPG_BUS_STATE_NONE);
  return (NpgBusState)self->bus_state;
}

/**
 * npg_surface_get_listed:
 * @self: a surface
 *
 * Gets [property@Surface:listed].
 *
 * Returns: the property's value
 */
gboolean npg_surface_get_listed (NpgSurface *self) {
  g_return_val_if_fail (NPG_IS_SURFACE (self), FALSE);
  return self->is_listed;
}

/**
 * npg_surface_get_first:
 * @self: a surface
 *
 * Gets [property@Surface:first].
 *
 * Returns: (nullable) (transfer none): the most important session
 */
NpgSession *npg_surface_get_first (NpgSurface *self) {
  g_return_val_if_fail (NPG_IS_SURFACE (self), NULL);
  return self->order->len > 0 ? self->order->pdata[0] : NULL;
}

/**
 * npg_surface_lookup:
 * @self: a surface
 * @key: a [property@Session:key]
 *
 * Finds a session by its key.
 *
 * Returns: (nullable) (transfer none): the session; %NULL when it is not there
 */
NpgSession *npg_surface_lookup (NpgSurface *self, const char *key) {
  g_return_val_if_fail (NPG_IS_SURFACE (self), NULL);
  g_return_val_if_fail (key != NULL, NULL);
  return g_hash_table_lookup (self->sessions, key);
}

/**
 * npg_surface_get_aspect_ratios:
 * @self: a surface
 *
 * Gets [property@Surface:aspect-ratios].
 *
 * Returns: the property's value
 */
NpgAspectRatios npg_surface_get_aspect_ratios (NpgSurface *self) {
  g_return_val_if_fail (NPG_IS_SURFACE (self), 0);
  return self->aspect_ratios;
}

/**
 * npg_surface_set_aspect_ratios:
 * @self: a surface
 * @aspect_ratios: shapes
 *
 * Sets [property@Surface:aspect-ratios].
 */
void npg_surface_set_aspect_ratios (NpgSurface *self, NpgAspectRatios aspect_ratios) {
  g_return_if_fail (NPG_IS_SURFACE (self));
  if (self->handle == NULL || self->aspect_ratios == aspect_ratios) return;
  if (nowplaying_surface_set_aspect_ratios (self->handle, aspect_ratios) != NOWPLAYING_OK) return;
  self->aspect_ratios = aspect_ratios;
  g_object_notify (G_OBJECT (self), "aspect-ratios");
}
