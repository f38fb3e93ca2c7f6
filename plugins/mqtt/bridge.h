/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The declarations that the parts share.
 *
 *   main.c      starts, and runs the loop: the broker, the buses, signals; gives each message to its part
 *   options.c   the command line and the configuration file
 *   broker.c    the connection to the broker: it comes again by itself, and nothing ever waits
 *   words.c     the words of org.nowplaying.md for what the headers of the libraries have numbers for (words.h)
 *   describe.c  writes as JSON what a session of a surface is
 *   local.c     a session of this machine, with its picture and its topics
 *   out.c       the sessions of this machine, as a surface sees them
 *   obey.c      commands from other machines for sessions of this one
 *   read.c      reads JSON of other machines
 *   hosts.c     the other machines, and the places that their sessions may take
 *   remote.c    a session of another machine, shown here
 *   ask.c       commands from here for sessions of other machines, which wait for their answers
 *   home.c      the topics that Home Assistant reads, and its commands
 *   announce.c  what Home Assistant is told of these topics
 *   try.c       a broker of one's own, for a first look
 *   check.c     says what is open at the broker
 *   list.c      says which machines the broker knows, and what plays there
 *
 * All of it runs in one thread, so nothing is locked; but connecting, which waits for names and the network, has a
 * thread of its own. Other machines and the broker are trusted as little as a page of the web: each size, count and
 * rate is bounded here. */
#ifndef BRIDGE_H
#define BRIDGE_H

#include "commands.h"
#include "json.h"
#include "terminal.h"

#include <nowplaying/surface.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROGRAM "nowplaying-mqtt"
#define SECONDS(count) ((int64_t)(count) * 1000000)
#define NEVER INT64_MAX

/* Bytes of the name of a machine, and of the name of a session, in a topic. */
#define MAX_NAME_BYTES 64
/* Bytes of a whole topic. */
#define MAX_TOPIC_BYTES 256
/* Bytes of a packet that the broker may send; larger ones stay there. */
#define MAX_PACKET_BYTES (256 * 1024)
/* Bytes of a picture: its packet has a topic, too. */
#define MAX_PICTURE_BYTES (MAX_PACKET_BYTES - 1024)
/* Bytes of a text of JSON, and the depth of its objects and arrays. */
#define MAX_TEXT_BYTES (64 * 1024)
#define MAX_DEPTH 8

/* Returns the time by CLOCK_MONOTONIC, in microseconds. */
int64_t now_us(void);
/* Returns the earlier of two times. */
static inline int64_t earlier(int64_t a, int64_t b) { return a < b ? a : b; }

/* options.c */

struct options {
  const char *broker; /* the name of its host, or the path of its socket */
  int port;           /* 0 for a socket with a path */
  const char *user, *password, *ca;
  const char *name;            /* what people call this machine */
  const char *type;            /* the word of its kind: "desktop" */
  const char *home;            /* the integration of Home Assistant that is told of the players; NULL for none */
  char host[MAX_NAME_BYTES];   /* its name in topics */
  double volume_limit;
  double keep_minutes; /* how long a session of another machine is shown that does not play */
  bool tls, insecure, out, in, urls, lyrics, each;
  bool check, list, try;
};

extern struct options options;

/* Reads the command line and the configuration file. Returns false when one of them is wrong, which it says. */
bool options_read(int argc, char **argv);
/* Returns whether the broker is on this machine. */
bool options_are_local(void);

/* broker.c */

struct message {
  const char *topic;
  const void *payload;
  size_t size;
  bool is_retained;
  const char *response_topic; /* NULL for none */
  const void *correlation;
  size_t correlation_size;
};

/* A message that goes out. */
struct outgoing {
  const void *payload;
  size_t size;
  bool retain;
  uint32_t expiry_s;          /* 0: never */
  const char *response_topic; /* NULL for none */
  const void *correlation;
  size_t correlation_size;
};

/* The callbacks by which the connection tells of itself. */
struct broker_events {
  void (*connected)(void);
  void (*disconnected)(void);
  void (*received)(const struct message *message);
};

struct mosquitto;
/* Gives a client what keeps the connection safe. Returns NULL, or why that cannot be: then it must not connect. */
const char *broker_secure(struct mosquitto *mosq, bool with_user);
void broker_init(const struct broker_events *events);
/* Returns whether there is a connection that takes more: it does not while much has not been acknowledged. */
bool broker_takes_more(void);
bool broker_is_connected(void);
/* Sends a message, or loses it when there is no connection. Returns whether it was taken. */
bool broker_send(const char *topic, const struct outgoing *message);
/* Sends a text of JSON, or for NULL an empty message, that the broker retains. Releases the value. */
bool broker_retain(const char *topic, struct json_object *value);
void broker_subscribe(const char *const *filters, size_t count, bool with_own);
void broker_unsubscribe(const char *const *filters, size_t count);
struct pollfd broker_pollfd(void);
/* Returns the time by which broker_turn() must be called. */
int64_t broker_deadline(void);
void broker_turn(void);
/* Gives the connection up, and connects anew: the machine has slept. */
void broker_reconnect(void);
/* Says good-bye, after what was sent before. */
void broker_close(void);
/* Writes a line for people, unless the same was written last. */
__attribute__((format(printf, 1, 2))) void say(const char *format, ...);

/* words.c */

struct field_word {
  nowplaying_field field;
  const char *word;
};

extern const struct field_word field_words[];
extern const size_t field_word_count;

struct command_word {
  nowplaying_command_kind kind;
  const char *word, *argument; /* argument: its key; NULL for a command without one */
  bool is_for_player; /* whatever item it plays when the command arrives */
};

/* Return a command that other machines may give; NULL for any other. */
const struct command_word *command_by_kind(nowplaying_command_kind kind);
const struct command_word *command_by_word(const char *word);

/* Lists of words whose places are the numbers; NULL at a number that is none. */
struct word_list {
  const char *const *words;
  size_t count;
};

extern const struct word_list content_kinds, duration_kinds, states, error_kinds, device_types;

/* Returns the word for a number; NULL where there is none. */
const char *word_of(const struct word_list *list, int number);
/* Returns the number of a word; otherwise: for an unknown word, and for NULL. */
int number_of_word(const struct word_list *list, const char *word, int otherwise);
/* Returns the word for an error, as org.nowplaying has them. */
const char *error_word(nowplaying_status status);
nowplaying_status error_of_word(const char *word);
/* Makes the id of a picture from its bytes: both sides find the same. */
#define PICTURE_ID_BYTES 33
void picture_id(const void *bytes, size_t size, char ret_id[PICTURE_ID_BYTES]);

/* describe.c */

struct json_object *describe_player(const nowplaying_surface_info *info);
/* picture: the id of the picture that was sent; "" for none. NULL where there is no item. */
struct json_object *describe_item(const nowplaying_surface_session *session, const char *picture);
/* Leaves the position out, which *ret_snapshot gets. */
struct json_object *describe_playback(const nowplaying_surface_session *session, bool is_muted,
                                      nowplaying_snapshot *ret_snapshot);
struct json_object *describe_commands(const nowplaying_surface_session *session);
struct json_object *describe_volume(const nowplaying_surface_info *info);

/* local.c */

/* The last word of the topics of a session, in the order in which they are sent. */
enum part { PART_PLAYER, PART_ART, PART_ITEM, PART_COMMANDS, PART_VOLUME, PART_PLAYBACK, PART_COUNT };
extern const char *const part_words[PART_COUNT];

/* A session of this machine. */
struct local {
  char *key;
  char id[MAX_NAME_BYTES]; /* its name in topics; "" until it has one */
  nowplaying_surface_session *session;
  char *sent[PART_COUNT]; /* what the broker has, as far as is known */
  bool is_dirty, is_sent, says_position;
  /* The position that was sent, and when. */
  int64_t elapsed_us, elapsed_at;
  double rate;
  /* The picture: of what it is, its bytes, and its id. */
  char *picture_of;
  void *picture;
  size_t picture_size;
  char picture_id[PICTURE_ID_BYTES];
  nowplaying_surface_action action; /* 0: nothing is waited for */
  int64_t picture_by;               /* until when the item waits for it */
};

/* Sends what has changed. Returns false where that has to wait. */
bool local_send(struct local *local);
/* The broker has nothing of a session, as far as is known. */
void local_forget_sent(struct local *local);
/* Takes a session away from the broker. */
void local_take_away(const char *id);
void local_free(struct local *local);

/* out.c */

bool out_open(void);
void out_close(void);
struct pollfd out_pollfd(void);
int64_t out_deadline(void);
void out_turn(void);
/* The broker has nothing of this machine, as far as is known. */
void out_connected(void);
/* Another session has been left on the broker by this machine in an earlier life: it is taken away. */
void out_found(const char *id);
/* Somebody asks for the positions. */
void out_asked(void);
struct local *out_find(const char *id);
/* Returns the session that waits for a picture. */
struct local *out_waiting(nowplaying_surface_action action);
nowplaying_surface *out_surface(void);
/* Returns the session of this machine that others see first; NULL for none. */
struct local *out_first(void);
/* Returns one of the sessions that others see; NULL when there is none at this index. */
struct local *out_at(size_t index);
/* Returns whether KDE Connect brings a player of another machine already. */
bool out_has_twin(const char *player, const char *place);

/* obey.c */

/* Carries out a command that nobody waits for. */
void obey_silently(const struct local *local, const char *command, struct json_object *arguments);
/* Carries out a command for a session of this machine. */
void obey(const char *id, const struct message *message);

/* home.c */

enum value {
  VALUE_ALBUMART, VALUE_TITLE, VALUE_ARTIST, VALUE_ALBUM, VALUE_SUMMARY, VALUE_SERIES, VALUE_SEASON, VALUE_EPISODE,
  VALUE_YEAR, VALUE_MEDIATYPE, VALUE_SOURCE, VALUE_VOLUME, VALUE_MUTE, VALUE_DURATION, VALUE_STATE, VALUE_COUNT
};
extern const char *const value_words[VALUE_COUNT];

/* A media player of Home Assistant. */
struct entity {
  char id[2 * MAX_NAME_BYTES + 8];
  char base[MAX_TOPIC_BYTES]; /* the topic above its own */
  char name[NOWPLAYING_MAX_ID_BYTES];
  char local[MAX_NAME_BYTES]; /* the session that it is; "" for the first one of the machine */
  bool is_used, is_announced;
  int64_t announced_at;
  size_t repeat_count; /* how often the position was said again since then */
  char *sent[VALUE_COUNT];
  /* The position that was said, and when. */
  int64_t elapsed_us, elapsed_at;
  double rate;
};

/* Something may be another one. */
void home_changed(void);
/* The broker has come, or Home Assistant: all is said anew. */
void home_connected(void);
void home_asked(void);
void home_take(char **words, int count, const struct message *message);
int64_t home_deadline(void);
void home_turn(void);

/* announce.c */

/* Returns whether the integration is the one that reads a topic for each value. */
bool reads_values(void);
/* Tells Home Assistant of a media player, or, if it is not used any more, that it has gone. */
void announce(const struct entity *entity);

/* read.c */

/* Makes a content; to be freed. NULL where there is no item. */
nowplaying_content *read_item(struct json_object *item);
/* at: when it arrived; NEVER: the position is not of the present. */
void read_playback(struct json_object *playback, int64_t at, nowplaying_snapshot *ret_snapshot);
/* The list is valid until the next call. */
void read_commands(struct json_object *list, struct commands *ret_commands);
/* Returns whether a text can be a name in a topic. */
bool is_name(const char *text);

/* hosts.c */

void hosts_connected(void);
void hosts_disconnected(void);
void hosts_set_status(const char *host, const struct message *message);
void hosts_set_about(const char *host, const struct message *message);
/* Takes a part of a session of another machine. */
void hosts_take(const char *host, const char *id, enum part part, const struct message *message);
int64_t hosts_deadline(void);
void hosts_turn(void);
/* A player of KDE Connect has come or gone. */
void hosts_look_for_twins(void);
/* Adds the sockets of the sessions that are shown; at most MAX_REMOTES. */
size_t hosts_pollfds(struct pollfd *fds);

/* remote.c */

#define MAX_REMOTES 32
#define MAX_REMOTES_OF_HOST 8

/* A part as it came last, until it is read. */
struct piece {
  char *bytes;
  size_t size;
  bool is_new;
};

struct remote {
  char host[MAX_NAME_BYTES], id[MAX_NAME_BYTES];
  nowplaying_app *app; /* NULL until enough is known */
  nowplaying_session *session;
  struct piece pieces[PART_COUNT], about;
  struct json_object *parts[PART_COUNT]; /* what was read; NULL for none */
  char *place; /* what people call the machine */
  nowplaying_device_type type;
  /* When the playback arrived; NEVER where that says nothing of the position. */
  int64_t arrived_at;
  bool is_dirty;
  bool is_twin; /* KDE Connect brings the player, too: it is not shown */
  int64_t shown_at; /* when it was shown last */
  int64_t waits_until; /* until then an item waits for its playback */
  int64_t paid_until; /* the changes that were shown so far cost until then */
  int64_t heard_at; /* when its machine itself said how it plays, or might have done so */
  int64_t hide_at;  /* NEVER while it plays */
};

/* Keeps what came until it is shown: of what comes faster the newest counts. */
void remote_take(struct remote *remote, struct piece *piece, const struct message *message);
/* Returns the time by which remote_show() is to be called. */
int64_t remote_deadline(const struct remote *remote);
/* Finds out whether KDE Connect brings the player, too. Returns whether that has changed. */
bool remote_has_turned_twin(struct remote *remote);
/* Shows what has changed, if enough is known. */
void remote_show(struct remote *remote);
/* Returns whether a text of JSON says of a session that it plays, or is about to. */
bool remote_plays(struct json_object *playback);
void remote_free(struct remote *remote);

/* ask.c */

/* Sends a command, for the player or for the item, and releases the arguments. The answer completes the request. */
nowplaying_status ask(const struct remote *remote, nowplaying_request *request, const char *command,
                      bool is_for_player, struct json_object *arguments);
/* An answer of a machine has come. */
void ask_answered(const char *host, const struct message *message);
void ask_forget(nowplaying_request *request);
/* Fails what waits for a session; NULL: all. */
void ask_fail(const struct remote *remote);
int64_t ask_deadline(void);
/* Fails what has waited too long. */
void ask_turn(void);

/* try.c */

/* Starts a broker of one's own, and has the options name it. Returns false on failure, which it says. */
bool try_open(void);
void try_connected(void);
/* Shows a message that has come. */
void try_show(const struct message *message);
/* Returns whether the broker has ended by itself. */
bool try_has_ended(void);
void try_close(void);

/* check.c, list.c */

/* The outcome of what was asked of the broker. */
struct outcome {
  bool is_connected, is_over;
  int reason; /* of the connection, or of the message */
};

/* Connects, with the user of the bridge or without one. NULL: it is not possible, which it says. */
struct mosquitto *check_open(struct outcome *outcome, bool with_user);
/* Waits until something has come of it. Returns whether it has. */
bool check_wait(struct mosquitto *mosq, struct outcome *outcome);
/* Says what is open at the broker. Returns an exit code: 1 if something is, 2 if there is no connection. */
int check(void);
/* Prints what plays where. Returns an exit code: 1 if this machine is not there, 2 if there is no connection. */
int list(void);

#endif
