/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* An entry, by its tags, and of which kind it is. */
#include "player.h"

#include <cstring>
#include <libaudcore/audstrings.h>
#include <strings.h>

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

static void set_tag(nowplaying_content *content, Tuple::Field field, const char *value) {
  /* Of the song; Audacious has no other. */
  const char *name = field == Tuple::MusicBrainzID ? "musicbrainz_trackid" : Tuple::field_get_name(field);
  nowplaying_content_set_tag(content, name, value, strlen(value), nullptr);
}

static void set_tags(nowplaying_content *content, const Tuple &tuple) {
  for (Tuple::Field field : Tuple::all_fields()) {
    Tuple::ValueType type = tuple.get_value_type(field);
    if (type == Tuple::String) set_tag(content, field, tuple.get_str(field));
    if (type == Tuple::Int) set_tag(content, field, int_to_str(tuple.get_int(field)));
  }
}

/* So Audacious stores what a station says. */
static void set_station(nowplaying_content *content, const Tuple &tuple) {
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_STATION_NAME, tuple.get_str(Tuple::Artist));
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_PROGRAM_NAME, tuple.get_str(Tuple::Title));
  nowplaying_content_set_texts(content, NOWPLAYING_FIELD_ARTISTS, nullptr, 0);
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, nullptr);
}

nowplaying_content *describe(const char *id, const String &file, const Tuple &tuple, const std::string &cover) {
  nowplaying_content_kind kind = find_kind(file, tuple);
  nowplaying_content *content = nullptr;
  nowplaying_content_new(kind, id, &content);
  set_tags(content, tuple);
  if (kind == NOWPLAYING_CONTENT_RADIO) {
    set_station(content, tuple);
  } else if (!tuple.get_str(Tuple::Title)) {
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, tuple.get_str(Tuple::Basename));
  }
  /* Of a song of a cue sheet, the file that it is a part of. */
  String audio = tuple.get_str(Tuple::AudioFile);
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, audio ? audio : file);
  int length_ms = tuple.get_int(Tuple::Length);
  if (length_ms > 0) nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, int64_t{length_ms} * 1000);
  nowplaying_content_set_artwork(content, cover.c_str());
  return content;
}
