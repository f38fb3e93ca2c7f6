/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Carries out commands of other machines for sessions of this one. A list says which there are; of these a player gets
 * those that it offers, at most so many in a second, and none that the broker has kept. Each is answered, where its
 * sender wants that, below the own topics: a sender cannot have this machine write elsewhere. */
#include "bridge.h"

#include <mosquitto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMANDS_PER_SECOND 10

/* To whom an answer goes. */
struct asker {
  char topic[MAX_TOPIC_BYTES]; /* "": nobody waits */
  size_t correlation_size;
  unsigned char correlation[64];
};

static void answer(const struct asker *asker, nowplaying_status status, const char *text) {
  if (asker->topic[0] == '\0') return;
  struct json_object *said = json_object_new_object();
  struct outgoing message = {.expiry_s = 5, .correlation = asker->correlation};
  message.correlation_size = asker->correlation_size;
  json_object_object_add(said, "ok", json_object_new_boolean(status == NOWPLAYING_OK));
  if (status != NOWPLAYING_OK) {
    json_object_object_add(said, "error", json_object_new_string(error_word(status)));
    json_object_object_add(said, "message", json_object_new_string(text));
  }
  message.payload = json_object_to_json_string_length(said, JSON_C_TO_STRING_PLAIN, &message.size);
  broker_send(asker->topic, &message);
  json_object_put(said);
}

static void on_done(nowplaying_surface *surface, const nowplaying_surface_result *result, void *user_data) {
  struct asker *asker = user_data;
  answer(asker, result->status, result->message);
  free(asker);
}

/* Returns who asks; NULL without memory. A topic that is not below np/1/HOST/answer counts as none. */
static struct asker *asker_of(const struct message *message) {
  char start[MAX_TOPIC_BYTES];
  struct asker *asker = calloc(1, sizeof *asker);
  int length = snprintf(start, sizeof start, "np/1/%s/answer/", options.host);
  const char *topic = message->response_topic;
  if (asker == NULL || topic == NULL || strncmp(topic, start, (size_t)length) != 0) return asker;
  if (!is_name(topic + length) || message->correlation_size > sizeof asker->correlation) return asker;
  snprintf(asker->topic, sizeof asker->topic, "%s", topic);
  asker->correlation_size = message->correlation_size;
  if (message->correlation_size > 0) memcpy(asker->correlation, message->correlation, message->correlation_size);
  return asker;
}

/* Returns whether one more command may be carried out in this second. */
static bool may_obey(void) {
  static int64_t allowance = COMMANDS_PER_SECOND * SECONDS(1), counted_at;
  int64_t now = now_us();
  if (counted_at != 0) allowance += (now - counted_at) * COMMANDS_PER_SECOND;
  if (allowance > COMMANDS_PER_SECOND * SECONDS(1)) allowance = COMMANDS_PER_SECOND * SECONDS(1);
  counted_at = now;
  if (allowance < SECONDS(1)) return false;
  allowance -= SECONDS(1);
  return true;
}

/* Returns whether a command is meant for another item than the present one. A command for the player names none. */
static bool is_late(const struct local *local, struct json_object *given) {
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  const char *wanted = text_of(given, "item");
  if (wanted == NULL) return false;
  if (nowplaying_surface_session_get_item(local->session, &item) != NOWPLAYING_OK) return true;
  return strcmp(wanted, item.id) != 0;
}

/* Sends a volume; a higher one than permitted counts as that. */
static nowplaying_status send_volume(const struct local *local, struct json_object *arguments, struct asker *asker) {
  double volume = number_of(arguments, "volume");
  if (!(volume >= 0 && volume <= 1)) return NOWPLAYING_ERROR_INVALID_ARGUMENT;
  if (volume > options.volume_limit) volume = options.volume_limit;
  return nowplaying_surface_set_volume(out_surface(), local->session, NULL, volume, on_done, asker, NULL);
}

static nowplaying_status send_command(const struct local *local, const struct command_word *word,
                                      struct json_object *arguments, struct asker *asker) {
  nowplaying_command_event command = NOWPLAYING_SURFACE_COMMAND_INIT(word->kind);
  struct json_object *time = word->argument != NULL ? member_of(arguments, word->argument, json_type_int) : NULL;
  if (time != NULL) command.time_us = json_object_get_int64(time);
  if (word->kind == NOWPLAYING_COMMAND_SEEK_TO_POSITION && (time == NULL || command.time_us < 0)) {
    return NOWPLAYING_ERROR_INVALID_ARGUMENT;
  }
  if (command.time_us < 0) return NOWPLAYING_ERROR_INVALID_ARGUMENT;
  if (word->kind == NOWPLAYING_COMMAND_MUTE && member_of(arguments, "muted", json_type_boolean) != NULL) {
    command.mode = truth_of(arguments, "muted");
  }
  return nowplaying_surface_send_command(out_surface(), local->session, &command, on_done, asker, NULL);
}

/* Returns OK when the answer comes later. */
static nowplaying_status carry_out(const struct local *local, struct json_object *given, struct asker *asker) {
  const char *name = text_of(given, "command");
  const struct command_word *word = command_by_word(name);
  struct json_object *arguments = member_of(given, "arguments", json_type_object);
  if (local == NULL || !local->is_sent) return NOWPLAYING_ERROR_NO_SUCH_CONTENT;
  if (name == NULL) return NOWPLAYING_ERROR_INVALID_ARGUMENT;
  if (!may_obey()) return NOWPLAYING_ERROR_BUSY;
  if (is_late(local, given)) return NOWPLAYING_ERROR_NO_SUCH_CONTENT;
  if (strcmp(name, "set-volume") == 0) return send_volume(local, arguments, asker);
  return word != NULL ? send_command(local, word, arguments, asker) : NOWPLAYING_ERROR_NOT_SUPPORTED;
}

void obey_silently(const struct local *local, const char *command, struct json_object *arguments) {
  struct json_object *given = json_object_new_object();
  struct asker *asker = calloc(1, sizeof *asker);
  json_object_object_add(given, "command", json_object_new_string(command));
  json_object_object_add(given, "arguments", arguments);
  if (asker != NULL && carry_out(local, given, asker) != NOWPLAYING_OK) free(asker);
  json_object_put(given);
}

void obey(const char *id, const struct message *message) {
  /* A command that the broker has kept was meant for another time. */
  if (message->is_retained || message->size > MAX_TEXT_BYTES) return;
  struct json_object *given = json_of(message->payload, message->size, MAX_DEPTH);
  struct asker *asker = asker_of(message);
  if (asker != NULL) {
    nowplaying_status status = carry_out(out_find(id), given, asker);
    /* More refusals than the broker takes would wait here. */
    if (status != NOWPLAYING_OK && !broker_takes_more()) asker->topic[0] = '\0';
    if (status != NOWPLAYING_OK) {
      const char *text = status == NOWPLAYING_ERROR_BUSY ? "There are too many commands in this second" : NULL;
      answer(asker, status, text != NULL ? text : nowplaying_surface_strerror(status));
      free(asker);
    }
  }
  json_object_put(given);
}
