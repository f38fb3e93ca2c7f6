/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The present item, by its tags and its tracks. */
#define _GNU_SOURCE /* strcasestr */
#include "media.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ------------------------------------------------------------------------------------------------- Tags --------- */

/* The value of a tag, NULL when it is missing or empty. Files write their names in either case. */
static const char *find_tag(const mpv_node *tags, const char *name) {
  if (tags->format != MPV_FORMAT_NODE_MAP) return NULL;
  for (int i = 0; i < tags->u.list->num; ++i) {
    const mpv_node *value = &tags->u.list->values[i];
    if (strcasecmp(tags->u.list->keys[i], name) != 0 || value->format != MPV_FORMAT_STRING) continue;
    return value->u.string[0] != '\0' ? value->u.string : NULL;
  }
  return NULL;
}

static void set_tags(nowplaying_content *content, const mpv_node *tags) {
  for (int i = 0; tags->format == MPV_FORMAT_NODE_MAP && i < tags->u.list->num; ++i) {
    const mpv_node *value = &tags->u.list->values[i];
    if (value->format != MPV_FORMAT_STRING) continue;
    nowplaying_content_set_tag(content, tags->u.list->keys[i], value->u.string, strlen(value->u.string), NULL);
  }
}

/* ------------------------------------------------------------------------------------------------ Kinds --------- */

/* The values of MP4's tag "media_type", which iTunes made usual. */
enum { TYPE_BOOK = 2, TYPE_MOVIE = 9, TYPE_TV_SHOW = 10, TYPE_PODCAST = 21 };

static bool has_tag(const mpv_node *tags, const char *name) { return find_tag(tags, name) != NULL; }

static bool has_genre(const mpv_node *tags, const char *genre) {
  const char *value = find_tag(tags, "genre");
  return value != NULL && strcasestr(value, genre) != NULL;
}

/* Whether a film is seen: a cover is a track of video too, and there may be no window. */
static bool has_film(const mpv_node *tracks) {
  for (int i = 0; tracks->format == MPV_FORMAT_NODE_ARRAY && i < tracks->u.list->num; ++i) {
    const mpv_node_list *track = tracks->u.list->values[i].u.list;
    bool video = false, selected = false, picture = false;
    for (int key = 0; key < track->num; ++key) {
      const mpv_node *value = &track->values[key];
      if (strcmp(track->keys[key], "type") == 0) video = strcmp(value->u.string, "video") == 0;
      if (strcmp(track->keys[key], "selected") == 0) selected = value->u.flag;
      if (strcmp(track->keys[key], "albumart") == 0) picture = value->u.flag;
    }
    if (video && selected && !picture) return true;
  }
  return false;
}

/* As it is now, and not as it was observed last: what is described comes at once. */
static bool get_flag(struct media *media, const char *name) {
  int value = 0;
  mpv_get_property(media->mpv, name, MPV_FORMAT_FLAG, &value);
  return value != 0;
}

/* Whether it comes from the network without an end, and cannot be sought there: a server of music names itself as a
 * radio does, beside the length of a song. */
static bool is_endless(struct media *media) {
  int64_t size;
  if (!get_flag(media, "demuxer-via-network")) return false;
  if (get_flag(media, "seekable") && !get_flag(media, "partially-seekable")) return false;
  return mpv_get_property(media->mpv, "file-size", MPV_FORMAT_INT64, &size) < 0;
}

static nowplaying_content_kind find_kind(const mpv_node *tags, bool film, bool endless) {
  const char *said = find_tag(tags, "media_type");
  int type = said != NULL ? atoi(said) : 0;
  /* Internet radios name their station. */
  if (endless && (has_tag(tags, "icy-name") || has_tag(tags, "icy-title"))) return NOWPLAYING_CONTENT_RADIO;
  if (type == TYPE_PODCAST || has_tag(tags, "podcast") || has_genre(tags, "podcast")) return NOWPLAYING_CONTENT_PODCAST;
  if (type == TYPE_BOOK || has_tag(tags, "narrator") || has_genre(tags, "audiobook")) return NOWPLAYING_CONTENT_BOOK;
  if (type == TYPE_TV_SHOW || has_tag(tags, "show")) return NOWPLAYING_CONTENT_TV_SHOW;
  if (type == TYPE_MOVIE || (film && (has_tag(tags, "director") || has_tag(tags, "imdb") || has_tag(tags, "tmdb")))) {
    return NOWPLAYING_CONTENT_MOVIE;
  }
  /* A film that does not say what it is may be a video of music. */
  if (film && !has_tag(tags, "artist") && !has_tag(tags, "album")) return NOWPLAYING_CONTENT_GENERIC;
  return NOWPLAYING_CONTENT_MUSIC;
}

/* A book says which chapter plays. */
static void set_chapter(struct media *media, nowplaying_content *content) {
  int64_t chapters = 0;
  mpv_get_property(media->mpv, "chapters", MPV_FORMAT_INT64, &chapters);
  if (chapters == 0) return;
  nowplaying_content_set_integer(content, NOWPLAYING_FIELD_CHAPTER, media->chapter + 1);
  nowplaying_content_set_integer(content, NOWPLAYING_FIELD_CHAPTER_COUNT, chapters);
}

/* Of a broadcast mpv guesses a length, from what has arrived. */
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
  nowplaying_content_kind kind = find_kind(&tags, film, media->live);
  write_entry_id(id, media->entry);

  nowplaying_content_new(kind, id, &content);
  set_tags(content, &tags);
  /* The name of the file where it has no title. */
  if (kind != NOWPLAYING_CONTENT_RADIO) nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, title);
  if (kind == NOWPLAYING_CONTENT_BOOK) set_chapter(media, content);
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
