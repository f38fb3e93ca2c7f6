/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Sends the messages of desktops and surfaces of org.nowplaying, mostly sensible ones, to cause callbacks and requests.
 * Replies are checked and counted. */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../Lab/C/app.h"
#include "../../Lab/C/peer.h"
#include "harness.h"

enum { MAX_BUSES = 40, MAX_OPEN = 512, MAX_KNOWN = 8, LONGEST_PATH = 64 };

static const char *const player_interface = "org.mpris.MediaPlayer2.Player";
static const char *const session_path = "/org/nowplaying/session/";

/* A connection of the library, and a surface's knowledge about it. */
typedef struct bus {
  peer peer; /* The first, so that a peer is its bus. */
  /* The call for each serial number; 0: none. */
  struct { uint64_t serial; int pressing; } open[MAX_OPEN];
  char sessions[MAX_KNOWN][LONGEST_PATH];
  int sessions_known;
} bus;

static bus *buses[MAX_BUSES];
static int bus_count, listener = -1;
static char address[100];

/* --------------------------------------------------------------------------------------------- Arguments -------- */

static const char *any_of(const char *const *texts, int count) { return texts[random_below(count)]; }
#define ANY_OF(texts) any_of(texts, (int)(sizeof(texts) / sizeof *(texts)))

static const char *any_ratio(void) {
  static const char *const ratios[] = {"1:1", "1:1", "3:4", "3:4", "16:9", ""};
  return ANY_OF(ratios);
}

static double any_level(void) {
  static const double levels[] = {-1, 1.5, NAN, INFINITY, -0.0};
  return random_once_in(4) ? levels[random_below(5)] : random_below(101) / 100.0;
}

static uint32_t any_size(void) { return random_once_in(8) ? (uint32_t)random_bits() : (uint32_t)random_below(600); }

static void append_any_variant(sd_bus_message *message) {
  switch (random_below(6)) {
    case 0: sd_bus_message_append(message, "v", "s", "begin"); return;
    case 1: sd_bus_message_append(message, "v", "x", (int64_t)random_bits()); return;
    case 2: sd_bus_message_append(message, "v", "d", any_level()); return;
    case 3: sd_bus_message_append(message, "v", "u", (uint32_t)random_bits()); return;
    case 4: sd_bus_message_append(message, "v", "as", 2, "1:1", "3:4"); return;
    default: sd_bus_message_append(message, "v", "a{sv}", 1, "mode", "v", "s", "one"); return;
  }
}

static const char *const keys[] = {ARGUMENT_KEYS, "x"};
static const char types[] = {ARGUMENT_TYPES, 'x'};

static char type_of(const char *key) {
  for (int i = 0;; i++)
    if (!strcmp(key, keys[i])) return types[i];
}

/* Appends the argument of commands with this key. */
static void append_argument(sd_bus_message *message, const char *key) {
  static const char *const phases[] = {"begin", "end", "begin", "end", "x"}, *const items[] = {PICTURES, "x"};
  static const char *const modes[] = {COMMAND_MODES};
  static const int64_t times[] = {0, 10000000, 1000000, 200000000, -1, INT64_MIN, INT64_MAX};
  sd_bus_message_open_container(message, 'e', "sv");
  sd_bus_message_append(message, "s", key);
  if (random_once_in(10)) append_any_variant(message);
  else if (!strcmp(key, "phase")) sd_bus_message_append(message, "v", "s", ANY_OF(phases));
  else if (!strcmp(key, "mode")) sd_bus_message_append(message, "v", "s", ANY_OF(modes));
  else if (!strcmp(key, "item")) sd_bus_message_append(message, "v", "s", ANY_OF(items));
  else if (!strcmp(key, "rate")) sd_bus_message_append(message, "v", "d", random_once_in(2) ? 1.0 : any_level());
  else if (!strcmp(key, "id")) sd_bus_message_append(message, "v", "s", random_once_in(4) ? "x" : "b");
  else if (type_of(key) == 'd') sd_bus_message_append(message, "v", "d", any_level());
  else if (type_of(key) == 'b') sd_bus_message_append(message, "v", "b", random_below(2));
  else if (!strcmp(key, "button")) sd_bus_message_append(message, "v", "u", (uint32_t)random_below(3));
  else sd_bus_message_append(message, "v", "x", times[random_below(7)]);
  sd_bus_message_close_container(message);
}

static void append_command(sd_bus_message *message) {
  static const struct { const char *word, *key; } commands[] = {COMMAND_ROWS, {"", NULL}};
  int chosen = random_below((int)(sizeof commands / sizeof *commands));
  sd_bus_message_append(message, "s", commands[chosen].word);
  sd_bus_message_open_container(message, 'a', "{sv}");
  if (commands[chosen].key && !random_once_in(10)) append_argument(message, commands[chosen].key);
  for (int more = random_once_in(3) ? random_below(random_once_in(20) ? 400 : 4) : 0; more > 0; more--)
    append_argument(message, ANY_OF(keys));
  sd_bus_message_close_container(message);
}

static void append_declaration(sd_bus_message *message) {
  sd_bus_message_open_container(message, 'a', "{sv}");
  for (int entries = random_below(4); entries > 0; entries--) {
    static const char *const keys[] = {"aspect-ratios", "aspect-ratios", "name", "x"};
    const char *key = ANY_OF(keys);
    sd_bus_message_open_container(message, 'e', "sv");
    sd_bus_message_append(message, "s", key);
    if (random_once_in(8)) append_any_variant(message);
    else if (!strcmp(key, "name")) sd_bus_message_append(message, "v", "s", "a surface\n");
    else sd_bus_message_append(message, "v", "as", 2, any_ratio(), any_ratio());
    sd_bus_message_close_container(message);
  }
  sd_bus_message_close_container(message);
}

static void append_device(sd_bus_message *message) {
  static const char *const devices[] = {"a", "b", "c", "x"};
  sd_bus_message_append(message, "s", ANY_OF(devices));
}

static void append_nothing(sd_bus_message *message) { (void)message; }
static void append_uri(sd_bus_message *message) {
  sd_bus_message_append(message, "s", random_once_in(2) ? "x:y" : "file:///music/a%20b.ogg");
}
static void append_volume_property(sd_bus_message *message) {
  sd_bus_message_append(message, "ssv", player_interface, "Volume", "d", random_below(200) / 100.0);
}
/* Append the path of a playlist or of an entry of a queue; only some of these exist. */
static void append_playlist(sd_bus_message *message) {
  static const char *const paths[] = {"/org/nowplaying/playlist/a", "/org/nowplaying/playlist/b", "/"};
  sd_bus_message_append(message, "o", ANY_OF(paths));
}
static void append_listing(sd_bus_message *message) {
  static const char *const orders[] = {"Alphabetical", "Created", "Modified", "Played", "User"};
  sd_bus_message_append(message, "uusb", (uint32_t)random_below(30), random_once_in(4) ? UINT32_MAX : 5u,
                        random_once_in(10) ? "x" : ANY_OF(orders), random_below(2));
}
static const char *any_track(void) {
  static const char *const tracks[] = {"/org/nowplaying/track/1/first", "/org/nowplaying/track/1/second", "/x",
                                       "/org/mpris/MediaPlayer2/TrackList/NoTrack"};
  return ANY_OF(tracks);
}
static void append_track(sd_bus_message *message) { sd_bus_message_append(message, "o", any_track()); }
static void append_tracks(sd_bus_message *message) {
  int count = random_once_in(10) ? 300 : random_below(4);
  sd_bus_message_open_container(message, 'a', "o");
  for (; count > 0; count--) append_track(message);
  sd_bus_message_close_container(message);
}
static void append_addition(sd_bus_message *message) {
  append_uri(message);
  append_track(message);
  sd_bus_message_append(message, "b", random_below(2));
}
static void append_offset(sd_bus_message *message) { sd_bus_message_append(message, "x", (int64_t)random_bits()); }
static void append_player(sd_bus_message *message) { sd_bus_message_append(message, "s", player_interface); }
static void append_session(sd_bus_message *message) { sd_bus_message_append(message, "s", "org.nowplaying.Session1"); }
static void append_level(sd_bus_message *message) { sd_bus_message_append(message, "d", any_level()); }
static void append_artwork(sd_bus_message *message) {
  static const char *const ids[] = {PICTURES};
  sd_bus_message_append(message, "suu", ANY_OF(ids), any_size(), any_size());
}
static void append_animated(sd_bus_message *message) {
  const char *id = random_once_in(8) ? "x" : MOVING;
  sd_bus_message_append(message, "ssuu", id, any_ratio(), any_size(), any_size());
}
static void append_property(sd_bus_message *message) {
  static const char *const names[] = {"Content", "Volume", "Playback", "Commands", "Id"};
  sd_bus_message_append(message, "ss", "org.nowplaying.Session1", ANY_OF(names));
  append_any_variant(message);
}
static void append_device_level(sd_bus_message *message) {
  append_device(message);
  append_level(message);
}
static void append_choice(sd_bus_message *message) {
  static const char *const kinds[] = {"audio", "subtitles", "captions", "x"}, *const ids[] = {"a", "b", "c", "", "x"};
  sd_bus_message_append(message, "ss", ANY_OF(kinds), ANY_OF(ids));
}
static void append_device_step(sd_bus_message *message) {
  static const int32_t steps[] = {1, -1, 1, -1, 0, INT32_MIN};
  append_device(message);
  sd_bus_message_append(message, "i", steps[random_below(6)]);
}

/* ---------------------------------------------------------------------------------------------- Pressing -------- */

/* The calls to choose from. path: NULL for a session's path. descriptor: the reply has a picture (p) or video (v). */
static struct pressing {
  const char *path, *interface, *member;
  void (*append)(sd_bus_message *message);
  char descriptor;
  long sent, done, refused;
} pressings[] = {
#define PLAYER(member, append) {"/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player", member, append, 0, 0, 0, 0}
#define MPRIS(interface, member, append) {"/org/mpris/MediaPlayer2", interface, member, append, 0, 0, 0, 0}
#define APP(interface, member, append) {"/org/nowplaying/app", interface, member, append, 0, 0, 0, 0}
#define ROOT(interface, member) {"/org/nowplaying", interface, member, append_nothing, 0, 0, 0, 0}
#define SESSION(interface, member, append) {NULL, interface, member, append, 0, 0, 0, 0}
#define GIVES(what, interface, member, append) {NULL, interface, member, append, what, 0, 0, 0}
    PLAYER("Next", append_nothing), PLAYER("Previous", append_nothing), PLAYER("Play", append_nothing),
    PLAYER("Pause", append_nothing), PLAYER("PlayPause", append_nothing), PLAYER("Stop", append_nothing),
    PLAYER("Seek", append_offset), PLAYER("OpenUri", append_uri),
    MPRIS("org.mpris.MediaPlayer2", "Raise", append_nothing), MPRIS("org.mpris.MediaPlayer2", "Quit", append_nothing),
    MPRIS("org.freedesktop.DBus.Properties", "Set", append_volume_property),
    MPRIS("org.freedesktop.DBus.Properties", "GetAll", append_player),
    MPRIS("org.mpris.MediaPlayer2.Playlists", "ActivatePlaylist", append_playlist),
    MPRIS("org.mpris.MediaPlayer2.Playlists", "GetPlaylists", append_listing),
    MPRIS("org.mpris.MediaPlayer2.TrackList", "GetTracksMetadata", append_tracks),
    MPRIS("org.mpris.MediaPlayer2.TrackList", "GoTo", append_track),
    MPRIS("org.mpris.MediaPlayer2.TrackList", "RemoveTrack", append_track),
    MPRIS("org.mpris.MediaPlayer2.TrackList", "AddTrack", append_addition),
    ROOT("org.freedesktop.DBus.ObjectManager", "GetManagedObjects"),
    ROOT("org.freedesktop.DBus.Introspectable", "Introspect"),
    APP("org.nowplaying.Surfaces1", "Register", append_declaration),
    APP("org.nowplaying.Surfaces1", "Unregister", append_nothing),
    SESSION("org.nowplaying.Session1", "SendCommand", append_command),
    SESSION("org.nowplaying.Session1", "SendCommand", append_command),
    SESSION("org.nowplaying.Session1", "SetVolume", append_level),
    SESSION("org.nowplaying.Remote1", "SetDeviceVolume", append_device_level),
    SESSION("org.nowplaying.Remote1", "StepDeviceVolume", append_device_step),
    SESSION("org.nowplaying.Tracks1", "SelectTrack", append_choice),
    GIVES('p', "org.nowplaying.Session1", "GetArtwork", append_artwork),
    GIVES('p', "org.nowplaying.AnimatedArtwork1", "GetPreview", append_animated),
    GIVES('v', "org.nowplaying.AnimatedArtwork1", "GetVideo", append_animated),
    SESSION("org.freedesktop.DBus.Properties", "Set", append_property),
    SESSION("org.freedesktop.DBus.Properties", "GetAll", append_session),
};
enum { PRESSINGS = sizeof pressings / sizeof *pressings, GET_MANAGED_OBJECTS = 18 };

static long signals_heard, surfaces_left;

static const char *any_surface(void) {
  static const char *const surfaces[] = {":1.70", ":1.71", ":1.72", ":1.77"};
  return ANY_OF(surfaces);
}

void press_something(void) {
  if (!bus_count) return;
  bus *to = buses[random_below(bus_count)];
  const char *surface = any_surface();
  if (random_once_in(20)) {
    surfaces_left++;
    peer_leave(&to->peer, surface);
    return;
  }
  /* A surface without known sessions asks for them. */
  int index = to->sessions_known || random_once_in(2) ? random_below(PRESSINGS) : GET_MANAGED_OBJECTS;
  struct pressing *chosen = &pressings[index];
  /* A remote session, which has devices, is alone on its connection: looks for a connection with one session. */
  int is_remote = strstr(chosen->interface, "Remote1") != NULL;
  for (int tries = 0; is_remote && to->sessions_known != 1 && tries < 10; tries++) to = buses[random_below(bus_count)];
  const char *path = chosen->path ? chosen->path
                     : to->sessions_known ? to->sessions[random_below(to->sessions_known)]
                                          : "/org/nowplaying/session/x";
  sd_bus_message *message = peer_call_from(&to->peer, surface, path, chosen->interface, chosen->member);
  if (!message) return;
  chosen->append(message);
  chosen->sent++;
  uint64_t serial = peer_send(&to->peer, message);
  to->open[serial % MAX_OPEN].serial = serial;
  to->open[serial % MAX_OPEN].pressing = index;
}

/* ----------------------------------------------------------------------------------------------- Hearing -------- */

static void learn_path(bus *from, const char *path) {
  if (strncmp(path, session_path, strlen(session_path)) || strlen(path) >= LONGEST_PATH) return;
  if (from->sessions_known < MAX_KNOWN) strcpy(from->sessions[from->sessions_known++], path);
}

/* Reads the reply of GetManagedObjects. */
static void learn_sessions(bus *from, sd_bus_message *message) {
  from->sessions_known = 0;
  CHECK(sd_bus_message_enter_container(message, 'a', "{oa{sa{sv}}}") > 0);
  while (sd_bus_message_enter_container(message, 'e', "oa{sa{sv}}") > 0) {
    const char *path = NULL;
    CHECK(sd_bus_message_read(message, "o", &path) > 0);
    learn_path(from, path);
    CHECK(sd_bus_message_skip(message, "a{sa{sv}}") > 0);
    CHECK(sd_bus_message_exit_container(message) >= 0);
  }
}

static void judge_descriptor(sd_bus_message *message, char what) {
  enum { SEALS = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE };
  int descriptor = -1;
  const char *type = NULL;
  uint32_t width = 1, height = 1;
  struct stat status;
  CHECK(sd_bus_message_read(message, what == 'p' ? "hsuu" : "hs", &descriptor, &type, &width, &height) > 0);
  CHECK(fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0);
  CHECK((fcntl(descriptor, F_GETFL) & O_ACCMODE) == O_RDONLY);
  CHECK(strncmp(type, what == 'p' ? "image/" : "video/", 6) == 0 && width > 0 && height > 0);
  if (what == 'p') CHECK_EQUAL(fcntl(descriptor, F_GET_SEALS) & SEALS, SEALS);
}

static void hear(peer *from, sd_bus_message *message) {
  bus *heard = (bus *)from;
  uint64_t serial = 0;
  if (sd_bus_message_is_signal(message, NULL, NULL)) signals_heard++;
  if (sd_bus_message_get_reply_cookie(message, &serial) < 0) return;
  if (serial == 0 || heard->open[serial % MAX_OPEN].serial != serial) return;
  heard->open[serial % MAX_OPEN].serial = 0;
  struct pressing *answered = &pressings[heard->open[serial % MAX_OPEN].pressing];
  const sd_bus_error *error = sd_bus_message_get_error(message);
  if (error) {
    answered->refused++;
    CHECK(strncmp(error->name, "org.nowplaying.Error.", 21) == 0 ||
          strncmp(error->name, "org.freedesktop.DBus.Error.", 27) == 0);
    return;
  }
  answered->done++;
  if (!strcmp(answered->member, "GetManagedObjects")) learn_sessions(heard, message);
  if (answered->descriptor) judge_descriptor(message, answered->descriptor);
}

/* Returns whether a call can never succeed: no property of org.nowplaying can be set. */
static int is_never_done(const struct pressing *one) { return !strcmp(one->member, "Set") && one->path == NULL; }

const char *press_missing(void) {
  for (int i = 0; i < PRESSINGS; i++) {
    const struct pressing *one = &pressings[i];
    if (!(is_never_done(one) ? one->refused : one->done)) return one->member;
  }
  return NULL;
}

void press_report(void) {
  for (int i = 0; i < PRESSINGS; i++) {
    const struct pressing *one = &pressings[i];
    printf("%-46s %7ld sent  %7ld done %7ld refused\n", one->member, one->sent, one->done, one->refused);
    if (is_never_done(one)) CHECK_EQUAL(one->done, 0);
  }
  printf("%ld signals heard, %ld surfaces left\n", signals_heard, surfaces_left);
}

/* ------------------------------------------------------------------------------------------------- Buses -------- */

static peer *add_bus(void) {
  CHECK(bus_count < MAX_BUSES);
  bus *added = calloc(1, sizeof *added);
  CHECK(added);
  buses[bus_count++] = added;
  return &added->peer;
}

int buses_are_many(void) { return bus_count > MAX_BUSES / 2; }

int buses_add(void) {
  peer *added = add_bus();
  int fd = peer_open(added);
  added->heard = hear;
  if (random_once_in(3)) added->refusals = random_bits() & ~(uint64_t)1;
  return fd;
}

const char *buses_listen(void) {
  char name[64];
  snprintf(name, sizeof name, "nowplaying-harness-%d", (int)getpid());
  snprintf(address, sizeof address, "unix:abstract=%s", name);
  listener = peer_listen(name);
  return address;
}

static void remove_bus(int index) {
  peer_close(&buses[index]->peer);
  free(buses[index]);
  buses[index] = buses[--bus_count];
}

/* Accepts the connection of an app that looks for the bus at its address, or of one of its remote sessions. */
static int accept_bus(void) {
  if (bus_count == MAX_BUSES) return 0;
  peer *added = add_bus();
  if (peer_accept(added, listener)) {
    added->heard = hear;
    return 1;
  }
  free(buses[--bus_count]);
  return 0;
}

void let_talk(void) {
  for (int i = 0; i < pools[APPS].count; i++) {
    nowplaying_status status = nowplaying_app_dispatch(pools[APPS].handles[i]);
    CHECK(status == NOWPLAYING_OK || status == NOWPLAYING_ERROR_INVALID_STATE);
  }
  while (accept_bus()) continue;
  for (int i = 0; i < bus_count; i++) {
    peer_process(&buses[i]->peer);
    if (sd_bus_is_open(buses[i]->peer.bus) <= 0) remove_bus(i--);
  }
}

void buses_close(void) {
  while (bus_count) remove_bus(bus_count - 1);
  close(listener);
}
