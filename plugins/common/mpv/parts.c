/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The present item's chapters, and its audio and subtitle tracks. */
#include "media.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ----------------------------------------------------------------------------------------------- Chapters ------- */

void set_chapters(struct media *media, nowplaying_content *content) {
  mpv_node list = {.format = MPV_FORMAT_NONE};
  mpv_get_property(media->mpv, "chapter-list", MPV_FORMAT_NODE, &list);
  int found = node_count(&list), count = found < NOWPLAYING_MAX_CHAPTERS ? found : NOWPLAYING_MAX_CHAPTERS;
  nowplaying_chapter *chapters = calloc((size_t)count + 1, sizeof *chapters);
  media->has_chapters = false;
  for (int i = 0; chapters != NULL && i < count; ++i) {
    const mpv_node *entry = &list.u.list->values[i], *time = node_value(entry, "time", MPV_FORMAT_DOUBLE);
    chapters[i] = (nowplaying_chapter)NOWPLAYING_CHAPTER_INIT;
    chapters[i].start_us = time != NULL && time->u.double_ > 0 ? (int64_t)(time->u.double_ * 1e6) : 0;
    chapters[i].title = node_text(entry, "title");
  }
  /* The library refuses chapters that are not sorted by start, as some files have them. */
  if (chapters != NULL && count > 0) {
    media->has_chapters = nowplaying_content_set_chapters(content, chapters, (size_t)count) == NOWPLAYING_OK;
  }
  free(chapters);
  mpv_free_node_contents(&list);
}

/* ------------------------------------------------------------------------------------------------- Tracks ------- */

/* Returns the kind of a track; 0 for a kind that cannot be selected here. */
static nowplaying_track_kind kind_of(const mpv_node *entry) {
  const char *type = node_text(entry, "type");
  if (type != NULL && strcmp(type, "audio") == 0) return NOWPLAYING_TRACK_AUDIO;
  if (type == NULL || strcmp(type, "sub") != 0) return 0;
  return node_flag(entry, "hearing-impaired") ? NOWPLAYING_TRACK_CAPTIONS : NOWPLAYING_TRACK_SUBTITLES;
}

static bool describe(const mpv_node *entry, char id[INDEX_SIZE], nowplaying_track *track, bool is_taken) {
  const mpv_node *number = node_value(entry, "id", MPV_FORMAT_INT64);
  nowplaying_track_kind kind = kind_of(entry);
  if (kind == 0 || number == NULL) return false;
  *track = (nowplaying_track)NOWPLAYING_TRACK_INIT(kind);
  track->id = write_index(id, number->u.int64);
  track->language = node_text(entry, "lang");
  track->title = node_text(entry, "title");
  /* mpv can show two subtitles at a time; only the first counts as selected. */
  track->selected = !is_taken && node_flag(entry, "selected");
  if (node_flag(entry, "default")) track->characteristics |= NOWPLAYING_TRACK_IS_DEFAULT;
  if (node_flag(entry, "forced")) track->characteristics |= NOWPLAYING_TRACK_IS_FORCED;
  if (node_flag(entry, "visual-impaired")) track->characteristics |= NOWPLAYING_TRACK_DESCRIBES_VIDEO;
  return true;
}

void set_tracks(struct media *media) {
  mpv_node list = {.format = MPV_FORMAT_NONE};
  mpv_get_property(media->mpv, "track-list", MPV_FORMAT_NODE, &list);
  nowplaying_track tracks[NOWPLAYING_MAX_TRACKS];
  char ids[NOWPLAYING_MAX_TRACKS][INDEX_SIZE];
  bool is_taken[NOWPLAYING_TRACK_CAPTIONS + 1] = {false};
  size_t made = 0;
  for (int i = 0, count = node_count(&list); i < count && made < NOWPLAYING_MAX_TRACKS; ++i) {
    const mpv_node *entry = &list.u.list->values[i];
    nowplaying_track_kind kind = kind_of(entry);
    if (!describe(entry, ids[made], &tracks[made], is_taken[kind])) continue;
    if (tracks[made].selected) is_taken[kind] = true;
    ++made;
  }
  nowplaying_session_set_tracks(media->session, tracks, made);
  mpv_free_node_contents(&list);
}

nowplaying_status on_select_track(nowplaying_session *session, nowplaying_request *request,
                                  nowplaying_track_kind kind, const char *track_id, void *user_data) {
  struct media *media = user_data;
  (void)session;
  return RUN("set", kind == NOWPLAYING_TRACK_AUDIO ? "aid" : "sid", track_id != NULL ? track_id : "no");
}
