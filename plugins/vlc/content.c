/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The present item, by its tags: of which kind it is, and what each tag is to the desktop. */
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

/* The tags that are one text, a date, several texts, or a number. */
static const struct {
  vlc_meta_type_t type;
  nowplaying_field field;
} known_fields[] = {
    {vlc_meta_Album, NOWPLAYING_FIELD_ALBUM},
    /* "2006", "2006-05" and "2006-05-31" are all usual, and taken. */
    {vlc_meta_Date, NOWPLAYING_FIELD_RELEASE_DATE},
    {vlc_meta_Artist, NOWPLAYING_FIELD_ARTISTS},
    {vlc_meta_AlbumArtist, NOWPLAYING_FIELD_ALBUM_ARTISTS},
    {vlc_meta_Genre, NOWPLAYING_FIELD_GENRES},
    {vlc_meta_Description, NOWPLAYING_FIELD_COMMENTS},
    {vlc_meta_TrackID, NOWPLAYING_FIELD_MUSICBRAINZ_TRACK_IDS},
    {vlc_meta_TrackNumber, NOWPLAYING_FIELD_TRACK_NUMBER},
    {vlc_meta_DiscNumber, NOWPLAYING_FIELD_DISC_NUMBER},
    {vlc_meta_Season, NOWPLAYING_FIELD_SEASON},
    {vlc_meta_Episode, NOWPLAYING_FIELD_EPISODE},
};

static const struct {
  const char *name;
  nowplaying_field field;
} extra_fields[] = {
    {"composer", NOWPLAYING_FIELD_COMPOSERS},
    {"lyricist", NOWPLAYING_FIELD_LYRICISTS},
    {"lyrics", NOWPLAYING_FIELD_LYRICS},
    {"isrc", NOWPLAYING_FIELD_ISRC},
    {"bpm", NOWPLAYING_FIELD_BEATS_PER_MINUTE},
    /* VLC's reading of the name of a file: "Series.S02E05.mkv". */
    {"seasonNumber", NOWPLAYING_FIELD_SEASON},
    {"episodeNumber", NOWPLAYING_FIELD_EPISODE},
    {VLC_META_EXTRA_MB_ALBUMID, NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_IDS},
    /* As Vorbis comments name them, and as ID3 and MP4 do. */
    {"musicbrainz_trackid", NOWPLAYING_FIELD_MUSICBRAINZ_TRACK_IDS},
    {"MusicBrainz Track Id", NOWPLAYING_FIELD_MUSICBRAINZ_TRACK_IDS},
    {"musicbrainz_albumid", NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_IDS},
    {"MusicBrainz Album Id", NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_IDS},
    {"musicbrainz_artistid", NOWPLAYING_FIELD_MUSICBRAINZ_ARTIST_IDS},
    {"MusicBrainz Artist Id", NOWPLAYING_FIELD_MUSICBRAINZ_ARTIST_IDS},
    {"musicbrainz_albumartistid", NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_ARTIST_IDS},
    {"MusicBrainz Album Artist Id", NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_ARTIST_IDS},
};

/* Several artists, genres … of a file come as one text, with semicolons between them. */
static void set_list(nowplaying_content *content, nowplaying_field field, const char *joined) {
  const char *items[NOWPLAYING_MAX_TEXTS];
  size_t count = 0;
  char *copy = strdup(joined), *rest = copy;
  while (rest != NULL && count < COUNT(items)) {
    char *item = strsep(&rest, ";");
    items[count++] = item + strspn(item, " ");
  }
  nowplaying_content_set_texts(content, field, items, count);
  free(copy);
}

static void set_field(nowplaying_content *content, nowplaying_field field, const char *value) {
  if (value == NULL) return;
  if (field < 100 || field == NOWPLAYING_FIELD_RELEASE_DATE) {
    nowplaying_content_set_text(content, field, value);
  } else if (field < 200) {
    set_list(content, field, value);
  } else if (atoi(value) > 0) {
    nowplaying_content_set_integer(content, field, atoi(value));
  }
}

static void set_tags(nowplaying_content *content, const struct tags *tags) {
  for (size_t i = 0; i < COUNT(known_fields); ++i) {
    set_field(content, known_fields[i].field, get_tag(tags, known_fields[i].type));
  }
  for (size_t i = 0; i < COUNT(extra_fields); ++i) {
    set_field(content, extra_fields[i].field, get_extra(tags, extra_fields[i].name));
  }
  /* The only tag of Matroska that VLC reads. */
  if (get_tag(tags, vlc_meta_Artist) == NULL) {
    set_field(content, NOWPLAYING_FIELD_ARTISTS, get_tag(tags, vlc_meta_AlbumArtist));
  }
  /* One to five stars. */
  const char *rating = get_tag(tags, vlc_meta_Rating);
  if (rating != NULL && atoi(rating) > 0) {
    nowplaying_content_set_number(content, NOWPLAYING_FIELD_USER_RATING, atoi(rating) / 5.0);
  }
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

static void set_first(nowplaying_content *content, nowplaying_field field, const char *first, const char *second) {
  nowplaying_content_set_text(content, field, first != NULL ? first : second);
}

static void set_fields_of_kind(nowplaying_content *content, nowplaying_content_kind kind, const struct tags *tags,
                               const char *title, input_thread_t *input) {
  int chapters = input != NULL ? var_CountChoices(input, "chapter") : 0;
  switch (kind) {
  case NOWPLAYING_CONTENT_RADIO:
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_STATION_NAME, title);
    set_first(content, NOWPLAYING_FIELD_PROGRAM_NAME, get_tag(tags, vlc_meta_NowPlaying),
              get_tag(tags, vlc_meta_ESNowPlaying));
    return;
  case NOWPLAYING_CONTENT_PODCAST:
  case NOWPLAYING_CONTENT_TV_SHOW:
    set_first(content, NOWPLAYING_FIELD_SHOW_NAME, get_show(tags), get_tag(tags, vlc_meta_Album));
    break;
  case NOWPLAYING_CONTENT_BOOK:
    set_first(content, NOWPLAYING_FIELD_AUTHOR, get_tag(tags, vlc_meta_Artist), get_tag(tags, vlc_meta_AlbumArtist));
    set_first(content, NOWPLAYING_FIELD_NARRATOR, get_extra(tags, "narrator"), get_extra(tags, "composer"));
    if (chapters <= 0) break;
    nowplaying_content_set_integer(content, NOWPLAYING_FIELD_CHAPTER, var_GetInteger(input, "chapter") + 1);
    nowplaying_content_set_integer(content, NOWPLAYING_FIELD_CHAPTER_COUNT, chapters);
    break;
  default: break;
  }
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, title);
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
  set_fields_of_kind(content, kind, &tags, title, input);
  if (tags.film) nowplaying_content_set_media_type(content, NOWPLAYING_MEDIA_VIDEO);
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, uri);
  if (length > 0 && kind != NOWPLAYING_CONTENT_RADIO) {
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
