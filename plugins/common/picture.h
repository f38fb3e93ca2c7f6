/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Makes the ids by which the library knows pictures. */
#ifndef COMMON_PICTURE_H
#define COMMON_PICTURE_H

#include <nowplaying/nowplaying.h>
#include <stdio.h>
#include <sys/stat.h>

#define PICTURE_NAME_SIZE NOWPLAYING_MAX_ID_BYTES

/* Makes the id of a picture from its location, so that the songs of an album share one, and from the time of the file,
 * since it may be overwritten. They come first, because a long id is cut. path: NULL when the picture is not a file. */
static inline void name_picture(char name[PICTURE_NAME_SIZE], const char *place, const char *path) {
  struct stat found = {0};
  if (path != NULL) stat(path, &found);
  snprintf(name, PICTURE_NAME_SIZE, "%lld.%09ld %lld %s", (long long)found.st_mtim.tv_sec, found.st_mtim.tv_nsec,
           (long long)found.st_size, place);
}

#endif
