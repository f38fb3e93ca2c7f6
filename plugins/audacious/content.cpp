/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Describes an entry by its tags. */
#include "player.h"

#include <cstring>
#include <libaudcore/audstrings.h>

/* An entry that is not a file and has no length is a broadcast. */
static bool is_broadcast(const String &file, const Tuple &tuple) {
  return strncmp(file, "file://", strlen("file://")) != 0 && tuple.get_int(Tuple::Length) <= 0;
}

static void set_tag(nowplaying_content *content, Tuple::Field field, const char *value, bool broadcast) {
  /* Audacious has one MusicBrainz id only, that of the recording. */
  const char *name = field == Tuple::MusicBrainzID ? "musicbrainz_trackid" : Tuple::field_get_name(field);
  /* Of a broadcast, Audacious stores the station's name as the artist. */
  if (broadcast && field == Tuple::Artist) name = "station-name";
  nowplaying_content_set_tag(content, name, value, strlen(value), nullptr);
}

static void set_tags(nowplaying_content *content, const Tuple &tuple, bool broadcast) {
  for (Tuple::Field field : Tuple::all_fields()) {
    Tuple::ValueType type = tuple.get_value_type(field);
    if (type == Tuple::String) set_tag(content, field, tuple.get_str(field), broadcast);
    if (type == Tuple::Int) set_tag(content, field, int_to_str(tuple.get_int(field)), broadcast);
  }
}

nowplaying_content *describe(const char *id, const String &file, const Tuple &tuple, const std::string &cover) {
  nowplaying_content *content = nullptr;
  bool broadcast = is_broadcast(file, tuple);
  nowplaying_content_new_by_tags(id, &content);
  /* The file name serves as the title unless a tag has one. */
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, tuple.get_str(Tuple::Basename));
  set_tags(content, tuple, broadcast);
  /* The song of a cue sheet is a part of this audio file. */
  String audio = tuple.get_str(Tuple::AudioFile);
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, audio ? audio : file);
  int length_ms = tuple.get_int(Tuple::Length);
  if (length_ms > 0) nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, int64_t{length_ms} * 1000);
  if (broadcast) nowplaying_content_set_duration(content, NOWPLAYING_DURATION_LIVE, 0);
  nowplaying_content_set_artwork(content, cover.c_str());
  return content;
}
