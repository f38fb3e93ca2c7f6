/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The session "main", which does everything that can be asked for. */
#include <stdlib.h>
#include <string.h>

#include "player.h"

enum { ITEMS = sizeof main_items / sizeof *main_items, COMMANDS = 16 };

static struct player player;
static int item;
static int32_t repeat = NOWPLAYING_REPEAT_OFF, shuffle = NOWPLAYING_SHUFFLE_OFF;
/** The states of the like button and the dislike button: their tags are 0 and 1. */
static int32_t feedback[2] = {NOWPLAYING_FEEDBACK_NEUTRAL, NOWPLAYING_FEEDBACK_NEUTRAL};

static uint32_t bit(int32_t mode) { return 1u << mode; }

static nowplaying_command command(nowplaying_command_kind kind) {
  nowplaying_command made = NOWPLAYING_COMMAND_INIT(kind);
  return made;
}

static nowplaying_command skip(nowplaying_command_kind kind, size_t count) {
  static const int64_t intervals[] = {15 * SECOND, 30 * SECOND};
  nowplaying_command made = command(kind);
  made.intervals_us = intervals;
  made.interval_count = count;
  return made;
}

static nowplaying_command modes(nowplaying_command_kind kind, int32_t current, uint32_t supported) {
  nowplaying_command made = command(kind);
  made.current = current;
  made.supported = supported;
  return made;
}

static nowplaying_command button(uint64_t tag, int32_t mode, const char *title, const char *short_title) {
  nowplaying_command made =
      modes(NOWPLAYING_COMMAND_FEEDBACK, feedback[tag], bit(NOWPLAYING_FEEDBACK_NEUTRAL) | bit(mode));
  made.tag = tag;
  made.title = title;
  made.short_title = short_title;
  return made;
}

static void set_commands(void) {
  static const double rates[] = {0.5, 1, 1.5, 2};
  nowplaying_command change_rate = command(NOWPLAYING_COMMAND_CHANGE_RATE);
  change_rate.rates = rates;
  change_rate.rate_count = sizeof rates / sizeof *rates;
  uint32_t repeats = bit(NOWPLAYING_REPEAT_OFF) | bit(NOWPLAYING_REPEAT_ONE) | bit(NOWPLAYING_REPEAT_ALL);
  uint32_t shuffles = bit(NOWPLAYING_SHUFFLE_OFF) | bit(NOWPLAYING_SHUFFLE_ITEMS);
  const nowplaying_command commands[COMMANDS] = {
      command(NOWPLAYING_COMMAND_PLAY),
      command(NOWPLAYING_COMMAND_PAUSE),
      command(NOWPLAYING_COMMAND_STOP),
      command(NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE),
      command(NOWPLAYING_COMMAND_NEXT),
      command(NOWPLAYING_COMMAND_PREVIOUS),
      command(NOWPLAYING_COMMAND_SEEK_TO_POSITION),
      skip(NOWPLAYING_COMMAND_SKIP_FORWARD, 2),
      skip(NOWPLAYING_COMMAND_SKIP_BACKWARD, 1),
      command(NOWPLAYING_COMMAND_SEEK_FORWARD),
      command(NOWPLAYING_COMMAND_SEEK_BACKWARD),
      change_rate,
      modes(NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE, repeat, repeats),
      modes(NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE, shuffle, shuffles),
      button(0, NOWPLAYING_FEEDBACK_POSITIVE, "Like this song", "Like"),
      button(1, NOWPLAYING_FEEDBACK_NEGATIVE, "Dislike this song", "Dislike"),
  };
  MUST(nowplaying_session_set_commands(player.session, commands, COMMANDS));
}

static void show_item(int step) {
  item = (item + step + ITEMS) % ITEMS;
  playback_start(&player.playback, &main_items[item]);
  player_set_item(&player);
}

static void like(const nowplaying_command_event *event) {
  feedback[0] = feedback[1] = NOWPLAYING_FEEDBACK_NEUTRAL;
  feedback[event->tag] = event->mode;
}

static void stop(struct playback *playback) {
  playback_set_state(playback, NOWPLAYING_STATE_STOPPED);
  playback_move(playback, 0);
}

static void toggle(struct playback *playback) {
  int plays = playback_state(playback) == NOWPLAYING_STATE_PLAYING;
  playback_set_state(playback, plays ? NOWPLAYING_STATE_PAUSED : NOWPLAYING_STATE_PLAYING);
}

static nowplaying_status perform(const nowplaying_command_event *event) {
  struct playback *playback = &player.playback;
  int64_t position = playback_position(playback);
  switch (event->kind) {
  case NOWPLAYING_COMMAND_PLAY: playback_set_state(playback, NOWPLAYING_STATE_PLAYING); break;
  case NOWPLAYING_COMMAND_PAUSE: playback_set_state(playback, NOWPLAYING_STATE_PAUSED); break;
  case NOWPLAYING_COMMAND_STOP: stop(playback); break;
  case NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE: toggle(playback); break;
  case NOWPLAYING_COMMAND_NEXT: show_item(1); break;
  case NOWPLAYING_COMMAND_PREVIOUS: show_item(-1); break;
  case NOWPLAYING_COMMAND_SEEK_TO_POSITION: playback_move(playback, event->time_us); break;
  case NOWPLAYING_COMMAND_SKIP_FORWARD: playback_move(playback, position + event->time_us); break;
  case NOWPLAYING_COMMAND_SKIP_BACKWARD: playback_move(playback, position - event->time_us); break;
  case NOWPLAYING_COMMAND_SEEK_FORWARD: playback_seek(playback, 5, event->phase); break;
  case NOWPLAYING_COMMAND_SEEK_BACKWARD: playback_seek(playback, -5, event->phase); break;
  case NOWPLAYING_COMMAND_CHANGE_RATE: playback_set_rate(playback, event->rate); break;
  case NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE: repeat = event->mode; break;
  case NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE: shuffle = event->mode; break;
  case NOWPLAYING_COMMAND_FEEDBACK: like(event); break;
  default: return NOWPLAYING_ERROR_NOT_SUPPORTED;
  }
  return NOWPLAYING_OK;
}

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  state_lock();
  nowplaying_status status = perform(event);
  set_commands();
  player_set_playback(&player);
  MUST(nowplaying_session_commit(session));
  state_unlock();
  return status;
}

static nowplaying_status on_preview(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_animated_artwork_event *event, void *user_data) {
  return give_preview(request, event, event->ratio);
}

static nowplaying_status on_video(nowplaying_session *session, nowplaying_request *request,
                                  const nowplaying_animated_artwork_event *event, void *user_data) {
  int is_square = event->ratio == NOWPLAYING_ASPECT_RATIO_SQUARE;
  const char *another = getenv("REFERENCE_VIDEO");
  if (another) return nowplaying_request_complete_video_file(request, another);
  return nowplaying_request_complete_video_file(
      request, is_square ? REFERENCE_FILES "/moving-1x1.mp4" : REFERENCE_FILES "/moving-3x4.mp4");
}

void main_start(void) {
  nowplaying_session_callbacks callbacks = player_callbacks(&player);
  callbacks.command = on_command;
  callbacks.volume = player_on_volume;
  callbacks.artwork = player_on_artwork;
  callbacks.preview = on_preview;
  callbacks.video = on_video;
  MUST(nowplaying_session_new(app, "main", &callbacks, &player.session));
  player.playback.rate = 1;
  player.playback.state = NOWPLAYING_STATE_PLAYING;
  show_item(0);
  playback_move(&player.playback, 10 * SECOND);
  player_set_playback(&player);
  set_commands();
  MUST(nowplaying_session_set_volume(player.session, 0.5));
  MUST(nowplaying_session_commit(player.session));
  main_become_primary();
}

void main_become_primary(void) { MUST(nowplaying_session_request_application_primary(player.session)); }

void main_end(void) { nowplaying_session_free(player.session); }
