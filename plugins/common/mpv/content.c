/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Describes the present item by its tags and tracks. */
#include "media.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------- Tags --------- */

static void set_tags(nowplaying_content *content, const mpv_node *tags) {
  for (int i = 0; tags->format == MPV_FORMAT_NODE_MAP && i < tags->u.list->num; ++i) {
    const mpv_node *value = &tags->u.list->values[i];
    if (value->format != MPV_FORMAT_STRING) continue;
    nowplaying_content_set_tag(content, tags->u.list->keys[i], value->u.string, strlen(value->u.string), NULL);
  }
}

/* ---------------------------------------------------------------------------------------- What mpv knows -------- */

/* Returns whether a film is visible. A cover is a video track too, and there may be no window. */
static bool has_film(const mpv_node *tracks) {
  for (int i = 0; i < node_count(tracks); ++i) {
    const mpv_node *track = &tracks->u.list->values[i];
    const char *type = node_text(track, "type");
    bool video = type != NULL && strcmp(type, "video") == 0;
    if (video && node_flag(track, "selected") && !node_flag(track, "albumart")) return true;
  }
  return false;
}

/* Reads a flag now: the observed value may be older than the item that is described. */
static bool get_flag(struct media *media, const char *name) {
  int value = 0;
  mpv_get_property(media->mpv, name, MPV_FORMAT_FLAG, &value);
  return value != 0;
}

/* Returns whether the item is a stream without an end. Music servers name themselves like radio stations, but their
 * songs have a length and are seekable. */
static bool is_endless(struct media *media) {
  int64_t size;
  if (!get_flag(media, "demuxer-via-network")) return false;
  if (get_flag(media, "seekable") && !get_flag(media, "partially-seekable")) return false;
  return mpv_get_property(media->mpv, "file-size", MPV_FORMAT_INT64, &size) < 0;
}

static void set_chapter(struct media *media, nowplaying_content *content) {
  int64_t chapters = 0;
  mpv_get_property(media->mpv, "chapters", MPV_FORMAT_INT64, &chapters);
  if (chapters == 0) return;
  nowplaying_content_set_integer(content, NOWPLAYING_FIELD_CHAPTER, media->chapter + 1);
  nowplaying_content_set_integer(content, NOWPLAYING_FIELD_CHAPTER_COUNT, chapters);
}

/* Sets the duration. For a broadcast mpv guesses one from the data so far, so none is set. */
static void set_duration(struct media *media, nowplaying_content *content) {
  double seconds = 0;
  mpv_get_property(media->mpv, "duration", MPV_FORMAT_DOUBLE, &seconds);
  if (media->live) {
    nowplaying_content_set_duration(content, NOWPLAYING_DURATION_LIVE, 0);
  } else if (seconds > 0) {
    nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, (int64_t)(seconds * 1e6));
  }
}

nowplaying_content *describe_item(struct media *media) {
  mpv_node tags = {.format = MPV_FORMAT_NONE}, tracks = {.format = MPV_FORMAT_NONE};
  nowplaying_content *content = NULL;
  char id[ENTRY_ID_SIZE];
  char *title = mpv_get_property_string(media->mpv, "media-title");
  char *uri = media->path != NULL ? uri_from_path(media->path) : NULL;
  mpv_get_property(media->mpv, "metadata", MPV_FORMAT_NODE, &tags);
  mpv_get_property(media->mpv, "track-list", MPV_FORMAT_NODE, &tracks);
  bool film = has_film(&tracks);
  media->live = is_endless(media);
  write_entry_id(id, media->entry);

  nowplaying_content_new_by_tags(id, &content);
  set_tags(content, &tags);
  /* The file name is the title if no tag has one. */
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, title);
  set_chapter(media, content);
  if (film) nowplaying_content_set_media_type(content, NOWPLAYING_MEDIA_VIDEO);
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, uri);
  set_duration(media, content);
  set_chapters(media, content);
  find_cover(media, &tracks);
  nowplaying_content_set_artwork(content, media->cover.id);

  free(uri);
  mpv_free(title);
  mpv_free_node_contents(&tags);
  mpv_free_node_contents(&tracks);
  return content;
}
