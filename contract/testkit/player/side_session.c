/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The session "side", which fails, is slow, and takes the primary; and "guest", which is added and removed. */
#include <string.h>

#include "player.h"

static struct player side, guest;
static int item;

static int is_named(const char *id, const char *name) { return strcmp(id, name) == 0; }

static nowplaying_status keep(struct player *player, nowplaying_request *request) {
  state_lock();
  nowplaying_status status = player_keep(player, request);
  state_unlock();
  return status;
}

/* ---- Guest ---- */

static nowplaying_status on_guest_command(nowplaying_session *session, nowplaying_request *request,
                                          const nowplaying_command_event *event, void *user_data) {
  return keep(&guest, request);
}

static nowplaying_status on_guest_artwork(nowplaying_session *session, nowplaying_request *request,
                                          const nowplaying_artwork_event *event, void *user_data) {
  static const char text[] = "This is no picture.";
  return nowplaying_request_complete_artwork_data(request, text, sizeof text - 1);
}

static nowplaying_status on_guest_video(nowplaying_session *session, nowplaying_request *request,
                                        const nowplaying_animated_artwork_event *event, void *user_data) {
  return keep(&guest, request);
}

static void guest_start(void) {
  nowplaying_session_callbacks callbacks = player_callbacks(&guest);
  callbacks.command = on_guest_command;
  callbacks.artwork = on_guest_artwork;
  callbacks.video = on_guest_video;
  MUST(nowplaying_session_new(app, "guest", &callbacks, &guest.session));
  guest.playback.rate = 1;
  guest.playback.state = NOWPLAYING_STATE_BUFFERING;
  playback_start(&guest.playback, &guest_item);
  player_set_item(&guest);
  player_set_playback(&guest);
  nowplaying_command play = NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY);
  MUST(nowplaying_session_set_commands(guest.session, &play, 1));
  MUST(nowplaying_session_commit(guest.session));
}

static void guest_end(void) {
  nowplaying_session_free(guest.session);
  guest.session = NULL;
  player_give_back(&guest);
}

/* ---- Commands of side ---- */

static void show_item(int step) {
  item = (item + step) % 2;
  playback_start(&side.playback, &side_items[item]);
  playback_move(&side.playback, 60 * (int64_t)SECOND);
  player_set_item(&side);
}

static void play(void) {
  MUST(nowplaying_session_request_system_primary(side.session));
  playback_set_state(&side.playback, NOWPLAYING_STATE_PLAYING);
}

static void pause_playback(void) {
  playback_set_state(&side.playback, NOWPLAYING_STATE_PAUSED);
  MUST(nowplaying_session_resign_system_primary(side.session));
  main_become_primary();
}

static nowplaying_status fail(nowplaying_request *request, const char *message) {
  nowplaying_request_complete(request, NOWPLAYING_ERROR_COMMAND_FAILED, message);
  return NOWPLAYING_ERROR_COMMAND_FAILED;
}

static nowplaying_status perform(nowplaying_request *request, nowplaying_command_kind kind) {
  switch (kind) {
  case NOWPLAYING_COMMAND_PLAY: play(); break;
  case NOWPLAYING_COMMAND_PAUSE: pause_playback(); break;
  case NOWPLAYING_COMMAND_STOP: show_item(1); break;
  case NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE:
    if (guest.session) {
      guest_end();
    } else {
      guest_start();
    }
    break;
  case NOWPLAYING_COMMAND_PREVIOUS: return fail(request, "There is no previous episode");
  case NOWPLAYING_COMMAND_SKIP_FORWARD: return player_keep(&side, request);
  default: return NOWPLAYING_ERROR_NOT_SUPPORTED;
  }
  player_set_playback(&side);
  MUST(nowplaying_session_commit(side.session));
  return NOWPLAYING_OK;
}

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  state_lock();
  nowplaying_status status = perform(request, event->kind);
  state_unlock();
  return status;
}

/* ---- Pictures of side ---- */

static nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_artwork_event *event, void *user_data) {
  return is_named(event->artwork_id, "slow") ? keep(&side, request) : fail(request, "The cover is gone");
}

static nowplaying_status on_preview(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_animated_artwork_event *event, void *user_data) {
  // The preview of "square" is a square, although 3:4 is asked for.
  return is_named(event->artwork_id, "late") ? keep(&side, request)
                                             : give_preview(request, event, NOWPLAYING_ASPECT_RATIO_SQUARE);
}

static nowplaying_status on_video(nowplaying_session *session, nowplaying_request *request,
                                  const nowplaying_animated_artwork_event *event, void *user_data) {
  if (is_named(event->artwork_id, "late")) return keep(&side, request);
  if (is_named(event->artwork_id, "remote")) {
    return nowplaying_request_complete_video_url(request, "https://example.org/moving.mp4");
  }
  return nowplaying_request_complete_video_file(request, REFERENCE_FILES "/moving.mp4");
}

/* ---- Start and end ---- */

static void set_commands(void) {
  static const int64_t interval = 30 * SECOND;
  nowplaying_command commands[] = {
      NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY),
      NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PAUSE),
      NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_STOP),
      NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE),
      NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_NEXT),
      NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PREVIOUS),
      NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_SKIP_FORWARD),
  };
  commands[4].enabled = 0;
  commands[6].intervals_us = &interval;
  commands[6].interval_count = 1;
  MUST(nowplaying_session_set_commands(side.session, commands, sizeof commands / sizeof *commands));
}

void side_start(void) {
  nowplaying_session_callbacks callbacks = player_callbacks(&side);
  callbacks.command = on_command;
  callbacks.artwork = on_artwork;
  callbacks.preview = on_preview;
  callbacks.video = on_video;
  MUST(nowplaying_session_new(app, "side", &callbacks, &side.session));
  side.playback.rate = 1;
  side.playback.state = NOWPLAYING_STATE_PAUSED;
  show_item(0);
  player_set_playback(&side);
  set_commands();
  MUST(nowplaying_session_commit(side.session));
}

void side_end(void) {
  guest_end();
  nowplaying_session_free(side.session);
  player_give_back(&side);
}
