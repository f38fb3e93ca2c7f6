/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#pragma once
#include <gtk/gtk.h>

/* Adds the widgets to a media player, whose template is there, below its bar and its buttons. They end with it. */
void now_playing_new (GtkWidget *player);
/* Shows the player that is at the other end of an MPRIS proxy; NULL: no player. */
void now_playing_attach (GtkWidget *player, GDBusProxy *proxy);
/* Skips by the player's interval. Returns FALSE when the player offers no skips. */
gboolean now_playing_skip (GtkWidget *player, gboolean forward);
