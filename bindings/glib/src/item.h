/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#pragma once
#include "rows.h"

#include <npg-item.h>

/** Reads an entry of a session's list; NULL beyond its end. */
typedef gpointer (*NpgRead) (nowplaying_surface_session *session, gsize index);

/** Reads the item of a session; NULL when there is none. */
G_GNUC_INTERNAL NpgItem *npg_item_read (nowplaying_surface_session *session);
/** Returns a list of everything that a function reads. */
G_GNUC_INTERNAL GListModel *npg_list_read (nowplaying_surface_session *session, GType type, NpgRead read);
G_GNUC_INTERNAL const nowplaying_surface_item *npg_item_struct (NpgItem *self);

/* Read the fields of an item in the types of its properties. */
G_GNUC_INTERNAL const char *npg_item_read_text (NpgItem *self, nowplaying_field field);
G_GNUC_INTERNAL char **npg_item_read_texts (NpgItem *self, nowplaying_field field);
G_GNUC_INTERNAL gint64 npg_item_read_integer (NpgItem *self, nowplaying_field field);
G_GNUC_INTERNAL gboolean npg_item_read_flag (NpgItem *self, nowplaying_field field);
G_GNUC_INTERNAL GDateTime *npg_item_read_date (NpgItem *self, nowplaying_field field);
G_GNUC_INTERNAL double npg_item_read_number (NpgItem *self, nowplaying_field field);
