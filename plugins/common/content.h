/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Describes an item, for plugins in C: its duration, and the id of its picture. */
#ifndef COMMON_CONTENT_H
#define COMMON_CONTENT_H

#include <nowplaying/nowplaying.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

#define PICTURE_NAME_SIZE NOWPLAYING_MAX_ID_BYTES

/* Sets the duration of an item, if it is known or the item has no end. */
static inline void set_duration(nowplaying_content *content, bool is_endless, int64_t duration_us) {
  if (is_endless) nowplaying_content_set_duration(content, NOWPLAYING_DURATION_LIVE, 0);
  else if (duration_us > 0) nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, duration_us);
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
