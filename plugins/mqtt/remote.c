/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A session of another machine, shown here as a remote session. Each has an app of its own, because the name of the
 * player and that of the machine make its name: "Music – Kitchen". All of it is described anew whenever something has
 * come, and one commit shows it; the library finds out what is different. */
#include "bridge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The shortest time between two changes that are shown; the newest wins. */
#define INTERVAL (SECONDS(1) / 20)
/* How long an item waits for its playback, which comes after it. */
#define PLAYBACK_WAIT (SECONDS(1) / 10)
/* The time that a change costs, and how much of it a session may owe: one that changes all the time is shown twice a
 * second, so that it takes little from the others. */
#define COST (SECONDS(1) / 2)
#define CREDIT SECONDS(10)

/* ---------------------------------------------------------------------------------------------- Commands --------- */

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  const struct command_word *word = command_by_kind(event->kind);
  if (word == NULL) return NOWPLAYING_ERROR_NOT_SUPPORTED;
  struct json_object *arguments = json_object_new_object();
  if (event->kind == NOWPLAYING_COMMAND_MUTE) {
    json_object_object_add(arguments, word->argument, json_object_new_boolean(event->mode));
  } else if (word->argument != NULL) {
    json_object_object_add(arguments, word->argument, json_object_new_int64(event->time_us));
  }
  return ask(user_data, request, word->word, word->is_for_player, arguments);
}

static nowplaying_status on_device_volume(nowplaying_session *session, nowplaying_request *request,
                                          const char *device_id, double volume, void *user_data) {
  struct json_object *arguments = json_object_new_object();
  json_object_object_add(arguments, "volume", json_object_new_double(volume));
  return ask(user_data, request, "set-volume", true, arguments);
}

static void on_cancelled(nowplaying_session *session, nowplaying_request *request, void *user_data) {
  ask_forget(request);
}

/* ------------------------------------------------------------------------------------------------ Pieces --------- */

void remote_take(struct remote *remote, struct piece *piece, const struct message *message) {
  char *bytes = message->size > 0 ? realloc(piece->bytes, message->size) : NULL;
  if (bytes == NULL) free(piece->bytes);
  else memcpy(bytes, message->payload, message->size);
  piece->bytes = bytes;
  piece->size = bytes != NULL ? message->size : 0;
  bool is_first_item = piece == &remote->pieces[PART_ITEM] && !message->is_retained && !piece->is_new;
  if (is_first_item) remote->waits_until = now_us() + PLAYBACK_WAIT;
  else if (piece == &remote->pieces[PART_PLAYBACK]) remote->waits_until = 0;
  piece->is_new = true;
  remote->is_dirty = true;
}

static void drop(struct piece *piece) {
  free(piece->bytes);
  *piece = (struct piece){NULL, 0, false};
}

bool remote_plays(struct json_object *playback) {
  int state = number_of_word(&states, text_of(playback, "state"), NOWPLAYING_STATE_PAUSED);
  return state == NOWPLAYING_STATE_PLAYING || state == NOWPLAYING_STATE_BUFFERING;
}

static void read_about(struct remote *remote) {
  struct json_object *about = json_of(remote->about.bytes, remote->about.size, MAX_DEPTH);
  const char *name = text_of(about, "name");
  free(remote->place);
  remote->place = name != NULL && *name != '\0' ? strndup(name, NOWPLAYING_MAX_ID_BYTES) : NULL;
  remote->type = number_of_word(&device_types, text_of(about, "type"), NOWPLAYING_DEVICE_DESKTOP);
  json_object_put(about);
  drop(&remote->about);
}

/* Reads a part. One that is not as it has to be counts as not come, and an empty one as none. */
static void read_piece(struct remote *remote, enum part part) {
  struct piece *piece = &remote->pieces[part];
  struct json_object *read = NULL;
  if (piece->size > 0) {
    if (piece->size <= MAX_TEXT_BYTES) read = json_of(piece->bytes, piece->size, MAX_DEPTH);
    if (!json_object_is_type(read, part == PART_COMMANDS ? json_type_array : json_type_object)) {
      json_object_put(read);
      return;
    }
  }
  json_object_put(remote->parts[part]);
  remote->parts[part] = read;
}

static void read_pieces(struct remote *remote) {
  if (remote->about.is_new) read_about(remote);
  for (size_t i = 0; i < PART_COUNT; ++i) {
    struct piece *piece = &remote->pieces[i];
    if (i == PART_ART || !piece->is_new) continue;
    read_piece(remote, i);
    piece->is_new = false;
    if (i != PART_PLAYBACK) {
      drop(piece);
      continue;
    }
    bool plays = remote_plays(remote->parts[i]);
    if (plays) remote->hide_at = NEVER;
    else if (remote->hide_at == NEVER) remote->hide_at = now_us() + (int64_t)(options.keep_minutes * SECONDS(60));
  }
}

/* ------------------------------------------------------------------------------------------------ Showing -------- */

static void on_log(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  write_line(stderr, PROGRAM ": %s", message);
}

/* Makes the app, with the name and the icon of the player. Returns false on failure. */
static bool open_app(struct remote *remote) {
  struct json_object *player = remote->parts[PART_PLAYER];
  const char *id = text_of(player, "id"), *entry = text_of(player, "desktop-entry");
  nowplaying_app_options wanted = NOWPLAYING_APP_OPTIONS_INIT;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  wanted.application_id = id != NULL && *id != '\0' ? id : "player";
  wanted.display_name = text_of(player, "name");
  wanted.desktop_entry = entry;
  wanted.loop = NOWPLAYING_LOOP_FD;
  if (entry == NULL || *entry == '\0') wanted.flags = NOWPLAYING_APP_NO_DESKTOP_ENTRY;
  callbacks.log = on_log;
  return nowplaying_app_new(&wanted, &callbacks, &remote->app) == NOWPLAYING_OK;
}

static bool open_session(struct remote *remote) {
  char id[2 * MAX_NAME_BYTES];
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.user_data = remote;
  callbacks.command = on_command;
  callbacks.device_volume = on_device_volume;
  callbacks.request_cancelled = on_cancelled;
  snprintf(id, sizeof id, "%s/%s", remote->host, remote->id);
  return nowplaying_session_new_remote(remote->app, id, &callbacks, &remote->session) == NOWPLAYING_OK;
}

bool remote_has_turned_twin(struct remote *remote) {
  const char *player = text_of(remote->parts[PART_PLAYER], "name");
  bool was_twin = remote->is_twin;
  remote->is_twin = player != NULL && out_has_twin(player, remote->place != NULL ? remote->place : remote->host);
  return remote->is_twin != was_twin;
}

static void hide(struct remote *remote) {
  ask_fail(remote);
  nowplaying_session_free(remote->session);
  nowplaying_app_free(remote->app);
  remote->session = NULL;
  remote->app = NULL;
}

/* Hands a picture over, by the id that its item has for it. */
static void set_picture(struct remote *remote) {
  char id[PICTURE_ID_BYTES];
  struct piece *piece = &remote->pieces[PART_ART];
  if (!piece->is_new) return;
  if (piece->size > 0) {
    picture_id(piece->bytes, piece->size, id);
    if (*id != '\0') nowplaying_session_provide_artwork_data(remote->session, id, piece->bytes, piece->size);
  }
  drop(piece);
}

static void set_content(struct remote *remote) {
  struct json_object *item = remote->parts[PART_ITEM];
  const char *artwork = text_of(item, "artwork"), *url = text_of(item, "artwork-url");
  nowplaying_content *content = read_item(item);
  if (content != NULL && artwork == NULL && url != NULL && options.urls && strncmp(url, "https:", 6) == 0) {
    nowplaying_session_provide_artwork_url(remote->session, url, url);
    artwork = url;
  }
  if (content != NULL) nowplaying_content_set_artwork(content, artwork);
  nowplaying_session_set_content(remote->session, content);
  nowplaying_content_free(content);
}

/* Sets the machine, which has the volume of the player. */
static void set_device(struct remote *remote) {
  struct json_object *volume = remote->parts[PART_VOLUME];
  nowplaying_device device = NOWPLAYING_DEVICE_INIT;
  device.id = remote->host;
  device.name = remote->place != NULL ? remote->place : remote->host;
  device.type = remote->type;
  double level = number_of(volume, "volume");
  device.volume = level >= 0 && truth_of(volume, "can-set-volume") ? level : -1;
  nowplaying_session_set_devices(remote->session, &device, 1);
}

int64_t remote_deadline(const struct remote *remote) {
  int64_t next = remote->shown_at + INTERVAL, affordable = remote->paid_until - CREDIT;
  if (!remote->is_dirty) return NEVER;
  if (next < affordable) next = affordable;
  return next > remote->waits_until ? next : remote->waits_until;
}

void remote_show(struct remote *remote) {
  struct commands commands;
  nowplaying_snapshot snapshot;
  read_pieces(remote);
  remote->is_dirty = false;
  remote->shown_at = now_us();
  if (remote->paid_until < remote->shown_at) remote->paid_until = remote->shown_at;
  remote->paid_until += COST;
  if (remote->parts[PART_PLAYER] == NULL || remote->parts[PART_ITEM] == NULL) return;
  remote_has_turned_twin(remote);
  if (remote->is_twin) {
    hide(remote);
    return;
  }
  if (remote->app == NULL && !open_app(remote)) return;
  if (remote->session == NULL && !open_session(remote)) return;
  set_device(remote);
  set_picture(remote);
  set_content(remote);
  read_playback(remote->parts[PART_PLAYBACK], remote->arrived_at, &snapshot);
  nowplaying_session_set_snapshot(remote->session, &snapshot);
  nowplaying_session_set_muted(remote->session, truth_of(remote->parts[PART_PLAYBACK], "muted"));
  read_commands(remote->parts[PART_COMMANDS], &commands);
  nowplaying_session_set_commands(remote->session, commands.list, commands.count);
  nowplaying_session_commit(remote->session);
}

void remote_free(struct remote *remote) {
  hide(remote);
  for (size_t i = 0; i < PART_COUNT; ++i) {
    json_object_put(remote->parts[i]);
    free(remote->pieces[i].bytes);
  }
  free(remote->about.bytes);
  free(remote->place);
  free(remote);
}
