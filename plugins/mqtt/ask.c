/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Commands from here for sessions of other machines. Each waits for its answer, which it knows by a number; only the
 * machine that was asked can give it. The broker drops a command that could not be given for five seconds. */
#include "bridge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define MAX_ASKED 64
/* How long an answer may take: shorter than the library waits. */
#define PATIENCE (NOWPLAYING_MAX_REQUEST_TIME_US - SECONDS(2))

static struct asked {
  nowplaying_request *request; /* NULL: this place is free */
  const struct remote *remote;
  uint64_t number;
  int64_t deadline;
} asked[MAX_ASKED];

static void release(struct asked *place) {
  nowplaying_request_unref(place->request);
  *place = (struct asked){NULL, NULL, 0, NEVER};
}

static void complete(struct asked *place, nowplaying_status status, const char *message) {
  nowplaying_request_complete(place->request, status, message);
  release(place);
}

static bool send_command(const struct remote *remote, const struct json_object *given, uint64_t number) {
  char topic[MAX_TOPIC_BYTES], response_topic[MAX_TOPIC_BYTES];
  struct outgoing message = {.expiry_s = 5, .response_topic = response_topic, .correlation = &number,
                             .correlation_size = sizeof number};
  snprintf(topic, sizeof topic, "np/1/%s/s/%s/do", remote->host, remote->id);
  snprintf(response_topic, sizeof response_topic, "np/1/%s/answer/%s", remote->host, options.host);
  message.payload = json_object_to_json_string_length((struct json_object *)(uintptr_t)given, JSON_C_TO_STRING_PLAIN,
                                                      &message.size);
  return broker_send(topic, &message);
}

nowplaying_status ask(const struct remote *remote, nowplaying_request *request, const char *command,
                      bool is_for_player, struct json_object *arguments) {
  struct asked *place = NULL;
  struct json_object *given = json_object_new_object();
  const char *item = is_for_player ? NULL : text_of(remote->parts[PART_ITEM], "id");
  for (size_t i = 0; i < MAX_ASKED && place == NULL; ++i) {
    if (asked[i].request == NULL) place = &asked[i];
  }
  json_object_object_add(given, "command", json_object_new_string(command));
  json_object_object_add(given, "arguments", arguments);
  if (item != NULL) json_object_object_add(given, "item", json_object_new_string(item));
  uint64_t number = 0;
  /* A number that nobody can guess: where no ACL holds, others could answer. */
  bool is_sent = place != NULL && getrandom(&number, sizeof number, 0) == sizeof number &&
                 send_command(remote, given, number);
  json_object_put(given);
  if (!is_sent) return NOWPLAYING_ERROR_COMMAND_FAILED;
  *place = (struct asked){request, remote, number, now_us() + PATIENCE};
  return NOWPLAYING_PENDING;
}

void ask_answered(const char *host, const struct message *message) {
  uint64_t number;
  if (message->correlation_size != sizeof number || message->is_retained || message->size > MAX_TEXT_BYTES) return;
  memcpy(&number, message->correlation, sizeof number);
  for (size_t i = 0; i < MAX_ASKED; ++i) {
    if (asked[i].request == NULL || asked[i].number != number || strcmp(asked[i].remote->host, host) != 0) continue;
    struct json_object *said = json_of(message->payload, message->size, MAX_DEPTH);
    if (truth_of(said, "ok")) complete(&asked[i], NOWPLAYING_OK, NULL);
    else complete(&asked[i], error_of_word(text_of(said, "error")), text_of(said, "message"));
    json_object_put(said);
    return;
  }
}

void ask_forget(nowplaying_request *request) {
  for (size_t i = 0; i < MAX_ASKED; ++i) {
    if (asked[i].request == request) release(&asked[i]);
  }
}

void ask_fail(const struct remote *remote) {
  for (size_t i = 0; i < MAX_ASKED; ++i) {
    bool is_meant = asked[i].request != NULL && (remote == NULL || asked[i].remote == remote);
    if (is_meant) complete(&asked[i], NOWPLAYING_ERROR_COMMAND_FAILED, "The connection to the machine has ended");
  }
}

int64_t ask_deadline(void) {
  int64_t first = NEVER;
  for (size_t i = 0; i < MAX_ASKED; ++i) {
    if (asked[i].request != NULL) first = earlier(first, asked[i].deadline);
  }
  return first;
}

void ask_turn(void) {
  for (size_t i = 0; i < MAX_ASKED; ++i) {
    if (asked[i].request == NULL || now_us() < asked[i].deadline) continue;
    complete(&asked[i], NOWPLAYING_ERROR_COMMAND_FAILED, "The machine does not answer");
  }
}
