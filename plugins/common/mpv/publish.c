/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Publishes the player's state. Each part is described anew from mpv when it has changed, and one commit per turn of
 * the loop shows all of it at once; the library finds out what is different. */
#include "media.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Nothing that could be played is no content: an idle mpv. After the end of a playlist, and after a stop, what was
 * played last remains to be seen. Returns what is loaded, to be freed, or NULL. */
static nowplaying_content *set_content(struct media *media) {
  char *path = mpv_get_property_string(media->mpv, "path");
  nowplaying_content *content = NULL;
  if (path != NULL) {
    free(media->path);
    media->path = strdup(path);
    content = describe_item(media);
    nowplaying_session_set_content(media->session, content);
    set_tracks(media);
  } else if (media->count == 0) {
    nowplaying_session_set_content(media->session, NULL);
  }
  mpv_free(path);
  return content;
}

/* Whether what was read from mpv just now is of the present item. */
static bool is_present(struct media *media) {
  int64_t entry = find_playing_entry(media);
  return entry < 0 ? media->stopped : entry == media->entry;
}

/* --------------------------------------------------------------------------------------------- Snapshot --------- */

/* Called when playback starts, stops, pauses, jumps, changes its speed or waits for data; between these moments the
 * position moves by itself. */
static void set_snapshot(struct media *media) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  double seconds;
  snapshot.rate = snapshot.default_rate = media->speed;
  if (media->stopped) {
    snapshot.state = NOWPLAYING_STATE_STOPPED;
    snapshot.elapsed_us = 0;
  } else {
    snapshot.state = media->paused      ? NOWPLAYING_STATE_PAUSED
                     : media->buffering ? NOWPLAYING_STATE_BUFFERING
                                         : NOWPLAYING_STATE_PLAYING;
    if (mpv_get_property(media->mpv, "time-pos", MPV_FORMAT_DOUBLE, &seconds) >= 0) {
      snapshot.elapsed_us = seconds > 0 ? (int64_t)(seconds * 1e6) : 0;
    }
  }
  set_window(media, &snapshot);
  nowplaying_session_set_snapshot(media->session, &snapshot);
}

/* --------------------------------------------------------------------------------------------- Commands --------- */

/* Returns whether the item has a command that others do not have. */
static bool has(const struct media *media, nowplaying_command_kind kind) {
  switch (kind) {
  case NOWPLAYING_COMMAND_NEXT_CHAPTER:
  case NOWPLAYING_COMMAND_PREVIOUS_CHAPTER: return media->has_chapters;
  case NOWPLAYING_COMMAND_SEEK_TO_LIVE: return media->live && media->window.known;
  default: return true;
  }
}

static void set_commands(struct media *media) {
  static const int64_t intervals[] = {10 * 1000000, 30 * 1000000};
  static const nowplaying_command_kind kinds[] = {
      NOWPLAYING_COMMAND_PLAY,
      NOWPLAYING_COMMAND_PAUSE,
      NOWPLAYING_COMMAND_STOP,
      NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE,
      NOWPLAYING_COMMAND_NEXT,
      NOWPLAYING_COMMAND_PREVIOUS,
      NOWPLAYING_COMMAND_SKIP_FORWARD,
      NOWPLAYING_COMMAND_SKIP_BACKWARD,
      NOWPLAYING_COMMAND_SEEK_FORWARD,
      NOWPLAYING_COMMAND_SEEK_BACKWARD,
      NOWPLAYING_COMMAND_SEEK_TO_POSITION,
      NOWPLAYING_COMMAND_CHANGE_RATE,
      NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE,
      NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE,
      NOWPLAYING_COMMAND_MUTE,
      NOWPLAYING_COMMAND_NEXT_CHAPTER,
      NOWPLAYING_COMMAND_PREVIOUS_CHAPTER,
      NOWPLAYING_COMMAND_SEEK_TO_LIVE,
  };
  nowplaying_command commands[COUNT(kinds) + OWN_COMMANDS];
  _Static_assert(COUNT(commands) <= NOWPLAYING_MAX_COMMANDS, "the library would refuse all of them");
  size_t count = 0;
  for (size_t i = 0; i < COUNT(kinds); ++i) {
    if (!has(media, kinds[i])) continue;
    nowplaying_command *command = &commands[count++];
    *command = (nowplaying_command)NOWPLAYING_COMMAND_INIT(kinds[i]);
    switch (kinds[i]) {
    case NOWPLAYING_COMMAND_NEXT:
      command->enabled = media->repeat_all || media->position + 1 < media->count;
      break;
    case NOWPLAYING_COMMAND_PREVIOUS:
      command->enabled = media->repeat_all || media->position > 0;
      break;
    case NOWPLAYING_COMMAND_SKIP_FORWARD:
    case NOWPLAYING_COMMAND_SKIP_BACKWARD:
      command->intervals_us = intervals;
      command->interval_count = COUNT(intervals);
      command->enabled = media->seekable;
      break;
    case NOWPLAYING_COMMAND_SEEK_TO_POSITION:
    case NOWPLAYING_COMMAND_SEEK_FORWARD:
    case NOWPLAYING_COMMAND_SEEK_BACKWARD:
      command->enabled = media->seekable;
      break;
    case NOWPLAYING_COMMAND_CHANGE_RATE:
      /* The bounds of mpv. */
      command->rate_minimum = 0.01;
      command->rate_maximum = 100;
      break;
    case NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE:
      command->current = media->repeat_one   ? NOWPLAYING_REPEAT_ONE
                         : media->repeat_all ? NOWPLAYING_REPEAT_ALL
                                              : NOWPLAYING_REPEAT_OFF;
      break;
    case NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE:
      command->current = media->shuffle ? NOWPLAYING_SHUFFLE_ITEMS : NOWPLAYING_SHUFFLE_OFF;
      command->supported = 1u << NOWPLAYING_SHUFFLE_OFF | 1u << NOWPLAYING_SHUFFLE_ITEMS;
      break;
    }
  }
  if (media->own_commands != NULL) count += media->own_commands->describe(media, commands + count);
  nowplaying_session_set_commands(media->session, commands, count);
}

void publish(struct media *media) {
  nowplaying_content *content = NULL;
  /* Between two items nothing is said: the next one then comes in one piece, and the panel does not flicker. */
  if (media->changed == 0 || media->loading) return;
  if (media->changed & CHANGED_QUEUE) read_queue(media);
  if (media->changed & CHANGED_CONTENT) content = set_content(media);
  if (media->changed & CHANGED_SNAPSHOT) set_snapshot(media);
  /* mpv is ahead of its events, which are on their way. */
  if (!is_present(media)) {
    nowplaying_content_free(content);
    return;
  }
  learn(media, content);
  if (media->changed & (CHANGED_QUEUE | CHANGED_CONTENT)) set_queue(media);
  if (media->changed & (CHANGED_COMMANDS | CHANGED_CONTENT)) set_commands(media);
  if (media->changed & CHANGED_VOLUME) {
    nowplaying_session_set_muted(media->session, media->muted);
    nowplaying_session_set_volume(media->session, media->volume / 100);
    nowplaying_session_set_volume_maximum(media->session, media->volume_maximum / 100);
  }
  nowplaying_session_commit(media->session);
  media->changed = 0;
}
