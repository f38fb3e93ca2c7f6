/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The commands and their arguments. Made by contract/generate: do not edit. */
#pragma once

enum { TEST_COMMANDS = 22 };

/* The words of all. */
#define COMMAND_WORDS \
  "play", "pause", "stop", "toggle-play-pause", "next", "previous", "seek-to-position", "skip-forward", \
  "skip-backward", "seek-forward", "seek-backward", "change-rate", "change-repeat-mode", "change-shuffle-mode", \
  "feedback", "next-chapter", "previous-chapter", "seek-to-live", "set-rating", "bookmark", "mute", "custom"

/* The words of their modes. */
#define COMMAND_MODES \
  "off", "one", "all", "items", "collections", "neutral", "positive", "negative"

/* Each with the key of its argument. */
#define COMMAND_ROWS \
  {"play", NULL}, {"pause", NULL}, {"stop", NULL}, {"toggle-play-pause", NULL}, {"next", NULL}, {"previous", NULL}, \
  {"seek-to-position", "position"}, {"skip-forward", "interval"}, {"skip-backward", "interval"}, \
  {"seek-forward", "phase"}, {"seek-backward", "phase"}, {"change-rate", "rate"}, {"change-repeat-mode", "mode"}, \
  {"change-shuffle-mode", "mode"}, {"feedback", "mode"}, {"next-chapter", NULL}, {"previous-chapter", NULL}, \
  {"seek-to-live", NULL}, {"set-rating", "rating"}, {"bookmark", NULL}, {"mute", "muted"}, {"custom", "id"}

/* The keys of all arguments, and their types. */
#define ARGUMENT_KEYS \
  "position", "interval", "phase", "rate", "mode", "rating", "muted", "id", "button", "toggle", "offset", "item"
#define ARGUMENT_TYPES \
  'x', 'x', 's', 'd', 's', 'd', 'b', 's', 'u', 'b', 'x', 's'
