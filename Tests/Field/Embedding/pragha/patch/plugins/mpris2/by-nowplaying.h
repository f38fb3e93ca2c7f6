/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The state of the plugin, and the functions that report changes to the desktop. */
#ifndef PRAGHA_BY_NOWPLAYING_H
#define PRAGHA_BY_NOWPLAYING_H

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include <gtk/gtk.h>
#include <nowplaying/nowplaying.h>

#include "src/pragha.h"

typedef struct {
	PraghaApplication *pragha;
	nowplaying_app *app;
	nowplaying_session *session;
	guint readable; /* a source of the main loop */
	gint is_due; /* whether one is there that shows what has changed */
	gboolean has_new_list;
} ByNowplayingPrivate;

/* To be called when something has changed: the state, the list, or the stored playlists. */
void by_nowplaying_change(ByNowplayingPrivate *self);
void by_nowplaying_change_list(ByNowplayingPrivate *self);
void by_nowplaying_change_playlists(ByNowplayingPrivate *self);

#endif
