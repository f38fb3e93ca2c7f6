/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "players.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../../Lab/C/app.h"

enum { MOST = 100, LONG = 70000, MAX_FILES = 8, MAX_DEPTH = 3, SEALS = 15, TOO_LARGE = (32 << 20) + 1 };

#define PROPERTIES "org.freedesktop.DBus.Properties"
#define SESSION "org.nowplaying.Session1"

const char *const hostile[3] = {":1.66", ":1.67", ":1.68"};
const char *const hostile_names[4] = {NAME "bad", NAME "bad.instance7", NAME "worse", NAME "playerctld"};

/* ---------------------------------------------------------------------------------------------- In order -------- */

song whole_song = {0, "0"}, plain_song = {0, "0"};

static void append_song(sd_bus_message *message, const song *of, const char *id, const char *id_type,
                        const char *title) {
  sd_bus_message_append(message, "v", "a{sv}", 3, id, id_type, of->number ? "/song" : "/first", title, "s", of->title,
                        "artwork", "s", "cover");
}

static void append_whole(sd_bus_message *message) {
  sd_bus_message_open_container(message, 'a', "{sv}");
  sd_bus_message_append(message, "{sv}{sv}", "Id", "s", "main", "Volume", "d", whole_song.number / 100.0);
  sd_bus_message_open_container(message, 'e', "sv");
  sd_bus_message_append(message, "s", "Content");
  append_song(message, &whole_song, "id", "s", "title");
  sd_bus_message_close_container(message);
  sd_bus_message_close_container(message);
}

static void append_plain(sd_bus_message *message) {
  sd_bus_message_open_container(message, 'a', "{sv}");
  sd_bus_message_append(message, "{sv}", "Volume", "d", plain_song.number / 100.0);
  sd_bus_message_open_container(message, 'e', "sv");
  sd_bus_message_append(message, "s", "Metadata");
  append_song(message, &plain_song, "mpris:trackid", "o", "xesam:title");
  sd_bus_message_close_container(message);
  sd_bus_message_close_container(message);
}

void go_on(peer *to, const char *player, int number) {
  int is_whole = strcmp(player, WHOLE) == 0;
  song *now = is_whole ? &whole_song : &plain_song;
  sd_bus_message *message = NULL;
  now->number = number;
  snprintf(now->title, sizeof now->title, "%d", number);
  const char *path = is_whole ? "/org/nowplaying/session/main" : "/org/mpris/MediaPlayer2";
  if (sd_bus_message_new_signal(to->bus, &message, path, PROPERTIES, "PropertiesChanged") < 0) return;
  sd_bus_message_set_sender(message, player);
  sd_bus_message_append(message, "s", is_whole ? SESSION : "org.mpris.MediaPlayer2.Player");
  if (is_whole) append_whole(message);
  else append_plain(message);
  sd_bus_message_append(message, "as", 0);
  peer_send(to, message);
}

static void send_reply(sd_bus_message *call, sd_bus_message *reply) {
  sd_bus_message_set_sender(reply, sd_bus_message_get_destination(call));
  sd_bus_send(sd_bus_message_get_bus(call), reply, NULL);
  sd_bus_message_unref(reply);
}

static int picture(const void *data, size_t size, int seals) {
  int file = memfd_create("picture", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  CHECK(file >= 0 && write(file, data, size) == (ssize_t)size && fcntl(file, F_ADD_SEALS, seals) == 0);
  return file;
}

int answer_in_order(sd_bus_message *call) {
  const char *to = sd_bus_message_get_destination(call), *member = sd_bus_message_get_member(call);
  int is_whole = strcmp(to, WHOLE) == 0;
  if (!is_whole && strcmp(to, PLAIN) != 0) return 0;
  sd_bus_message *reply = NULL;
  if (sd_bus_message_new_method_return(call, &reply) < 0) return 1;
  if (strcmp(member, "GetManagedObjects") == 0 && is_whole) {
    sd_bus_message_open_container(reply, 'a', "{oa{sa{sv}}}");
    sd_bus_message_append(reply, "{oa{sa{sv}}}", "/org/nowplaying/app", 1, "org.nowplaying.App1", 0);
    sd_bus_message_open_container(reply, 'e', "oa{sa{sv}}");
    sd_bus_message_append(reply, "o", "/org/nowplaying/session/main");
    sd_bus_message_open_container(reply, 'a', "{sa{sv}}");
    sd_bus_message_open_container(reply, 'e', "sa{sv}");
    sd_bus_message_append(reply, "s", SESSION);
    append_whole(reply);
    for (int i = 0; i < 4; i++) sd_bus_message_close_container(reply);
  } else if (strcmp(member, "GetAll") == 0) {
    const char *interface = "";
    sd_bus_message_read(call, "s", &interface);
    if (strcmp(interface, "org.mpris.MediaPlayer2.Player") == 0) append_plain(reply);
    else sd_bus_message_append(reply, "a{sv}", 0);
  } else if (strcmp(member, "GetArtwork") == 0) {
    int file = picture(test_png, test_png_size, SEALS);
    sd_bus_message_append(reply, "hsuu", file, "image/png", 1, 1);
    close(file);
  } else if (strcmp(member, "SendCommand") != 0 && strcmp(member, "Set") != 0) {
    sd_bus_message_unref(reply);
    sd_bus_reply_method_errorf(call, SD_BUS_ERROR_UNKNOWN_METHOD, "%s: no such method", member);
    return 1;
  }
  send_reply(call, reply);
  return 1;
}

/* ---------------------------------------------------------------------------------------------- Anything -------- */

/* The members of an interface or dictionary: their keys and types. */
typedef struct table table;
typedef struct value {
  const char *key, *type;
  /* The members of each dictionary in the value; NULL for other values. */
  const table *holds;
} value;
struct table {
  const char *name;
  const value *values;
  size_t count;
};
#define TABLE(variable, name, ...) \
  static const value variable##_values[] = {__VA_ARGS__}; \
  static const table variable = {name, variable##_values, COUNT_OF(variable##_values)}

TABLE(ratios, "", {"1:1", "s", 0}, {"3:4", "s", 0});
TABLE(own, "", {"test:b", "s", 0}, {"test:a", "s", 0}, {"x-1_Y::~", "s", 0}, {"test", "s", 0}, {"test:", "s", 0},
      {":a", "s", 0}, {"te st:a", "s", 0}, {"test:\xc3\xa4", "s", 0}, {"mpris:trackid", "s", 0}, {"xesam:own", "s", 0},
      {"test:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "s", 0},
      {"test:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "s", 0});
TABLE(content, "", {"id", "s", 0}, {"id", "s", 0}, {"kind", "s", 0}, {"media-type", "s", 0}, {"duration-kind", "s", 0},
      {"duration", "x", 0}, {"artwork", "s", 0}, {"animated-artwork", "a{ss}", &ratios}, {"title", "s", 0},
      {"artists", "as", 0}, {"album", "s", 0}, {"show-name", "s", 0}, {"station-name", "s", 0},
      {"track-number", "u", 0}, {"release-date", "x", 0}, {"explicit", "b", 0}, {"user-rating", "d", 0},
      {"comments", "as", 0}, {"lyrics", "s", 0}, {"vendor-x", "a{sv}", 0}, {"extra", "a{ss}", &own},
      {"chapters", "a(xss)", 0}, {"advertisement", "b", 0});
TABLE(playback, "", {"state", "s", 0}, {"rate", "d", 0}, {"default-rate", "d", 0}, {"elapsed", "x", 0},
      {"timestamp", "x", 0}, {"seekable", "(xx)", 0}, {"live-edge", "b", 0}, {"buffered", "x", 0}, {"muted", "b", 0},
      {"error", "s", 0}, {"error-kind", "s", 0});
TABLE(command, "", {"command", "s", 0}, {"enabled", "b", 0}, {"intervals", "ax", 0}, {"rates", "ad", 0},
      {"supported", "as", 0}, {"current", "s", 0}, {"button", "u", 0}, {"title", "s", 0}, {"short-title", "s", 0},
      {"id", "s", 0}, {"icon", "s", 0}, {"slot", "s", 0}, {"active", "b", 0}, {"steps", "u", 0}, {"range", "(dd)", 0});
TABLE(track, "", {"id", "s", 0}, {"kind", "s", 0}, {"selected", "b", 0}, {"language", "s", 0}, {"title", "s", 0},
      {"characteristics", "as", 0});
TABLE(device, "", {"id", "s", 0}, {"name", "s", 0}, {"type", "s", 0}, {"volume", "d", 0}, {"can-step", "b", 0});
TABLE(metadata, "", {"mpris:trackid", "o", 0}, {"mpris:length", "x", 0}, {"mpris:artUrl", "s", 0},
      {"xesam:title", "s", 0}, {"xesam:artist", "as", 0}, {"xesam:album", "s", 0}, {"xesam:trackNumber", "i", 0},
      {"xesam:userRating", "d", 0}, {"xesam:contentCreated", "s", 0}, {"xesam:asText", "s", 0},
      {"test:b", "s", 0}, {"test:a", "s", 0}, {"test: b", "s", 0});
TABLE(session, SESSION, {"Id", "s", 0}, {"ApplicationPrimary", "b", 0}, {"SystemPrimary", "b", 0},
      {"Content", "a{sv}", &content}, {"Content", "a{sv}", &content}, {"Playback", "a{sv}", &playback},
      {"Commands", "aa{sv}", &command}, {"Volume", "d", 0}, {"CanSetVolume", "b", 0}, {"QueueLength", "u", 0});
TABLE(remote, "org.nowplaying.Remote1", {"Devices", "aa{sv}", &device});
TABLE(tracks, "org.nowplaying.Tracks1", {"Tracks", "aa{sv}", &track});
TABLE(animated, "org.nowplaying.AnimatedArtwork1", {"x", "s", 0});
TABLE(app, "org.nowplaying.App1", {"Id", "s", 0}, {"Name", "s", 0}, {"DesktopEntry", "s", 0}, {"MprisName", "s", 0});
TABLE(surfaces, "org.nowplaying.Surfaces1", {"AspectRatios", "as", 0}, {"PreviewOnly", "as", 0});
TABLE(root, "org.mpris.MediaPlayer2", {"Identity", "s", 0}, {"DesktopEntry", "s", 0}, {"CanRaise", "b", 0},
      {"CanQuit", "b", 0}, {"HasTrackList", "b", 0});
TABLE(player, "org.mpris.MediaPlayer2.Player", {"PlaybackStatus", "s", 0}, {"LoopStatus", "s", 0}, {"Rate", "d", 0},
      {"Shuffle", "b", 0}, {"Metadata", "a{sv}", &metadata}, {"Volume", "d", 0}, {"Position", "x", 0},
      {"MinimumRate", "d", 0}, {"MaximumRate", "d", 0}, {"CanGoNext", "b", 0}, {"CanPlay", "b", 0},
      {"CanSeek", "b", 0}, {"CanControl", "b", 0});
TABLE(track_list, "org.mpris.MediaPlayer2.TrackList", {"Tracks", "ao", 0}, {"CanEditTracks", "b", 0});
TABLE(playlists, "org.mpris.MediaPlayer2.Playlists", {"PlaylistCount", "u", 0}, {"Orderings", "as", 0},
      {"ActivePlaylist", "(b(oss))", 0});
static const table *const interfaces[] = {&session, &session, &session, &player, &remote, &app, &surfaces, &animated,
                                          &root, &track_list, &playlists, &tracks};

static const char *const words[] = {
    "music", "radio", "home-media", "video", "finite", "live", "cover", "playing", "paused", "stopped", "buffering",
    "interrupted", "flying", "Playing", "Paused", "Track", "play", "next", "skip-forward", "change-rate", "feedback",
    "change-repeat-mode", "seek-to-position", "one", "neutral", "positive", "tv", "speaker", "a", "b", "", "2020-02-30",
    "Alphabetical", "UserDefined", "\xe2\x99\xaa<b>&amp;\n\xe2\x80\xae", "a\xcc\x81", "file:///a%00b", "error",
    "network", "sign-in", "custom", "set-rating", "mute", "next-chapter", "seek-to-live", "heart-filled", "overflow",
    "audio", "subtitles", "default", "[00:01.5]a\n[00:02]b\n[offset:9]"};
static const char *const paths[] = {"/org/nowplaying/session/a", "/org/nowplaying/session/b", "/org/nowplaying/app",
                                    "/org/mpris/MediaPlayer2", "/org/nowplaying", "/",
                                    "/org/nowplaying/session/main"};

static const char *text(bytes *input) {
  static char long_text[LONG], ascii[300];
  uint8_t choice = take_byte(input);
  if (choice < 200) return words[choice % COUNT_OF(words)];
  if (choice < 240) {
    if (!long_text[0])
      for (int i = 0; i + 3 < LONG; i += 3) memcpy(long_text + i, "\xe2\x99\xaa", 3);
    return long_text + 3 * (choice % 2 ? 0 : (LONG - 4096) / 3); /* Whole characters. */
  }
  /* A bus delivers only UTF-8. */
  snprintf(ascii, sizeof ascii, "%s", take_text(input, 0));
  for (char *byte = ascii; *byte; byte++) *byte &= 0x7f;
  return ascii;
}

const char *any_path(bytes *input) {
  static char numbered[64];
  uint8_t choice = take_byte(input);
  if (choice < 200) return paths[choice % COUNT_OF(paths)];
  snprintf(numbered, sizeof numbered, "/org/nowplaying/session/s%d", take_byte(input));
  return numbered;
}

const char *any_interface(bytes *input) { return interfaces[take_byte(input) % COUNT_OF(interfaces)]->name; }

static int how_many(bytes *input) {
  uint8_t choice = take_byte(input);
  return choice >= 250 ? MOST : choice % 8;
}

static void append_dictionary(bytes *input, sd_bus_message *message, const table *holds, int depth);

/* Appends a struct of the interfaces: a range, a chapter, or a playlist that may be missing. */
static void append_struct(bytes *input, sd_bus_message *message, const char *type) {
  if (type[1] == 'd') sd_bus_message_append(message, type, take_number(input), 2.0);
  else if (type[1] == 'b') sd_bus_message_append(message, type, take_byte(input) & 1, any_path(input), "a", "b");
  else if (type[2] == 'x') sd_bus_message_append(message, type, take_integer(input), INT64_C(9000000));
  else sd_bus_message_append(message, type, take_integer(input), text(input), "a");
}

static void append_value(bytes *input, sd_bus_message *message, const char *type, const table *holds, int depth) {
  uint64_t integer;
  double number;
  int truth;
  switch (type[0]) {
    case 's': sd_bus_message_append_basic(message, 's', text(input)); return;
    case 'o': sd_bus_message_append_basic(message, 'o', any_path(input)); return;
    case 'd': number = take_number(input); sd_bus_message_append_basic(message, 'd', &number); return;
    case 'b': truth = take_byte(input) & 1; sd_bus_message_append_basic(message, 'b', &truth); return;
    case '(': append_struct(input, message, type); return;
    case 'a': break;
    default: integer = (uint64_t)take_integer(input); sd_bus_message_append_basic(message, type[0], &integer); return;
  }
  if (strcmp(type, "a{sv}") == 0) {
    append_dictionary(input, message, holds, depth);
    return;
  }
  if (sd_bus_message_open_container(message, 'a', type + 1) < 0) return;
  for (int count = how_many(input); count > 0; count--) {
    if (strcmp(type, "a{ss}") == 0)
      sd_bus_message_append(message, "{ss}", holds->values[take_byte(input) % holds->count].key, text(input));
    else append_value(input, message, type + 1, holds, depth);
  }
  sd_bus_message_close_container(message);
}

static void append_variant(bytes *input, sd_bus_message *message, const value *of, int depth) {
  static const char *const types[] = {"s", "b", "x", "d", "u", "i", "y", "as", "ax", "aa{sv}", "a{sv}", "o", "t", "g"};
  uint8_t choice = take_byte(input);
  const char *type = choice < 225 ? of->type : types[choice % COUNT_OF(types)];
  if (sd_bus_message_open_container(message, 'v', type) < 0) return;
  if (type[0] == 'g') sd_bus_message_append(message, "g", "a{sv}");
  else append_value(input, message, type, of->holds ? of->holds : &content, depth + 1);
  sd_bus_message_close_container(message);
}

static void append_dictionary(bytes *input, sd_bus_message *message, const table *holds, int depth) {
  sd_bus_message_open_container(message, 'a', "{sv}");
  for (int count = depth < MAX_DEPTH ? how_many(input) : 0; count > 0; count--) {
    const value *chosen = &holds->values[take_byte(input) % holds->count];
    sd_bus_message_open_container(message, 'e', "sv");
    sd_bus_message_append(message, "s", chosen->key);
    append_variant(input, message, chosen, depth);
    sd_bus_message_close_container(message);
  }
  sd_bus_message_close_container(message);
}

void append_properties(bytes *input, sd_bus_message *message, const char *interface) {
  const table *found = interfaces[0];
  for (size_t i = 0; i < COUNT_OF(interfaces); i++)
    if (strcmp(interfaces[i]->name, interface) == 0) found = interfaces[i];
  append_dictionary(input, message, found, 0);
}

void append_interfaces(bytes *input, sd_bus_message *message) {
  sd_bus_message_open_container(message, 'a', "{sa{sv}}");
  for (int count = 1 + take_byte(input) % 3; count > 0; count--) {
    const char *interface = any_interface(input);
    sd_bus_message_open_container(message, 'e', "sa{sv}");
    sd_bus_message_append(message, "s", interface);
    append_properties(input, message, interface);
    sd_bus_message_close_container(message);
  }
  sd_bus_message_close_container(message);
}

/* ------------------------------------------------------------------------------------------------- Files -------- */

static int files[MAX_FILES], file_count;

void shrink_files(void) {
  for (int i = 0; i < file_count; i++)
    if (ftruncate(files[i], 0) < 0) continue; /* It is sealed. */
}

void forget_files(void) {
  while (file_count) close(files[--file_count]);
}

/* Returns a file like those for pictures and videos, or something else. */
static int any_file(bytes *input) {
  uint8_t choice = take_byte(input);
  int file = -1, pair[2];
  switch (choice % 10) {
    case 0: case 1: file = picture(test_png, test_png_size, SEALS); break;
    case 2: file = picture(test_png, test_png_size, take_byte(input) & SEALS); break;
    case 3: case 4: case 5: {
      char noise[300];
      size_t length = take_byte(input), start = choice % 2 ? 8 : 26;
      memcpy(noise, test_png, start);
      memcpy(noise + start, take_text(input, 0), 256);
      file = picture(noise, length, SEALS);
      break;
    }
    case 6:
      file = picture(test_png, test_png_size, 0);
      CHECK(ftruncate(file, take_byte(input) & 1 ? TOO_LARGE : TOO_LARGE - 1) == 0);
      CHECK(fcntl(file, F_ADD_SEALS, SEALS) == 0);
      break;
    case 7: file = open(choice & 16 ? "/dev/zero" : "/", O_PATH | O_CLOEXEC); break;
    case 8: file = open(choice & 16 ? "/dev/zero" : "/proc/self/maps", O_RDONLY | O_CLOEXEC); break;
    default:
      CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0);
      file = pair[0];
      close(pair[1]);
  }
  CHECK(file >= 0);
  if (file_count == MAX_FILES) forget_files();
  files[file_count++] = file;
  return file;
}

/* ----------------------------------------------------------------------------------------------- Answers -------- */

static void append_objects(bytes *input, sd_bus_message *message) {
  sd_bus_message_open_container(message, 'a', "{oa{sa{sv}}}");
  for (int count = 1 + how_many(input); count > 0; count--) {
    sd_bus_message_open_container(message, 'e', "oa{sa{sv}}");
    sd_bus_message_append(message, "o", count == 1 ? "/org/nowplaying/app" : any_path(input));
    append_interfaces(input, message);
    sd_bus_message_close_container(message);
  }
  sd_bus_message_close_container(message);
}

void append_metadata(bytes *input, sd_bus_message *message) { append_dictionary(input, message, &metadata, 1); }

void append_paths(bytes *input, sd_bus_message *message) { append_value(input, message, "ao", &content, 0); }

/* Appends a queue or playlists, now and then with more entries than a surface keeps. */
static void append_many(bytes *input, sd_bus_message *message, const char *type) {
  int count = take_byte(input) < 250 ? how_many(input) : 1200;
  sd_bus_message_open_container(message, 'a', type);
  for (; count > 0; count--) {
    if (type[0] == 'a') append_metadata(input, message);
    else sd_bus_message_append(message, type, any_path(input), text(input), text(input));
  }
  sd_bus_message_close_container(message);
}

void answer_at_will(bytes *input, sd_bus_message *call) {
  static const char *const errors[] = {
      "org.nowplaying.Error.NotOffered", "org.nowplaying.Error.NotFound", "org.nowplaying.Error.Surprise",
      "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.NoReply",
      "org.freedesktop.DBus.Error.AccessDenied", "org.nowplaying.Error.Asset.WrongFormat"};
  static const char *const types[] = {"image/png", "video/mp4", "video/quicktime", ""};
  const char *member = sd_bus_message_get_member(call), *interface = "";
  uint8_t choice = take_byte(input);
  sd_bus_message *reply = NULL;
  if (choice >= 235) {
    sd_bus_reply_method_errorf(call, errors[choice % COUNT_OF(errors)], "%s", text(input));
    return;
  }
  if (sd_bus_message_new_method_return(call, &reply) < 0) return;
  if (choice >= 220) append_value(input, reply, choice & 1 ? "as" : "a{sv}", &content, 0);
  else if (strcmp(member, "GetManagedObjects") == 0) append_objects(input, reply);
  else if (strcmp(member, "GetAll") == 0 && sd_bus_message_read(call, "s", &interface) > 0)
    append_properties(input, reply, interface);
  else if (strcmp(member, "Get") == 0)
    append_variant(input, reply, &player_values[sd_bus_message_read(call, "ss", NULL, &interface) > 0 &&
                                                        strcmp(interface, "Metadata") == 0 ? 4 : 6], 0);
  else if (strcmp(member, "GetTracksMetadata") == 0) append_many(input, reply, "a{sv}");
  else if (strcmp(member, "GetPlaylists") == 0) append_many(input, reply, "(oss)");
  else if (strcmp(member, "GetVideo") == 0)
    sd_bus_message_append(reply, "hs", any_file(input), types[take_byte(input) % 4]);
  else if (strncmp(member, "Get", 3) == 0)
    sd_bus_message_append(reply, "hsuu", any_file(input), types[take_byte(input) % 4], (uint32_t)take_integer(input),
                          (uint32_t)take_integer(input));
  send_reply(call, reply);
}
