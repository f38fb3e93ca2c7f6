/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Reads what the extension says, of which nothing is sure: a member may be missing, or of another type. */
#include "host.h"

#include <stdio.h>
#include <string.h>

#define MAX_SECONDS (100.0 * 366 * 24 * 3600)
/* The length from which on a video is no music video. */
#define LONG_SECONDS (15.0 * 60)

int64_t microseconds(double seconds, int64_t otherwise) {
  return seconds >= 0 && seconds <= MAX_SECONDS ? (int64_t)(seconds * 1e6) : otherwise;
}

/* ------------------------------------------------------------------------------------------------- Content ------- */

/* The types of schema.org by which pages say what they play. */
static const struct {
  const char *word;
  nowplaying_content_kind kind;
  /* The field that takes the name of what the item is a part of; 0 for none. */
  nowplaying_field parent_field;
} kinds[] = {
    {"MusicRecording", NOWPLAYING_CONTENT_MUSIC, 0},
    {"PodcastEpisode", NOWPLAYING_CONTENT_PODCAST, NOWPLAYING_FIELD_SHOW_NAME},
    {"Movie", NOWPLAYING_CONTENT_MOVIE, 0},
    {"TVEpisode", NOWPLAYING_CONTENT_TV_SHOW, NOWPLAYING_FIELD_SHOW_NAME},
    {"Audiobook", NOWPLAYING_CONTENT_BOOK, NOWPLAYING_FIELD_AUTHOR},
};

/* Names the browser, as plasma-browser-integration does: surfaces show the tab in the place of the browser's player. */
static void set_browser(nowplaying_content *content) {
  char text[16];
  int process = identity_process();
  if (process == 0) return;
  snprintf(text, sizeof text, "%d", process);
  nowplaying_content_set_extra(content, "kde:pid", text);
}

/* Returns whether an item is a film or a broadcast with a picture: sites name their channels as its artists. */
static bool is_film(struct json_object *item) {
  return truth_of(item, "video") && (truth_of(item, "live") || number_of(item, "duration") >= LONG_SECONDS);
}

/* Makes a content without fields. Where a page does not say what it plays, the values decide the kind. */
static nowplaying_content *new_of_kind(struct json_object *item) {
  nowplaying_content *content = NULL;
  const char *word = text_of(item, "type"), *id = text_of(item, "id");
  for (size_t i = 0; word != NULL && i < COUNT(kinds); ++i) {
    if (strcmp(kinds[i].word, word) != 0) continue;
    nowplaying_content_new(kinds[i].kind, id, &content);
    if (kinds[i].parent_field != 0)
      nowplaying_content_set_text(content, kinds[i].parent_field, text_of(item, "artist"));
    return content;
  }
  if (is_film(item)) {
    nowplaying_content_new(NOWPLAYING_CONTENT_GENERIC, id, &content);
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_SUBTITLE, text_of(item, "artist"));
  } else {
    nowplaying_content_new_by_tags(id, &content);
  }
  return content;
}

static void set_chapters(nowplaying_content *content, struct json_object *item) {
  static nowplaying_chapter chapters[NOWPLAYING_MAX_CHAPTERS];
  size_t count, kept = 0;
  struct json_object *list = array_of(item, "chapters", NOWPLAYING_MAX_CHAPTERS, &count);
  for (size_t i = 0; i < count; ++i) {
    struct json_object *given = json_object_array_get_idx(list, i);
    int64_t start_us = microseconds(number_of(given, "start"), -1);
    if (start_us < 0 || (kept > 0 && start_us < chapters[kept - 1].start_us)) continue;
    chapters[kept] = (nowplaying_chapter)NOWPLAYING_CHAPTER_INIT;
    chapters[kept].start_us = start_us;
    chapters[kept].title = text_of(given, "title");
    chapters[kept++].artwork_id = text_of(given, "artwork");
  }
  nowplaying_content_set_chapters(content, chapters, kept);
}

nowplaying_content *content_new(struct json_object *item) {
  if (!json_object_is_type(item, json_type_object)) return NULL;
  nowplaying_content *content = new_of_kind(item);
  const char *url = text_of(item, "url");
  int64_t duration_us = microseconds(number_of(item, "duration"), 0);
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, text_of(item, "title"));
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_ARTISTS, text_of(item, "artist"));
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_ALBUM, text_of(item, "album"));
  /* A page has no say about files of this computer. */
  if (url != NULL && (strncmp(url, "https://", 8) == 0 || strncmp(url, "http://", 7) == 0)) {
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, url);
  }
  if (truth_of(item, "video")) nowplaying_content_set_media_type(content, NOWPLAYING_MEDIA_VIDEO);
  if (truth_of(item, "advertisement")) nowplaying_content_set_integer(content, NOWPLAYING_FIELD_ADVERTISEMENT, 1);
  if (truth_of(item, "live")) nowplaying_content_set_duration(content, NOWPLAYING_DURATION_LIVE, 0);
  else if (duration_us > 0) nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, duration_us);
  nowplaying_content_set_artwork(content, text_of(item, "artwork"));
  set_chapters(content, item);
  set_browser(content);
  return content;
}
