/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Describes an item, for plugins in C: its duration, and the id of its picture. */
#ifndef COMMON_CONTENT_H
#define COMMON_CONTENT_H

#include <nowplaying/nowplaying.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

#define PICTURE_NAME_SIZE NOWPLAYING_MAX_ID_BYTES

/* Sets the duration of an item, if it is known. */
static inline void set_duration(nowplaying_content *content, int64_t duration_us) {
  if (duration_us > 0) nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, duration_us);
}

/* Sets that an item is played as it comes, and nobody knows its length: a broadcast, or a song that a server makes of
 * another one while it sends it. Its tags, which have to be set already, decide. Returns whether it is a broadcast. */
static inline bool set_passing(nowplaying_content *content, bool is_film) {
  nowplaying_content_kind kind = NOWPLAYING_CONTENT_RADIO;
  nowplaying_content_set_duration(content, NOWPLAYING_DURATION_LIVE, 0);
  nowplaying_content_get_kind(content, &kind);
  if (kind == NOWPLAYING_CONTENT_RADIO || is_film) return true;
  nowplaying_content_set_duration(content, NOWPLAYING_DURATION_UNKNOWN, 0);
  return false;
}

/* Sets the title of an item. is_place: it is the end of the address, for want of another, which names no station. */
static inline void set_title(nowplaying_content *content, const char *title, bool is_place) {
  nowplaying_content_kind kind = NOWPLAYING_CONTENT_GENERIC;
  nowplaying_content_get_kind(content, &kind);
  bool is_program = is_place && kind == NOWPLAYING_CONTENT_RADIO;
  nowplaying_content_set_text(content, is_program ? NOWPLAYING_FIELD_PROGRAM_NAME : NOWPLAYING_FIELD_TITLE, title);
}

/* Makes the id of a picture from the time and the size of its file, which may be overwritten, and from its location, so
 * that the songs of an album share it. The location comes last, because a long id is cut. path: NULL when the picture
 * is not a file. */
static inline void name_picture(char name[PICTURE_NAME_SIZE], const char *place, const char *path) {
  struct stat found = {0};
  if (path != NULL) stat(path, &found);
  snprintf(name, PICTURE_NAME_SIZE, "%lld.%09ld %lld %s", (long long)found.st_mtim.tv_sec, found.st_mtim.tv_nsec,
           (long long)found.st_size, place);
}

#endif
