/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* What the fuzzers share: reading the input, and an app with a session on a bus of one process. */
#ifndef NOWPLAYING_TEST_FUZZ_H
#define NOWPLAYING_TEST_FUZZ_H

#include <nowplaying/nowplaying.h>
#include <stddef.h>
#include <stdint.h>

#include "../Support/peer.h"

/** The rest of the input. Taking from an empty rest gives zeros. */
typedef struct bytes {
  const uint8_t *data;
  size_t left;
} bytes;

uint8_t take_byte(bytes *from);
int64_t take_integer(bytes *from);
double take_number(bytes *from);
/** A text with NUL at its end, made of the next bytes; NULL for a zero length when `nullable`. Valid until four more
 * texts have been taken. */
const char *take_text(bytes *from, int nullable);
/** One of the texts, or (once in 16) a text of the input. */
const char *take_one_of(bytes *from, const char *const *texts, size_t count);

typedef struct stage {
  peer bus;
  nowplaying_app *app;
  nowplaying_session *session;
} stage;

/** Makes an app whose callbacks answer by the bytes of `answers`, with a session that offers everything and is shown,
 * and lets it reach its name unless `refusals` (see peer.h) forbid. */
void stage_open(stage *on, bytes *answers, uint64_t refusals);
/** Lets the app and the bus talk until both have nothing to say. */
void stage_settle(stage *on);
/** Frees everything, and checks that each `destroy` came. */
void stage_close(stage *on);

#endif
