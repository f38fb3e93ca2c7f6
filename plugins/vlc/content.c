/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Describes the present item by its tags. */
#include "plugin.h"

#include <vlc_es.h>
#include <vlc_meta.h>

#include <stdio.h>

/* ------------------------------------------------------------------------------------------------- Tags --------- */

/* VLC's own tags, named after their numbers. */
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

/* Sets one of VLC's own tags. Returns whether it has a value. */
static bool set_known(nowplaying_content *content, input_item_t *item, vlc_meta_type_t type, const char *name) {
  char *value = input_item_GetMeta(item, type);
  bool says = value != NULL && value[0] != '\0', stars = says && type == vlc_meta_Rating;
  set_tag(content, name, value);
  /* VLC's rating is one to five stars. */
  if (stars) nowplaying_content_set_number(content, NOWPLAYING_FIELD_USER_RATING, atof(value) / 5);
  free(value);
  return says;
}

/* Sets the tags that VLC keeps under their names in the file. The item is locked. */
static void set_others(nowplaying_content *content, const vlc_meta_t *meta) {
  char **others = vlc_meta_CopyExtraNames(meta);
  for (char **name = others; name != NULL && *name != NULL; ++name) {
    set_tag(content, *name, vlc_meta_GetExtra(meta, *name));
    free(*name);
  }
  free(others);
}

/* Returns whether a text ends with another one. */
static bool is_end(const char *text, const char *end) {
  size_t length = strlen(text), of_end = strlen(end);
  return of_end <= length && strcmp(text + length - of_end, end) == 0;
}

/* Describes an item. input: NULL when it is not loaded. length: in microseconds; 0 when it is not known. */
static nowplaying_content *describe(int entry, input_item_t *item, input_thread_t *input, int64_t length) {
  nowplaying_content *content = NULL;
  char id[32];
  bool film = false, told = false, has_artist = false;
  /* The file name serves as the title unless a tag has one. */
  char *title = input_item_GetTitleFbName(item);
  char *uri = input_item_GetURI(item);
  snprintf(id, sizeof id, ENTRY_ID, entry);

  nowplaying_content_new_by_tags(id, &content);
  for (int type = 0; type < VLC_META_TYPE_COUNT; ++type) {
    bool says = set_known(content, item, type, names[type]);
    has_artist |= says && type == vlc_meta_Artist;
    told |= says && (type == vlc_meta_NowPlaying || type == vlc_meta_ESNowPlaying);
  }
  /* The name under which VLC keeps the artist of Matroska files. */
  if (!has_artist) set_known(content, item, vlc_meta_AlbumArtist, "Artist");
  vlc_mutex_lock(&item->lock);
  if (item->p_meta != NULL) set_others(content, item->p_meta);
  for (int i = 0; i < item->i_es; ++i) film |= item->es[i]->i_cat == VIDEO_ES;
  bool remote = item->b_net;
  vlc_mutex_unlock(&item->lock);
  /* "video-es" is -1 when only the sound is wanted. VLC does not count a cover as a video track. */
  if (input != NULL) film = var_GetInteger(input, "video-es") >= 0;
  if (film) nowplaying_content_set_media_type(content, NOWPLAYING_MEDIA_VIDEO);
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, uri);
  /* Only a radio gets its station's name: a music server may also send a song's title like a radio, but with a
   * length. */
  bool is_sent = told || (input != NULL && remote && !var_GetBool(input, "can-seek"));
  if (is_sent && length <= 0) set_passing(content, film);
  else set_duration(content, length);
  set_title(content, title, title != NULL && uri != NULL && is_end(uri, title));

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
