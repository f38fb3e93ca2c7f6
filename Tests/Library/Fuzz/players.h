/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The players on the bus: two that keep to the rules, and others whose messages come from the input. */
#ifndef NOWPLAYING_TEST_PLAYERS_H
#define NOWPLAYING_TEST_PLAYERS_H

#include "../../Lab/C/peer.h"
#include "input.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

#define NAME "org.mpris.MediaPlayer2."
/** The names of a player of org.nowplaying and of one of MPRIS, which keep to the rules. */
#define WHOLE ":1.10"
#define WHOLE_NAME NAME "whole"
#define PLAIN ":1.11"
#define PLAIN_NAME NAME "plain"

/** The players that break the rules, and the names that they may have. */
extern const char *const hostile[3];
extern const char *const hostile_names[4];

/** A song of the players that keep to the rules: the number of the song, which is its title and the volume in
 * hundredths. */
typedef struct song {
  int number;
  char title[16];
} song;
/** Makes a player go to a song, and emit its properties. */
void go_on(peer *to, const char *player, int number);
extern song whole_song, plain_song;

/** Answers a call to one of the two players that keep to the rules; returns 0 when it is for another player. */
int answer_in_order(sd_bus_message *call);

/** Appends the properties of an interface, whose types, sizes and number come from the input. */
void append_properties(bytes *input, sd_bus_message *message, const char *interface);
/** Appends interfaces with their properties. */
void append_interfaces(bytes *input, sd_bus_message *message);
/** Appends a player's metadata, and tracks. */
void append_metadata(bytes *input, sd_bus_message *message);
void append_paths(bytes *input, sd_bus_message *message);
/** Returns an interface of players. */
const char *any_interface(bytes *input);
/** Returns a path at which players may have an object. */
const char *any_path(bytes *input);
/** Answers a call to a hostile player with values from the input. */
void answer_at_will(bytes *input, sd_bus_message *call);

/** Cuts each file that was sent, unless it is sealed against that. */
void shrink_files(void);
void forget_files(void);

#endif
