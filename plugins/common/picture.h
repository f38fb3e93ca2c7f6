/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Makes the ids by which the library knows pictures. */
#ifndef COMMON_PICTURE_H
#define COMMON_PICTURE_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define PICTURE_NAME_SIZE 32

static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
  for (size_t i = 0; i < size; ++i) hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(1099511628211);
  return hash;
}

/* Makes the id of a picture from its location, so that the songs of an album share one, and from the time of the file,
 * since it may be overwritten. path: NULL when the picture is not a file. */
static inline void name_picture(char name[PICTURE_NAME_SIZE], const char *place, const char *path) {
  uint64_t hash = hash_bytes(UINT64_C(14695981039346656037), place, strlen(place));
  struct stat found;
  if (path != NULL && stat(path, &found) == 0) {
    hash = hash_bytes(hash, &found.st_mtim, sizeof found.st_mtim);
    hash = hash_bytes(hash, &found.st_size, sizeof found.st_size);
  }
  snprintf(name, PICTURE_NAME_SIZE, "cover-%016llx", (unsigned long long)hash);
}

#endif
