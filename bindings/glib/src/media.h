/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#pragma once
#include <npg-media.h>
#include <nowplaying/surface.h>

/** Makes an object of a result with status OK; NULL with an error when there is no descriptor left for a video. */
G_GNUC_INTERNAL NpgMedia *npg_media_new (const nowplaying_surface_result *result, GError **error);
