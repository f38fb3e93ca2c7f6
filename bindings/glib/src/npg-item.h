/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#pragma once
#include <npg-values.h>

G_BEGIN_DECLS

/**
 * NpgItem:
 *
 * The item that a session plays. The object never changes: when the session plays another item, or the player tells
 * more of this item, [property@Session:item] is another object. Texts come from foreign programs: show them as text and
 * not as markup.
 */
#define NPG_TYPE_ITEM (npg_item_get_type ())
NPG_AVAILABLE G_DECLARE_FINAL_TYPE (NpgItem, npg_item, NPG, ITEM, GObject)

NPG_AVAILABLE const char *npg_item_get_text (NpgItem *self, NpgField field, gsize index);
NPG_AVAILABLE gboolean npg_item_get_integer (NpgItem *self, NpgField field, gint64 *value);
NPG_AVAILABLE gboolean npg_item_get_number (NpgItem *self, NpgField field, double *value);
NPG_AVAILABLE const char *npg_item_get_extra (NpgItem *self, const char *key);
NPG_AVAILABLE char **npg_item_get_extra_keys (NpgItem *self);
NPG_AVAILABLE char **npg_item_get_lines (NpgItem *self);
NPG_AVAILABLE GListModel *npg_item_get_chapters (NpgItem *self);
NPG_AVAILABLE gboolean npg_item_get_chapter_at (NpgItem *self, gint64 position_us, gsize *index, gint64 *end_us);
NPG_AVAILABLE const char *npg_item_get_lyrics_at (NpgItem *self, gint64 position_us, gint64 *next_us);

G_END_DECLS
