/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Writes as JSON what a session of a surface is, with the keys and words of org.nowplaying.md. What is not known has no
 * key. */
#include "bridge.h"

#include <string.h>

static void add_text(struct json_object *object, const char *key, const char *text) {
  if (text != NULL && *text != '\0') json_object_object_add(object, key, json_object_new_string(text));
}

struct json_object *describe_player(const nowplaying_surface_info *info) {
  struct json_object *player = json_object_new_object();
  add_text(player, "id", info->application_id);
  add_text(player, "name", info->display_name);
  add_text(player, "desktop-entry", info->desktop_entry);
  return player;
}

/* ---------------------------------------------------------------------------------------------------- Item ------- */

static struct json_object *list_of(const nowplaying_surface_session *session, nowplaying_field field) {
  struct json_object *list = json_object_new_array();
  const char *text;
  for (size_t i = 0; (text = nowplaying_surface_session_get_text(session, field, i)) != NULL; ++i) {
    json_object_array_add(list, json_object_new_string(text));
  }
  if (json_object_array_length(list) > 0) return list;
  json_object_put(list);
  return NULL;
}

static struct json_object *integer_of(const nowplaying_surface_session *session, nowplaying_field field) {
  int64_t value;
  if (nowplaying_surface_session_get_integer(session, field, &value) != NOWPLAYING_OK) return NULL;
  bool is_truth = field == NOWPLAYING_FIELD_EXPLICIT || field == NOWPLAYING_FIELD_EXCLUDED_FROM_SUGGESTIONS ||
                  field == NOWPLAYING_FIELD_ADVERTISEMENT;
  return is_truth ? json_object_new_boolean(value != 0) : json_object_new_int64(value);
}

static struct json_object *value_of(const nowplaying_surface_session *session, nowplaying_field field) {
  double number;
  if (field < 100) {
    const char *text = nowplaying_surface_session_get_text(session, field, 0);
    return text != NULL ? json_object_new_string(text) : NULL;
  }
  if (field < 200) return list_of(session, field);
  if (field < 300) return integer_of(session, field);
  bool is_there = nowplaying_surface_session_get_number(session, field, &number) == NOWPLAYING_OK;
  return is_there ? json_object_new_double(number) : NULL;
}

static void add_fields(struct json_object *item, const nowplaying_surface_session *session) {
  for (size_t i = 0; i < field_word_count; ++i) {
    nowplaying_field field = field_words[i].field;
    if (field == NOWPLAYING_FIELD_URL && !options.urls) continue;
    if (field == NOWPLAYING_FIELD_LYRICS && !options.lyrics) continue;
    struct json_object *value = value_of(session, field);
    if (value != NULL) json_object_object_add(item, field_words[i].word, value);
  }
}

/* Adds the chapters; their pictures stay here. */
static void add_chapters_of(struct json_object *item, const nowplaying_surface_session *session) {
  struct json_object *list = json_object_new_array();
  nowplaying_chapter chapter = NOWPLAYING_CHAPTER_INIT;
  for (size_t i = 0; nowplaying_surface_session_get_chapter(session, i, &chapter) == NOWPLAYING_OK; ++i) {
    struct json_object *entry = json_object_new_array();
    json_object_array_add(entry, json_object_new_int64(chapter.start_us));
    json_object_array_add(entry, json_object_new_string(chapter.title));
    json_object_array_add(entry, json_object_new_string(""));
    json_object_array_add(list, entry);
  }
  if (json_object_array_length(list) > 0) json_object_object_add(item, "chapters", list);
  else json_object_put(list);
}

/* Leaves out what makes an item too long for other machines, the least important first. */
static void shorten(struct json_object *item) {
  static const char *const keys[] = {"lyrics", "comments", "chapters", "url"};
  size_t length;
  for (size_t i = 0; i < COUNT(keys); ++i) {
    json_object_to_json_string_length(item, JSON_C_TO_STRING_PLAIN, &length);
    if (length <= MAX_TEXT_BYTES) return;
    json_object_object_del(item, keys[i]);
  }
}

struct json_object *describe_item(const nowplaying_surface_session *session, const char *picture) {
  nowplaying_surface_item found = NOWPLAYING_SURFACE_ITEM_INIT;
  if (nowplaying_surface_session_get_item(session, &found) != NOWPLAYING_OK) return NULL;
  struct json_object *item = json_object_new_object();
  add_text(item, "id", found.id);
  add_text(item, "kind", word_of(&content_kinds, found.kind));
  add_text(item, "media-type", found.media_type == NOWPLAYING_MEDIA_VIDEO ? "video" : "audio");
  add_text(item, "duration-kind", word_of(&duration_kinds, found.duration_kind));
  if (found.duration_us > 0) json_object_object_add(item, "duration", json_object_new_int64(found.duration_us));
  add_text(item, "artwork", picture);
  if (options.urls && strncmp(found.artwork_url, "https:", 6) == 0) add_text(item, "artwork-url", found.artwork_url);
  add_fields(item, session);
  add_chapters_of(item, session);
  shorten(item);
  return item;
}

/* ------------------------------------------------------------------------------------------------ Playback ------- */

struct json_object *describe_playback(const nowplaying_surface_session *session, bool is_muted,
                                      nowplaying_snapshot *ret_snapshot) {
  struct json_object *playback = json_object_new_object();
  *ret_snapshot = (nowplaying_snapshot)NOWPLAYING_SNAPSHOT_INIT;
  nowplaying_surface_session_get_snapshot(session, NOWPLAYING_TIME_NOW, ret_snapshot);
  add_text(playback, "state", word_of(&states, ret_snapshot->state));
  json_object_object_add(playback, "rate", json_object_new_double(ret_snapshot->rate));
  json_object_object_add(playback, "default-rate", json_object_new_double(ret_snapshot->default_rate));
  if (ret_snapshot->is_at_live_edge) json_object_object_add(playback, "live-edge", json_object_new_boolean(true));
  if (is_muted) json_object_object_add(playback, "muted", json_object_new_boolean(true));
  if (ret_snapshot->state == NOWPLAYING_STATE_ERROR) {
    add_text(playback, "error", ret_snapshot->error);
    add_text(playback, "error-kind", word_of(&error_kinds, ret_snapshot->error_kind));
  }
  return playback;
}

/* ------------------------------------------------------------------------------------------------ Commands ------- */

static struct json_object *describe_command(const nowplaying_command *command, const char *word) {
  struct json_object *entry = json_object_new_object();
  add_text(entry, "command", word);
  json_object_object_add(entry, "enabled", json_object_new_boolean(command->enabled));
  if (command->interval_count > 0) {
    struct json_object *intervals = json_object_new_array();
    for (size_t i = 0; i < command->interval_count; ++i) {
      json_object_array_add(intervals, json_object_new_int64(command->intervals_us[i]));
    }
    json_object_object_add(entry, "intervals", intervals);
  }
  return entry;
}

struct json_object *describe_commands(const nowplaying_surface_session *session) {
  struct json_object *list = json_object_new_array();
  nowplaying_command command = NOWPLAYING_COMMAND_INIT(0);
  for (size_t i = 0; nowplaying_surface_session_get_command(session, i, &command) == NOWPLAYING_OK; ++i) {
    const struct command_word *word = command_by_kind(command.kind);
    /* The other machine derives the same commands as the library here. */
    if (word != NULL && !command.derived) json_object_array_add(list, describe_command(&command, word->word));
  }
  return list;
}

struct json_object *describe_volume(const nowplaying_surface_info *info) {
  if (info->volume < 0) return NULL;
  struct json_object *volume = json_object_new_object();
  bool can_set = (info->abilities & NOWPLAYING_SURFACE_CAN_SET_VOLUME) != 0;
  json_object_object_add(volume, "volume", json_object_new_double(info->volume));
  json_object_object_add(volume, "can-set-volume", json_object_new_boolean(can_set));
  return volume;
}
