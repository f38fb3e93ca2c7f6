/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#pragma once
#include <npg-media.h>
#include <nowplaying/surface.h>

/** Makes an object from a successful result; NULL with an error when no descriptor is left for a video. */
G_GNUC_INTERNAL NpgMedia *npg_media_new (const nowplaying_surface_result *result, GError **error);
