/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Finds the thumbnail of a web video, which mpv plays by yt-dlp. */
#include "media.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the value of the first "thumbnail" in JSON, without its escapes; to be freed. */
static char *find_in_json(const char *json) {
  static const char key[] = "\"thumbnail\":";
  const char *found = strstr(json, key);
  if (found == NULL) return NULL;
  found += strlen(key);
  found += strspn(found, " ");
  if (strncmp(found, "\"https:", 7) != 0) return NULL;
  char *address = malloc(strcspn(++found, "\"") + 1), *end = address;
  if (address == NULL) return NULL;
  for (; *found != '\0' && *found != '"'; ++found) {
    if (*found != '\\') *end++ = *found;
  }
  *end = '\0';
  return address;
}

/* Newer versions of mpv keep the output of yt-dlp. */
static char *find_printed(struct media *media) {
  char *path = mpv_get_property_string(media->mpv, "user-data/mpv/ytdl/json-subprocess-result/stdout");
  char *found = path != NULL ? find_in_json(path) : NULL;
  mpv_free(path);
  return found;
}

/* With older versions only the URL of the video is known, in which YouTube's has the video's id. */
static char *find_by_address(const char *path) {
  static const char *const before[] = {"youtube.com/watch?v=", "youtu.be/", "youtube.com/shorts/", "youtube.com/live/",
                                       "youtube.com/embed/"};
  enum { ID_LENGTH = 11 };
  char address[64];
  for (size_t i = 0; i < sizeof before / sizeof *before; ++i) {
    const char *found = strstr(path, before[i]);
    if (found == NULL) continue;
    found += strlen(before[i]);
    size_t length = strspn(found, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
    if (length != ID_LENGTH) continue;
    snprintf(address, sizeof address, "https://i.ytimg.com/vi/%.*s/hqdefault.jpg", ID_LENGTH, found);
    return strdup(address);
  }
  return NULL;
}

char *find_thumbnail(struct media *media) {
  if (media->path == NULL || !is_uri(media->path)) return NULL;
  char *found = find_printed(media);
  return found != NULL ? found : find_by_address(media->path);
}
