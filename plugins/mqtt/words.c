/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The words of org.nowplaying.md for what the headers of the libraries have numbers for. */
#include "bridge.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>

const struct field_word field_words[] = {
    {NOWPLAYING_FIELD_TITLE, "title"},
    {NOWPLAYING_FIELD_SUBTITLE, "subtitle"},
    {NOWPLAYING_FIELD_ALBUM, "album"},
    {NOWPLAYING_FIELD_SHOW_NAME, "show-name"},
    {NOWPLAYING_FIELD_AUTHOR, "author"},
    {NOWPLAYING_FIELD_NARRATOR, "narrator"},
    {NOWPLAYING_FIELD_STATION_NAME, "station-name"},
    {NOWPLAYING_FIELD_PROGRAM_NAME, "program-name"},
    {NOWPLAYING_FIELD_SOURCE_NAME, "source-name"},
    {NOWPLAYING_FIELD_DESCRIPTION, "description"},
    {NOWPLAYING_FIELD_ISRC, "isrc"},
    {NOWPLAYING_FIELD_URL, "url"},
    {NOWPLAYING_FIELD_LYRICS, "lyrics"},
    {NOWPLAYING_FIELD_COLLECTION_ID, "collection-id"},
    {NOWPLAYING_FIELD_SERVICE_ID, "service-id"},
    {NOWPLAYING_FIELD_ARTISTS, "artists"},
    {NOWPLAYING_FIELD_ALBUM_ARTISTS, "album-artists"},
    {NOWPLAYING_FIELD_COMPOSERS, "composers"},
    {NOWPLAYING_FIELD_LYRICISTS, "lyricists"},
    {NOWPLAYING_FIELD_GENRES, "genres"},
    {NOWPLAYING_FIELD_COMMENTS, "comments"},
    {NOWPLAYING_FIELD_MUSICBRAINZ_TRACK_IDS, "musicbrainz-track-ids"},
    {NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_IDS, "musicbrainz-album-ids"},
    {NOWPLAYING_FIELD_MUSICBRAINZ_ARTIST_IDS, "musicbrainz-artist-ids"},
    {NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_ARTIST_IDS, "musicbrainz-album-artist-ids"},
    {NOWPLAYING_FIELD_TRACK_NUMBER, "track-number"},
    {NOWPLAYING_FIELD_DISC_NUMBER, "disc-number"},
    {NOWPLAYING_FIELD_BEATS_PER_MINUTE, "beats-per-minute"},
    {NOWPLAYING_FIELD_PLAY_COUNT, "play-count"},
    {NOWPLAYING_FIELD_CHAPTER, "chapter"},
    {NOWPLAYING_FIELD_CHAPTER_COUNT, "chapter-count"},
    {NOWPLAYING_FIELD_RELEASE_DATE, "release-date"},
    {NOWPLAYING_FIELD_FIRST_PLAYED, "first-played"},
    {NOWPLAYING_FIELD_LAST_PLAYED, "last-played"},
    {NOWPLAYING_FIELD_EXPLICIT, "explicit"},
    {NOWPLAYING_FIELD_EXCLUDED_FROM_SUGGESTIONS, "excluded-from-suggestions"},
    {NOWPLAYING_FIELD_SEASON, "season"},
    {NOWPLAYING_FIELD_EPISODE, "episode"},
    {NOWPLAYING_FIELD_ADVERTISEMENT, "advertisement"},
    {NOWPLAYING_FIELD_USER_RATING, "user-rating"},
    {NOWPLAYING_FIELD_AUTO_RATING, "auto-rating"},
};
const size_t field_word_count = COUNT(field_words);

const struct command_word command_words[] = {
    {NOWPLAYING_COMMAND_PLAY, "play", NULL},
    {NOWPLAYING_COMMAND_PAUSE, "pause", NULL},
    {NOWPLAYING_COMMAND_STOP, "stop", NULL},
    {NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE, "toggle-play-pause", NULL},
    {NOWPLAYING_COMMAND_NEXT, "next", NULL},
    {NOWPLAYING_COMMAND_PREVIOUS, "previous", NULL},
    {NOWPLAYING_COMMAND_SEEK_TO_POSITION, "seek-to-position", "position"},
    {NOWPLAYING_COMMAND_SKIP_FORWARD, "skip-forward", "interval"},
    {NOWPLAYING_COMMAND_SKIP_BACKWARD, "skip-backward", "interval"},
    {NOWPLAYING_COMMAND_NEXT_CHAPTER, "next-chapter", NULL},
    {NOWPLAYING_COMMAND_PREVIOUS_CHAPTER, "previous-chapter", NULL},
    {NOWPLAYING_COMMAND_MUTE, "mute", "muted"},
};
const size_t command_word_count = COUNT(command_words);

const struct command_word *command_by_kind(nowplaying_command_kind kind) {
  for (size_t i = 0; i < COUNT(command_words); ++i) {
    if (command_words[i].kind == kind) return &command_words[i];
  }
  return NULL;
}

const struct command_word *command_by_word(const char *word) {
  for (size_t i = 0; word != NULL && i < COUNT(command_words); ++i) {
    if (strcmp(command_words[i].word, word) == 0) return &command_words[i];
  }
  return NULL;
}

#define LIST(name, ...) \
  static const char *const name##_words[] = {__VA_ARGS__}; \
  const struct word_list name = {name##_words, COUNT(name##_words)}

LIST(content_kinds, NULL, "music", "podcast", "movie", "tv-show", "book", "radio", "home-media", "generic");
LIST(duration_kinds, "unknown", "finite", "live", "continuous");
LIST(states, "stopped", "playing", "paused", "buffering", "interrupted", "error");
LIST(error_kinds, "other", "network", "sign-in", "region", "format", "not-available");
LIST(device_types, NULL, "speaker", "tv", "set-top-box", "media-stick", "gaming-console", "phone", "tablet", "laptop",
     "desktop", "wearable", "car", "web");

const char *word_of(const struct word_list *list, int number) {
  return number >= 0 && (size_t)number < list->count ? list->words[number] : NULL;
}

int number_of_word(const struct word_list *list, const char *word, int otherwise) {
  for (size_t i = 0; word != NULL && i < list->count; ++i) {
    if (list->words[i] != NULL && strcmp(list->words[i], word) == 0) return (int)i;
  }
  return otherwise;
}

static const struct {
  nowplaying_status status;
  const char *word;
} errors[] = {
    {NOWPLAYING_ERROR_NOT_SUPPORTED, "NotOffered"},    {NOWPLAYING_ERROR_INVALID_STATE, "Disabled"},
    {NOWPLAYING_ERROR_INVALID_ARGUMENT, "InvalidArgument"}, {NOWPLAYING_ERROR_NO_SUCH_CONTENT, "NotFound"},
    {NOWPLAYING_ERROR_CANCELLED, "Cancelled"},         {NOWPLAYING_ERROR_TIMED_OUT, "TimedOut"},
    {NOWPLAYING_ERROR_BUSY, "LimitsExceeded"},
};

const char *error_word(nowplaying_status status) {
  for (size_t i = 0; i < COUNT(errors); ++i) {
    if (errors[i].status == status) return errors[i].word;
  }
  return "Failed";
}

nowplaying_status error_of_word(const char *word) {
  for (size_t i = 0; word != NULL && i < COUNT(errors); ++i) {
    if (strcmp(errors[i].word, word) == 0) return errors[i].status;
  }
  return NOWPLAYING_ERROR_COMMAND_FAILED;
}

void picture_id(const void *bytes, size_t size, char ret_id[PICTURE_ID_BYTES]) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  *ret_id = '\0';
  if (EVP_Digest(bytes, size, digest, NULL, EVP_sha256(), NULL) != 1) return;
  for (size_t i = 0; i < (PICTURE_ID_BYTES - 1) / 2; ++i) snprintf(ret_id + 2 * i, 3, "%02x", digest[i]);
}
