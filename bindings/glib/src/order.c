/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Implements GListModel: the surface is a list of its sessions. */
#include "session.h"
#include "surface.h"

static GType get_item_type (GListModel *model) {
  (void)model;
  return NPG_TYPE_SESSION;
}

static guint get_n_items (GListModel *model) { return NPG_SURFACE (model)->order->len; }

static gpointer get_item (GListModel *model, guint position) {
  GPtrArray *order = NPG_SURFACE (model)->order;
  return position < order->len ? g_object_ref (order->pdata[position]) : NULL;
}

void npg_surface_list_init (GListModelInterface *interface) {
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

GPtrArray *npg_surface_read_order (NpgSurface *self) {
  GPtrArray *order = g_ptr_array_new_with_free_func (g_object_unref);
  size_t count = 0;
  (void)nowplaying_surface_get_sessions (self->handle, NULL, 0, &count);
  nowplaying_surface_session **found = g_new0 (nowplaying_surface_session *, count + 1);
  size_t room = count;
  if (nowplaying_surface_get_sessions (self->handle, found, room, &count) != NOWPLAYING_OK) count = 0;
  for (size_t i = 0; i < MIN (count, room); i++) {
    nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
    (void)nowplaying_surface_session_get_info (found[i], &info);
    NpgSession *session = g_hash_table_lookup (self->sessions, info.key);
    if (session != NULL) g_ptr_array_add (order, g_object_ref (session));
    nowplaying_surface_session_unref (found[i]);
  }
  g_free (found);
  return order;
}
