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
/* The shortest time between two questions for what found no place, or may have been lost. */
#define LOOKING SECONDS(10)
/* How long a machine that was left out has to be quiet before what may have been lost is asked for: while its messages
 * come, the broker loses the answers, too. */
#define QUIET (SECONDS(1) / 2)
/* The time that a message costs, and that so many bytes of it cost. How much of it a machine may owe, and for how long
 * one that owes more is left out. A broker loses messages of others to a client that has too many, so that more is not
 * only a cost. */
#define COST (SECONDS(1) / 100)
#define BYTES_PER_COST (16 * 1024)
#define CREDIT SECONDS(10)
#define BAN SECONDS(60)
/* How long a session that plays may say nothing before its machine is asked, how often that is asked, and how long the
 * answer may take: a broker that was restarted knows of no will, and has machines as there that have long gone. */
#define SILENCE SECONDS(300)
#define ASKING SECONDS(3)
#define PATIENCE SECONDS(10)

struct host {
  char name[MAX_NAME_BYTES];
  int64_t asked_at;     /* when its positions were asked for */
  int64_t paid_until;   /* what its messages so far cost until then */
  int64_t banned_until; /* until then it is left out */
  bool is_there;
  bool is_silent;       /* it has not answered: only its own words count from then on */
};

static struct host hosts[MAX_HOSTS];
static size_t host_count;
static struct remote *remotes[MAX_REMOTES];
static size_t remote_count;
/* Whether a session that plays has found no place, or messages may have been lost; and when the broker was asked for
 * all of them last. */
static bool was_full, was_flooded;
static int64_t looked_at, flooded_at;
static bool wants_twins;

/* ------------------------------------------------------------------------------------------------ Topics --------- */

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

/* Has the broker say again what it has kept: which sessions play, and, after a flood, all of those that are shown. */
static void look(void) {
  static const char *const playbacks[] = {"np/1/+/s/+/playback"};
  for (size_t i = 0; i < remote_count && was_flooded; ++i) follow(remotes[i], true);
  was_full = was_flooded = false;
  looked_at = now_us();
  broker_subscribe(playbacks, 1, false);
}

void hosts_connected(void) {
  char answers[MAX_TOPIC_BYTES];
  const char *filters[] = {"np/1/+/status", answers};
  snprintf(answers, sizeof answers, "np/1/+/answer/%s", options.host);
  /* The status of machines comes before what they play. */
  broker_subscribe(filters, 2, false);
  look();
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
  if (!plays) return NULL;
  for (size_t i = 0; i < remote_count; ++i) of_host += strcmp(remotes[i]->host, host) == 0;
  if (of_host == MAX_REMOTES_OF_HOST) return NULL;
  was_full = was_full || remote_count == MAX_REMOTES;
  struct remote *remote = remote_count < MAX_REMOTES ? calloc(1, sizeof *remote) : NULL;
  if (remote == NULL) return NULL;
  snprintf(remote->host, sizeof remote->host, "%s", host);
  snprintf(remote->id, sizeof remote->id, "%s", id);
  remote->type = NOWPLAYING_DEVICE_DESKTOP;
  remote->hide_at = NEVER;
  remote->heard_at = now_us() - (message->is_retained ? SILENCE : 0);
  follow(remote, true);
  remotes[remote_count++] = remote;
  return remote;
}

/* Asks a machine for its positions, because what the broker has kept says nothing of them. */
static void ask_positions(struct host *host) {
  char topic[MAX_TOPIC_BYTES];
  struct outgoing message = {.expiry_s = 5};
  if (now_us() < host->asked_at + ASKING) return;
  host->asked_at = now_us();
  snprintf(topic, sizeof topic, "np/1/%s/ask", host->name);
  broker_send(topic, &message);
}

/* -------------------------------------------------------------------------------------------- What comes --------- */

static void give_up_all(const char *name) {
  for (size_t i = remote_count; i-- > 0;) {
    if (strcmp(remotes[i]->host, name) == 0) give_up(remotes[i]);
  }
}

/* Adds a machine, if there is a place: one that has gone keeps its place while it owes something, so that it does not
 * come back without its debt. */
static struct host *add_host(const char *name) {
  struct host *host = NULL;
  for (size_t i = 0; i < host_count && host == NULL; ++i) {
    bool owes = now_us() < hosts[i].paid_until || now_us() < hosts[i].banned_until;
    if (!hosts[i].is_there && !owes) host = &hosts[i];
  }
  if (host == NULL && host_count < MAX_HOSTS) host = &hosts[host_count++];
  if (host == NULL) return NULL;
  *host = (struct host){.asked_at = -ASKING};
  snprintf(host->name, sizeof host->name, "%s", name);
  return host;
}

/* Returns whether a machine may say one more thing. One that says too much is left out for a time. */
static bool may_speak(struct host *host, size_t size) {
  int64_t now = now_us();
  if (now < host->banned_until) {
    was_flooded = true;
    flooded_at = now;
    return false;
  }
  if (host->paid_until < now) host->paid_until = now;
  host->paid_until += COST + COST * (int64_t)size / BYTES_PER_COST;
  if (host->paid_until <= now + CREDIT) return true;
  say("the machine \"%s\" sends too much, and is left out for a minute", host->name);
  host->banned_until = now + BAN;
  was_flooded = was_full = true;
  flooded_at = looked_at = now;
  give_up_all(host->name);
  return false;
}

void hosts_set_status(const char *name, const struct message *message) {
  struct host *host = find_host(name);
  bool is_there = message->size == 6 && memcmp(message->payload, "online", 6) == 0;
  if (host == NULL && is_there) host = add_host(name);
  if (host == NULL) return;
  may_speak(host, message->size);
  if (is_there && !host->is_there) {
    host->is_silent = false;
    host->asked_at = -ASKING;
  }
  host->is_there = is_there;
  if (!is_there) give_up_all(name);
}

void hosts_set_about(const char *host, const struct message *message) {
  struct host *speaker = find_host(host);
  if (speaker == NULL || !may_speak(speaker, message->size)) return;
  for (size_t i = 0; i < remote_count; ++i) {
    if (strcmp(remotes[i]->host, host) == 0) remote_take(remotes[i], &remotes[i]->about, message);
  }
}

void hosts_take(const char *host, const char *id, enum part part, const struct message *message) {
  struct remote *remote = find(host, id);
  struct host *speaker = find_host(host);
  if (speaker == NULL || !may_speak(speaker, message->size) || !speaker->is_there) return;
  if (!message->is_retained && part == PART_PLAYBACK) speaker->is_silent = false;
  if (speaker->is_silent) return;
  if (remote == NULL && part == PART_PLAYBACK && message->size <= MAX_TEXT_BYTES) remote = add(host, id, message);
  if (remote == NULL) return;
  if (message->size == 0 && (part == PART_ITEM || part == PART_PLAYBACK)) {
    give_up(remote);
    return;
  }
  /* A retained message that is known already takes no position away. */
  struct piece *piece = &remote->pieces[part];
  bool is_known = message->is_retained && part == PART_PLAYBACK && piece->size == message->size &&
                  memcmp(piece->bytes, message->payload, message->size) == 0;
  if (is_known) return;
  remote_take(remote, piece, message);
  if (part != PART_PLAYBACK) return;
  remote->arrived_at = message->is_retained ? NEVER : now_us();
  if (!message->is_retained) remote->heard_at = now_us();
}

void hosts_disconnected(void) {
  ask_fail(NULL);
  host_count = 0;
  while (remote_count > 0) remote_free(remotes[--remote_count]);
}

/* -------------------------------------------------------------------------------------------------- Turn --------- */

/* Asks the machine of a session that has said nothing for long, or takes all of that machine away. */
static void look_after(const struct remote *remote) {
  int64_t silent = now_us() - remote->heard_at;
  struct host *host = find_host(remote->host);
  if (remote->hide_at != NEVER || silent < SILENCE || host == NULL) return;
  if (silent < SILENCE + PATIENCE) {
    ask_positions(host);
    return;
  }
  host->is_silent = true;
  give_up_all(host->name);
}

/* Returns the time by which look_after() is to be called. */
static int64_t silence_deadline(const struct remote *remote) {
  const struct host *host = find_host(remote->host);
  if (remote->hide_at != NEVER || host == NULL) return NEVER;
  if (now_us() < remote->heard_at + SILENCE) return remote->heard_at + SILENCE;
  return earlier(host->asked_at + ASKING, remote->heard_at + SILENCE + PATIENCE);
}

/* Returns when the broker is to be asked for all again. */
static int64_t look_deadline(void) {
  int64_t at = looked_at + LOOKING, quiet_at = flooded_at + QUIET;
  if (was_flooded) return earlier(at, quiet_at > looked_at + QUIET ? quiet_at : looked_at + QUIET);
  return was_full && remote_count < MAX_REMOTES ? at : NEVER;
}

int64_t hosts_deadline(void) {
  int64_t first = look_deadline();
  for (size_t i = 0; i < remote_count; ++i) {
    first = earlier(first, earlier(remotes[i]->hide_at, remote_deadline(remotes[i])));
    first = earlier(first, silence_deadline(remotes[i]));
  }
  return first;
}

void hosts_look_for_twins(void) { wants_twins = true; }

/* Hides what KDE Connect brings, too, and shows again what it does not bring any more: the broker has all of it. */
static void look_for_twins(void) {
  wants_twins = false;
  for (size_t i = 0; i < remote_count; ++i) {
    if (!remote_has_turned_twin(remotes[i])) continue;
    if (remotes[i]->is_twin) remote_show(remotes[i]);
    else follow(remotes[i], true);
  }
}

void hosts_turn(void) {
  if (wants_twins) look_for_twins();
  for (size_t i = remote_count; i-- > 0;) {
    if (remotes[i]->app != NULL) nowplaying_app_dispatch(remotes[i]->app);
    if (now_us() >= remotes[i]->hide_at) give_up(remotes[i]);
    else if (now_us() >= remote_deadline(remotes[i])) remote_show(remotes[i]);
  }
  /* One may take others with it. */
  for (size_t i = remote_count; i-- > 0;) {
    if (i < remote_count) look_after(remotes[i]);
  }
  if (now_us() >= look_deadline()) look();
}

size_t hosts_pollfds(struct pollfd *fds) {
  for (size_t i = 0; i < remote_count; ++i) {
    fds[i] = (struct pollfd){.fd = -1, .events = POLLIN};
    if (remotes[i]->app != NULL) nowplaying_app_get_fd(remotes[i]->app, &fds[i].fd);
  }
  return remote_count;
}
