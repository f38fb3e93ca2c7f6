/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A fuzzer of the outgoing side: the input is a list of calls of setters and commits, with arguments of any value.
 * usage: setters [CORPUS…] (see libFuzzer's options) */
#include <stdio.h>
#include <stdlib.h>

#include "../../Lab/C/app.h"
#include "../../Lab/C/check.h"
#include "fuzz.h"

static void set_field(bytes *input, nowplaying_content *content) {
  static const int starts[] = {0, 100, 200, 300};
  int type = take_byte(input) % 4;
  uint8_t choice = take_byte(input);
  nowplaying_field field = starts[type] + choice % 18;
  const char *texts[3];
  switch (type) {
    case 0: nowplaying_content_set_text(content, field, take_text(input, 1)); return;
    case 1:
      for (int i = 0; i < 3; i++) texts[i] = take_text(input, 1);
      nowplaying_content_set_texts(content, field, texts, take_byte(input) % 4);
      return;
    case 2:
      /* A date may also be set as a text. */
      if (choice >= 240) nowplaying_content_set_text(content, field, take_text(input, 1));
      else nowplaying_content_set_integer(content, field, take_integer(input));
      return;
    default: nowplaying_content_set_number(content, field, take_number(input)); return;
  }
}

/* Sets a text under one of 200 right keys, or under a key of any bytes. */
static void set_extra(bytes *input, nowplaying_content *content) {
  char key[16];
  uint8_t choice = take_byte(input);
  snprintf(key, sizeof key, "test:%d", choice);
  nowplaying_content_set_extra(content, choice < 200 ? key : take_text(input, 1), take_text(input, 1));
}

static void set_chapters(bytes *input, nowplaying_content *content) {
  nowplaying_chapter chapters[4];
  size_t count = take_byte(input) % 5;
  for (size_t i = 0; i < count; i++) {
    chapters[i] = (nowplaying_chapter)NOWPLAYING_CHAPTER_INIT;
    chapters[i].start_us = take_byte(input) < 200 ? (int64_t)i * 1000 : take_integer(input);
    chapters[i].title = i & 1 ? "Chapter" : take_text(input, 1);
    chapters[i].artwork_id = i & 1 ? take_text(input, 1) : NULL;
  }
  nowplaying_content_set_chapters(content, chapters, count);
}

static void set_tracks(bytes *input, nowplaying_session *session) {
  static const char *const ids[] = {"a", "b", "c", NULL};
  nowplaying_track tracks[4];
  size_t count = take_byte(input) % 5;
  const char *words = take_text(input, 1);
  for (size_t i = 0; i < count; i++) {
    tracks[i] = (nowplaying_track)NOWPLAYING_TRACK_INIT(take_byte(input) % 5);
    tracks[i].id = ids[take_byte(input) % 4];
    tracks[i].language = tracks[i].title = words;
    tracks[i].characteristics = take_byte(input) % 17;
    tracks[i].selected = i == 0;
  }
  nowplaying_session_set_tracks(session, tracks, count);
}

/* Sets properties of buttons that MPRIS lacks. */
static void set_look(bytes *input, nowplaying_command *command) {
  static const char *const ids[] = {"a", "b", "c", NULL}, *const icons[] = {"heart", "/etc/passwd", "", NULL};
  command->id = ids[take_byte(input) % 4];
  command->icon = icons[take_byte(input) % 4];
  command->slot = take_byte(input) % 9 - 1;
  command->steps = take_byte(input) % 103 - 1;
  command->active = take_byte(input) & 1;
}

static void set_commands(bytes *input, nowplaying_session *session) {
  enum { MAX = 8 };
  nowplaying_command commands[MAX];
  int64_t intervals[MAX][4];
  double rates[MAX][4];
  size_t count = take_byte(input) % (MAX + 1);
  for (size_t i = 0; i < count; i++) {
    commands[i] = (nowplaying_command)NOWPLAYING_COMMAND_INIT(take_byte(input) % 24);
    commands[i].enabled = take_byte(input) & 1;
    commands[i].current = take_byte(input) % 5 - 1;
    commands[i].supported = take_byte(input);
    commands[i].title = "Like this song";
    /* Commands of MPRIS get a look only where `supported` is 224 or more, so that most inputs of older corpora keep
     * their meaning. */
    if (commands[i].kind > NOWPLAYING_COMMAND_FEEDBACK || commands[i].supported >= 224) set_look(input, &commands[i]);
    commands[i].interval_count = take_byte(input) % 5;
    commands[i].rate_count = take_byte(input) % 5;
    for (int j = 0; j < 4; j++) {
      intervals[i][j] = j < (int)commands[i].interval_count ? take_integer(input) : 1;
      rates[i][j] = j < (int)commands[i].rate_count ? take_number(input) : 1;
    }
    commands[i].intervals_us = commands[i].interval_count ? intervals[i] : NULL;
    commands[i].rates = commands[i].rate_count ? rates[i] : NULL;
    if (commands[i].kind == NOWPLAYING_COMMAND_CHANGE_RATE && commands[i].enabled) {
      commands[i].rate_minimum = take_number(input);
      commands[i].rate_maximum = take_number(input);
    }
  }
  nowplaying_session_set_commands(session, commands, count);
}

/* Sets the properties that are sent at once, without a commit. */
static void set_app(bytes *input, nowplaying_app *app) {
  char name[NOWPLAYING_MAX_BUS_NAME_BYTES + 1];
  switch (take_byte(input) % 3) {
    case 0: CHECK_OK(nowplaying_app_set_display_name(app, take_text(input, 1))); return;
    case 1: CHECK_OK(nowplaying_app_set_fullscreen(app, take_byte(input) - 1)); return;
    default: nowplaying_app_get_bus_name(app, name, take_byte(input)); return;
  }
}

static void set_snapshot(bytes *input, nowplaying_session *session) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  snapshot.state = take_byte(input) % 8 - 1;
  snapshot.rate = take_number(input);
  snapshot.default_rate = take_number(input);
  snapshot.elapsed_us = take_integer(input);
  snapshot.timestamp_us = take_integer(input);
  if (snapshot.state == NOWPLAYING_STATE_ERROR || snapshot.timestamp_us & 1) {
    snapshot.seekable_start_us = take_integer(input);
    snapshot.seekable_end_us = take_integer(input);
    snapshot.buffered_us = take_integer(input);
    snapshot.is_at_live_edge = take_byte(input) & 1;
    snapshot.error_kind = take_byte(input) % 8 - 1;
    snapshot.error = take_text(input, 1);
  }
  nowplaying_session_set_snapshot(session, &snapshot);
}

static void set_enabled_and_mode(bytes *input, nowplaying_session *session, nowplaying_command_kind kind) {
  nowplaying_session_set_command_enabled(session, kind, take_byte(input) & 1);
  nowplaying_session_set_command_mode(session, kind, take_byte(input) % 5 - 1);
}

/* Provides pictures for artwork ids, of which set_artwork() may have some, and sets queues with rows. */
static void provide_or_queue(bytes *input, nowplaying_session *session, const nowplaying_content *content) {
  const nowplaying_content *entries[8];
  uint8_t choice = take_byte(input);
  const char *id = take_text(input, 1);
  switch (choice % 6) {
    case 0:
      nowplaying_session_provide_artwork_data(session, id, test_png, choice < 200 ? test_png_size : choice % 40);
      return;
    case 1: nowplaying_session_provide_artwork_file(session, id, take_text(input, 1)); return;
    case 2: nowplaying_session_provide_artwork_url(session, id, take_text(input, 1)); return;
    case 3: nowplaying_session_provide_artwork_none(session, id); return;
    case 4:
      for (int i = 0; i < 8; i++) entries[i] = content;
      nowplaying_session_set_queue(session, entries, choice % 9);
      return;
    default: nowplaying_session_set_queue_row(session, choice % 10 - 1);
  }
}

/* Reads all properties as a desktop does, so that every value is projected and marshalled. */
static void read_everything(stage *on) {
  static const char *const interfaces[] = {"org.mpris.MediaPlayer2", "org.mpris.MediaPlayer2.Player"};
  for (int i = 0; i < 2; i++) {
    sd_bus_message *message =
        peer_call(&on->bus, "/org/mpris/MediaPlayer2", "org.freedesktop.DBus.Properties", "GetAll");
    CHECK(message && sd_bus_message_append(message, "s", interfaces[i]) >= 0);
    unsigned received = on->bus.received;
    peer_send(&on->bus, message);
    stage_settle(on);
    CHECK(on->bus.received > received); /* A reader gets an answer and the connection lives. */
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bytes input = {data, size}, no_answers = {NULL, 0};
  stage on;
  stage_open(&on, &no_answers, 0, 0);
  nowplaying_content *content = NULL;
  int kind = 1 + take_byte(&input) % 8;
  CHECK_OK(nowplaying_content_new(kind, take_text(&input, 1), &content));
  while (input.left) {
    uint8_t choice = take_byte(&input);
    /* The choices from 240 on were added later. All others keep their numbers, so that older corpora keep their
     * meaning. */
    switch (choice < 240 ? choice % 16 : choice) {
      case 255: provide_or_queue(&input, on.session, content); break;
      case 251: set_chapters(&input, content); break;
      case 252: set_tracks(&input, on.session); break;
      case 253: nowplaying_session_set_muted(on.session, take_byte(&input) & 1); break;
      case 254:
        nowplaying_session_set_custom_command(on.session, "a", take_byte(&input) % 3 - 1, take_byte(&input) % 3 - 1);
        break;
      case 247: case 248: case 249: case 250: set_extra(&input, content); break;
      case 240: case 241: case 242: nowplaying_session_set_volume_maximum(on.session, take_number(&input)); break;
      case 243: case 244: case 245: case 246: set_app(&input, on.app); break;
      case 0: case 1: case 2: case 3: set_field(&input, content); break;
      case 4:
        kind = take_byte(&input) % 5;
        nowplaying_content_set_duration(content, kind, take_integer(&input));
        break;
      case 5: nowplaying_content_set_media_type(content, take_byte(&input) % 3); break;
      case 6: nowplaying_content_set_artwork(content, take_text(&input, 1)); break;
      case 7: nowplaying_content_unset(content, take_byte(&input) * 2); break;
      case 8: set_commands(&input, on.session); break;
      case 9: set_snapshot(&input, on.session); break;
      case 10: nowplaying_session_set_volume(on.session, take_number(&input)); break;
      case 11: kind = take_byte(&input) % 18; set_enabled_and_mode(&input, on.session, kind); break;
      case 12: kind = 13 + take_byte(&input) % 3; set_enabled_and_mode(&input, on.session, kind); break;
      case 13: nowplaying_session_set_content(on.session, take_byte(&input) % 8 ? content : NULL); break;
      case 14: CHECK_OK(nowplaying_session_commit(on.session)); break;
      default:
        nowplaying_session_set_content(on.session, content);
        CHECK_OK(nowplaying_session_commit(on.session));
        read_everything(&on);
    }
  }
  nowplaying_session_set_content(on.session, content);
  CHECK_OK(nowplaying_session_commit(on.session));
  read_everything(&on);
  nowplaying_content_free(content);
  stage_close(&on);
  return 0;
}
