/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The other machines, and the places that their sessions may take here. All that is asked for of every machine is
 * whether it is there, and how its sessions play; the rest of a session only when it begins to play and gets a place.
 * So a thousand machines cost little, and one that says too much takes eight places at most. */
#include "bridge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Machines that are there at one time; of more the first count. */
#define MAX_HOSTS 1024
/* The shortest time between two questions for what found no place. */
#define LOOKING SECONDS(10)

struct host {
  char name[MAX_NAME_BYTES];
  int64_t asked_at; /* when its positions were asked for */
};

static struct host hosts[MAX_HOSTS];
static size_t host_count;
static struct remote *remotes[MAX_REMOTES];
static size_t remote_count;
/* Whether a session that plays has found no place; and when the broker was asked for all of them last. */
static bool was_full;
static int64_t looked_at;

/* ------------------------------------------------------------------------------------------------ Topics --------- */

static void look(void) {
  static const char *const playbacks[] = {"np/1/+/s/+/playback"};
  was_full = false;
  looked_at = now_us();
  broker_subscribe(playbacks, 1, false);
}

void hosts_connected(void) {
  char answers[MAX_TOPIC_BYTES];
  const char *filters[] = {"np/1/+/status", answers};
  snprintf(answers, sizeof answers, "np/1/+/answer/%s", options.host);
  /* Which machines are there comes before what they play. */
  broker_subscribe(filters, 2, false);
  look();
}

/* The topics of a session that has a place; the first is of its whole machine. */
static void follow(const struct remote *remote, bool follows) {
  static const enum part parts[] = {PART_PLAYER, PART_ART, PART_ITEM, PART_COMMANDS, PART_VOLUME};
  char topics[1 + COUNT(parts)][MAX_TOPIC_BYTES];
  const char *filters[1 + COUNT(parts)];
  size_t others = 0;
  snprintf(topics[0], sizeof topics[0], "np/1/%s/about", remote->host);
  filters[0] = topics[0];
  for (size_t i = 0; i < COUNT(parts); ++i) {
    snprintf(topics[i + 1], sizeof topics[0], "np/1/%s/s/%s/%s", remote->host, remote->id, part_words[parts[i]]);
    filters[i + 1] = topics[i + 1];
  }
  for (size_t i = 0; i < remote_count; ++i) others += strcmp(remotes[i]->host, remote->host) == 0;
  if (follows) broker_subscribe(filters, COUNT(filters), false);
  else broker_unsubscribe(filters + (others > 0), COUNT(filters) - (others > 0));
}

/* ------------------------------------------------------------------------------------------------- Places -------- */

static struct remote *find(const char *host, const char *id) {
  for (size_t i = 0; i < remote_count; ++i) {
    if (strcmp(remotes[i]->host, host) == 0 && strcmp(remotes[i]->id, id) == 0) return remotes[i];
  }
  return NULL;
}

static struct host *find_host(const char *name) {
  for (size_t i = 0; i < host_count; ++i) {
    if (strcmp(hosts[i].name, name) == 0) return &hosts[i];
  }
  return NULL;
}

static void give_up(struct remote *remote) {
  for (size_t i = 0; i < remote_count; ++i) {
    if (remotes[i] != remote) continue;
    remotes[i] = remotes[--remote_count];
    follow(remote, false);
    remote_free(remote);
    return;
  }
}

/* Gives a session a place, if it plays, and there is one. */
static struct remote *add(const char *host, const char *id, const struct message *message) {
  size_t of_host = 0;
  struct json_object *playback = json_of(message->payload, message->size, MAX_DEPTH);
  bool plays = remote_plays(playback);
  json_object_put(playback);
  if (!plays || find_host(host) == NULL) return NULL;
  for (size_t i = 0; i < remote_count; ++i) of_host += strcmp(remotes[i]->host, host) == 0;
  if (of_host == MAX_REMOTES_OF_HOST) return NULL;
  was_full = was_full || remote_count == MAX_REMOTES;
  struct remote *remote = remote_count < MAX_REMOTES ? calloc(1, sizeof *remote) : NULL;
  if (remote == NULL) return NULL;
  snprintf(remote->host, sizeof remote->host, "%s", host);
  snprintf(remote->id, sizeof remote->id, "%s", id);
  remote->type = NOWPLAYING_DEVICE_DESKTOP;
  remote->hide_at = NEVER;
  follow(remote, true);
  remotes[remote_count++] = remote;
  return remote;
}

/* Asks a machine for its positions, because what the broker has kept says nothing of them. */
static void ask_positions(struct host *host) {
  char topic[MAX_TOPIC_BYTES];
  struct outgoing message = {.expiry_s = 5};
  if (now_us() < host->asked_at + SECONDS(2)) return;
  host->asked_at = now_us();
  snprintf(topic, sizeof topic, "np/1/%s/ask", host->name);
  broker_send(topic, &message);
}

/* -------------------------------------------------------------------------------------------- What comes --------- */

static void forget_host(const char *name) {
  struct host *host = find_host(name);
  for (size_t i = remote_count; i-- > 0;) {
    if (strcmp(remotes[i]->host, name) == 0) give_up(remotes[i]);
  }
  if (host != NULL) *host = hosts[--host_count];
}

void hosts_set_status(const char *host, const struct message *message) {
  bool is_there = message->size == 6 && memcmp(message->payload, "online", 6) == 0;
  if (!is_there) {
    forget_host(host);
  } else if (find_host(host) == NULL && host_count < MAX_HOSTS) {
    snprintf(hosts[host_count].name, sizeof hosts[host_count].name, "%s", host);
    hosts[host_count++].asked_at = -SECONDS(2);
  }
}

void hosts_set_about(const char *host, const struct message *message) {
  for (size_t i = 0; i < remote_count; ++i) {
    if (strcmp(remotes[i]->host, host) == 0) remote_take(remotes[i], &remotes[i]->about, message);
  }
}

void hosts_take(const char *host, const char *id, enum part part, const struct message *message) {
  struct remote *remote = find(host, id);
  if (remote == NULL && part == PART_PLAYBACK && message->size <= MAX_TEXT_BYTES) remote = add(host, id, message);
  if (remote == NULL) return;
  if (message->size == 0 && (part == PART_ITEM || part == PART_PLAYBACK)) {
    give_up(remote);
    return;
  }
  remote_take(remote, &remote->pieces[part], message);
  if (part != PART_PLAYBACK) return;
  remote->arrived_at = message->is_retained ? NEVER : now_us();
  if (message->is_retained) ask_positions(find_host(host));
}

void hosts_disconnected(void) {
  ask_fail(NULL);
  host_count = 0;
  while (remote_count > 0) remote_free(remotes[--remote_count]);
}

/* -------------------------------------------------------------------------------------------------- Turn --------- */

int64_t hosts_deadline(void) {
  int64_t first = was_full && remote_count < MAX_REMOTES ? looked_at + LOOKING : NEVER;
  for (size_t i = 0; i < remote_count; ++i) {
    first = earlier(first, earlier(remotes[i]->hide_at, remote_deadline(remotes[i])));
  }
  return first;
}

void hosts_turn(void) {
  for (size_t i = remote_count; i-- > 0;) {
    if (remotes[i]->app != NULL) nowplaying_app_dispatch(remotes[i]->app);
    if (now_us() >= remotes[i]->hide_at) give_up(remotes[i]);
    else if (now_us() >= remote_deadline(remotes[i])) remote_show(remotes[i]);
  }
  if (was_full && remote_count < MAX_REMOTES && now_us() >= looked_at + LOOKING) look();
}

size_t hosts_pollfds(struct pollfd *fds) {
  for (size_t i = 0; i < remote_count; ++i) {
    fds[i] = (struct pollfd){.fd = -1, .events = POLLIN};
    if (remotes[i]->app != NULL) nowplaying_app_get_fd(remotes[i]->app, &fds[i].fd);
  }
  return remote_count;
}
