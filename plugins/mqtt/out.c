/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The sessions of this machine, as a surface sees them. While the broker does not acknowledge, their changes wait here,
 * and the newest wins. */
#include "bridge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_LOCALS 64
/* The shortest time between two answers to those who ask for positions. */
#define ASKING SECONDS(2)

static nowplaying_surface *surface;
static struct local *locals[MAX_LOCALS];
static size_t local_count;
static int64_t asked_at = -ASKING;
static bool is_asked;
/* How much of an earlier life was taken away in this connection. More than it could leave is a broker's lie. */
static size_t found_count;

struct local *out_find(const char *id) {
  for (size_t i = 0; i < local_count; ++i) {
    if (locals[i]->id[0] != '\0' && strcmp(locals[i]->id, id) == 0) return locals[i];
  }
  return NULL;
}

struct local *out_waiting(nowplaying_surface_action action) {
  for (size_t i = 0; i < local_count; ++i) {
    if (locals[i]->action == action) return locals[i];
  }
  return NULL;
}

/* ------------------------------------------------------------------------------------------------ Surface -------- */

static struct local *find_key(const char *key) {
  for (size_t i = 0; i < local_count; ++i) {
    if (strcmp(locals[i]->key, key) == 0) return locals[i];
  }
  return NULL;
}

/* Returns whether KDE Connect has brought a session. */
static bool is_of_kde(const nowplaying_surface_info *info) {
  static const char start[] = "org.mpris.MediaPlayer2.kdeconnect";
  return strncmp(info->bus_name, start, sizeof start - 1) == 0;
}

bool out_has_twin(const char *player, const char *place) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  size_t length = strlen(player);
  for (size_t i = 0; i < local_count; ++i) {
    nowplaying_surface_session_get_info(locals[i]->session, &info);
    /* It names them "Music - kitchen". */
    const char *name = info.display_name;
    if (!is_of_kde(&info) || strncmp(name, player, length) != 0 || strncmp(name + length, " - ", 3) != 0) continue;
    if (strcasecmp(name + length + 3, place) == 0) return true;
  }
  return false;
}

static const char *key_of(const nowplaying_surface_session *session) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  nowplaying_surface_session_get_info(session, &info);
  return info.key;
}

static void look_for_twins(const nowplaying_surface_session *session) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  nowplaying_surface_session_get_info(session, &info);
  if (is_of_kde(&info)) hosts_look_for_twins();
}

static void take(nowplaying_surface_session *session) {
  struct local *local = find_key(key_of(session));
  if (local == NULL) {
    if (local_count == MAX_LOCALS || (local = calloc(1, sizeof *local)) == NULL) return;
    local->key = strdup(key_of(session));
    locals[local_count++] = local;
  }
  nowplaying_surface_session_unref(local->session);
  local->session = nowplaying_surface_session_ref(session);
  local->is_dirty = true;
  look_for_twins(session);
}

static void on_added(nowplaying_surface *from, nowplaying_surface_session *session, void *user_data) {
  take(session);
}

static void on_changed(nowplaying_surface *from, nowplaying_surface_session *session,
                       nowplaying_surface_changes changes, void *user_data) {
  take(session);
}

static void forget(size_t index) {
  struct local *local = locals[index];
  locals[index] = locals[--local_count];
  local_free(local);
}

static void on_removed(nowplaying_surface *from, nowplaying_surface_session *session, void *user_data) {
  const char *key = key_of(session);
  for (size_t i = 0; i < local_count; ++i) {
    if (strcmp(locals[i]->key, key) != 0) continue;
    if (locals[i]->is_sent) local_take_away(locals[i]->id);
    forget(i);
    look_for_twins(session);
    return;
  }
}

static void on_ordered(nowplaying_surface *from, void *user_data) { home_changed(); }

static void on_log(nowplaying_surface *from, nowplaying_log_level level, const char *message, void *user_data) {
  if (level <= NOWPLAYING_LOG_WARNING) write_line(stderr, PROGRAM ": %s", message);
}

bool out_open(void) {
  nowplaying_surface_options wanted = NOWPLAYING_SURFACE_OPTIONS_INIT;
  nowplaying_surface_callbacks callbacks = NOWPLAYING_SURFACE_CALLBACKS_INIT;
  wanted.name = PROGRAM;
  wanted.loop = NOWPLAYING_LOOP_FD;
  callbacks.log = on_log;
  callbacks.added = on_added;
  callbacks.changed = on_changed;
  callbacks.removed = on_removed;
  callbacks.ordered = on_ordered;
  if (nowplaying_surface_new(&wanted, &callbacks, &surface) == NOWPLAYING_OK) return true;
  write_line(stderr, PROGRAM ": %s", nowplaying_surface_last_error());
  return false;
}

/* --------------------------------------------------------------------------------------------------- Turn -------- */

nowplaying_surface *out_surface(void) { return surface; }

struct pollfd out_pollfd(void) {
  struct pollfd found = {.fd = -1, .events = POLLIN};
  if (surface != NULL) nowplaying_surface_get_fd(surface, &found.fd);
  return found;
}

int64_t out_deadline(void) {
  int64_t first = is_asked && broker_is_connected() ? asked_at + ASKING : NEVER;
  for (size_t i = 0; i < local_count; ++i) {
    if (locals[i]->is_dirty && locals[i]->action != 0 && broker_takes_more()) {
      first = earlier(first, locals[i]->picture_by);
    }
  }
  return first;
}

void out_turn(void) {
  if (surface == NULL) return;
  nowplaying_surface_dispatch(surface);
  if (is_asked && broker_is_connected() && now_us() >= asked_at + ASKING) {
    is_asked = false;
    asked_at = now_us();
    for (size_t i = 0; i < local_count; ++i) locals[i]->says_position = locals[i]->is_dirty = true;
  }
  for (size_t i = 0; i < local_count && broker_takes_more(); ++i) {
    if (!locals[i]->is_dirty || !local_send(locals[i])) continue;
    locals[i]->is_dirty = false;
    home_changed();
  }
}

void out_asked(void) { is_asked = true; }

struct local *out_at(size_t index) {
  for (size_t i = 0; i < local_count; ++i) {
    if (locals[i]->is_sent && index-- == 0) return locals[i];
  }
  return NULL;
}

struct local *out_first(void) {
  nowplaying_surface_session *sessions[2 * MAX_LOCALS];
  struct local *first = NULL, *local;
  size_t count = 0;
  if (surface == NULL) return NULL;
  nowplaying_surface_get_sessions(surface, sessions, COUNT(sessions), &count);
  if (count > COUNT(sessions)) count = COUNT(sessions);
  for (size_t i = 0; i < count; ++i) {
    local = first == NULL ? find_key(key_of(sessions[i])) : NULL;
    if (local != NULL && local->is_sent) first = local;
    nowplaying_surface_session_unref(sessions[i]);
  }
  return first;
}

static void send_about(void) {
  char topic[MAX_TOPIC_BYTES];
  struct outgoing status = {"online", 6, true, 0, NULL, NULL, 0};
  struct json_object *about = json_object_new_object();
  json_object_object_add(about, "name", json_object_new_string(options.name != NULL ? options.name : options.host));
  if (options.type != NULL) json_object_object_add(about, "type", json_object_new_string(options.type));
  json_object_object_add(about, "version", json_object_new_int(1));
  snprintf(topic, sizeof topic, "np/1/%s/about", options.host);
  broker_retain(topic, about);
  snprintf(topic, sizeof topic, "np/1/%s/status", options.host);
  broker_send(topic, &status);
}

void out_connected(void) {
  char items[MAX_TOPIC_BYTES], commands[MAX_TOPIC_BYTES], questions[MAX_TOPIC_BYTES];
  const char *found[] = {items}, *wanted[] = {commands, questions};
  snprintf(items, sizeof items, "np/1/%s/s/+/item", options.host);
  snprintf(commands, sizeof commands, "np/1/%s/s/+/do", options.host);
  snprintf(questions, sizeof questions, "np/1/%s/ask", options.host);
  /* The rest of an earlier life comes at once, and nothing after it. */
  found_count = 0;
  broker_subscribe(found, 1, true);
  broker_unsubscribe(found, 1);
  /* --try reads all: a broker may send what two filters have twice, and a command would be obeyed twice. */
  if (!options.try) broker_subscribe(wanted, 2, false);
  send_about();
  for (size_t i = 0; i < local_count; ++i) local_forget_sent(locals[i]);
}

void out_found(const char *id) {
  const struct local *local = out_find(id);
  if ((local == NULL || !local->is_sent) && found_count++ < 2 * MAX_LOCALS) local_take_away(id);
}

void out_close(void) {
  char topic[MAX_TOPIC_BYTES];
  struct outgoing status = {"offline", 7, true, 0, NULL, NULL, 0};
  snprintf(topic, sizeof topic, "np/1/%s/status", options.host);
  if (surface == NULL) return;
  while (local_count > 0) {
    if (locals[0]->is_sent) local_take_away(locals[0]->id);
    forget(0);
  }
  broker_send(topic, &status);
  nowplaying_surface_free(surface);
  surface = NULL;
}
