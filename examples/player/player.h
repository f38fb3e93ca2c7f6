/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The declarations that the parts of the player share. Each player on mpv needs plugins/common/mpv; this one adds:
 *
 *   player.c     starts, and runs the loop until the end of the playlist or a signal
 *   feedback.c   what was liked and disliked, and two buttons of its own */
#ifndef PLAYER_H
#define PLAYER_H

#include "media.h"

/* The user's likes and dislikes, while the player runs. */
struct opinion {
  struct opinion *next;
  int32_t feedback;
  char path[];
};

struct player {
  struct media media;
  bool quit;
  int exit_code;
  struct opinion *opinions;
  /* Whether the user wants playback to pause at the end of the song. */
  bool stops_after;
};

/* Four buttons: like, dislike, "stop after this song" and "start this song again". */
extern const struct own_commands feedback_commands;
void free_opinions(struct player *player);

#endif
