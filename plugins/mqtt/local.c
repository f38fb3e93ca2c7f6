/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A session of this machine: its picture, and its topics below np/1/HOST/s/ID, which the broker retains. Art comes
 * before the item and the item before the playback, so that nobody shows a title with the picture or the position of
 * another. */
#include "bridge.h"

#include "picture.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How long an item waits for its picture. */
#define PICTURE_WAIT (SECONDS(3) / 10)
#define PICTURE_WIDTH 512
/* A picture with more pixels is not decoded, because the loop waits for that. */
#define MOST_PIXELS (8 * 1000 * 1000)
/* By how much a position has to differ from what others believe to be said anew. */
#define TOLERANCE (SECONDS(1) / 10)

const char *const part_words[PART_COUNT] = {"player", "art", "item", "commands", "volume", "playback"};

/* -------------------------------------------------------------------------------------------- Which ones --------- */

/* Returns whether a session is one that comes from elsewhere: it would go round for ever. */
static bool is_foreign(const nowplaying_surface_info *info) {
  static const char *const applications[] = {BRIDGE_APPLICATIONS};
  static const char *const names[] = {BRIDGE_NAMES};
  if (info->abilities & NOWPLAYING_SURFACE_IS_REMOTE) return true;
  for (size_t i = 0; i < COUNT(applications); ++i) {
    if (strcmp(info->application_id, applications[i]) == 0) return true;
  }
  for (size_t i = 0; i < COUNT(names); ++i) {
    if (strncmp(info->bus_name, names[i], strlen(names[i])) == 0) return true;
  }
  return false;
}

static bool has_secret_item(const nowplaying_surface_session *session) {
  int64_t is_excluded = 0;
  nowplaying_surface_session_get_integer(session, NOWPLAYING_FIELD_EXCLUDED_FROM_SUGGESTIONS, &is_excluded);
  return is_excluded != 0;
}

static bool is_for_others(const nowplaying_surface_session *session, const nowplaying_surface_info *info) {
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  return nowplaying_surface_session_get_item(session, &item) == NOWPLAYING_OK &&
         !(info->abilities & NOWPLAYING_SURFACE_IS_BARE) && !is_foreign(info) && !has_secret_item(session);
}

/* ------------------------------------------------------------------------------------------------ Names ---------- */

/* Names a session in topics by its application, with a number behind it where that has several. */
static void set_id(struct local *local, const char *application) {
  char base[MAX_NAME_BYTES - 12], id[MAX_NAME_BYTES];
  snprintf(base, sizeof base, "%s", application);
  for (char *at = base; *at != '\0'; ++at) {
    bool is_kept = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9') ||
                   *at == '-' || *at == '.';
    if (!is_kept) *at = '_';
  }
  snprintf(id, sizeof id, "%s", base);
  for (int number = 2; out_find(id) != NULL; ++number) snprintf(id, sizeof id, "%s-%d", base, number);
  memcpy(local->id, id, sizeof id);
}

static void set_topic(char topic[MAX_TOPIC_BYTES], const char *id, enum part part) {
  snprintf(topic, MAX_TOPIC_BYTES, "np/1/%s/s/%s/%s", options.host, id, part_words[part]);
}

/* ---------------------------------------------------------------------------------------------- Pictures --------- */

static void drop_picture(struct local *local) {
  free(local->picture);
  free(local->picture_of);
  local->picture = NULL;
  local->picture_of = NULL;
  local->picture_size = 0;
  local->picture_id[0] = '\0';
}

/* Keeps a picture, made small if it is too large for others. */
static void keep_picture(struct local *local, const void *data, size_t data_size) {
  gsize size = data_size;
  gchar *small = NULL;
  for (int width = PICTURE_WIDTH; size > MAX_PICTURE_BYTES && width >= PICTURE_WIDTH / 2; width /= 2) {
    g_free(small);
    small = shrink_picture(data, data_size, (struct picture_room){width, width, MOST_PIXELS}, &size);
    if (small == NULL) size = data_size;
  }
  local->picture = size <= MAX_PICTURE_BYTES ? malloc(size) : NULL;
  if (local->picture != NULL) {
    memcpy(local->picture, small != NULL ? (const void *)small : data, size);
    local->picture_size = size;
    picture_id(local->picture, size, local->picture_id);
  }
  g_free(small);
}

static void on_picture(nowplaying_surface *from, const nowplaying_surface_result *result, void *user_data) {
  struct local *local = out_waiting(result->action);
  if (local == NULL) return;
  local->action = 0;
  local->is_dirty = true;
  if (result->status == NOWPLAYING_OK && result->size > 0) keep_picture(local, result->data, result->size);
}

/* Has the picture of the item fetched, unless it is here. Returns whether the item has to wait for it. */
static bool waits_for_picture(struct local *local) {
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  char of[3 * NOWPLAYING_MAX_ID_BYTES];
  nowplaying_surface_session_get_item(local->session, &item);
  bool has_one = *item.artwork_id != '\0' || *item.artwork_url != '\0';
  snprintf(of, sizeof of, "%.1024s\n%.1024s\n%.900s", item.artwork_id, *item.artwork_id != '\0' ? "" : item.id,
           *item.artwork_id != '\0' ? "" : item.artwork_url);
  if (local->picture_of == NULL || strcmp(local->picture_of, of) != 0) {
    if (local->action != 0) nowplaying_surface_cancel(out_surface(), local->action);
    local->action = 0;
    drop_picture(local);
    local->picture_of = strdup(of);
    local->picture_by = now_us() + PICTURE_WAIT;
    if (has_one) {
      nowplaying_surface_get_artwork(out_surface(), local->session, PICTURE_WIDTH, PICTURE_WIDTH, on_picture, NULL,
                                     &local->action);
    }
  }
  return local->action != 0 && now_us() < local->picture_by;
}

/* ------------------------------------------------------------------------------------------------ Sending -------- */

void local_forget_sent(struct local *local) {
  for (size_t i = 0; i < PART_COUNT; ++i) {
    free(local->sent[i]);
    local->sent[i] = NULL;
  }
  local->is_sent = false;
  local->is_dirty = true;
}

/* Sends a part unless the broker has it. NULL: there is none. Returns whether it was sent. */
static bool send_part(struct local *local, enum part part, struct json_object *value) {
  char topic[MAX_TOPIC_BYTES];
  const char *text = value != NULL ? json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN) : "";
  bool is_known = local->sent[part] != NULL ? strcmp(local->sent[part], text) == 0 : *text == '\0' && local->is_sent;
  if (is_known) {
    json_object_put(value);
    return false;
  }
  free(local->sent[part]);
  local->sent[part] = strdup(text);
  set_topic(topic, local->id, part);
  broker_retain(topic, value);
  return true;
}

static void send_picture(struct local *local) {
  char topic[MAX_TOPIC_BYTES];
  struct outgoing message = {local->picture, local->picture_size, true, 0, NULL, NULL, 0};
  const char *known = local->sent[PART_ART] != NULL ? local->sent[PART_ART] : "";
  if (local->is_sent && strcmp(known, local->picture_id) == 0) return;
  free(local->sent[PART_ART]);
  local->sent[PART_ART] = strdup(local->picture_id);
  set_topic(topic, local->id, PART_ART);
  broker_send(topic, &message);
}

/* Returns whether others believe in a position that is not this one. */
static bool is_elsewhere(const struct local *local, const nowplaying_snapshot *snapshot) {
  bool is_known = snapshot->elapsed_us != NOWPLAYING_TIME_UNKNOWN, was_known = local->elapsed_us >= 0;
  if (!is_known || !was_known) return is_known != was_known;
  double believed = (double)local->elapsed_us + local->rate * (double)(now_us() - local->elapsed_at);
  double off = believed - (double)snapshot->elapsed_us;
  return off > TOLERANCE || off < -TOLERANCE;
}

static void send_playback(struct local *local, const nowplaying_surface_info *info, bool is_other_item) {
  char topic[MAX_TOPIC_BYTES];
  nowplaying_snapshot snapshot;
  bool is_muted = (info->abilities & NOWPLAYING_SURFACE_IS_MUTED) != 0;
  struct json_object *playback = describe_playback(local->session, is_muted, &snapshot);
  const char *text = json_object_to_json_string_ext(playback, JSON_C_TO_STRING_PLAIN);
  bool is_known = local->sent[PART_PLAYBACK] != NULL && strcmp(local->sent[PART_PLAYBACK], text) == 0;
  if (is_known && !is_other_item && !local->says_position && !is_elsewhere(local, &snapshot)) {
    json_object_put(playback);
    return;
  }
  free(local->sent[PART_PLAYBACK]);
  local->sent[PART_PLAYBACK] = strdup(text);
  local->elapsed_us = snapshot.elapsed_us != NOWPLAYING_TIME_UNKNOWN ? snapshot.elapsed_us : -1;
  local->elapsed_at = now_us();
  local->rate = snapshot.rate;
  local->says_position = false;
  if (local->elapsed_us >= 0) json_object_object_add(playback, "elapsed", json_object_new_int64(local->elapsed_us));
  if (snapshot.seekable_start_us >= 0 && local->elapsed_us >= 0) {
    struct json_object *seekable = json_object_new_array();
    json_object_array_add(seekable, json_object_new_int64(snapshot.seekable_start_us));
    json_object_array_add(seekable, json_object_new_int64(snapshot.seekable_end_us));
    json_object_object_add(playback, "seekable", seekable);
  }
  set_topic(topic, local->id, PART_PLAYBACK);
  broker_retain(topic, playback);
}

/* The item comes last, because its topic tells a later life of this program that there is more. */
void local_take_away(const char *id) {
  static const enum part order[] = {PART_PLAYBACK, PART_COMMANDS, PART_VOLUME, PART_ART, PART_PLAYER, PART_ITEM};
  char topic[MAX_TOPIC_BYTES];
  for (size_t i = 0; i < COUNT(order); ++i) {
    set_topic(topic, id, order[i]);
    broker_retain(topic, NULL);
  }
}

bool local_send(struct local *local) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  nowplaying_surface_session_get_info(local->session, &info);
  if (!is_for_others(local->session, &info)) {
    if (local->is_sent) local_take_away(local->id);
    local_forget_sent(local);
    return true;
  }
  if (waits_for_picture(local)) return false;
  if (local->id[0] == '\0') set_id(local, info.application_id);
  send_part(local, PART_PLAYER, describe_player(&info));
  send_picture(local);
  bool is_other_item = send_part(local, PART_ITEM, describe_item(local->session, local->picture_id));
  send_part(local, PART_COMMANDS, describe_commands(local->session));
  send_part(local, PART_VOLUME, describe_volume(&info));
  send_playback(local, &info, is_other_item);
  local->is_sent = true;
  return true;
}


void local_free(struct local *local) {
  if (local->action != 0) nowplaying_surface_cancel(out_surface(), local->action);
  local_forget_sent(local);
  drop_picture(local);
  nowplaying_surface_session_unref(local->session);
  free(local->key);
  free(local);
}
