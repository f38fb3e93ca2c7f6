/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Says which machines the broker knows, and what plays there, for --list. The broker sends what it has kept before what
 * comes later, so that a message to oneself marks the end. */
#include "bridge.h"

#include <mosquitto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_MACHINES 1024
#define MAX_PLAYERS 4096
/* As many as a bridge publishes; a machine that says more does not hide the others. */
#define MAX_PLAYERS_OF_HOST 64
#define MAX_SHOWN 128

struct machine {
  char host[MAX_NAME_BYTES], name[MAX_SHOWN];
  bool is_there;
};

struct player {
  char host[MAX_NAME_BYTES], id[MAX_NAME_BYTES], name[MAX_SHOWN], title[MAX_SHOWN], state[16];
};

static struct machine *machines;
static struct player *players;
static size_t machine_count, player_count;
static char mark[MAX_TOPIC_BYTES];

static void take_of_machine(const char *host, const char *word, const struct mosquitto_message *message) {
  struct machine *machine = NULL;
  for (size_t i = 0; i < machine_count && machine == NULL; ++i) {
    if (strcmp(machines[i].host, host) == 0) machine = &machines[i];
  }
  if (machine == NULL && machine_count == MAX_MACHINES) return;
  if (machine == NULL) {
    machine = &machines[machine_count++];
    snprintf(machine->host, sizeof machine->host, "%s", host);
  }
  if (strcmp(word, "status") == 0) {
    machine->is_there = message->payloadlen == 6 && memcmp(message->payload, "online", 6) == 0;
  } else {
    struct json_object *about = json_of(message->payload, (size_t)message->payloadlen, MAX_DEPTH);
    const char *name = text_of(about, "name");
    snprintf(machine->name, sizeof machine->name, "%s", name != NULL ? name : "");
    json_object_put(about);
  }
}

static void take_of_player(char **words, const struct mosquitto_message *message) {
  struct player *player = NULL;
  size_t of_host = 0;
  for (size_t i = 0; i < player_count && player == NULL; ++i) {
    if (strcmp(players[i].host, words[2]) != 0) continue;
    ++of_host;
    if (strcmp(players[i].id, words[4]) == 0) player = &players[i];
  }
  if (player == NULL && (player_count == MAX_PLAYERS || of_host == MAX_PLAYERS_OF_HOST)) return;
  if (player == NULL) {
    player = &players[player_count++];
    snprintf(player->host, sizeof player->host, "%s", words[2]);
    snprintf(player->id, sizeof player->id, "%s", words[4]);
  }
  struct json_object *said = json_of(message->payload, (size_t)message->payloadlen, MAX_DEPTH);
  const struct {
    const char *part, *key;
    char *into;
    size_t size;
  } places[] = {{"player", "name", player->name, sizeof player->name},
                {"item", "title", player->title, sizeof player->title},
                {"playback", "state", player->state, sizeof player->state}};
  for (size_t i = 0; i < COUNT(places); ++i) {
    const char *text = strcmp(places[i].part, words[5]) == 0 ? text_of(said, places[i].key) : NULL;
    if (text != NULL) snprintf(places[i].into, places[i].size, "%s", text);
  }
  json_object_put(said);
}

static void on_message(struct mosquitto *mosq, void *data, const struct mosquitto_message *message,
                       const mosquitto_property *properties) {
  struct outcome *outcome = data;
  char **words = NULL;
  int count = 0;
  if (strcmp(message->topic, mark) == 0) outcome->is_over = true;
  if (message->payloadlen == 0 || message->payloadlen > MAX_TEXT_BYTES) return;
  if (mosquitto_sub_topic_tokenise(message->topic, &words, &count) != MOSQ_ERR_SUCCESS) return;
  bool is_whole = count == 4 || count == 6;
  for (int i = 0; i < count && is_whole; ++i) is_whole = words[i] != NULL && (i < 2 || is_name(words[i]));
  if (is_whole && count == 4) take_of_machine(words[2], words[3], message);
  else if (is_whole) take_of_player(words, message);
  mosquitto_sub_topic_tokens_free(&words, count);
}

static int compare(const void *a, const void *b) {
  return strcmp(((const struct machine *)a)->host, ((const struct machine *)b)->host);
}

static void print_machine(const struct machine *machine) {
  bool is_own = strcmp(machine->host, options.host) == 0;
  write_line(stdout, "%s  %s%s%s", machine->host, machine->name, machine->is_there ? "" : "  (not there)",
             is_own ? "  (this machine)" : "");
  for (size_t i = 0; i < player_count && machine->is_there; ++i) {
    if (strcmp(players[i].host, machine->host) != 0 || players[i].state[0] == '\0') continue;
    write_line(stdout, "  %s  %s  %s", players[i].state, players[i].name, players[i].title);
  }
}

int list(void) {
  static const char *const filters[] = {"np/1/+/status", "np/1/+/about", "np/1/+/s/+/player", "np/1/+/s/+/item",
                                        "np/1/+/s/+/playback", mark};
  struct outcome outcome;
  bool is_here = false;
  snprintf(mark, sizeof mark, "np/1/%s/list", options.host);
  machines = calloc(MAX_MACHINES, sizeof *machines);
  players = calloc(MAX_PLAYERS, sizeof *players);
  struct mosquitto *mosq = machines != NULL && players != NULL ? check_open(&outcome, true) : NULL;
  if (mosq == NULL) return 2;
  mosquitto_publish_v5_callback_set(mosq, NULL);
  mosquitto_message_v5_callback_set(mosq, on_message);
  outcome.is_over = false;
  mosquitto_subscribe_multiple(mosq, NULL, (int)COUNT(filters), (char *const *)(uintptr_t)filters, 0, 0, NULL);
  mosquitto_publish_v5(mosq, NULL, mark, 0, NULL, 0, false, NULL);
  if (!check_wait(mosq, &outcome)) say("the broker does not answer all: its ACL has to let \"%s\" write %s",
                                       options.host, mark);
  mosquitto_destroy(mosq);
  qsort(machines, machine_count, sizeof *machines, compare);
  for (size_t i = 0; i < machine_count; ++i) {
    is_here = is_here || (machines[i].is_there && strcmp(machines[i].host, options.host) == 0);
    print_machine(&machines[i]);
  }
  if (!is_here) printf("The bridge of this machine, \"%s\", does not run.\n", options.host);
  free(machines);
  free(players);
  return is_here ? 0 : 1;
}
