/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#pragma once
#include <gtk/gtk.h>

typedef struct _NowPlaying NowPlaying;
/* Adds what is shown to the media player, below its buttons; g_free() it, detached. */
NowPlaying *now_playing_new (GtkGrid *grid, GtkWidget *btn_seek_backward, GtkWidget *btn_seek_forward);
/* Shows the player that owns a name of MPRIS; NULL: none any more. */
void now_playing_attach (NowPlaying *self, GDBusConnection *bus, const char *name);
/* Skips as far as the player offers it; FALSE: it does not. */
gboolean now_playing_skip (NowPlaying *self, gboolean forward);
