/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Describes the present item by its tags and tracks. */
#include "media.h"

#include <string.h>

/* How much longer than what has come an item must be for its length not to be a guess. */
#define GUESS_US 3000000

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

/* Returns whether mpv plays the item as it comes: its server says neither how large it is nor sends a part of it. A
 * broadcast is so, and a song that a server makes of another one while it sends it. */
static bool is_passing(mpv_handle *mpv) {
  if (!get_flag(mpv, "demuxer-via-network")) return false;
  if (get_flag(mpv, "seekable") && !get_flag(mpv, "partially-seekable")) return false;
  return get_integer(mpv, "file-size") < 0;
}

/* Finds the length of the item; 0 when it is not known. Of what passes without a length in its header mpv takes the
 * part that has come for the whole, so that its length grows: then it is known once all has come. */
static int64_t find_length(struct media *media, bool passes) {
  int64_t length = get_time(media->mpv, "duration"), come = get_time(media->mpv, "demuxer-cache-time");
  bool is_told = length > 0 && (length > come + GUESS_US || has_come(media));
  if (!passes || is_told) media->measured = media->entry;
  return media->measured == media->entry && length > 0 ? length : 0;
}

/* Sets how long the item is. */
static void set_length(struct media *media, nowplaying_content *content) {
  bool passes = is_passing(media->mpv);
  int64_t length = find_length(media, passes);
  media->live = passes && length == 0 && set_passing(content, has_film(media->mpv));
  set_duration(content, length);
}

nowplaying_content *describe_item(struct media *media) {
  mpv_node tags = {.format = MPV_FORMAT_NONE}, tracks = {.format = MPV_FORMAT_NONE};
  nowplaying_content *content = NULL;
  char id[ENTRY_ID_SIZE];
  char *title = mpv_get_property_string(media->mpv, "media-title");
  mpv_get_property(media->mpv, "metadata", MPV_FORMAT_NODE, &tags);
  mpv_get_property(media->mpv, "track-list", MPV_FORMAT_NODE, &tracks);
  write_entry_id(id, media->entry);

  nowplaying_content_new_by_tags(id, &content);
  set_tags(content, &tags);
  if (has_film(media->mpv)) nowplaying_content_set_media_type(content, NOWPLAYING_MEDIA_VIDEO);
  if (media->path != NULL) set_address(content, media->path);
  set_length(media, content);
  set_title(content, title, title != NULL && has_text(media->mpv, "filename", title));
  set_chapters(media, content);
  find_cover(media, &tracks);
  nowplaying_content_set_artwork(content, media->cover.id);

  mpv_free(title);
  mpv_free_node_contents(&tags);
  mpv_free_node_contents(&tracks);
  return content;
}
