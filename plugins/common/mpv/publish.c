/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Publishes the player's state. Each part is described anew from mpv when it has changed, and one commit per turn of
 * the loop shows all of it at once; the library finds out what is different. */
#include "media.h"

#include <stdlib.h>
#include <string.h>

/* Sets the content. Without a playlist there is none: mpv is idle. After the end of a playlist, and after a stop, the
 * item that was played last stays. */
static void set_content(struct media *media) {
  char *path = mpv_get_property_string(media->mpv, "path");
  if (path != NULL) {
    free(media->path);
    media->path = strdup(path);
    nowplaying_content *content = describe_item(media);
    nowplaying_session_set_content(media->session, content);
    set_tracks(media);
    learn(media, content);
  } else if (get_integer(media->mpv, "playlist-count") == 0) {
    nowplaying_session_set_content(media->session, NULL);
  }
  mpv_free(path);
}

/* --------------------------------------------------------------------------------------------- Snapshot --------- */

/* Called when playback starts, stops, pauses, jumps, changes its speed or waits for data; between these moments the
 * position moves by itself. */
static void set_snapshot(struct media *media) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  snapshot.rate = snapshot.default_rate = get_number(media->mpv, "speed");
  if (media->stopped) {
    snapshot.state = NOWPLAYING_STATE_STOPPED;
    snapshot.elapsed_us = 0;
  } else {
    snapshot.state = get_flag(media->mpv, "pause")              ? NOWPLAYING_STATE_PAUSED
                     : get_flag(media->mpv, "paused-for-cache") ? NOWPLAYING_STATE_BUFFERING
                                                                : NOWPLAYING_STATE_PLAYING;
    snapshot.elapsed_us = get_time(media->mpv, "time-pos");
  }
  set_window(media, &snapshot);
  nowplaying_session_set_snapshot(media->session, &snapshot);
}

/* --------------------------------------------------------------------------------------------- Commands --------- */

static void set_commands(struct media *media) {
  struct commands commands = {.count = 0};
  const struct queue *queue = &media->queue;
  bool seekable = get_flag(media->mpv, "seekable");
  bool repeats_all = !has_text(media->mpv, "loop-playlist", "no");
  bool is_empty = media->stopped && get_integer(media->mpv, "playlist-count") <= 0;
  add_playback(&commands, !is_empty, !is_empty);
  add_command(&commands, NOWPLAYING_COMMAND_NEXT, repeats_all || queue->position + 1 < queue->total);
  add_command(&commands, NOWPLAYING_COMMAND_PREVIOUS, repeats_all || queue->position > 0);
  add_usual_skips(&commands, seekable);
  add_scans(&commands, seekable);
  /* The speeds that mpv accepts. */
  add_rate(&commands, 0.01, 100, true);
  add_repeat(&commands, !has_text(media->mpv, "loop-file", "no"), repeats_all);
  add_shuffle(&commands, get_flag(media->mpv, "shuffle"), NOWPLAYING_SHUFFLE_ITEMS);
  add_command(&commands, NOWPLAYING_COMMAND_MUTE, true);
  if (media->has_chapters) add_chapters(&commands);
  if (media->live && media->window.known) add_command(&commands, NOWPLAYING_COMMAND_SEEK_TO_LIVE, true);
  if (media->own_commands != NULL) media->own_commands->describe(media, &commands);
  nowplaying_session_set_commands(media->session, commands.list, commands.count);
}

void publish(struct media *media) {
  /* Between two items nothing is published, so that the next one appears completely and panels do not flicker. */
  if (media->changed == 0 || media->loading) return;
  if (media->changed & CHANGED_QUEUE) read_queue(media);
  if (media->changed & CHANGED_CONTENT) set_content(media);
  if (media->changed & CHANGED_SNAPSHOT) set_snapshot(media);
  /* mpv already plays another entry, whose events are still to come. */
  if (!is_present(media)) return;
  if (media->changed & (CHANGED_QUEUE | CHANGED_CONTENT)) set_queue(media);
  if (media->changed & (CHANGED_COMMANDS | CHANGED_CONTENT)) set_commands(media);
  if (media->changed & CHANGED_VOLUME) {
    nowplaying_session_set_muted(media->session, get_flag(media->mpv, "mute"));
    nowplaying_session_set_volume(media->session, get_number(media->mpv, "volume") / 100);
    nowplaying_session_set_volume_maximum(media->session, get_number(media->mpv, "volume-max") / 100);
  }
  nowplaying_session_commit(media->session);
  media->changed = 0;
}
