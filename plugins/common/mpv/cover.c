/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Finds where the picture of an item is: embedded in the music, beside it (cover.jpg, folder.png …), decoded in mpv, or
 * on the network. It is read only when the desktop asks. */
#include "media.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* -------------------------------------------------------------------- Thumbnails of web videos, by yt-dlp ------- */

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

/* Finds the thumbnail for older versions of mpv by the URL of the video: that of YouTube contains the video's id. */
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

/* Returns the URL of the thumbnail of a web video; NULL when none is known. */
static char *find_thumbnail(struct media *media) {
  if (media->path == NULL || !is_uri(media->path)) return NULL;
  char *found = find_printed(media);
  return found != NULL ? found : find_by_address(media->path);
}

/* ------------------------------------------------------------------------------------------------ Finding -------- */

/* Returns whether a file can be read again while mpv plays it, unlike a pipe. */
static bool is_regular(const char *path) {
  struct stat found;
  return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

static bool is_web(const char *path) {
  return strncasecmp(path, "https://", 8) == 0 || strncasecmp(path, "http://", 7) == 0;
}

/* Uses a track that is a picture. */
static void take_track(struct media *media, const mpv_node *track) {
  struct cover *cover = &media->cover;
  const char *beside = node_text(track, "external-filename");
  const char *path = beside != NULL ? beside : media->path;
  if (!node_flag(track, "albumart") || path == NULL) return;
  if (is_regular(path)) {
    cover->place = beside != NULL ? COVER_BESIDE : COVER_EMBEDDED;
  } else if (beside != NULL && is_web(beside)) {
    cover->place = COVER_ELSEWHERE;
  } else if (beside == NULL && node_flag(track, "selected")) {
    /* Uses mpv's decoded picture, because what comes from the network or a pipe would have to be fetched again. */
    cover->place = COVER_SHOWN;
  }
  if (cover->place != COVER_NONE) cover->path = strdup(path);
}

void find_cover(struct media *media, const mpv_node *tracks) {
  struct cover *cover = &media->cover;
  free(cover->path);
  *cover = (struct cover){0};
  for (int i = 0; i < node_count(tracks) && cover->path == NULL; ++i) {
    take_track(media, &tracks->u.list->values[i]);
  }
  if (cover->path == NULL) {
    cover->path = find_thumbnail(media);
    cover->place = COVER_ELSEWHERE;
  }
  /* A picture that mpv has decoded is identified by the playlist entry. */
  if (cover->place == COVER_SHOWN) {
    write_entry_id(cover->id, media->entry);
  } else if (cover->path != NULL) {
    name_picture(cover->id, cover->path, cover->path);
  }
}

nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_artwork_event *event, void *user_data) {
  struct media *media = user_data;
  const struct cover *cover = &media->cover;
  /* The item may have changed since the picture was requested. */
  if (strcmp(event->artwork_id, cover->id) != 0) return NOWPLAYING_ERROR_CANCELLED;
  if (cover->place == COVER_ELSEWHERE) return nowplaying_request_complete_artwork_url(request, cover->path);
  if (cover->place == COVER_SHOWN) return complete_shown(request, media->mpv);
  return complete_picture(request, cover->path, cover->place == COVER_EMBEDDED);
}
