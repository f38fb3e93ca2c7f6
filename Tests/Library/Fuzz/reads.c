/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A fuzzer of two things that clients read. The first is the position that the engine answers: any number, an error, or
 * an answer with a commit; clients must read a position within the item. The second are texts under keys of the
 * player's own: clients must read each key that was set, and no key twice.
 * usage: reads [CORPUS…] (see libFuzzer's options) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../Lab/C/app.h"
#include "../../Lab/C/check.h"
#include "fuzz.h"

enum { KEYS = 40, LENGTH_US = 200000000 };

static const char path[] = "/org/mpris/MediaPlayer2", player[] = "org.mpris.MediaPlayer2.Player";
static const char properties[] = "org.freedesktop.DBus.Properties";
/* Whether each key is present, as far as known, in the staged and the committed state. */
typedef enum presence { ABSENT, PRESENT, UNKNOWN } presence;
static presence staged[KEYS], shown[KEYS];
/* Whether the session has been STOPPED or BUFFERING: then commits may wait, and clients read what was before. */
static int may_wait;
static bytes *input;
static unsigned read_positions, read_keys;

static void note_state(const nowplaying_snapshot *snapshot) {
  may_wait |= snapshot->state == NOWPLAYING_STATE_STOPPED || snapshot->state == NOWPLAYING_STATE_BUFFERING;
}

static nowplaying_status on_position(nowplaying_session *session, int64_t *ret_elapsed_us) {
  uint8_t choice = take_byte(input);
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  if (choice >= 240) {
    snapshot.state = choice % 5;
    snapshot.elapsed_us = take_integer(input);
    CHECK_OK(nowplaying_session_set_snapshot(session, &snapshot));
    CHECK_OK(nowplaying_session_commit(session));
    note_state(&snapshot);
  }
  if (choice >= 200 && choice < 220) return -(choice - 200);
  if (choice < 230) *ret_elapsed_us = take_integer(input);
  return NOWPLAYING_OK;
}

static void check_position(sd_bus_message *message) {
  int64_t position = -1;
  CHECK(sd_bus_message_read(message, "x", &position) > 0 && position >= 0 && position <= LENGTH_US);
  read_positions++;
}

static void check_metadata(sd_bus_message *message) {
  int found[KEYS] = {0}, number;
  CHECK(sd_bus_message_enter_container(message, 'v', "a{sv}") > 0);
  CHECK(sd_bus_message_enter_container(message, 'a', "{sv}") > 0);
  while (sd_bus_message_enter_container(message, 'e', "sv") > 0) {
    const char *key, *text;
    CHECK(sd_bus_message_read(message, "s", &key) > 0);
    if (sscanf(key, "test:%d", &number) == 1) {
      CHECK(number >= 0 && number < KEYS);
      found[number]++;
      CHECK(sd_bus_message_read(message, "v", "s", &text) > 0 && *text);
    } else {
      CHECK(sd_bus_message_skip(message, "v") > 0);
    }
    CHECK(sd_bus_message_exit_container(message) >= 0);
  }
  for (int i = 0; i < KEYS; i++)
    CHECK(shown[i] == UNKNOWN || may_wait ? found[i] <= 1 : found[i] == (shown[i] == PRESENT));
  CHECK(sd_bus_message_exit_container(message) >= 0 && sd_bus_message_exit_container(message) >= 0);
  read_keys++;
}

/* Checks what clients get: answers to Get of the position, to GetAll, and Seeked. */
static void heard(peer *from, sd_bus_message *message) {
  const char *name;
  if (sd_bus_message_is_signal(message, player, "Seeked")) check_position(message);
  if (sd_bus_message_is_method_error(message, NULL)) return;
  if (sd_bus_message_has_signature(message, "v")) {
    CHECK(sd_bus_message_enter_container(message, 'v', "x") > 0);
    check_position(message);
  } else if (sd_bus_message_has_signature(message, "a{sv}")) {
    CHECK(sd_bus_message_enter_container(message, 'a', "{sv}") > 0);
    while (sd_bus_message_enter_container(message, 'e', "sv") > 0) {
      CHECK(sd_bus_message_read(message, "s", &name) > 0);
      if (strcmp(name, "Metadata") == 0) check_metadata(message);
      else CHECK(sd_bus_message_skip(message, "v") > 0);
      CHECK(sd_bus_message_exit_container(message) >= 0);
    }
  }
}

static void set_key(nowplaying_content *content) {
  char key[16];
  uint8_t choice = take_byte(input), value = take_byte(input);
  const char *odd = choice >= 200 ? take_text(input, 1) : NULL;
  const char *text = value < 100 ? "text" : value < 150 ? NULL : value < 170 ? "" : take_text(input, 1);
  int number = choice % KEYS;
  snprintf(key, sizeof key, "test:%d", number);
  if (choice >= 200) {
    if (!odd || strncmp(odd, "test", 4) != 0) nowplaying_content_set_extra(content, odd, text);
    return;
  }
  nowplaying_status status = nowplaying_content_set_extra(content, key, text);
  CHECK(status == NOWPLAYING_OK || status == NOWPLAYING_ERROR_TOO_LARGE);
  if (status == NOWPLAYING_OK) staged[number] = value < 100 ? PRESENT : value < 170 ? ABSENT : UNKNOWN;
  int present = 0;
  for (int i = 0; i < KEYS; i++) present += staged[i] == PRESENT;
  CHECK(present <= NOWPLAYING_MAX_EXTRA);
}

static void send_call(stage *on) {
  uint8_t choice = take_byte(input);
  sd_bus_message *message;
  if (choice < 100) {
    message = peer_call(&on->bus, path, properties, "Get");
    if (message) sd_bus_message_append(message, "ss", player, "Position");
  } else if (choice < 170) {
    message = peer_call(&on->bus, path, properties, "GetAll");
    if (message) sd_bus_message_append(message, "s", player);
  } else {
    message = peer_call(&on->bus, path, player, "Seek");
    if (message) sd_bus_message_append(message, "x", take_integer(input));
  }
  if (message) peer_send(&on->bus, message);
}

static void commit(stage *on, nowplaying_content *content) {
  CHECK_OK(nowplaying_session_set_content(on->session, content));
  CHECK_OK(nowplaying_session_commit(on->session));
  memcpy(shown, staged, sizeof shown);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bytes all = {data, size}, none = {NULL, 0};
  stage on;
  input = &all;
  stage_position = on_position;
  memset(staged, 0, sizeof staged);
  memset(shown, 0, sizeof shown);
  may_wait = 0;
  stage_open(&on, &none, 0, 0);
  on.bus.heard = heard;
  nowplaying_content *content = test_content("first", "Title", NULL);
  while (all.left) {
    uint8_t choice = take_byte(&all);
    if (choice < 80) set_key(content);
    else if (choice < 180) send_call(&on);
    else if (choice < 220) stage_settle(&on);
    else if (choice < 235) {
      /* Before the next commit, clients get the signals of all earlier ones. */
      stage_settle(&on);
      commit(&on, content);
    } else {
      nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
      snapshot.state = choice % 5;
      snapshot.elapsed_us = take_integer(&all);
      CHECK_OK(nowplaying_session_set_snapshot(on.session, &snapshot));
      CHECK_OK(nowplaying_session_commit(on.session));
      note_state(&snapshot);
    }
  }
  stage_settle(&on);
  commit(&on, content);
  unsigned positions = read_positions, keys = read_keys;
  for (int i = 0; i < 2; i++) {
    sd_bus_message *message = peer_call(&on.bus, path, properties, i ? "GetAll" : "Get");
    CHECK(message && sd_bus_message_append(message, i ? "s" : "ss", player, "Position") >= 0);
    peer_send(&on.bus, message);
    stage_settle(&on);
  }
  CHECK(read_positions > positions && read_keys > keys);
  on.bus.heard = NULL;
  nowplaying_content_free(content);
  stage_close(&on);
  stage_position = NULL;
  return 0;
}
