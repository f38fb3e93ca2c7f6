/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Buttons that the user has configured, each with a command of mpv: in script-opts/nowplaying.conf or by the option
 * script-opts, like the options of any script. */
#ifndef BUTTONS_H
#define BUTTONS_H

#include "media.h"

struct buttons {
  size_t count;
  struct button {
    /* The memory in which the other texts lie. */
    char *text;
    const char *id, *title, *icon, *command;
    nowplaying_slot slot;
  } list[OWN_COMMANDS];
};

/* Writes to mpv's log, which mpv prints on its terminal. */
void say(mpv_handle *mpv, const char *where, const char *message);
/* Reads the buttons. A wrong one is left out, with a line in mpv's log. */
void buttons_read(struct buttons *buttons, mpv_handle *mpv);
void buttons_free(struct buttons *buttons);
/* The commands of a session: `own` of its media is the buttons. */
extern const struct own_commands button_commands;

#endif
