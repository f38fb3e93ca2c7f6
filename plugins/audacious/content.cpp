/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* An entry, by its tags: of which kind it is, and what each tag is to the desktop. */
#include "player.h"

#include <cstdio>
#include <cstring>
#include <strings.h>
#include <vector>

/* Tags that may be several texts. */
static const struct {
  Tuple::Field tag;
  nowplaying_field field;
} lists[] = {
    {Tuple::Artist, NOWPLAYING_FIELD_ARTISTS},
    {Tuple::AlbumArtist, NOWPLAYING_FIELD_ALBUM_ARTISTS},
    {Tuple::Composer, NOWPLAYING_FIELD_COMPOSERS},
    {Tuple::Genre, NOWPLAYING_FIELD_GENRES},
    {Tuple::Comment, NOWPLAYING_FIELD_COMMENTS},
    {Tuple::MusicBrainzID, NOWPLAYING_FIELD_MUSICBRAINZ_TRACK_IDS},
};

/* Several artists, genres … of a file come as one text, with semicolons between them. */
static void set_list(nowplaying_content *content, nowplaying_field field, const char *joined) {
  std::string copy = joined;
  std::vector<const char *> items;
  char *rest = &copy[0];
  while (rest != nullptr && items.size() < NOWPLAYING_MAX_TEXTS) {
    char *item = strsep(&rest, ";");
    items.push_back(item + strspn(item, " "));
  }
  nowplaying_content_set_texts(content, field, items.data(), items.size());
}

static void set_date(nowplaying_content *content, const Tuple &tuple) {
  String date = tuple.get_str(Tuple::Date);
  if (date && nowplaying_content_set_text(content, NOWPLAYING_FIELD_RELEASE_DATE, date) == NOWPLAYING_OK) return;
  int year = tuple.get_int(Tuple::Year);
  char text[16];
  snprintf(text, sizeof text, "%04d", year);
  if (year > 0 && year < 10000) nowplaying_content_set_text(content, NOWPLAYING_FIELD_RELEASE_DATE, text);
}

static bool has_genre(const Tuple &tuple, const char *genre) {
  String value = tuple.get_str(Tuple::Genre);
  return value && strcasestr(value, genre) != nullptr;
}

static bool is_file(const char *uri) { return strncmp(uri, "file://", strlen("file://")) == 0; }

/* A file from elsewhere that has no length is a broadcast. */
static nowplaying_content_kind find_kind(const String &file, const Tuple &tuple) {
  if (!is_file(file) && tuple.get_int(Tuple::Length) <= 0) return NOWPLAYING_CONTENT_RADIO;
  if (has_genre(tuple, "podcast")) return NOWPLAYING_CONTENT_PODCAST;
  if (has_genre(tuple, "audiobook")) return NOWPLAYING_CONTENT_BOOK;
  return NOWPLAYING_CONTENT_MUSIC;
}

static void set_fields_of_kind(nowplaying_content *content, nowplaying_content_kind kind, const Tuple &tuple) {
  switch (kind) {
  case NOWPLAYING_CONTENT_RADIO:
    /* So Audacious stores what a station says. */
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_STATION_NAME, tuple.get_str(Tuple::Artist));
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_PROGRAM_NAME, tuple.get_str(Tuple::Title));
    break;
  case NOWPLAYING_CONTENT_PODCAST:
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_SHOW_NAME, tuple.get_str(Tuple::Album));
    break;
  case NOWPLAYING_CONTENT_BOOK:
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_AUTHOR, tuple.get_str(Tuple::Artist));
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_NARRATOR, tuple.get_str(Tuple::Composer));
    break;
  default: break;
  }
}

static void set_tags(nowplaying_content *content, nowplaying_content_kind kind, const Tuple &tuple) {
  for (const auto &list : lists) {
    String value = tuple.get_str(list.tag);
    bool is_station = kind == NOWPLAYING_CONTENT_RADIO && list.tag == Tuple::Artist;
    if (value && !is_station) set_list(content, list.field, value);
  }
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_ALBUM, tuple.get_str(Tuple::Album));
  nowplaying_content_set_integer(content, NOWPLAYING_FIELD_TRACK_NUMBER, tuple.get_int(Tuple::Track));
  set_date(content, tuple);
  /* Audacious 4.2 has neither; later ones do. */
  Tuple::Field disc = Tuple::field_by_name("disc-number"), lyrics = Tuple::field_by_name("lyrics");
  if (disc >= 0) nowplaying_content_set_integer(content, NOWPLAYING_FIELD_DISC_NUMBER, tuple.get_int(disc));
  if (lyrics >= 0) nowplaying_content_set_text(content, NOWPLAYING_FIELD_LYRICS, tuple.get_str(lyrics));
}

nowplaying_content *describe(const char *id, const String &file, const Tuple &tuple, const std::string &cover) {
  nowplaying_content_kind kind = find_kind(file, tuple);
  nowplaying_content *content = nullptr;
  nowplaying_content_new(kind, id, &content);
  set_tags(content, kind, tuple);
  if (kind != NOWPLAYING_CONTENT_RADIO) {
    String title = tuple.get_str(Tuple::Title);
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, title ? title : tuple.get_str(Tuple::Basename));
  }
  set_fields_of_kind(content, kind, tuple);
  /* Of a song of a cue sheet, the file that it is a part of. */
  String audio = tuple.get_str(Tuple::AudioFile);
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, audio ? audio : file);
  int length_ms = tuple.get_int(Tuple::Length);
  if (length_ms > 0) nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, int64_t{length_ms} * 1000);
  nowplaying_content_set_artwork(content, cover.c_str());
  return content;
}
