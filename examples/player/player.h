/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* What the parts of the player share. What each player on mpv does is in ../common/mpv; here is what this one adds:
 *
 *   player.c     starts, and runs the loop until the end of the playlist or a signal
 *   feedback.c   what was liked and disliked */
#ifndef PLAYER_H
#define PLAYER_H

#include "media.h"

/* What was liked and disliked, while the player runs. */
struct opinion {
  struct opinion *next;
  int32_t feedback;
  char path[];
};

struct player {
  /* The first member, so that a pointer to it is one to the player. */
  struct media media;
  bool quit;
  int exit_code;
  struct opinion *opinions;
};

/* Two buttons: like, and dislike. */
extern const struct own_commands feedback_commands;
void free_opinions(struct player *player);

#endif
