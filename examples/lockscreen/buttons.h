/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The declarations that buttons.c and more.c share: buttons.c makes the buttons of every player, more.c those that
 * MPRIS lacks. */
#ifndef BUTTONS_H
#define BUTTONS_H

#include "lockscreen.h"

enum { SECOND = 1000000, LARGE = 40, MEDIUM = 30, SMALL = 20 };

/* One button, which sends one command. */
struct button {
  struct buttons *owner;
  GtkWidget *widget, *icon;
  nowplaying_command_event event;
  char *id;         /* of CUSTOM */
  gboolean is_held; /* SEEK_…: begun and not ended */
};

struct buttons {
  struct page *page;
  GtkWidget *main_row, *other_row, *feedback_row, *more_row, *star_row;
  char *made_of; /* the commands for which there are buttons */
  GPtrArray *all;
};

/* Adds a button to a row: one with an icon, which sends its command when it is clicked, or a widget of the caller's. */
struct button *button_add(struct buttons *buttons, GtkWidget *row, nowplaying_command_kind kind, const char *name,
                          const char *icon, int size, const char *label);
struct button *button_adopt(struct buttons *buttons, GtkWidget *row, GtkWidget *widget, nowplaying_command_kind kind);
/* Sets the text for screen readers, for there are no words on the button. */
void button_set_label(GtkWidget *button, const char *label);
/* Gets the command that a button sends. Returns FALSE, and a disabled command, when the session does not offer it. */
gboolean button_find(struct button *button, nowplaying_command *command);

/* more.c: adds the buttons that MPRIS does not have. */
void more_make(struct buttons *buttons);
/* Returns whether a button of more.c is shown as switched on. */
gboolean more_is_on(struct button *button, const nowplaying_command *command);

#endif
