/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Shows on the desktop what plays in mpv, and has it driven from there. For programs that use libmpv, and for plugins
 * of mpv: examples/player is one, plugins/mpv the other.
 *
 *   media.c     mpv's events and properties, and a turn of the loop
 *   content.c   describes the present item by its tags
 *   parts.c     its chapters and tracks
 *   cache.c     what is loaded of it, and where a broadcast can be sought
 *   queue.c     describes the part of the playlist around it, and changes it for the desktop
 *   publish.c   tells the desktop what changed: once per turn of the loop
 *   commands.c  does what the desktop asks
 *   cover.c     finds the pictures, and has them read by threads of its own
 *   picture.c   reads them, and makes PNG of those that desktops do not show
 *   thumbnail.c knows those of videos of the web
 *   uri.c       paths and file: URIs
 *   node.c      values within those of mpv
 *
 * All but the threads of cover.c, and picture.c in them, runs in the thread of the loop, so nothing here is locked. */
#ifndef MEDIA_H
#define MEDIA_H

#include "commands.h"
#include "picture.h"

#include <mpv/client.h>
#include <nowplaying/nowplaying.h>
#include <stdbool.h>

/* The parts to publish at the end of this turn of the loop. */
enum changed {
  CHANGED_CONTENT = 1,
  CHANGED_SNAPSHOT = 2,
  CHANGED_COMMANDS = 4,
  CHANGED_VOLUME = 8,
  CHANGED_QUEUE = 16,
  CHANGED_ALL = 31,
};

/* The news of an event, for programs that do more than show it. */
enum media_news {
  MEDIA_NOTHING,
  /* An item can be heard. */
  MEDIA_BEGAN,
  /* Nothing is loaded any more: see `end_reason`. */
  MEDIA_IDLE,
  /* mpv ends. */
  MEDIA_SHUTDOWN,
};

/* Where the picture of the present item lies. */
struct cover {
  /* The name under which the library knows the picture; "" when there is none. */
  char id[PICTURE_NAME_SIZE];
  enum { COVER_NONE, COVER_BESIDE, COVER_EMBEDDED, COVER_SHOWN, COVER_ELSEWHERE } place;
  /* The image, the file or stream that it is embedded in, or the address of an image. */
  char *path;
};

/* The part of mpv's playlist that clients see, as it was last read. */
struct queue {
  /* The index in the playlist at which it begins. */
  int64_t start;
  size_t count;
  struct queue_entry {
    /* mpv's id of the entry, which stays when others come and go, and no other entry ever has. */
    int64_t id;
    int64_t index;
    /* The known description: of an entry that has played, all of it. */
    nowplaying_content *content;
  } entries[NOWPLAYING_MAX_SHOWN_QUEUE_ENTRIES];
};

/* The part of the item around what plays that mpv has in its cache, in microseconds, as it was given last. */
struct window {
  bool known, at_edge;
  /* The moment of which this is said, by CLOCK_MONOTONIC. */
  int64_t at;
  int64_t start, end;
};

struct media;

/* Commands of a player's own, beside those that each player on mpv has. */
struct own_commands {
  /* Adds up to OWN_COMMANDS of them. */
  void (*describe)(struct media *media, struct commands *commands);
  nowplaying_status (*carry_out)(struct media *media, const nowplaying_command_event *event);
};
#define OWN_COMMANDS 32

struct media {
  mpv_handle *mpv;
  nowplaying_app *app;
  nowplaying_session *session;
  /* NULL for none. */
  const struct own_commands *own_commands;

  /* An eventfd that mpv's threads write to. */
  int wakeup;
  /* Bits of enum changed. */
  unsigned changed;

  /* From the end of one item until the next can be heard: what the desktop shows stays until then. */
  bool loading;
  /* There is no first item to wait for: mpv is idle, or what it loads is long in coming. */
  bool unawaited;
  /* Nothing is loaded, or soon nothing will be, because somebody asked to stop. */
  bool stopped;
  /* Why the last item ended: an mpv_end_file_reason. */
  int end_reason;
  /* mpv's id of the present entry of the playlist, and its path or address. Both stay when it is stopped. */
  int64_t entry;
  char *path;
  struct cover cover;
  struct queue queue;
  /* The request to open an address that is not answered yet, or NULL. */
  nowplaying_request *opening;
  /* mpv's id of the entry that was made of the address; where that is a playlist, of its first, and how many. */
  int64_t opened, opened_count;
  /* Of the seeks while a fast forward or rewind button is held: 1, -1, or 0 for none. */
  int scanning;
  /* mpv's option "idle" as the user gave it, while it is another so that mpv outlives a stop; or NULL. */
  char *idle_option;

  /* mpv's properties, as last observed. */
  bool paused, buffering, idle, seekable, shuffle, repeat_one, repeat_all, muted;
  /* Whether it can be sought in mpv's cache alone; whether it comes from the network. */
  bool partial, network;
  double speed, volume, volume_maximum;
  int64_t position, count, chapter;
  /* Whether the present item has chapters, as last described. */
  bool has_chapters;
  /* Whether the present item is a broadcast, as last described. */
  bool live;
  struct window window;
};

/* media.c */

/* Begins to follow mpv; `media` is all zeros. Returns false when the system refuses a descriptor. */
bool media_open(struct media *media, mpv_handle *mpv);
/* Whether the first item is about to come. Who shows it before then shows an idle player for a moment, and clients that
 * look once, when the name appears, would keep that. */
bool media_is_awaited(const struct media *media);
/* Shows it on the desktop, as an app with LOOP_FD; what is NULL in `callbacks` and shared here is filled in. Returns
 * false with nowplaying_last_error(). */
bool media_show(struct media *media, nowplaying_app_options *options, nowplaying_app_callbacks *callbacks);
void media_hide(struct media *media);
/* Tells the desktop what has changed, then waits for mpv, for the desktop, or for `descriptor` to be readable (-1: for
 * none), and serves the desktop; without it while it is not shown. Returns what poll() says of `descriptor`. Take mpv's
 * events afterwards. */
int media_turn(struct media *media, int descriptor);
/* Takes over one of mpv's events. Properties that the caller observes itself are left alone: give them numbers from
 * OWN_PROPERTIES on. */
#define OWN_PROPERTIES 1000
enum media_news media_handle(struct media *media, const mpv_event *event);
/* mpv's id of the entry that plays, of which the event may be still to come; -1 when none does. */
int64_t find_playing_entry(struct media *media);
/* Hides it, and lets go of mpv, which is the caller's to destroy. */
void media_close(struct media *media);

/* content.c */

/* The item that is loaded, to be freed by nowplaying_content_free(). */
nowplaying_content *describe_item(struct media *media);

/* parts.c */

void set_chapters(struct media *media, nowplaying_content *content);
/* Gives the session the tracks of what is loaded. */
void set_tracks(struct media *media);
nowplaying_status on_select_track(nowplaying_session *session, nowplaying_request *request,
                                  nowplaying_track_kind kind, const char *track_id, void *user_data);

/* cache.c */

/* Has the snapshot say what is loaded, and where one can seek. */
void set_window(struct media *media, nowplaying_snapshot *snapshot);
/* Has the snapshot set again if mpv's cache is not what was given. Returns after how many milliseconds it is to be
 * looked at again; 0: when that is set; -1: never, because all can be sought and nothing is to be loaded. */
int look_at_cache(struct media *media);
nowplaying_status seek_to_live(struct media *media, nowplaying_request *request);

/* queue.c */

/* The id of the content of an entry. */
#define ENTRY_ID_SIZE 32
void write_entry_id(char id[ENTRY_ID_SIZE], int64_t entry);
/* Reads the part of the playlist around what plays. */
void read_queue(struct media *media);
/* The present item is described so, as its entry will be from now on. Takes the content, which may
 * be NULL. */
void learn(struct media *media, nowplaying_content *content);
/* Gives the session what was read and learned. */
void set_queue(struct media *media);
void free_queue(struct media *media);
/* The index of an entry once mpv has done what it was asked for; -1 when it is not in the part any more. */
int64_t find_index(struct media *media, int64_t entry);
nowplaying_status on_queue_go_to(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                 void *user_data);
nowplaying_status on_queue_add(nowplaying_session *session, nowplaying_request *request, const char *uri,
                               const char *after_id, int32_t play, void *user_data);
nowplaying_status on_queue_remove(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                  void *user_data);

/* publish.c */

/* Sets what has changed and commits it. */
void publish(struct media *media);

/* commands.c */

nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_command_event *event, void *user_data);
nowplaying_status on_volume(nowplaying_session *session, nowplaying_request *request, double volume,
                            void *user_data);
nowplaying_status on_open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri,
                              const char *path, void *user_data);
nowplaying_status on_quit(nowplaying_app *app, nowplaying_request *request, void *user_data);
/* Runs a command of mpv's, as words that end with NULL. The request is answered when mpv replies, by on_reply(). */
nowplaying_status run_words(struct media *media, nowplaying_request *request, const char **words);
#define RUN(...) run_words(media, request, (const char *[]){__VA_ARGS__, NULL})
/* Runs one whose outcome nobody waits for. */
#define RUN_ALSO(...) mpv_command_async(media->mpv, 0, (const char *[]){__VA_ARGS__, NULL})
/* Seeks by or to a time, as the command "seek" does: how is "absolute", "relative+exact" … */
nowplaying_status seek(struct media *media, nowplaying_request *request, int64_t time_us, const char *how);
/* Whether a flag among mpv's properties is set, once mpv has done what it was asked for; what was last observed may be
 * older than that. */
bool is_set(struct media *media, const char *flag);
/* Whether nothing is loaded, or soon nothing will be, in the same way. */
bool is_stopped(struct media *media);
/* Adds a path or address to the playlist, as mpv's command "loadfile" does. Returns mpv's id of the entry, or -1. */
int64_t load_file(struct media *media, const char *path, const char *how);
/* Writes the index of an entry as a command takes it; returns `text`. */
#define INDEX_SIZE 24
const char *write_index(char text[INDEX_SIZE], int64_t index);
/* Answers the request that a reply of mpv belongs to, if there is one. */
void on_reply(uint64_t userdata, int error);
/* Answers the request to open an address, if there is one. */
void answer_open(struct media *media, nowplaying_status status);
/* One step of a fast forward or rewind. */
void scan_step(struct media *media);
/* Gives mpv its option "idle" back. */
void restore_idle_option(struct media *media);

/* cover.c */

/* Finds out where the picture of the present item lies. Reads no picture. tracks: mpv's "track-list". */
void find_cover(struct media *media, const mpv_node *tracks);
nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_artwork_event *event, void *user_data);
/* Waits for the threads, and forgets the present cover. */
void finish_covers(struct media *media);

/* picture.c */

struct AVFrame;
/* Answers with the picture of a file, or with that which is embedded in it. An error leaves the request open. */
nowplaying_status complete_picture(nowplaying_request *request, const char *path, bool embedded);
/* Answers with a decoded picture. An error leaves the request open. */
nowplaying_status complete_frame(nowplaying_request *request, const struct AVFrame *frame);
/* A copy of the picture that mpv shows, to be freed by av_frame_free(); NULL when there is none. */
struct AVFrame *copy_shown(mpv_handle *mpv);

/* thumbnail.c */

/* The address of the picture of what comes from the web, to be freed; NULL where none is known. */
char *find_thumbnail(struct media *media);

/* node.c */

/* The value of a key of a map; NULL where there is none of this format. */
const mpv_node *node_value(const mpv_node *map, const char *key, mpv_format format);
const char *node_text(const mpv_node *map, const char *key);
bool node_flag(const mpv_node *map, const char *key);
/* How many values a list has; 0 where it is none. */
int node_count(const mpv_node *list);

/* uri.c */

/* The URI of what mpv calls a path: a file's, percent-encoded, or what is a URI already; NULL for the standard input.
 * Does not look at the file. To be freed. */
char *uri_from_path(const char *path);
/* Returns the text to give to mpv for a URI: the path of a file, or the URI. To be freed. */
char *path_from_uri(const char *uri);
bool is_uri(const char *path);
/* The last part of what mpv calls a path, for people to read. To be freed. */
char *name_from_path(const char *path);

#endif
