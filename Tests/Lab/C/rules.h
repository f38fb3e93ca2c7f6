/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The rules of arguments. Made by contract/generate: do not edit. */
#pragma once

/* How many words there are. */
enum {
  TEST_PLAYBACK_STATE_WORDS = 6, TEST_ERROR_KIND_WORDS = 6, TEST_COMMAND_SLOT_WORDS = 7, TEST_TRACK_KIND_WORDS = 3,
  TEST_TRACK_CHARACTERISTICS_WORDS = 4, TEST_DEVICE_TYPE_WORDS = 12, TEST_COMMAND_PHASE_WORDS = 2
};
/* The steps that a rating may have. */
enum { TEST_MOST_STEPS = 100 };

/* The ends of the legal numbers, and those beside them. */
#define RULED_INTEGERS \
  -2, -1, 0, 1, 2, 99, 100, 101, 16383, 16384, 16385
#define RULED_NUMBERS \
  -0.5, 0.0, 0.5, 1.0, 1.5
