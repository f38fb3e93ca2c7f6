/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Reads JSON of other machines, of which nothing is sure. Texts are repaired and cut by the library. */
#include "bridge.h"

#include <string.h>

bool is_name(const char *text) {
  size_t length = strlen(text);
  return length > 0 && length < MAX_NAME_BYTES && strpbrk(text, "/+#") == NULL && *text != '$';
}

/* ---------------------------------------------------------------------------------------------------- Item ------- */

static void set_texts(nowplaying_content *content, nowplaying_field field, struct json_object *item,
                      const char *word) {
  const char *texts[NOWPLAYING_MAX_TEXTS];
  size_t count;
  struct json_object *list = array_of(item, word, COUNT(texts), &count);
  for (size_t i = 0; i < count; ++i) {
    struct json_object *text = json_object_array_get_idx(list, i);
    texts[i] = json_object_is_type(text, json_type_string) ? json_object_get_string(text) : NULL;
  }
  nowplaying_content_set_texts(content, field, texts, count);
}

static void set_field(nowplaying_content *content, const struct field_word *field, struct json_object *item) {
  struct json_object *found;
  if (field->field < 100) {
    nowplaying_content_set_text(content, field->field, text_of(item, field->word));
  } else if (field->field < 200) {
    set_texts(content, field->field, item, field->word);
  } else if (field->field < 300) {
    found = member_of(item, field->word, json_type_int);
    if (found != NULL) nowplaying_content_set_integer(content, field->field, json_object_get_int64(found));
    else if (truth_of(item, field->word)) nowplaying_content_set_integer(content, field->field, 1);
  } else {
    nowplaying_content_set_number(content, field->field, number_of(item, field->word));
  }
}

static void set_chapters(nowplaying_content *content, struct json_object *item) {
  static nowplaying_chapter chapters[NOWPLAYING_MAX_CHAPTERS];
  size_t count, kept = 0;
  struct json_object *list = array_of(item, "chapters", NOWPLAYING_MAX_CHAPTERS, &count);
  for (size_t i = 0; i < count; ++i) {
    struct json_object *entry = json_object_array_get_idx(list, i);
    if (!json_object_is_type(entry, json_type_array) || json_object_array_length(entry) < 2) continue;
    int64_t start_us = json_object_get_int64(json_object_array_get_idx(entry, 0));
    struct json_object *title = json_object_array_get_idx(entry, 1);
    if (start_us < 0 || (kept > 0 && start_us < chapters[kept - 1].start_us)) continue;
    chapters[kept] = (nowplaying_chapter)NOWPLAYING_CHAPTER_INIT;
    chapters[kept].start_us = start_us;
    chapters[kept++].title = json_object_is_type(title, json_type_string) ? json_object_get_string(title) : NULL;
  }
  nowplaying_content_set_chapters(content, chapters, kept);
}

static void set_length(nowplaying_content *content, struct json_object *item) {
  int kind = number_of_word(&duration_kinds, text_of(item, "duration-kind"), NOWPLAYING_DURATION_UNKNOWN);
  int64_t duration_us = json_object_get_int64(member_of(item, "duration", json_type_int));
  if (kind == NOWPLAYING_DURATION_FINITE && duration_us <= 0) kind = NOWPLAYING_DURATION_UNKNOWN;
  nowplaying_content_set_duration(content, kind, duration_us);
}

nowplaying_content *read_item(struct json_object *item) {
  nowplaying_content *content = NULL;
  if (!json_object_is_type(item, json_type_object)) return NULL;
  int kind = number_of_word(&content_kinds, text_of(item, "kind"), NOWPLAYING_CONTENT_GENERIC);
  const char *media = text_of(item, "media-type");
  if (nowplaying_content_new(kind, text_of(item, "id"), &content) != NOWPLAYING_OK) return NULL;
  if (media != NULL && strcmp(media, "video") == 0) {
    nowplaying_content_set_media_type(content, NOWPLAYING_MEDIA_VIDEO);
  }
  for (size_t i = 0; i < field_word_count; ++i) {
    bool is_left_out = (field_words[i].field == NOWPLAYING_FIELD_URL && !options.urls) ||
                       (field_words[i].field == NOWPLAYING_FIELD_LYRICS && !options.lyrics);
    if (!is_left_out) set_field(content, &field_words[i], item);
  }
  set_length(content, item);
  set_chapters(content, item);
  return content;
}

/* ------------------------------------------------------------------------------------------------ Playback ------- */

static double read_rate(struct json_object *playback, const char *key) {
  double rate = number_of(playback, key);
  return rate >= 0.01 && rate <= 100 ? rate : 1;
}

static void read_seekable(struct json_object *playback, nowplaying_snapshot *snapshot) {
  size_t count;
  struct json_object *range = array_of(playback, "seekable", 2, &count);
  if (count < 2) return;
  int64_t first = json_object_get_int64(json_object_array_get_idx(range, 0));
  int64_t last = json_object_get_int64(json_object_array_get_idx(range, 1));
  if (first < 0 || last < first) return;
  snapshot->seekable_start_us = first;
  snapshot->seekable_end_us = last;
}

void read_playback(struct json_object *playback, int64_t at, nowplaying_snapshot *ret_snapshot) {
  struct json_object *elapsed = member_of(playback, "elapsed", json_type_int);
  *ret_snapshot = (nowplaying_snapshot)NOWPLAYING_SNAPSHOT_INIT;
  ret_snapshot->state = number_of_word(&states, text_of(playback, "state"), NOWPLAYING_STATE_PAUSED);
  ret_snapshot->rate = read_rate(playback, "rate");
  ret_snapshot->default_rate = read_rate(playback, "default-rate");
  ret_snapshot->is_at_live_edge = truth_of(playback, "live-edge");
  if (elapsed != NULL && at != NEVER) {
    ret_snapshot->elapsed_us = json_object_get_int64(elapsed);
    if (ret_snapshot->elapsed_us < 0) ret_snapshot->elapsed_us = 0;
    ret_snapshot->timestamp_us = at;
    read_seekable(playback, ret_snapshot);
  }
  if (ret_snapshot->state == NOWPLAYING_STATE_ERROR) {
    ret_snapshot->error = text_of(playback, "error");
    ret_snapshot->error_kind = number_of_word(&error_kinds, text_of(playback, "error-kind"), 0);
  }
}

/* ------------------------------------------------------------------------------------------------ Commands ------- */

void read_commands(struct json_object *list, struct commands *ret_commands) {
  static int64_t intervals[NOWPLAYING_MAX_COMMANDS][8];
  size_t given = json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0, count;
  ret_commands->count = 0;
  for (size_t i = 0; i < given && ret_commands->count < NOWPLAYING_MAX_COMMANDS; ++i) {
    struct json_object *entry = json_object_array_get_idx(list, i);
    const struct command_word *word = command_by_word(text_of(entry, "command"));
    if (word == NULL) continue;
    int64_t *kept = intervals[ret_commands->count];
    nowplaying_command *command = add_command(ret_commands, word->kind, truth_of(entry, "enabled"));
    struct json_object *times = array_of(entry, "intervals", COUNT(*intervals), &count);
    for (size_t k = 0; k < count; ++k) {
      int64_t time_us = json_object_get_int64(json_object_array_get_idx(times, k));
      if (time_us > 0) kept[command->interval_count++] = time_us;
    }
    if (command->interval_count > 0) command->intervals_us = kept;
  }
}
