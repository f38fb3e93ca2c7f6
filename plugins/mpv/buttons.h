/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Buttons of the user's own, each with a command of mpv's: from script-opts/nowplaying.conf and the option
 * script-opts, as the options of any script of mpv's. */
#ifndef BUTTONS_H
#define BUTTONS_H

#include "media.h"

struct buttons {
  size_t count;
  struct button {
    /* The texts lie in this one. */
    char *text;
    const char *id, *title, *icon, *command;
    nowplaying_slot slot;
  } list[OWN_COMMANDS];
};

/* Reads them; what is wrong is left out, with a line in mpv's log. */
void buttons_read(struct buttons *buttons, mpv_handle *mpv);
void buttons_free(struct buttons *buttons);
/* Adds them to the commands of a session. */
void buttons_describe(const struct buttons *buttons, struct commands *commands);
/* Runs the command of one. */
nowplaying_status buttons_press(const struct buttons *buttons, mpv_handle *mpv, const char *id);

#endif
