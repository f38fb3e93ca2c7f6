/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A fuzzer of the library for surfaces. The input decides what three hostile players send and when their names change
 * owners; two other players keep to the rules. The surface must always say what the header promises, and of these two
 * what is right; it stays alive, keeps a bounded amount of memory, and leaves nothing open.
 * usage: fuzz-surface [CORPUS…] (see libFuzzer's options) */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../../Lab/C/app.h"
#include "../Surface/judge.h"
#include "players.h"

enum { MAX_ENTRIES = 400, MAX_PENDING = 24, MAX_KEPT = 4, MAX_TURNS = 4000, FLOOD = 300, MOST_SESSIONS = 64 };
/* The memory limit: three players with 64 sessions, each with an item of 256 KiB and its overhead, twice, since values
 * before the last change may be kept; and a queue of 1000 entries for each player, which its sessions share. */
enum { MOST_BYTES = 160 << 20, LEFT_BYTES = 1 << 20 };

extern size_t __sanitizer_get_current_allocated_bytes(void); /* Its header comes with Clang alone. */
static bytes *input;
static peer bus;
static nowplaying_surface *surface;
static nowplaying_surface_session *entries[MAX_ENTRIES], *kept[MAX_KEPT];
static sd_bus_message *pending[MAX_PENDING];
static const char *owners[COUNT_OF(hostile_names)];
static int entry_count, kept_count, pending_count, begun, done, destroyed, turned, frees_inside, is_freed;
static nowplaying_surface_action last_action;
static uint64_t ping; /* The id of the ping that waits for its answer; 0: none. */

/* ------------------------------------------------------------------------------------------------- Player -------- */

static int called(peer *from, sd_bus_message *call) {
  const char *to = sd_bus_message_get_destination(call), *member = sd_bus_message_get_member(call), *name = "";
  if (!to || strcmp(to, "org.freedesktop.DBus") == 0) {
    if (strcmp(member, "ListNames") == 0)
      return sd_bus_reply_method_return(call, "as", 8, ":1.1", WHOLE, WHOLE_NAME, PLAIN_NAME, hostile_names[0],
                                        hostile_names[1], hostile_names[2], hostile_names[3]) >= 0;
    if (strcmp(member, "GetNameOwner") != 0 || sd_bus_message_read(call, "s", &name) <= 0) return 0;
    const char *owner = strcmp(name, WHOLE_NAME) == 0 ? WHOLE : strcmp(name, PLAIN_NAME) == 0 ? PLAIN : "";
    for (size_t i = 0; i < COUNT_OF(owners); i++)
      if (strcmp(name, hostile_names[i]) == 0) owner = owners[i];
    return owner[0] ? sd_bus_reply_method_return(call, "s", owner) >= 0 : 0;
  }
  if (answer_in_order(call)) return 1;
  uint8_t choice = take_byte(input);
  if (choice >= 200 || pending_count == MAX_PENDING) return 1; /* Never answered. */
  if (choice < 100) answer_at_will(input, call);
  else pending[pending_count++] = sd_bus_message_ref(call);
  return 1;
}

static const char *any_hostile(void) { return hostile[take_byte(input) % COUNT_OF(hostile)]; }

static sd_bus_message *signal_of(const char *sender, const char *path, const char *interface, const char *member) {
  sd_bus_message *message = NULL;
  CHECK(sd_bus_message_new_signal(bus.bus, &message, path, interface, member) >= 0);
  sd_bus_message_set_sender(message, sender);
  return message;
}

static void tell_changed(void) {
  const char *interface = any_interface(input), *path = any_path(input);
  sd_bus_message *message = signal_of(any_hostile(), path, "org.freedesktop.DBus.Properties", "PropertiesChanged");
  sd_bus_message_append(message, "s", interface);
  append_properties(input, message, interface);
  sd_bus_message_append(message, "as", 0);
  peer_send(&bus, message);
}

static void tell_objects(int is_added) {
  const char *member = is_added ? "InterfacesAdded" : "InterfacesRemoved";
  sd_bus_message *message =
      signal_of(any_hostile(), "/org/nowplaying", "org.freedesktop.DBus.ObjectManager", member);
  sd_bus_message_append(message, "o", any_path(input));
  if (is_added) append_interfaces(input, message);
  else sd_bus_message_append(message, "as", 2, any_interface(input), any_interface(input));
  peer_send(&bus, message);
}

/* Moves a name to another owner, or to none; sometimes the bus reports it late, or twice. */
static void move_name(void) {
  size_t index = take_byte(input) % COUNT_OF(owners);
  uint8_t choice = take_byte(input);
  const char *before = owners[index], *after = choice & 1 ? any_hostile() : "";
  owners[index] = after;
  peer_tell_owner(&bus, hostile_names[index], before, after);
  if (choice >= 240) peer_tell_owner(&bus, hostile_names[index], before, after);
}

static void tell_sought(void) {
  sd_bus_message *message =
      signal_of(any_hostile(), "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player", "Seeked");
  if (take_byte(input) < 230) sd_bus_message_append(message, "x", take_integer(input));
  else sd_bus_message_append(message, "s", "x");
  peer_send(&bus, message);
}

/* Sends a signal that a queue or a playlist has changed. */
static void tell_lists(void) {
  static const char *const members[] = {"TrackAdded", "TrackRemoved", "TrackMetadataChanged", "TrackListReplaced",
                                        "PlaylistChanged"};
  int kind = take_byte(input) % 5;
  sd_bus_message *message =
      signal_of(any_hostile(), "/org/mpris/MediaPlayer2",
                kind == 4 ? "org.mpris.MediaPlayer2.Playlists" : "org.mpris.MediaPlayer2.TrackList", members[kind]);
  if (kind == 0) append_metadata(input, message);
  if (kind == 3) append_paths(input, message);
  if (kind < 4) sd_bus_message_append(message, "o", any_path(input));
  if (kind == 2) append_metadata(input, message);
  peer_send(&bus, message);
}

static void answer_pending(void) {
  if (!pending_count) return;
  int index = take_byte(input) % pending_count;
  answer_at_will(input, pending[index]);
  sd_bus_message_unref(pending[index]);
  pending[index] = pending[--pending_count];
}

/* Sends raw bytes, which may break the connection and must have no other effect. */
static void send_raw(void) {
  size_t length = take_byte(input);
  if (length > input->left) length = input->left;
  ssize_t sent = send(bus.raw_fd, input->data, length, MSG_NOSIGNAL);
  (void)sent; /* The library may have closed its end, which is its right. */
  input->data += length;
  input->left -= length;
}

static void flood(void) {
  uint8_t choice = take_byte(input);
  for (int i = 0; i < FLOOD; i++) {
    char path[64];
    if (choice % 4 == 0) {
      tell_changed();
    } else if (choice % 4 == 1) {
      move_name();
    } else {
      sd_bus_message *message = signal_of(hostile[choice / 4 % 3], "/org/nowplaying",
                                          "org.freedesktop.DBus.ObjectManager", "InterfacesAdded");
      snprintf(path, sizeof path, "/org/nowplaying/session/s%d", i);
      sd_bus_message_append(message, "o", path);
      sd_bus_message_append(message, "a{sa{sv}}", 1, "org.nowplaying.Session1", 1, "Id", "s", path);
      peer_send(&bus, message);
    }
    peer_process(&bus);
  }
}

/* --------------------------------------------------------------------------------------------------- Host -------- */

static const char *key_of(const nowplaying_surface_session *session) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  CHECK_EQUAL(nowplaying_surface_session_get_info(session, &info), NOWPLAYING_OK);
  return info.key;
}

static int find(const nowplaying_surface_session *session) {
  for (int i = 0; i < entry_count; i++)
    if (strcmp(key_of(entries[i]), key_of(session)) == 0) return i;
  return -1;
}

static void free_inside(void) {
  if (!frees_inside || is_freed) return;
  nowplaying_surface_free(surface);
  is_freed = 1;
}

static void on_done(nowplaying_surface *from, const nowplaying_surface_result *result, void *user_data) {
  CHECK(from == surface && user_data == &begun);
  done++;
  shrink_files();
  judge_result(result);
  free_inside();
}

static void begin_something(nowplaying_surface_session *with) {
  nowplaying_command_event command = NOWPLAYING_SURFACE_COMMAND_INIT(take_byte(input) % 24);
  int32_t ratio = 1 + (take_byte(input) & 1);
  nowplaying_status status = NOWPLAYING_OK;
  nowplaying_surface_action *action = &last_action;
  static const char *const ids[] = {"/", "/org/nowplaying", "/org/nowplaying/session/main"};
  const char *id = ids[take_byte(input) % 3];
  switch (take_byte(input) % 18) {
    case 0: status = nowplaying_surface_get_artwork(surface, with, 64, 64, on_done, &begun, action); break;
    case 1: status = nowplaying_surface_get_preview(surface, with, ratio, 64, 64, on_done, &begun, action); break;
    case 2: status = nowplaying_surface_get_video(surface, with, ratio, 64, 64, on_done, &begun, action); break;
    case 3: status = nowplaying_surface_set_volume(surface, with, NULL, 0.5, on_done, &begun, action); break;
    case 4: status = nowplaying_surface_step_volume(surface, with, "a", 1, on_done, &begun, action); break;
    case 5: status = nowplaying_surface_raise(surface, with, on_done, &begun, action); break;
    case 6: case 7: case 8:
      status = nowplaying_surface_follow_queue(surface, with, take_byte(input) < 230, on_done, &begun, action);
      break;
    case 9: case 10:
      status = nowplaying_surface_follow_playlists(surface, with, take_byte(input) < 230, take_byte(input) % 6,
                                                   ratio & 1, on_done, &begun, action);
      break;
    case 11: status = nowplaying_surface_queue_go_to(surface, with, id, on_done, &begun, action); break;
    case 12: status = nowplaying_surface_queue_add(surface, with, "x:y", id, 0, on_done, &begun, action); break;
    case 13: status = nowplaying_surface_queue_remove(surface, with, id, on_done, &begun, action); break;
    case 14: status = nowplaying_surface_activate_playlist(surface, with, id, on_done, &begun, action); break;
    case 15:
      status = nowplaying_surface_get_chapter_artwork(surface, with, ratio - 1, 64, 64, on_done, &begun, action);
      break;
    case 16:
      status = nowplaying_surface_select_track(surface, with, ratio, ratio == 1 ? "a" : NULL, on_done, &begun, action);
      break;
    default:
      if (command.kind == NOWPLAYING_COMMAND_CUSTOM) command.id = "a";
      command.rating = 0.5;
      command.time_us = take_integer(input);
      command.rate = 1.5;
      command.mode = take_byte(input) % 4 - 1;
      status = nowplaying_surface_send_command(surface, with, &command, on_done, &begun, action);
  }
  begun += status == NOWPLAYING_OK;
  CHECK(status == NOWPLAYING_OK || status == NOWPLAYING_ERROR_INVALID_ARGUMENT ||
        status == NOWPLAYING_ERROR_NO_SUCH_CONTENT ||
        status == (is_freed ? NOWPLAYING_ERROR_INVALID_STATE : NOWPLAYING_ERROR_BUSY));
}

static void do_something(void) {
  uint8_t choice = take_byte(input);
  if (choice < 20) CHECK_EQUAL(nowplaying_surface_set_aspect_ratios(surface, choice & 3), NOWPLAYING_OK);
  else if (choice < 50) CHECK_EQUAL(nowplaying_surface_cancel(surface, last_action), NOWPLAYING_OK);
  else if (choice < 60 && kept_count) begin_something(kept[choice % kept_count]);
  else if (entry_count) begin_something(entries[choice % entry_count]);
}

static void on_destroy(void *user_data) { destroyed++; }
static void on_log(nowplaying_surface *from, nowplaying_log_level level, const char *message, void *user_data) {
  if (strncmp(message, "library bug:", 12) == 0) check_failed("log", level, "%s", message);
}
static void on_added(nowplaying_surface *from, nowplaying_surface_session *session, void *user_data) {
  CHECK(from == surface && find(session) < 0 && entry_count < MAX_ENTRIES);
  judge_session(session);
  entries[entry_count++] = nowplaying_surface_session_ref(session);
  free_inside();
}
static void on_changed(nowplaying_surface *from, nowplaying_surface_session *session,
                       nowplaying_surface_changes changes, void *user_data) {
  int index = find(session);
  CHECK(index >= 0 && changes && changes < 2 * NOWPLAYING_SURFACE_CHANGED_BEGAN_AGAIN);
  judge_session(session);
  nowplaying_surface_session_unref(entries[index]);
  entries[index] = nowplaying_surface_session_ref(session);
  free_inside();
}
static void on_removed(nowplaying_surface *from, nowplaying_surface_session *session, void *user_data) {
  int index = find(session);
  CHECK(index >= 0 && entries[index] == session);
  /* Keeps some entries, for later requests. */
  if (kept_count < MAX_KEPT) kept[kept_count++] = entries[index];
  else nowplaying_surface_session_unref(entries[index]);
  entries[index] = entries[--entry_count];
  free_inside();
}

/* ---------------------------------------------------------------------------------------------------- Run -------- */

/* Checks that a player that keeps to the rules has one entry, with its present song and volume. */
static void judge_in_order(const char *name, const song *wanted) {
  int found = 0;
  for (int i = 0; i < entry_count; i++) {
    nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
    nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
    CHECK_EQUAL(nowplaying_surface_session_get_info(entries[i], &info), NOWPLAYING_OK);
    if (strcmp(info.bus_name, name) != 0) continue;
    CHECK_EQUAL(nowplaying_surface_session_get_item(entries[i], &item), NOWPLAYING_OK);
    CHECK_TEXT(item.first_line, wanted->title);
    CHECK(info.volume == wanted->number / 100.0);
    found++;
  }
  CHECK_EQUAL(found, 1);
}

static void judge_all(void) {
  static nowplaying_surface_session *sessions[MAX_ENTRIES];
  size_t count = 0;
  int hostile_owners = 0, is_there[COUNT_OF(hostile)] = {0};
  CHECK_EQUAL(nowplaying_surface_get_sessions(surface, sessions, MAX_ENTRIES, &count), NOWPLAYING_OK);
  CHECK_EQUAL(count, entry_count);
  for (size_t i = 0; i < count; i++) {
    CHECK(entries[find(sessions[i])] == sessions[i]);
    nowplaying_surface_session_unref(sessions[i]);
  }
  judge_in_order(WHOLE_NAME, &whole_song);
  judge_in_order(PLAIN_NAME, &plain_song);
  for (size_t i = 0; i + 1 < COUNT_OF(owners); i++) /* playerctld is no player. */
    for (size_t j = 0; j < COUNT_OF(hostile); j++)
      if (strcmp(owners[i], hostile[j]) == 0) is_there[j] = 1;
  for (size_t j = 0; j < COUNT_OF(hostile); j++) hostile_owners += is_there[j];
  CHECK(entry_count <= 2 + hostile_owners * MOST_SESSIONS);
}

static void heard(peer *from, sd_bus_message *message) {
  uint64_t serial = 0;
  if (sd_bus_message_get_reply_cookie(message, &serial) >= 0 && serial == ping) ping = 0;
}

/* Waits until the surface has read all messages, and its resulting calls were answered. */
static void settle(void) {
  unsigned turns = 0, received;
  do {
    sd_bus_message *message = peer_call(&bus, "/", "org.freedesktop.DBus.Peer", "Ping");
    ping = message ? peer_send(&bus, message) : 0;
    received = bus.received;
    do {
      if (!is_freed) CHECK_EQUAL(nowplaying_surface_dispatch(surface), NOWPLAYING_OK);
      peer_process(&bus);
      CHECK(turns++ < MAX_TURNS);
    } while (ping && !is_freed && sd_bus_is_open(bus.bus) > 0);
  } while (bus.received > received + 1);
  CHECK(__sanitizer_get_current_allocated_bytes() < MOST_BYTES);
  nowplaying_bus_state state = NOWPLAYING_BUS_NONE;
  if (is_freed) return;
  CHECK_EQUAL(nowplaying_surface_get_bus_state(surface, &state), NOWPLAYING_OK);
  if (state == NOWPLAYING_BUS_CONNECTED) judge_all();
  else CHECK_EQUAL(entry_count, 0);
}

static void open_surface(void) {
  nowplaying_surface_options options = NOWPLAYING_SURFACE_OPTIONS_INIT;
  nowplaying_surface_callbacks callbacks = NOWPLAYING_SURFACE_CALLBACKS_INIT;
  options.bus_fd = peer_open(&bus);
  bus.called = called;
  bus.heard = heard;
  options.loop = NOWPLAYING_LOOP_FD;
  callbacks.destroy = on_destroy;
  callbacks.log = on_log;
  callbacks.added = on_added;
  callbacks.changed = on_changed;
  callbacks.removed = on_removed;
  entry_count = kept_count = pending_count = begun = done = destroyed = frees_inside = is_freed = 0;
  whole_song = plain_song = (song){0, "0"};
  for (size_t i = 0; i < COUNT_OF(owners); i++) owners[i] = hostile[i % COUNT_OF(hostile)];
  CHECK_EQUAL(nowplaying_surface_new(&options, &callbacks, &surface), NOWPLAYING_OK);
  nowplaying_bus_state state = NOWPLAYING_BUS_NONE;
  for (int turns = 0; state == NOWPLAYING_BUS_NONE; turns++) {
    CHECK(turns < MAX_TURNS);
    CHECK_EQUAL(nowplaying_surface_dispatch(surface), NOWPLAYING_OK);
    peer_process(&bus);
    CHECK_EQUAL(nowplaying_surface_get_bus_state(surface, &state), NOWPLAYING_OK);
  }
  settle();
}

static void close_surface(void) {
  peer_hang_up(&bus); /* Nobody reads any more, and the library would wait for that. */
  if (!is_freed) nowplaying_surface_free(surface);
  CHECK_EQUAL(destroyed, 1);
  CHECK_EQUAL(done, begun);
  while (entry_count) judge_session(entries[--entry_count]), nowplaying_surface_session_unref(entries[entry_count]);
  while (kept_count) judge_session(kept[--kept_count]), nowplaying_surface_session_unref(kept[kept_count]);
  while (pending_count) sd_bus_message_unref(pending[--pending_count]);
  peer_close(&bus);
  forget_files();
}

static int descriptors(void) {
  int count = 0;
  DIR *directory = opendir("/proc/self/fd");
  CHECK(directory);
  while (readdir(directory)) count++;
  closedir(directory);
  return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bytes given = {data, size};
  int open_before = descriptors();
  size_t before = __sanitizer_get_current_allocated_bytes();
  input = &given;
  open_surface();
  while (given.left && !is_freed) {
    uint8_t choice = take_byte(input);
    if (choice < 70) tell_changed();
    else if (choice < 110) tell_objects(choice < 100);
    else if (choice < 140) move_name();
    else if (choice < 145) tell_sought();
    else if (choice < 155) tell_lists();
    else if (choice < 180) answer_pending();
    else if (choice < 225) do_something();
    else if (choice < 235) go_on(&bus, choice & 1 ? WHOLE : PLAIN, 1 + take_byte(input) % 99);
    else if (choice < 240) flood();
    else if (choice < 250) shrink_files();
    else if (choice < 253) send_raw();
    else frees_inside = 1;
    if (choice & 1) settle();
  }
  settle();
  close_surface();
  CHECK_EQUAL(descriptors(), open_before);
  if (turned++) CHECK(__sanitizer_get_current_allocated_bytes() < before + LEFT_BYTES);
  return 0;
}
