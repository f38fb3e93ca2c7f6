/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#pragma once
#include <npg-types.h>

G_BEGIN_DECLS

/**
 * NpgMedia:
 *
 * A picture or a video that a player has sent. It comes from a foreign program: decode it in a sandbox, or with care.
 */
#define NPG_TYPE_MEDIA (npg_media_get_type ())
NPG_AVAILABLE G_DECLARE_FINAL_TYPE (NpgMedia, npg_media, NPG, MEDIA, GObject)

NPG_AVAILABLE GBytes *npg_media_get_data (NpgMedia *self);
NPG_AVAILABLE const char *npg_media_get_mime_type (NpgMedia *self);
NPG_AVAILABLE int npg_media_get_width (NpgMedia *self);
NPG_AVAILABLE int npg_media_get_height (NpgMedia *self);
NPG_AVAILABLE int npg_media_get_orientation (NpgMedia *self);
NPG_AVAILABLE GInputStream *npg_media_open (NpgMedia *self, GError **error);

G_END_DECLS
