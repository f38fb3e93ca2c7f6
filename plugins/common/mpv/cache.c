/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Finds the part of the item that mpv has in its cache: it is reported as loaded; of a broadcast, in which mpv cannot
 * seek otherwise, it is the seekable range. */
#include "media.h"

#define SECOND_US 1000000

/* The start of the cache, which moves all the time once the cache is full, is published in these steps. */
#define START_STEP_US (10 * SECOND_US)

/* Playback within this distance from the end of the cache counts as live: at the beginning a server sends some seconds
 * at once. */
#define LIVE_US (5 * SECOND_US)

/* The distance from the end of the cache at which playback resumes on "seek to live": at the very end mpv would wait
 * for data. */
#define MARGIN_US (2 * SECOND_US)

/* Finds the range of the cache that contains the position. There are several ranges after a jump. */
static bool find_range(const mpv_node *ranges, int64_t position, struct window *window) {
  for (int i = 0; i < node_count(ranges); ++i) {
    window->start = node_time(&ranges->u.list->values[i], "start");
    window->end = node_time(&ranges->u.list->values[i], "end");
    if (position < window->start - SECOND_US || position > window->end + SECOND_US) continue;
    return window->start <= window->end;
  }
  return false;
}

/* Reads the part of the cache around the position. The cache is not read for a broadcast in which mpv cannot seek
 * within the cache, but only by its option "force-seekable". */
static struct window read_window(struct media *media) {
  struct window window = {.at = mpv_get_time_us(media->mpv), .partial = get_flag(media->mpv, "partially-seekable")};
  mpv_node state = {.format = MPV_FORMAT_NONE};
  int64_t position = get_time(media->mpv, "time-pos");
  bool loads = !media->live && get_flag(media->mpv, "demuxer-via-network");
  window.watched = !media->stopped && (window.partial || loads);
  if (!window.watched || position == NOWPLAYING_TIME_UNKNOWN) return window;
  mpv_get_property(media->mpv, "demuxer-cache-state", MPV_FORMAT_NODE, &state);
  window.known = find_range(node_value(&state, "seekable-ranges", MPV_FORMAT_NODE_ARRAY), position, &window);
  window.at_edge = window.known && window.end - position < LIVE_US;
  mpv_free_node_contents(&state);
  return window;
}

bool has_come(struct media *media) {
  mpv_node state = {.format = MPV_FORMAT_NONE};
  mpv_get_property(media->mpv, "demuxer-cache-state", MPV_FORMAT_NODE, &state);
  bool has = node_flag(&state, "eof");
  mpv_free_node_contents(&state);
  return has;
}

void set_window(struct media *media, nowplaying_snapshot *snapshot) {
  struct window window = read_window(media);
  if (window.known != media->window.known) media->changed |= CHANGED_COMMANDS;
  media->window = window;
  if (!window.known) return;
  if (window.partial && snapshot->elapsed_us != NOWPLAYING_TIME_UNKNOWN) {
    snapshot->seekable_start_us = window.start - window.start % START_STEP_US;
    snapshot->seekable_end_us = window.end;
  }
  /* For a broadcast nothing is set: its loaded part ends with the seekable range, which moves on by itself. */
  if (!media->live) snapshot->buffered_us = window.end;
  snapshot->is_at_live_edge = media->live && window.at_edge;
}

int look_at_cache(struct media *media) {
  /* The length of the item is known as soon as all of it has come. */
  bool grows = !media->stopped && media->measured != media->entry;
  if (!(media->window.watched || grows) || media->loading) return -1;
  int64_t left = media->window.at + SECOND_US - mpv_get_time_us(media->mpv);
  if (left <= 0) media->changed |= CHANGED_SNAPSHOT | (grows ? CHANGED_CONTENT : 0);
  return left > 0 ? (int)(left / 1000) + 1 : 0;
}

nowplaying_status seek_to_live(struct media *media, nowplaying_request *request) {
  struct window window = read_window(media);
  if (!window.known) return NOWPLAYING_ERROR_INVALID_STATE;
  int64_t target = window.end - MARGIN_US;
  return seek(media, request, target > window.start ? target : window.start, "absolute");
}
