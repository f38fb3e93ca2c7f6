/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The words of org.nowplaying.md for what the headers of the libraries have numbers for. */
#include "bridge.h"
#include "words.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>

const struct field_word field_words[] = {FIELD_WORDS};
const size_t field_word_count = COUNT(field_words);

static const struct command_word command_words[] = {COMMAND_WORDS};

/* Returns whether other machines may give a command. */
static bool is_permitted(nowplaying_command_kind kind) {
  static const nowplaying_command_kind kinds[] = {
      NOWPLAYING_COMMAND_PLAY,         NOWPLAYING_COMMAND_PAUSE,            NOWPLAYING_COMMAND_STOP,
      NOWPLAYING_COMMAND_NEXT,         NOWPLAYING_COMMAND_PREVIOUS,         NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE,
      NOWPLAYING_COMMAND_SKIP_FORWARD, NOWPLAYING_COMMAND_SKIP_BACKWARD,    NOWPLAYING_COMMAND_SEEK_TO_POSITION,
      NOWPLAYING_COMMAND_NEXT_CHAPTER, NOWPLAYING_COMMAND_PREVIOUS_CHAPTER, NOWPLAYING_COMMAND_MUTE,
  };
  for (size_t i = 0; i < COUNT(kinds); ++i) {
    if (kinds[i] == kind) return true;
  }
  return false;
}

const struct command_word *command_by_kind(nowplaying_command_kind kind) {
  for (size_t i = 0; i < COUNT(command_words); ++i) {
    if (command_words[i].kind == kind) return is_permitted(kind) ? &command_words[i] : NULL;
  }
  return NULL;
}

const struct command_word *command_by_word(const char *word) {
  for (size_t i = 0; word != NULL && i < COUNT(command_words); ++i) {
    if (strcmp(command_words[i].word, word) == 0) return command_by_kind(command_words[i].kind);
  }
  return NULL;
}

#define LIST(name, ...) \
  static const char *const name##_words[] = {__VA_ARGS__}; \
  const struct word_list name = {name##_words, COUNT(name##_words)}

LIST(content_kinds, CONTENT_KINDS);
LIST(duration_kinds, DURATION_KINDS);
LIST(states, STATES);
LIST(error_kinds, ERROR_KINDS);
LIST(device_types, DEVICE_TYPES);

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
