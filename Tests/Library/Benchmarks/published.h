/* The same player as bare.h, on libnowplaying.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
 */
#ifndef PUBLISHED_H
#define PUBLISHED_H

#include <nowplaying/nowplaying.h>

#include "bench.h"

typedef struct published {
  nowplaying_app *app;
  nowplaying_session *session;
  track tracks[TRACK_COUNT + 1];
  int current;
  /** Changed by callbacks on the library's thread, and at other times by the changes of track that `load` requests. */
  timeline time;
  /** Whether PlayPause also commits the new state. */
  bool publishes;
  /** Whether the library asks for the position. Set it before published_start(). */
  bool is_asked;
  /** Whether the picture has 4 MiB. */
  bool has_large_picture;
  /** Called by the command callback, if set: simulates a slow player. */
  void (*on_command)(void *user_data);
  void *user_data;
} published;

/** Makes the app and its session, all staged and committed; NAME is org.mpris.MediaPlayer2.APPLICATION_ID. */
void published_start(published *self, const char *name, nowplaying_loop_mode loop, bool have_pictures);

/** Returns the callbacks of a session as rich as a real player's. */
nowplaying_session_callbacks published_callbacks(published *self);

/** Stages the session's commands, volume and first track. */
void published_prepare(published *self, nowplaying_session *session);

/** Makes a session with published_callbacks(), stages it with published_prepare(), and commits it. */
nowplaying_session *published_session(published *self, const char *id);

/** Describes a track, as a player does once per item. */
nowplaying_content *published_content(const track *t);

/** Stages the position of playback. */
void published_stage_time(nowplaying_session *session, const timeline *time);

/** Stages a track from its beginning: everything that a player calls at a change of track but the commit. */
void published_stage(nowplaying_session *session, const track *t, const timeline *time);

/** Changes the track and stages it. */
void published_next(published *self);

void published_commit(published *self);

#endif
