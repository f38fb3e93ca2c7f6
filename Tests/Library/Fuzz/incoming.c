/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Fuzzes incoming messages: the input is a list of messages from the bus, well-formed ones with any member, signature
 * and arguments, and raw bytes. It also decides what the daemon refuses, and how the player answers.
 * usage: incoming [CORPUS…] (see libFuzzer's options) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "../../Lab/C/check.h"
#include "../../Lab/C/commands.h"
#include "fuzz.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static const char *const paths[] = {"/org/mpris/MediaPlayer2", "/org/mpris/MediaPlayer2", "/", "/org/nowplaying",
                                    "/org/freedesktop/DBus", "/org/nowplaying/app", "/org/nowplaying/session/1",
                                    "/org/nowplaying/session/2", "/org/nowplaying/session"};
static const char *const interfaces[] = {
    "org.mpris.MediaPlayer2.Player", "org.mpris.MediaPlayer2", "org.freedesktop.DBus.Properties",
    "org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus.Peer", "org.freedesktop.DBus.ObjectManager",
    "org.mpris.MediaPlayer2.TrackList", "org.freedesktop.DBus", "org.nowplaying.Session1", "org.nowplaying.App1",
    "org.nowplaying.Surfaces1", "org.nowplaying.AnimatedArtwork1", "org.nowplaying.Remote1",
    "org.nowplaying.Tracks1"};
static const char *const members[] = {
    "Next", "Previous", "Pause", "PlayPause", "Stop", "Play", "Seek", "SetPosition", "OpenUri", "Raise", "Quit", "Get",
    "GetAll", "Set", "Introspect", "Ping", "GetMachineId", "GetManagedObjects", "NameLost", "NameAcquired",
    "NameOwnerChanged", "SendCommand", "SetVolume", "GetArtwork", "GetPreview", "GetVideo", "SetDeviceVolume",
    "StepDeviceVolume", "Register", "Unregister", "SelectTrack"};
static const char *const texts[] = {
    "org.mpris.MediaPlayer2.Player", "org.mpris.MediaPlayer2", "Volume", "Rate", "LoopStatus", "Shuffle", "Position",
    "Metadata", "PlaybackStatus", "None", "Track", "Playlist", "file:///a.ogg", "ftp://x", "CanPlay", "DesktopEntry",
    "org.mpris.MediaPlayer2.fuzz", "org.nowplaying.SystemPrimary", ":1.1", "",
    "org.nowplaying.Session1", "org.nowplaying.App1", "Content", "Commands", "play", "1:1", STAGE_ARTWORK, STAGE_MOVING,
    ":1.77", "a"};
static const char *const words[] = {COMMAND_WORDS, COMMAND_MODES, "begin", "end", "first", "1:1",
                                    "3:4", "audio", "subtitles", "a"};
static const char *const keys[] = {ARGUMENT_KEYS, "aspect-ratios", "name", "x"};
static const char *const senders[] = {":1.77", ":1.78", ":1.79"};
static const char *const objects[] = {"/org/mpris/MediaPlayer2", "/org/mpris/MediaPlayer2/TrackList/NoTrack", "/"};

/* Appends one value of a type that the input chooses; `depth` limits how deep containers are nested. */
static void append_value(bytes *input, sd_bus_message *message, int depth) {
  uint64_t integer;
  int boolean;
  double number;
  switch (take_byte(input) % (depth ? 12 : 9)) {
    case 0: case 1: sd_bus_message_append_basic(message, 's', take_one_of(input, texts, COUNT_OF(texts))); return;
    case 2: sd_bus_message_append_basic(message, 'o', take_one_of(input, objects, COUNT_OF(objects))); return;
    case 3: integer = (uint64_t)take_integer(input); sd_bus_message_append_basic(message, 'x', &integer); return;
    case 4: number = take_number(input); sd_bus_message_append_basic(message, 'd', &number); return;
    case 5: boolean = take_byte(input) & 1; sd_bus_message_append_basic(message, 'b', &boolean); return;
    case 6: integer = (uint64_t)take_integer(input); sd_bus_message_append_basic(message, 'u', &integer); return;
    case 7: integer = (uint64_t)take_integer(input); sd_bus_message_append_basic(message, 'y', &integer); return;
    case 8: sd_bus_message_append_basic(message, 'g', "a{sv}"); return;
    case 9: {
      static const char types[] = "sdxbuo";
      char type[2] = {types[take_byte(input) % 6], 0};
      if (sd_bus_message_open_container(message, 'v', type) < 0) return;
      if (type[0] == 's' || type[0] == 'o') {
        const char *text = type[0] == 's' ? take_one_of(input, texts, COUNT_OF(texts)) : objects[0];
        sd_bus_message_append_basic(message, type[0], text);
      } else {
        number = take_number(input);
        integer = (uint64_t)take_integer(input);
        boolean = (int)(integer & 1);
        const void *value = type[0] == 'd' ? (void *)&number : type[0] == 'b' ? (void *)&boolean : (void *)&integer;
        sd_bus_message_append_basic(message, type[0], value);
      }
      sd_bus_message_close_container(message);
      return;
    }
    case 10:
      if (sd_bus_message_open_container(message, 'r', "ss") < 0) return;
      sd_bus_message_append(message, "ss", "a", "b");
      sd_bus_message_close_container(message);
      return;
    default:
      if (sd_bus_message_open_container(message, 'a', "s") < 0) return;
      for (int count = take_byte(input) % 4; count > 0; count--)
        sd_bus_message_append_basic(message, 's', take_one_of(input, texts, COUNT_OF(texts)));
      sd_bus_message_close_container(message);
  }
}

static void send_message(bytes *input, stage *on) {
  uint8_t sort = take_byte(input);
  const char *path = take_one_of(input, paths, COUNT_OF(paths));
  const char *interface = take_one_of(input, interfaces, COUNT_OF(interfaces));
  const char *member = take_one_of(input, members, COUNT_OF(members));
  sd_bus_message *message = NULL;
  if (sort < 200) {
    message = peer_call(&on->bus, path, interface, member);
  } else if (sd_bus_message_new_signal(on->bus.bus, &message, path, interface, member) >= 0) {
    sd_bus_message_set_sender(message, sort & 1 ? "org.freedesktop.DBus" : ":1.77");
    sd_bus_message_set_destination(message, ":1.1");
  }
  if (!message) return;
  if (sort & 2) sd_bus_message_set_expect_reply(message, 0);
  for (int count = take_byte(input) % 5; count > 0; count--) append_value(input, message, 1);
  peer_send(&on->bus, message);
}

/* Sends a call that players get all day, with any value. */
static void send_usual(bytes *input, stage *on) {
  static const char *const settable[] = {"Volume", "Rate", "LoopStatus", "Shuffle", "Position", "Metadata"};
  const char *player = "org.mpris.MediaPlayer2.Player", *properties = "org.freedesktop.DBus.Properties";
  sd_bus_message *message = NULL;
  uint8_t choice = take_byte(input);
  if (choice < 64 && (message = peer_call(&on->bus, paths[0], player, "Seek"))) {
    sd_bus_message_append(message, "x", take_integer(input));
  } else if (choice < 96 && (message = peer_call(&on->bus, paths[0], player, "SetPosition"))) {
    sd_bus_message_append(message, "o", take_byte(input) & 1 ? "/a" : "/org/nowplaying/track/1/first");
    sd_bus_message_append(message, "x", take_integer(input));
  } else if (choice < 128 && (message = peer_call(&on->bus, paths[0], player, "OpenUri"))) {
    sd_bus_message_append(message, "s", take_text(input, 0));
  } else if (choice >= 250 && (message = peer_call(&on->bus, paths[0], properties, "Set"))) {
    sd_bus_message_append(message, "ss", "org.mpris.MediaPlayer2", "Fullscreen");
    sd_bus_message_append(message, "v", "b", take_byte(input) & 1);
  } else if ((message = peer_call(&on->bus, paths[0], properties, "Set"))) {
    const char *name = settable[take_byte(input) % COUNT_OF(settable)];
    sd_bus_message_append(message, "ss", player, name);
    const char *text = take_one_of(input, texts, COUNT_OF(texts));
    if (strcmp(name, "LoopStatus") == 0) sd_bus_message_append(message, "v", "s", text);
    else if (strcmp(name, "Shuffle") == 0) sd_bus_message_append(message, "v", "b", take_byte(input) & 1);
    else sd_bus_message_append(message, "v", "d", take_number(input));
  }
  if (message) peer_send(&on->bus, message);
}

/* Appends a dictionary like the arguments of commands and declarations, with values of any type. */
static void append_dictionary(bytes *input, sd_bus_message *message) {
  sd_bus_message_open_container(message, 'a', "{sv}");
  for (int count = take_byte(input) % 6; count > 0; count--) {
    sd_bus_message_open_container(message, 'e', "sv");
    sd_bus_message_append(message, "s", take_one_of(input, keys, COUNT_OF(keys)));
    const char *word = take_one_of(input, words, COUNT_OF(words));
    switch (take_byte(input) % 6) {
      case 0: case 1: sd_bus_message_append(message, "v", "s", word); break;
      case 2: sd_bus_message_append(message, "v", "x", take_integer(input)); break;
      case 3: sd_bus_message_append(message, "v", "d", take_number(input)); break;
      case 4: sd_bus_message_append(message, "v", "u", (uint32_t)take_integer(input)); break;
      default: sd_bus_message_append(message, "v", "as", 2, word, take_one_of(input, words, COUNT_OF(words)));
    }
    sd_bus_message_close_container(message);
  }
  sd_bus_message_close_container(message);
}

/* Sends a call of a surface, with any value. */
static void send_of_surface(bytes *input, stage *on) {
  static const struct {
    const char *interface, *member;
  } calls[] = {{"Session1", "SendCommand"},        {"Session1", "SetVolume"},         {"Session1", "GetArtwork"},
               {"AnimatedArtwork1", "GetPreview"}, {"AnimatedArtwork1", "GetVideo"},  {"Remote1", "SetDeviceVolume"},
               {"Remote1", "StepDeviceVolume"},    {"Surfaces1", "Register"},         {"Surfaces1", "Unregister"},
               {"Tracks1", "SelectTrack"}};
  static const char *const ids[] = {STAGE_MOVING, STAGE_ARTWORK, "a", "b", "c"};
  uint8_t choice = take_byte(input);
  const char *sender = senders[take_byte(input) % COUNT_OF(senders)];
  peer *to = on->remote && choice & 128 ? &on->remote_bus : &on->bus;
  int call = choice % 32;
  if (call >= 30) {
    peer_leave(to, sender);
    return;
  }
  char interface[64];
  call %= (int)COUNT_OF(calls);
  snprintf(interface, sizeof interface, "org.nowplaying.%s", calls[call].interface);
  /* paths[7] is the path of the remote session, which is the second session of the app. */
  const char *path = call >= 7 && call < 9 ? "/org/nowplaying/app" : to == &on->bus ? paths[6] : paths[7];
  sd_bus_message *message = peer_call_from(to, sender, path, interface, calls[call].member);
  if (!message) return;
  if (call >= 2 && call <= 6) sd_bus_message_append(message, "s", take_one_of(input, ids, COUNT_OF(ids)));
  if (call == 3 || call == 4) sd_bus_message_append(message, "s", take_one_of(input, words + 26, 2));
  switch (call) {
    case 0: sd_bus_message_append(message, "s", take_one_of(input, words, COUNT_OF(words))); break;
    case 9:
      sd_bus_message_append(message, "ss", take_one_of(input, words, COUNT_OF(words)), take_one_of(input, ids, 5));
      break;
    case 1: case 5: sd_bus_message_append(message, "d", take_number(input)); break;
    case 6: sd_bus_message_append(message, "i", (int32_t)take_integer(input)); break;
    case 2: case 3: case 4:
      for (int i = 0; i < 2; i++) sd_bus_message_append(message, "u", (uint32_t)take_integer(input));
      break;
  }
  if (call == 0 || call == 7) append_dictionary(input, message);
  peer_send(to, message);
}

/* Sends raw bytes, which may break the connection and must have no other effect. */
static void send_raw(bytes *input, stage *on) {
  size_t length = take_byte(input);
  if (length > input->left) length = input->left;
  ssize_t sent = send(on->bus.raw_fd, input->data, length, MSG_NOSIGNAL);
  (void)sent; /* The library may have closed its end, which is its right. */
  input->data += length;
  input->left -= length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bytes input = {data, size};
  stage on;
  uint8_t refusals = take_byte(&input);
  int has_remote = refusals >= 64 && refusals < 128;
  stage_open(&on, &input, refusals < 128 ? 0 : (uint64_t)refusals << 1, has_remote);
  while (input.left) {
    uint8_t choice = take_byte(&input);
    if (choice < 60) send_message(&input, &on);
    else if (choice < 120) send_of_surface(&input, &on);
    else if (choice < 220) send_usual(&input, &on);
    else if (choice < 235) send_raw(&input, &on);
    else on.bus.refusals = take_byte(&input);
    if (choice & 1) stage_settle(&on);
  }
  stage_settle(&on);
  stage_close(&on);
  return 0;
}
