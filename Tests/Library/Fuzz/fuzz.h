/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Shared by the fuzzers of an app, which has one session on a bus within the process. */
#ifndef NOWPLAYING_TEST_FUZZ_H
#define NOWPLAYING_TEST_FUZZ_H

#include <nowplaying/nowplaying.h>

#include "../../Lab/C/peer.h"
#include "input.h"

typedef struct stage {
  /** The app's bus, and the bus of its remote session, which the library finds at an address. */
  peer bus, remote_bus;
  nowplaying_app *app;
  nowplaying_session *session;
  /** NULL: none. */
  nowplaying_session *remote;
} stage;

/** The id of the artwork that the stage's content has, and that of the animated artwork. */
#define STAGE_ARTWORK "cover"
#define STAGE_MOVING "moving"

/** Answers a request for a video in place of the bytes of `answers`; may be NULL. */
extern nowplaying_status (*stage_video)(nowplaying_request *request);
/** The session's callback `position`, if it is there when the stage is opened; may be NULL. */
extern nowplaying_status (*stage_position)(nowplaying_session *session, int64_t *ret_elapsed_us);

/** Makes an app whose callbacks answer by the bytes of `answers`, with a session that offers everything and is shown,
 * and lets it reach its name unless `refusals` (see peer.h) forbid. has_remote: there is a remote session too. */
void stage_open(stage *on, bytes *answers, uint64_t refusals, int has_remote);
/** Commits the stage's content with or without its animated artwork. */
void stage_show(nowplaying_session *session, int has_moving);
/** Processes the app and the bus until both have nothing to do. */
void stage_settle(stage *on);
/** Frees everything, and checks that each `destroy` was called. */
void stage_close(stage *on);

#endif
