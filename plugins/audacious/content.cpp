/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Describes an entry by its tags. */
#include "player.h"

#include <cstring>
#include <libaudcore/audstrings.h>

/* An entry that is not a file and has no length is a broadcast, unless it is a track of an album: a server may make a
 * song of another one while it sends it. */
static bool is_broadcast(const String &file, const Tuple &tuple) {
  bool is_track = tuple.get_str(Tuple::Album) && tuple.get_int(Tuple::Track) > 0;
  return !is_track && strncmp(file, "file://", strlen("file://")) != 0 && tuple.get_int(Tuple::Length) <= 0;
}

static void set_tags(np::Content &content, const Tuple &tuple, bool broadcast) {
  for (Tuple::Field field : Tuple::all_fields()) {
    /* Audacious has one MusicBrainz id only, that of the recording. */
    const char *name = field == Tuple::MusicBrainzID ? "musicbrainz_trackid" : Tuple::field_get_name(field);
    /* Of a broadcast, Audacious stores the station's name as the artist, and the title as the station sends it, often
     * "Artist - Title". */
    if (broadcast && field == Tuple::Artist) name = "station-name";
    if (broadcast && field == Tuple::Title) name = "streamtitle";
    Tuple::ValueType type = tuple.get_value_type(field);
    if (type == Tuple::String) content.tag(name, static_cast<const char *>(tuple.get_str(field)));
    if (type == Tuple::Int) content.tag(name, static_cast<const char *>(int_to_str(tuple.get_int(field))));
  }
}

np::Content describe(const String &file, const Tuple &tuple, const std::string &cover) {
  bool broadcast = is_broadcast(file, tuple);
  np::Content content(std::nullopt, std::string(file));
  /* The file name serves as the title unless a tag has one. */
  if (String name = tuple.get_str(Tuple::Basename)) content.set(np::TextField::Title, std::string(name));
  set_tags(content, tuple, broadcast);
  /* The song of a cue sheet is a part of this audio file. */
  String audio = tuple.get_str(Tuple::AudioFile);
  content.set(np::TextField::Url, std::string(audio ? audio : file)).artwork(cover);
  int length_ms = tuple.get_int(Tuple::Length);
  if (length_ms > 0) content.duration(std::chrono::milliseconds(length_ms));
  if (broadcast) content.duration(np::DurationKind::Live);
  return content;
}
