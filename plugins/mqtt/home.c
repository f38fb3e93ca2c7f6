/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The topics that Home Assistant reads, and its commands: one media player for the machine, which is what plays first
 * here, or one for each player. A position is never retained: Home Assistant takes the time at which it comes for the
 * time at which it was right. */
#include "bridge.h"

#include <openssl/evp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timex.h>
#include <time.h>

#define MAX_ENTITIES 16
/* By how much a position has to differ from what Home Assistant believes; it counts whole seconds. */
#define TOLERANCE SECONDS(1)

/* When a position is said again after an announcement. Home Assistant takes a second or two until it listens to the
 * topics of a media player of which it was told, and by then what the broker does not keep has passed. */
static const int64_t repeats[] = {SECONDS(2), SECONDS(5), SECONDS(10)};

const char *const value_words[VALUE_COUNT] = {"albumart", "title",   "artist",    "album",  "summary",
                                              "series",   "season",  "episode",   "year",   "mediatype",
                                              "source",   "volume",  "mute",      "duration", "state"};

static struct entity entities[MAX_ENTITIES];
static bool is_dirty;

void home_changed(void) { is_dirty = true; }

static void forget_sent(struct entity *entity) {
  for (size_t i = 0; i < VALUE_COUNT; ++i) {
    free(entity->sent[i]);
    entity->sent[i] = NULL;
  }
  entity->is_announced = false;
  entity->repeat_count = 0;
  entity->elapsed_us = -1;
  entity->elapsed_at = NEVER;
}

void home_asked(void) {
  for (size_t i = 0; i < MAX_ENTITIES; ++i) forget_sent(&entities[i]);
  is_dirty = true;
}

void home_connected(void) {
  static const char *const words[] = {"do", "do/+", "+/do", "+/do/+"};
  char topics[COUNT(words)][MAX_TOPIC_BYTES];
  const char *filters[COUNT(words) + 1] = {"homeassistant/status"};
  if (options.home == NULL || !options.out) return;
  for (size_t i = 0; i < COUNT(words); ++i) {
    snprintf(topics[i], sizeof topics[i], "np/1/%s/ha/%s", options.host, words[i]);
    filters[i + 1] = topics[i];
  }
  broker_subscribe(filters, COUNT(filters), false);
  home_asked();
}

/* ------------------------------------------------------------------------------------------------- Sending ------- */

static void send_text(struct entity *entity, const char *word, const char *text, bool retain) {
  char topic[2 * MAX_TOPIC_BYTES];
  struct outgoing message = {.payload = text, .size = strlen(text), .retain = retain};
  snprintf(topic, sizeof topic, "%s/%s", entity->base, word);
  broker_send(topic, &message);
}

/* Keeps what was sent; returns false where it is the same as before. */
static bool is_new(struct entity *entity, enum value value, const char *text) {
  if (entity->sent[value] != NULL && strcmp(entity->sent[value], text) == 0) return false;
  free(entity->sent[value]);
  entity->sent[value] = strdup(text);
  return true;
}

static void send_value(struct entity *entity, enum value value, const char *text) {
  if (is_new(entity, value, text)) send_text(entity, value_words[value], text, true);
}

/* Sends a picture: its bytes for one integration, and the text that stands for them for the other. */
static void send_picture(struct entity *entity, const struct local *local) {
  char topic[2 * MAX_TOPIC_BYTES];
  struct outgoing message = {.retain = true};
  if (!is_new(entity, VALUE_ALBUMART, local != NULL ? local->picture_id : "")) return;
  snprintf(topic, sizeof topic, "%s/%s", entity->base, reads_values() ? "albumart" : "image");
  size_t size = local != NULL ? local->picture_size : 0;
  unsigned char *text = size > 0 && reads_values() ? malloc(4 * ((size + 2) / 3) + 1) : NULL;
  if (text != NULL) message.size = (size_t)EVP_EncodeBlock(text, local->picture, (int)size);
  else if (!reads_values()) message.size = size;
  message.payload = text != NULL ? text : message.size > 0 ? local->picture : NULL;
  broker_send(topic, &message);
  free(text);
}

/* --------------------------------------------------------------------------------------------------- Values ------ */

static const char *text_in(const struct local *local, nowplaying_field field) {
  const char *text = local != NULL ? nowplaying_surface_session_get_text(local->session, field, 0) : NULL;
  return text != NULL ? text : "";
}

/* Writes a number of the item; "" where there is none. */
static void write_number(char text[32], const struct local *local, nowplaying_field field) {
  int64_t value;
  *text = '\0';
  if (local == NULL || nowplaying_surface_session_get_integer(local->session, field, &value) != NOWPLAYING_OK) return;
  if (field == NOWPLAYING_FIELD_RELEASE_DATE) {
    time_t seconds = (time_t)value;
    struct tm date;
    if (gmtime_r(&seconds, &date) != NULL) strftime(text, 32, "%Y", &date);
  } else {
    snprintf(text, 32, "%lld", (long long)value);
  }
}

static const char *state_of(const nowplaying_snapshot *snapshot, bool is_there) {
  if (!is_there) return "idle";
  switch (snapshot->state) {
  case NOWPLAYING_STATE_PLAYING: return "playing";
  case NOWPLAYING_STATE_BUFFERING: return reads_values() ? "playing" : "buffering";
  case NOWPLAYING_STATE_PAUSED:
  case NOWPLAYING_STATE_INTERRUPTED: return "paused";
  default: return "idle";
  }
}

static const char *media_type_of(const nowplaying_surface_item *item) {
  switch (item->kind) {
  case NOWPLAYING_CONTENT_PODCAST: return "podcast";
  case NOWPLAYING_CONTENT_MOVIE: return "movie";
  case NOWPLAYING_CONTENT_TV_SHOW: return "tvshow";
  case NOWPLAYING_CONTENT_RADIO: return "channel";
  default: return item->media_type == NOWPLAYING_MEDIA_VIDEO ? "video" : "music";
  }
}

/* The facts that are said of a session, whatever the form. */
struct said {
  const struct local *local; /* NULL for none */
  nowplaying_surface_info info;
  nowplaying_surface_item item;
  nowplaying_snapshot snapshot;
};

static void look_at(struct said *said, const struct local *local) {
  *said = (struct said){local, NOWPLAYING_SURFACE_INFO_INIT, NOWPLAYING_SURFACE_ITEM_INIT, NOWPLAYING_SNAPSHOT_INIT};
  said->item.first_line = said->item.second_line = said->item.third_line = said->info.display_name = "";
  if (local == NULL) return;
  nowplaying_surface_session_get_info(local->session, &said->info);
  nowplaying_surface_session_get_item(local->session, &said->item);
  nowplaying_surface_session_get_snapshot(local->session, NOWPLAYING_TIME_NOW, &said->snapshot);
}

static void send_values(struct entity *entity, const struct said *said) {
  static const struct {
    enum value value;
    nowplaying_field field;
  } numbers[] = {{VALUE_SEASON, NOWPLAYING_FIELD_SEASON}, {VALUE_EPISODE, NOWPLAYING_FIELD_EPISODE},
                 {VALUE_YEAR, NOWPLAYING_FIELD_RELEASE_DATE}};
  char text[32];
  const nowplaying_surface_item *item = &said->item;
  send_value(entity, VALUE_TITLE, item->first_line);
  send_value(entity, VALUE_ARTIST, item->second_line);
  send_value(entity, VALUE_ALBUM, item->third_line);
  send_value(entity, VALUE_SUMMARY, text_in(said->local, NOWPLAYING_FIELD_DESCRIPTION));
  send_value(entity, VALUE_SERIES, text_in(said->local, NOWPLAYING_FIELD_SHOW_NAME));
  for (size_t i = 0; i < COUNT(numbers); ++i) {
    write_number(text, said->local, numbers[i].field);
    send_value(entity, numbers[i].value, text);
  }
  send_value(entity, VALUE_MEDIATYPE, media_type_of(item));
  send_value(entity, VALUE_SOURCE, said->info.display_name);
  snprintf(text, sizeof text, "%.2f", said->info.volume < 0 ? 0 : said->info.volume > 1 ? 1 : said->info.volume);
  send_value(entity, VALUE_VOLUME, text);
  send_value(entity, VALUE_MUTE, said->info.abilities & NOWPLAYING_SURFACE_IS_MUTED ? "mute" : "unmute");
  snprintf(text, sizeof text, "%lld", (long long)(item->duration_us > 0 ? item->duration_us / 1000000 : 0));
  /* One of the integrations keeps the last length when this one is no number. */
  send_value(entity, VALUE_DURATION, text);
  send_value(entity, VALUE_STATE, state_of(&said->snapshot, said->local != NULL));
}

static void set_text(struct json_object *state, const char *key, const char *text) {
  json_object_object_add(state, key, *text != '\0' ? json_object_new_string(text) : NULL);
}

static bool send_state(struct entity *entity, const struct said *said) {
  struct json_object *state = json_object_new_object();
  bool has_volume = said->info.volume >= 0, is_muted = (said->info.abilities & NOWPLAYING_SURFACE_IS_MUTED) != 0;
  set_text(state, "state", state_of(&said->snapshot, said->local != NULL));
  json_object_object_add(state, "volume", has_volume ? json_object_new_double(said->info.volume) : NULL);
  json_object_object_add(state, "muted", json_object_new_boolean(is_muted));
  set_text(state, "source", said->info.display_name);
  set_text(state, "media_title", said->item.first_line);
  set_text(state, "media_artist", said->item.second_line);
  set_text(state, "media_album_name", said->item.third_line);
  set_text(state, "media_series_title", text_in(said->local, NOWPLAYING_FIELD_SHOW_NAME));
  set_text(state, "media_channel", text_in(said->local, NOWPLAYING_FIELD_STATION_NAME));
  set_text(state, "media_content_type", media_type_of(&said->item));
  /* The position comes alone, after this. */
  json_object_object_add(state, "media_position", NULL);
  json_object_object_add(state, "media_duration", NULL);
  json_object_object_add(state, "media_position_updated_at", NULL);
  const char *text = json_object_to_json_string_ext(state, JSON_C_TO_STRING_PLAIN);
  bool is_sent = is_new(entity, VALUE_STATE, text);
  if (is_sent) send_text(entity, "state", text, true);
  json_object_put(state);
  return is_sent;
}

/* ------------------------------------------------------------------------------------------------- Position ------ */

static void send_position_alone(struct entity *entity, int64_t elapsed_us, int64_t duration_us) {
  struct timex clock = {0};
  struct json_object *state = json_object_new_object();
  json_object_object_add(state, "media_position", json_object_new_double((double)elapsed_us / 1e6));
  json_object_object_add(state, "media_duration", json_object_new_double((double)duration_us / 1e6));
  /* The time is of this machine's clock, which is told only where it is known to be right. */
  struct json_object *at = adjtimex(&clock) != TIME_ERROR ? json_object_new_double((double)time(NULL)) : NULL;
  json_object_object_add(state, "media_position_updated_at", at);
  send_text(entity, "state", json_object_to_json_string_ext(state, JSON_C_TO_STRING_PLAIN), false);
  json_object_put(state);
}

static bool is_elsewhere(const struct entity *entity, int64_t elapsed_us) {
  if (elapsed_us < 0 || entity->elapsed_us < 0) return elapsed_us >= 0 || entity->elapsed_us >= 0;
  double believed = (double)entity->elapsed_us + entity->rate * (double)(now_us() - entity->elapsed_at);
  double off = believed - (double)elapsed_us;
  return off > (double)TOLERANCE || off < -(double)TOLERANCE;
}

/* Sends the position, where Home Assistant believes in another one. is_forced: it believes in none. */
static void send_position(struct entity *entity, const struct said *said, bool is_forced) {
  char text[32];
  const nowplaying_snapshot *snapshot = &said->snapshot;
  bool is_known = said->local != NULL && snapshot->elapsed_us != NOWPLAYING_TIME_UNKNOWN;
  int64_t elapsed_us = is_known ? snapshot->elapsed_us : -1;
  if (!is_forced && entity->rate == snapshot->rate && !is_elsewhere(entity, elapsed_us)) return;
  entity->elapsed_us = elapsed_us;
  entity->elapsed_at = now_us();
  entity->rate = snapshot->rate;
  if (!reads_values()) {
    if (is_known) send_position_alone(entity, elapsed_us, said->item.duration_us);
    return;
  }
  snprintf(text, sizeof text, "%lld", (long long)((elapsed_us + 500000) / 1000000));
  send_text(entity, "position", is_known ? text : "", false);
}

/* ------------------------------------------------------------------------------------------------- Entities ------ */

static void send_entity(struct entity *entity, const struct local *local) {
  struct said said;
  bool is_first = !entity->is_announced;
  look_at(&said, local);
  if (options.each && local != NULL) snprintf(entity->name, sizeof entity->name, "%s", said.info.display_name);
  if (is_first) {
    announce(entity);
    entity->is_announced = true;
    entity->announced_at = now_us();
  }
  send_picture(entity, local);
  bool is_other = true;
  if (reads_values()) send_values(entity, &said);
  else is_other = send_state(entity, &said);
  send_position(entity, &said, is_first || (is_other && !reads_values()));
}

static void drop(struct entity *entity) {
  entity->is_used = false;
  announce(entity);
  for (enum value value = 0; value < VALUE_COUNT; ++value) {
    if (entity->sent[value] != NULL) send_text(entity, value_words[value], "", true);
  }
  if (!reads_values()) send_text(entity, "image", "", true);
  forget_sent(entity);
}

static struct entity *entity_of(const char *id) {
  struct entity *free_one = NULL;
  for (size_t i = 0; i < MAX_ENTITIES; ++i) {
    if (entities[i].is_used && strcmp(entities[i].local, id) == 0) return &entities[i];
    if (!entities[i].is_used && free_one == NULL) free_one = &entities[i];
  }
  if (free_one == NULL) return NULL;
  bool is_whole = *id == '\0';
  snprintf(free_one->local, sizeof free_one->local, "%s", id);
  snprintf(free_one->id, sizeof free_one->id, "np_%s%s%s", options.host, is_whole ? "" : "_", id);
  snprintf(free_one->base, sizeof free_one->base, "np/1/%s/ha%s%s", options.host, is_whole ? "" : "/", id);
  snprintf(free_one->name, sizeof free_one->name, "%s", options.name != NULL ? options.name : options.host);
  forget_sent(free_one);
  free_one->is_used = true;
  return free_one;
}

/* Returns when the position of a media player is to be said again. */
static int64_t repeat_deadline(const struct entity *entity) {
  bool is_due = entity->is_used && entity->is_announced && entity->repeat_count < COUNT(repeats);
  return is_due ? entity->announced_at + repeats[entity->repeat_count] : NEVER;
}

static void repeat_positions(void) {
  struct said said;
  for (size_t i = 0; i < MAX_ENTITIES; ++i) {
    struct entity *entity = &entities[i];
    if (now_us() < repeat_deadline(entity)) continue;
    ++entity->repeat_count;
    look_at(&said, options.each ? out_find(entity->local) : out_first());
    send_position(entity, &said, true);
  }
}

int64_t home_deadline(void) {
  int64_t first = NEVER;
  for (size_t i = 0; i < MAX_ENTITIES && broker_takes_more(); ++i) {
    first = earlier(first, repeat_deadline(&entities[i]));
  }
  return first;
}

void home_turn(void) {
  const struct local *local;
  struct entity *entity;
  if (broker_takes_more()) repeat_positions();
  if (!is_dirty || options.home == NULL || !options.out || !broker_takes_more()) return;
  is_dirty = false;
  if (!options.each) {
    send_entity(entity_of(""), out_first());
    return;
  }
  for (size_t i = 0; i < MAX_ENTITIES; ++i) {
    local = entities[i].is_used ? out_find(entities[i].local) : NULL;
    if (entities[i].is_used && (local == NULL || !local->is_sent)) drop(&entities[i]);
  }
  for (size_t i = 0; (local = out_at(i)) != NULL; ++i) {
    if ((entity = entity_of(local->id)) != NULL) send_entity(entity, local);
  }
}

/* ------------------------------------------------------------------------------------------------- Commands ------ */

/* Carries out a command of mqtt_media_player: its word is the end of the topic. */
static void obey_word(const struct local *local, const char *word, const char *payload) {
  static const char *const words[][2] = {{"play", "play"}, {"pause", "pause"}, {"playpause", "toggle-play-pause"},
                                         {"next", "next"}, {"previous", "previous"}};
  struct json_object *arguments = json_object_new_object();
  const char *command = NULL;
  for (size_t i = 0; i < COUNT(words); ++i) {
    if (strcmp(words[i][0], word) == 0) command = words[i][1];
  }
  if (strcmp(word, "volume") == 0) {
    command = "set-volume";
    json_object_object_add(arguments, "volume", json_object_new_double(strtod(payload, NULL)));
  } else if (strcmp(word, "mute") == 0) {
    command = word;
    json_object_object_add(arguments, "muted", json_object_new_boolean(strcmp(payload, "mute") == 0));
  } else if (strcmp(word, "seek") == 0) {
    command = "seek-to-position";
    long long seconds = strtoll(payload, NULL, 10);
    if (seconds > 1000000000 || seconds < 0) seconds = 0;
    json_object_object_add(arguments, "position", json_object_new_int64(seconds * 1000000));
  }
  if (command != NULL) obey_silently(local, command, arguments);
  else json_object_put(arguments);
}

/* Carries out a command of mqtt_universal_media_player: one key and its value. */
static void obey_keys(const struct local *local, const char *payload, size_t size) {
  struct json_object *given = json_of(payload, size, MAX_DEPTH), *arguments = json_object_new_object();
  const char *command = text_of(given, "command");
  double volume = number_of(given, "volume");
  if (!isnan(volume)) {
    command = "set-volume";
    json_object_object_add(arguments, "volume", json_object_new_double(volume));
  } else if (member_of(given, "muted", json_type_boolean) != NULL) {
    command = "mute";
    json_object_object_add(arguments, "muted", json_object_new_boolean(truth_of(given, "muted")));
  }
  if (command != NULL) obey_silently(local, command, arguments);
  else json_object_put(arguments);
  json_object_put(given);
}

void home_take(char **words, int count, const struct message *message) {
  char payload[1024] = "";
  bool is_of_one = strcmp(words[0], "do") != 0;
  const struct local *local = is_of_one ? out_find(words[0]) : out_first();
  int first = is_of_one ? 1 : 0;
  if (message->is_retained || message->size >= sizeof payload || local == NULL || is_of_one != options.each) return;
  if (count <= first || strcmp(words[first], "do") != 0) return;
  if (message->size > 0) memcpy(payload, message->payload, message->size);
  if (count == first + 2) obey_word(local, words[first + 1], payload);
  else if (count == first + 1) obey_keys(local, payload, message->size);
}
