/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The present item's chapters, and its audio and subtitle tracks. */
#include "media.h"

#include <string.h>

/* ----------------------------------------------------------------------------------------------- Chapters ------- */

void set_chapters(struct media *media, nowplaying_content *content) {
  mpv_node list = {.format = MPV_FORMAT_NONE};
  nowplaying_chapter chapters[NOWPLAYING_MAX_CHAPTERS];
  size_t count = 0;
  mpv_get_property(media->mpv, "chapter-list", MPV_FORMAT_NODE, &list);
  int found = node_count(&list);
  for (int i = 0; i < found && count < NOWPLAYING_MAX_CHAPTERS; ++i) {
    nowplaying_chapter *chapter = &chapters[count++];
    *chapter = (nowplaying_chapter)NOWPLAYING_CHAPTER_INIT;
    chapter->start_us = node_time(&list.u.list->values[i], "time");
    chapter->title = node_text(&list.u.list->values[i], "title");
  }
  media->has_chapters = false;
  if (found > 0) {
    int64_t present = get_integer(media->mpv, "chapter");
    nowplaying_content_set_integer(content, NOWPLAYING_FIELD_CHAPTER, present < 0 ? 1 : present + 1);
    nowplaying_content_set_integer(content, NOWPLAYING_FIELD_CHAPTER_COUNT, found);
    /* The library refuses chapters that are not sorted by start, as some files have them. */
    media->has_chapters = nowplaying_content_set_chapters(content, chapters, count) == NOWPLAYING_OK;
  }
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

static bool describe(mpv_handle *mpv, const mpv_node *entry, char id[INDEX_SIZE], nowplaying_track *track) {
  nowplaying_track_kind kind = kind_of(entry);
  if (kind == 0) return false;
  *track = (nowplaying_track)NOWPLAYING_TRACK_INIT(kind);
  track->id = write_index(id, node_integer(entry, "id"));
  track->language = node_text(entry, "lang");
  track->title = node_text(entry, "title");
  /* mpv can show two subtitles at a time; only the first counts as selected. */
  track->selected = get_integer(mpv, kind == NOWPLAYING_TRACK_AUDIO ? "aid" : "sid") == node_integer(entry, "id");
  if (node_flag(entry, "default")) track->characteristics |= NOWPLAYING_TRACK_IS_DEFAULT;
  if (node_flag(entry, "forced")) track->characteristics |= NOWPLAYING_TRACK_IS_FORCED;
  if (node_flag(entry, "visual-impaired")) track->characteristics |= NOWPLAYING_TRACK_DESCRIBES_VIDEO;
  return true;
}

void set_tracks(struct media *media) {
  mpv_node list = {.format = MPV_FORMAT_NONE};
  nowplaying_track tracks[NOWPLAYING_MAX_TRACKS];
  char ids[NOWPLAYING_MAX_TRACKS][INDEX_SIZE];
  size_t made = 0;
  mpv_get_property(media->mpv, "track-list", MPV_FORMAT_NODE, &list);
  for (int i = 0; i < node_count(&list) && made < NOWPLAYING_MAX_TRACKS; ++i) {
    if (describe(media->mpv, &list.u.list->values[i], ids[made], &tracks[made])) ++made;
  }
  nowplaying_session_set_tracks(media->session, tracks, made);
  mpv_free_node_contents(&list);
}

nowplaying_status on_select_track(nowplaying_session *session, nowplaying_request *request,
                                  nowplaying_track_kind kind, const char *track_id, void *user_data) {
  struct media *media = user_data;
  return RUN("set", kind == NOWPLAYING_TRACK_AUDIO ? "aid" : "sid", track_id != NULL ? track_id : "no");
}
