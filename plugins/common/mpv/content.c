/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Describes the present item by its tags and tracks. */
#include "media.h"

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
static bool has_film(mpv_handle *mpv) {
  int is_cover;
  return mpv_get_property(mpv, "current-tracks/video/albumart", MPV_FORMAT_FLAG, &is_cover) >= 0 && !is_cover;
}

/* Returns whether the item is a stream without an end. Music servers name themselves like radio stations, but their
 * songs have a length and are seekable. */
static bool is_endless(mpv_handle *mpv) {
  if (!get_flag(mpv, "demuxer-via-network")) return false;
  if (get_flag(mpv, "seekable") && !get_flag(mpv, "partially-seekable")) return false;
  return get_integer(mpv, "file-size") < 0;
}

nowplaying_content *describe_item(struct media *media) {
  mpv_node tags = {.format = MPV_FORMAT_NONE}, tracks = {.format = MPV_FORMAT_NONE};
  nowplaying_content *content = NULL;
  char id[ENTRY_ID_SIZE];
  char *title = mpv_get_property_string(media->mpv, "media-title");
  mpv_get_property(media->mpv, "metadata", MPV_FORMAT_NODE, &tags);
  mpv_get_property(media->mpv, "track-list", MPV_FORMAT_NODE, &tracks);
  media->live = is_endless(media->mpv);
  write_entry_id(id, media->entry);

  nowplaying_content_new_by_tags(id, &content);
  set_tags(content, &tags);
  /* The file name is the title if no tag has one. */
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, title);
  if (has_film(media->mpv)) nowplaying_content_set_media_type(content, NOWPLAYING_MEDIA_VIDEO);
  if (media->path != NULL) set_address(content, media->path);
  /* For a broadcast mpv guesses a duration from the data so far. */
  set_duration(content, media->live, get_time(media->mpv, "duration"));
  set_chapters(media, content);
  find_cover(media, &tracks);
  nowplaying_content_set_artwork(content, media->cover.id);

  mpv_free(title);
  mpv_free_node_contents(&tags);
  mpv_free_node_contents(&tracks);
  return content;
}
