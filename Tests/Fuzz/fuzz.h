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
  /** That of the app, and that of its remote session, which is found at an address. */
  peer bus, remote_bus;
  nowplaying_app *app;
  nowplaying_session *session;
  /** NULL: none. */
  nowplaying_session *remote;
} stage;

/** The id of the artwork that the stage's content has, and that of the animated artwork. */
#define STAGE_ARTWORK "cover"
#define STAGE_MOVING "moving"

/** What a video is answered by, in place of the bytes of `answers`; may be NULL. */
extern nowplaying_status (*stage_video)(nowplaying_request *request);

/** Makes an app whose callbacks answer by the bytes of `answers`, with a session that offers everything and is shown,
 * and lets it reach its name unless `refusals` (see peer.h) forbid. has_remote: there is a remote session too. */
void stage_open(stage *on, bytes *answers, uint64_t refusals, int has_remote);
/** Lets the app and the bus talk until both have nothing to say. */
void stage_settle(stage *on);
/** Frees everything, and checks that each `destroy` came. */
void stage_close(stage *on);

#endif
