/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The present item, by its tags. */
#include "plugin.h"

#include <vlc_es.h>
#include <vlc_meta.h>

#include <stdio.h>

/* ------------------------------------------------------------------------------------------------- Tags --------- */

/* VLC's own tags by the names of their numbers. */
#define NAME(type) [vlc_meta_##type] = #type
static const char *const names[VLC_META_TYPE_COUNT] = {
    NAME(Artist),      NAME(AlbumArtist), NAME(Album),  NAME(Genre),   NAME(Date),     NAME(Description),
    NAME(TrackNumber), NAME(DiscNumber),  NAME(Season), NAME(Episode), NAME(ShowName), NAME(NowPlaying),
    NAME(Director),
    [vlc_meta_ESNowPlaying] = "NowPlaying",
    [vlc_meta_TrackID] = "MusicBrainz Track Id",
};

static void set_tag(nowplaying_content *content, const char *name, const char *value) {
  if (name != NULL && value != NULL) nowplaying_content_set_tag(content, name, value, strlen(value), NULL);
}

/* Hands over one of VLC's own. Returns whether it says anything. */
static bool set_known(nowplaying_content *content, input_item_t *item, vlc_meta_type_t type, const char *name) {
  char *value = input_item_GetMeta(item, type), stars[16];
  bool says = value != NULL && value[0] != '\0';
  if (says && type == vlc_meta_Rating) {
    /* One to five stars. */
    snprintf(stars, sizeof stars, "%.8s/5", value);
    set_tag(content, "Rating", stars);
  } else {
    set_tag(content, name, value);
  }
  free(value);
  return says;
}

/* VLC has a list of tags of its own, and the rest by the names that the file gives. The item is locked. */
static void set_others(nowplaying_content *content, const vlc_meta_t *meta) {
  char **others = vlc_meta_CopyExtraNames(meta);
  for (char **name = others; name != NULL && *name != NULL; ++name) {
    set_tag(content, *name, vlc_meta_GetExtra(meta, *name));
    free(*name);
  }
  free(others);
}

static void set_chapter(nowplaying_content *content, input_thread_t *input) {
  int chapters = input != NULL ? var_CountChoices(input, "chapter") : 0;
  if (chapters <= 0) return;
  nowplaying_content_set_integer(content, NOWPLAYING_FIELD_CHAPTER, var_GetInteger(input, "chapter") + 1);
  nowplaying_content_set_integer(content, NOWPLAYING_FIELD_CHAPTER_COUNT, chapters);
}

/* input: NULL for what is not loaded. length: in microseconds; 0 where it is not known. */
static nowplaying_content *describe(int entry, input_item_t *item, input_thread_t *input, int64_t length) {
  nowplaying_content *content = NULL;
  char id[32];
  bool film = false, told = false, has_artist = false;
  /* The file's name where it has no title. */
  char *title = input_item_GetTitleFbName(item);
  char *uri = input_item_GetURI(item);
  snprintf(id, sizeof id, ENTRY_ID, entry);

  nowplaying_content_new_by_tags(id, &content);
  for (int type = 0; type < VLC_META_TYPE_COUNT; ++type) {
    bool says = set_known(content, item, type, names[type]);
    has_artist |= says && type == vlc_meta_Artist;
    told |= says && (type == vlc_meta_NowPlaying || type == vlc_meta_ESNowPlaying);
  }
  /* VLC's word for the artist of Matroska. */
  if (!has_artist) set_known(content, item, vlc_meta_AlbumArtist, "Artist");
  vlc_mutex_lock(&item->lock);
  if (item->p_meta != NULL) set_others(content, item->p_meta);
  for (int i = 0; i < item->i_es; ++i) film |= item->es[i]->i_cat == VIDEO_ES;
  bool remote = item->b_net;
  vlc_mutex_unlock(&item->lock);
  /* Nothing of it is selected when only the sound of it is wanted. A cover is no track of video to VLC. */
  if (input != NULL) film = var_GetInteger(input, "video-es") >= 0;
  if (film) nowplaying_content_set_media_type(content, NOWPLAYING_MEDIA_VIDEO);
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, title);
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, uri);
  set_chapter(content, input);
  /* A server of music may tell the title of a song as a radio does, beside its length. */
  if (length > 0) {
    nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, length);
  } else if (told || (input != NULL && remote && !var_GetBool(input, "can-seek"))) {
    nowplaying_content_set_duration(content, NOWPLAYING_DURATION_LIVE, 0);
  }

  free(uri);
  free(title);
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
