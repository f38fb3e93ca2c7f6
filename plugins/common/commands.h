/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Builds the list of commands of a session, for plugins in C. */
#ifndef COMMON_COMMANDS_H
#define COMMON_COMMANDS_H

#include <nowplaying/nowplaying.h>
#include <stdbool.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The list so far. It begins with a count of 0, and plugins add no more commands than the library accepts. */
struct commands {
  size_t count;
  nowplaying_command list[NOWPLAYING_MAX_COMMANDS];
};

static inline nowplaying_command *add_command(struct commands *commands, nowplaying_command_kind kind, bool enabled) {
  nowplaying_command *added = &commands->list[commands->count++];
  *added = (nowplaying_command)NOWPLAYING_COMMAND_INIT(kind);
  added->enabled = enabled;
  return added;
}

/* Adds play, pause and stop. From play and pause, the library and the surfaces make the command that toggles between
 * them. */
static inline void add_playback(struct commands *commands, bool plays, bool pauses) {
  add_command(commands, NOWPLAYING_COMMAND_PLAY, plays);
  add_command(commands, NOWPLAYING_COMMAND_PAUSE, pauses);
  add_command(commands, NOWPLAYING_COMMAND_STOP, true);
}

/* Adds skips by 10 and 30 seconds, and seeking to a position. */
static inline void add_usual_skips(struct commands *commands, bool enabled) {
  static const int64_t intervals_us[] = {10 * 1000000, 30 * 1000000};
  nowplaying_command *forward = add_command(commands, NOWPLAYING_COMMAND_SKIP_FORWARD, enabled);
  forward->intervals_us = intervals_us;
  forward->interval_count = 2;
  nowplaying_command *backward = &commands->list[commands->count++];
  *backward = *forward;
  backward->kind = NOWPLAYING_COMMAND_SKIP_BACKWARD;
  add_command(commands, NOWPLAYING_COMMAND_SEEK_TO_POSITION, enabled);
}

/* Adds fast forward and rewind, which last while a button is held. */
static inline void add_scans(struct commands *commands, bool enabled) {
  add_command(commands, NOWPLAYING_COMMAND_SEEK_FORWARD, enabled);
  add_command(commands, NOWPLAYING_COMMAND_SEEK_BACKWARD, enabled);
}

static inline void add_rate(struct commands *commands, double minimum, double maximum, bool enabled) {
  nowplaying_command *command = add_command(commands, NOWPLAYING_COMMAND_CHANGE_RATE, enabled);
  command->rate_minimum = minimum;
  command->rate_maximum = maximum;
}

static inline void add_repeat(struct commands *commands, bool one, bool all) {
  nowplaying_command *command = add_command(commands, NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE, true);
  command->current = one ? NOWPLAYING_REPEAT_ONE : all ? NOWPLAYING_REPEAT_ALL : NOWPLAYING_REPEAT_OFF;
}

static inline void add_chapters(struct commands *commands) {
  add_command(commands, NOWPLAYING_COMMAND_NEXT_CHAPTER, true);
  add_command(commands, NOWPLAYING_COMMAND_PREVIOUS_CHAPTER, true);
}

/* Adds a shuffle button. mode: the shuffle mode that the player uses when it is on. */
static inline void add_shuffle(struct commands *commands, bool shuffled, int32_t mode) {
  nowplaying_command *command = add_command(commands, NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE, true);
  command->current = shuffled ? mode : NOWPLAYING_SHUFFLE_OFF;
  command->supported = 1u << NOWPLAYING_SHUFFLE_OFF | 1u << mode;
}

#endif
