/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The parts of the present item: its chapters, and its audio and subtitle tracks. */
#include "media.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The value of a key of a map, NULL when there is none of this format. */
static const mpv_node *find(const mpv_node *map, const char *key, mpv_format format) {
  if (map->format != MPV_FORMAT_NODE_MAP) return NULL;
  for (int i = 0; i < map->u.list->num; ++i) {
    const mpv_node *value = &map->u.list->values[i];
    if (strcmp(map->u.list->keys[i], key) == 0) return value->format == format ? value : NULL;
  }
  return NULL;
}

static const char *find_text(const mpv_node *map, const char *key) {
  const mpv_node *value = find(map, key, MPV_FORMAT_STRING);
  return value != NULL ? value->u.string : NULL;
}

static bool find_flag(const mpv_node *map, const char *key) {
  const mpv_node *value = find(map, key, MPV_FORMAT_FLAG);
  return value != NULL && value->u.flag;
}

/* How many maps are in a list, at most `most`. */
static int length(const mpv_node *list, int most) {
  if (list->format != MPV_FORMAT_NODE_ARRAY) return 0;
  return list->u.list->num < most ? list->u.list->num : most;
}

/* ----------------------------------------------------------------------------------------------- Chapters ------- */

void set_chapters(struct media *media, nowplaying_content *content) {
  mpv_node list = {.format = MPV_FORMAT_NONE};
  mpv_get_property(media->mpv, "chapter-list", MPV_FORMAT_NODE, &list);
  int count = length(&list, NOWPLAYING_MAX_CHAPTERS);
  nowplaying_chapter *chapters = calloc((size_t)count + 1, sizeof *chapters);
  media->has_chapters = false;
  for (int i = 0; chapters != NULL && i < count; ++i) {
    const mpv_node *entry = &list.u.list->values[i], *time = find(entry, "time", MPV_FORMAT_DOUBLE);
    chapters[i] = (nowplaying_chapter)NOWPLAYING_CHAPTER_INIT;
    chapters[i].start_us = time != NULL && time->u.double_ > 0 ? (int64_t)(time->u.double_ * 1e6) : 0;
    chapters[i].title = find_text(entry, "title");
  }
  /* Refused are those of a file that are not in the order of their starts. */
  if (chapters != NULL && count > 0) {
    media->has_chapters = nowplaying_content_set_chapters(content, chapters, (size_t)count) == NOWPLAYING_OK;
  }
  free(chapters);
  mpv_free_node_contents(&list);
}

/* ------------------------------------------------------------------------------------------------- Tracks ------- */

/* Returns the kind of a track; 0 for one that nobody chooses here. */
static nowplaying_track_kind kind_of(const mpv_node *entry) {
  const char *type = find_text(entry, "type");
  if (type != NULL && strcmp(type, "audio") == 0) return NOWPLAYING_TRACK_AUDIO;
  if (type == NULL || strcmp(type, "sub") != 0) return 0;
  return find_flag(entry, "hearing-impaired") ? NOWPLAYING_TRACK_CAPTIONS : NOWPLAYING_TRACK_SUBTITLES;
}

static bool describe(const mpv_node *entry, char id[INDEX_SIZE], nowplaying_track *track, bool is_taken) {
  const mpv_node *number = find(entry, "id", MPV_FORMAT_INT64);
  nowplaying_track_kind kind = kind_of(entry);
  if (kind == 0 || number == NULL) return false;
  *track = (nowplaying_track)NOWPLAYING_TRACK_INIT(kind);
  track->id = write_index(id, number->u.int64);
  track->language = find_text(entry, "lang");
  track->title = find_text(entry, "title");
  /* Of subtitles mpv shows two at a time, at the user's wish. */
  track->selected = !is_taken && find_flag(entry, "selected");
  if (find_flag(entry, "default")) track->characteristics |= NOWPLAYING_TRACK_IS_DEFAULT;
  if (find_flag(entry, "forced")) track->characteristics |= NOWPLAYING_TRACK_IS_FORCED;
  if (find_flag(entry, "visual-impaired")) track->characteristics |= NOWPLAYING_TRACK_DESCRIBES_VIDEO;
  return true;
}

void set_tracks(struct media *media) {
  mpv_node list = {.format = MPV_FORMAT_NONE};
  mpv_get_property(media->mpv, "track-list", MPV_FORMAT_NODE, &list);
  nowplaying_track tracks[NOWPLAYING_MAX_TRACKS];
  char ids[NOWPLAYING_MAX_TRACKS][INDEX_SIZE];
  bool is_taken[NOWPLAYING_TRACK_CAPTIONS + 1] = {false};
  size_t made = 0;
  for (int i = 0, count = length(&list, NOWPLAYING_MAX_TRACKS); i < count; ++i) {
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
