/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#pragma once
#include <gtk/gtk.h>

typedef struct _NowPlaying NowPlaying;
/* Adds the widgets to the media player, below its buttons. Detach it, then free it with g_free(). */
NowPlaying *now_playing_new (GtkGrid *grid, GtkWidget *btn_seek_backward, GtkWidget *btn_seek_forward);
/* Shows the player that owns an MPRIS name; NULL: no player. */
void now_playing_attach (NowPlaying *self, GDBusConnection *bus, const char *name);
/* Skips by the player's interval. Returns FALSE when the player offers no skips. */
gboolean now_playing_skip (NowPlaying *self, gboolean forward);
