/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The present item, by its tags, and of which kind it is. */
#include "plugin.h"

#include <vlc_es.h>
#include <vlc_meta.h>

#include <stdio.h>
#include <strings.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The item's own description. VLC has a list of tags of its own, and the rest by the names that the file gives. */
struct tags {
  char *known[VLC_META_TYPE_COUNT];
  struct {
    char *name, *value;
  } extra[64];
  size_t extra_count;
  /* Whether there is something to see, and whether it comes from the network. */
  bool film, remote;
};

/* ---------------------------------------------------------------------------------------------- Reading --------- */

static void read_extra(struct tags *tags, const vlc_meta_t *meta) {
  char **names = vlc_meta_CopyExtraNames(meta);
  for (char **name = names; name != NULL && *name != NULL; ++name) {
    const char *value = vlc_meta_GetExtra(meta, *name);
    if (tags->extra_count < COUNT(tags->extra) && value != NULL && value[0] != '\0') {
      tags->extra[tags->extra_count].value = strdup(value);
      tags->extra[tags->extra_count++].name = *name;
    } else {
      free(*name);
    }
  }
  free(names);
}

/* input: NULL while the item is not loaded. */
static void read_tags(struct tags *tags, input_thread_t *input, input_item_t *item) {
  for (int type = 0; type < VLC_META_TYPE_COUNT; ++type) tags->known[type] = input_item_GetMeta(item, type);
  vlc_mutex_lock(&item->lock);
  if (item->p_meta != NULL) read_extra(tags, item->p_meta);
  tags->remote = item->b_net;
  for (int i = 0; i < item->i_es; ++i) tags->film |= item->es[i]->i_cat == VIDEO_ES;
  vlc_mutex_unlock(&item->lock);
  /* Nothing of it is selected when only the sound of it is wanted. A cover is no track of video to VLC. */
  if (input != NULL) tags->film = var_GetInteger(input, "video-es") >= 0;
}

static void free_tags(struct tags *tags) {
  for (int type = 0; type < VLC_META_TYPE_COUNT; ++type) free(tags->known[type]);
  for (size_t i = 0; i < tags->extra_count; ++i) {
    free(tags->extra[i].name);
    free(tags->extra[i].value);
  }
}

/* NULL when it is missing or empty. */
static const char *get_tag(const struct tags *tags, vlc_meta_type_t type) {
  const char *value = tags->known[type];
  return value != NULL && value[0] != '\0' ? value : NULL;
}

/* Files write their names in either case. */
static const char *get_extra(const struct tags *tags, const char *name) {
  for (size_t i = 0; i < tags->extra_count; ++i) {
    if (strcasecmp(tags->extra[i].name, name) == 0) return tags->extra[i].value;
  }
  return NULL;
}

static const char *get_show(const struct tags *tags) {
  const char *name = get_tag(tags, vlc_meta_ShowName);
  return name != NULL ? name : get_extra(tags, "showName");
}

/* ---------------------------------------------------------------------------------------------- Setting --------- */

/* VLC's own tags by the names of their numbers. */
#define NAME(type) [vlc_meta_##type] = #type
static const char *const names[VLC_META_TYPE_COUNT] = {
    NAME(Artist),      NAME(AlbumArtist), NAME(Album),  NAME(Genre),   NAME(Date),     NAME(Description),
    NAME(TrackNumber), NAME(DiscNumber),  NAME(Season), NAME(Episode), NAME(ShowName), NAME(NowPlaying),
    [vlc_meta_ESNowPlaying] = "NowPlaying",
    [vlc_meta_TrackID] = "MusicBrainz Track Id",
};

static void set_tag(nowplaying_content *content, const char *name, const char *value) {
  if (name != NULL && value != NULL) nowplaying_content_set_tag(content, name, value, strlen(value), NULL);
}

static void set_tags(nowplaying_content *content, const struct tags *tags) {
  for (int type = 0; type < VLC_META_TYPE_COUNT; ++type) set_tag(content, names[type], tags->known[type]);
  for (size_t i = 0; i < tags->extra_count; ++i) set_tag(content, tags->extra[i].name, tags->extra[i].value);
  /* One to five stars. */
  const char *rating = get_tag(tags, vlc_meta_Rating);
  char stars[16];
  if (rating != NULL) {
    snprintf(stars, sizeof stars, "%.8s/5", rating);
    set_tag(content, "Rating", stars);
  }
  /* VLC's word for the artist of Matroska. */
  if (get_tag(tags, vlc_meta_Artist) == NULL) set_tag(content, "Artist", get_tag(tags, vlc_meta_AlbumArtist));
}

/* ------------------------------------------------------------------------------------------------ Kinds --------- */

static bool has_genre(const struct tags *tags, const char *genre) {
  const char *value = get_tag(tags, vlc_meta_Genre);
  return value != NULL && strcasestr(value, genre) != NULL;
}

/* A server of music may tell the title of a song as a radio does, beside its length. */
static nowplaying_content_kind find_kind(const struct tags *tags, bool live, bool endless) {
  bool told = get_tag(tags, vlc_meta_NowPlaying) != NULL || get_tag(tags, vlc_meta_ESNowPlaying) != NULL;
  if (live || (told && endless)) return NOWPLAYING_CONTENT_RADIO;
  if (has_genre(tags, "podcast") || get_extra(tags, "podcast") != NULL) return NOWPLAYING_CONTENT_PODCAST;
  if (has_genre(tags, "audiobook") || get_extra(tags, "narrator") != NULL) return NOWPLAYING_CONTENT_BOOK;
  if (get_show(tags) != NULL) return tags->film ? NOWPLAYING_CONTENT_TV_SHOW : NOWPLAYING_CONTENT_PODCAST;
  if (!tags->film) return NOWPLAYING_CONTENT_MUSIC;
  if (get_tag(tags, vlc_meta_Director) != NULL) return NOWPLAYING_CONTENT_MOVIE;
  /* A film that does not say what it is may be a video of music. */
  bool music = get_tag(tags, vlc_meta_Artist) != NULL || get_tag(tags, vlc_meta_AlbumArtist) != NULL ||
               get_tag(tags, vlc_meta_Album) != NULL;
  return music ? NOWPLAYING_CONTENT_MUSIC : NOWPLAYING_CONTENT_GENERIC;
}

/* A book says which chapter plays. */
static void set_chapter(nowplaying_content *content, input_thread_t *input) {
  int chapters = input != NULL ? var_CountChoices(input, "chapter") : 0;
  if (chapters <= 0) return;
  nowplaying_content_set_integer(content, NOWPLAYING_FIELD_CHAPTER, var_GetInteger(input, "chapter") + 1);
  nowplaying_content_set_integer(content, NOWPLAYING_FIELD_CHAPTER_COUNT, chapters);
}

/* input: NULL for what is not loaded. length: in microseconds; 0 where it is not known. */
static nowplaying_content *describe(int entry, input_item_t *item, input_thread_t *input, int64_t length) {
  struct tags tags = {.extra_count = 0};
  nowplaying_content *content = NULL;
  char id[32];
  read_tags(&tags, input, item);
  bool live = input != NULL && tags.remote && length <= 0 && !var_GetBool(input, "can-seek");
  nowplaying_content_kind kind = find_kind(&tags, live, length <= 0);
  /* The file's name where it has no title. */
  char *title = input_item_GetTitleFbName(item);
  char *uri = input_item_GetURI(item);
  snprintf(id, sizeof id, ENTRY_ID, entry);

  nowplaying_content_new(kind, id, &content);
  set_tags(content, &tags);
  bool radio = kind == NOWPLAYING_CONTENT_RADIO;
  nowplaying_content_set_text(content, radio ? NOWPLAYING_FIELD_STATION_NAME : NOWPLAYING_FIELD_TITLE, title);
  if (kind == NOWPLAYING_CONTENT_BOOK) set_chapter(content, input);
  if (tags.film) nowplaying_content_set_media_type(content, NOWPLAYING_MEDIA_VIDEO);
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, uri);
  if (length > 0 && !radio) {
    nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, length);
  }

  free(uri);
  free(title);
  free_tags(&tags);
  return content;
}

nowplaying_content *describe_item(intf_sys_t *sys) {
  input_item_t *item = input_GetItem(sys->input);
  nowplaying_content *content = describe(sys->entry, item, sys->input, var_GetInteger(sys->input, "length"));
  sys->has_chapters = set_chapters(sys->input, content);
  find_cover(sys, item);
  nowplaying_content_set_artwork(content, sys->cover.id);
  return content;
}

nowplaying_content *describe_entry(int entry, input_item_t *item) {
  return describe(entry, item, NULL, input_item_GetDuration(item));
}
