/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Shows on the desktop what plays in mpv, and lets the desktop drive mpv. For programs that use libmpv, and for plugins
 * of mpv: examples/player is one, plugins/mpv the other. Copy these files into your program, with the headers of the
 * folder above, or link them by mpv.cmake: docs/engines.md says how, and what they know of mpv.
 *
 *   media.c     mpv's events and properties, and a turn of the loop
 *   content.c   describes the present item by its tags
 *   parts.c     its chapters and tracks
 *   cache.c     what is loaded of it, and where a broadcast can be sought
 *   queue.c     describes the part of the playlist around it, and changes it for the desktop
 *   publish.c   tells the desktop what changed: once per turn of the loop
 *   commands.c  shows the player, and does what the desktop asks
 *   cover.c     finds the pictures, and has them read by threads of its own
 *   picture.c   reads them, and makes PNG of those that desktops do not show
 *   uri.c       paths and file: URIs
 *   node.c      mpv's properties, and values within them
 *
 * All of it runs in the thread of the loop, so nothing here is locked. */
#ifndef MEDIA_H
#define MEDIA_H

#include "commands.h"
#include "content.h"

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

/* The meaning of an event for the caller, who may do more than show it. */
enum media_news {
  MEDIA_NOTHING,
  /* An item can be heard. */
  MEDIA_BEGAN,
  /* Nothing is loaded any more: see `end_reason`. */
  MEDIA_IDLE,
  /* mpv ends. */
  MEDIA_SHUTDOWN,
};

/* The source of the present item's picture. */
struct cover {
  /* The id under which the library knows the picture; "" when there is none. */
  char id[PICTURE_NAME_SIZE];
  enum { COVER_NONE, COVER_BESIDE, COVER_EMBEDDED, COVER_SHOWN, COVER_ELSEWHERE } place;
  /* The path of the image, of the file that it is embedded in, or the URL of an image. */
  char *path;
};

/* The part of mpv's playlist that clients see, as it was last read. */
struct queue {
  /* The number of entries in the playlist, and the index of the one that played last. */
  int64_t total, position;
  /* The index in the playlist at which the part begins. */
  int64_t start;
  size_t count;
  struct queue_entry {
    /* mpv's id of the entry, which stays when other entries are added or removed, and is never used again. */
    int64_t id;
    /* The description of the entry; complete once it has played. */
    nowplaying_content *content;
  } entries[NOWPLAYING_MAX_SHOWN_QUEUE_ENTRIES];
};

/* The cached part of the item around the position, in microseconds, as it was last published. */
struct window {
  /* Whether seeking works only in the cache, and whether the cache matters for the item. */
  bool partial, watched;
  bool known, at_edge;
  /* mpv's time at which this was true. */
  int64_t at;
  int64_t start, end;
};

struct media;

/* Additional commands of a program, beside those that every player with mpv has. */
struct own_commands {
  /* Adds up to OWN_COMMANDS commands. */
  void (*describe)(struct media *media, struct commands *commands);
  nowplaying_status (*carry_out)(struct media *media, const nowplaying_command_event *event);
};
#define OWN_COMMANDS 32

struct media {
  /* The client of mpv that gets events and reads properties. */
  mpv_handle *mpv;
  /* The client that sends the desktop's commands, and gets the replies. It observes nothing: while mpv reads a property
   * that a client observes, mpv_wait_async_requests() waits for that as well, and is not woken where the value turns
   * out to be the same. */
  mpv_handle *sender;
  nowplaying_app *app;
  nowplaying_session *session;
  /* The commands of the program, or NULL; and the data that they use, of any type. */
  const struct own_commands *own_commands;
  void *own;

  /* An eventfd to which mpv's threads write. */
  int wakeup;
  /* Bits of enum changed. */
  unsigned changed;

  /* True from the end of an item until the next can be heard. Meanwhile nothing is published. */
  bool loading;
  /* Whether the first item is not awaited any more: mpv is idle, or the item takes long to load. */
  bool unawaited;
  /* Whether nothing is loaded, or a stop was requested. */
  bool stopped;
  /* The reason why the last item ended: an mpv_end_file_reason. */
  int end_reason;
  /* mpv's id of the present entry, and its path or URL. Both remain after a stop. */
  int64_t entry;
  char *path;
  struct cover cover;
  struct queue queue;
  /* The pending request to open a URL, or NULL. */
  nowplaying_request *opening;
  /* mpv's id of the entry that was made for that URL, and the number of entries; more than 1 when the URL was a
   * playlist. */
  int64_t opened, opened_count;
  /* The direction of a held fast forward or rewind button: 1 or -1; 0 for none. */
  int scanning;
  /* The user's value of mpv's option "idle" while it is overridden so that mpv does not quit at a stop; NULL
   * otherwise. */
  char *idle_option;

  /* mpv's property "idle-active", as last observed. */
  bool idle;
  /* Whether the present item was described with chapters. */
  bool has_chapters;
  /* Whether the present item was described as a broadcast. */
  bool live;
  /* mpv's id of the entry whose length is known; of others mpv guesses it. */
  int64_t measured;
  struct window window;
};

/* media.c */

/* Begins to follow mpv. `media` must be all zeros. Returns false when the system refuses a descriptor, or mpv another
 * client. */
bool media_open(struct media *media, mpv_handle *mpv);
/* Returns whether the first item is about to begin. If the player were shown before, clients that read only once, when
 * the name appears, would keep seeing an idle player. */
bool media_is_awaited(const struct media *media);
/* Publishes what has changed, then waits for mpv, for a request of the desktop, or for `descriptor` to be readable (-1:
 * for none), and handles the request. Before media_show() it waits for mpv and `descriptor` only. Returns poll()'s
 * events of `descriptor`. Take mpv's events afterwards. */
int media_turn(struct media *media, int descriptor);
/* Handles one of mpv's events. Properties that the caller observes must have the number 0, and are ignored. */
enum media_news media_handle(struct media *media, const mpv_event *event);
/* Hides the player, and stops following mpv, which the caller destroys. */
void media_close(struct media *media);

/* content.c */

/* Returns the description of the loaded item. Free it with nowplaying_content_free(). */
nowplaying_content *describe_item(struct media *media);

/* parts.c */

void set_chapters(struct media *media, nowplaying_content *content);
/* Sets the session's tracks from the loaded item. */
void set_tracks(struct media *media);
nowplaying_status on_select_track(nowplaying_session *session, nowplaying_request *request,
                                  nowplaying_track_kind kind, const char *track_id, void *user_data);

/* cache.c */

/* Stores the loaded and the seekable range in the snapshot. */
void set_window(struct media *media, nowplaying_snapshot *snapshot);
/* Requests a new snapshot each second while mpv's cache matters, and a new content while the length is not known.
 * Returns after how many milliseconds to call again; 0: now, in the next turn; -1: never, because the whole item is
 * seekable and nothing is loading. */
int look_at_cache(struct media *media);
/* Returns whether mpv has got all of the item. */
bool has_come(struct media *media);
nowplaying_status seek_to_live(struct media *media, nowplaying_request *request);

/* queue.c */

/* The size of the content id of an entry. */
#define ENTRY_ID_SIZE 32
void write_entry_id(char id[ENTRY_ID_SIZE], int64_t entry);
/* Returns mpv's id of the playing entry, whose event may not have arrived yet; -1 when none plays. */
int64_t find_playing_entry(struct media *media);
/* Returns whether the properties that were just read belong to the entry that is present. */
bool is_present(struct media *media);
/* Reads the part of the playlist around the playing entry. */
void read_queue(struct media *media);
/* Stores the description of the loaded item for its entry in the queue. Takes ownership of the content. */
void learn(struct media *media, nowplaying_content *content);
/* Sets the session's queue from the entries that were read. */
void set_queue(struct media *media);
void free_queue(struct queue *queue);
/* Returns the index of an entry after mpv's pending commands; -1 when it is not in the part any more. */
int64_t find_index(struct media *media, int64_t entry);
/* Adds the callbacks for the queue. */
void serve_queue(nowplaying_session_callbacks *callbacks);

/* publish.c */

/* Publishes what has changed. */
void publish(struct media *media);

/* commands.c */

/* Shows the player on the desktop, as an app with LOOP_FD. NULL members of `callbacks` that are implemented here are
 * filled in. Returns false with nowplaying_last_error(). */
bool media_show(struct media *media, nowplaying_app_options *options, nowplaying_app_callbacks *callbacks);
void media_hide(struct media *media);
/* Waits until mpv has carried out all commands that were sent. */
void wait_for_commands(struct media *media);
/* Completes the requests whose commands mpv has replied to. */
void take_replies(struct media *media);
/* Runs a command of mpv, given as words that end with NULL. take_replies() completes the request. */
nowplaying_status run_words(struct media *media, nowplaying_request *request, const char **words);
#define RUN(...) run_words(media, request, (const char *[]){__VA_ARGS__, NULL})
/* Runs a command whose result is not needed. */
#define RUN_ALSO(...) mpv_command_async(media->sender, 0, (const char *[]){__VA_ARGS__, NULL})
/* Seeks with the command "seek" of mpv; how: "absolute", "relative+exact" … */
nowplaying_status seek(struct media *media, nowplaying_request *request, int64_t time_us, const char *how);
/* Returns whether nothing is loaded, or soon nothing will be, after mpv's pending commands. */
bool is_stopped(struct media *media);
/* Adds a path or address to the playlist, as mpv's command "loadfile" does. Returns mpv's id of the entry, or -1. */
int64_t load_file(struct media *media, const char *path, const char *how);
/* Writes the index of an entry as a command takes it; returns `text`. */
#define INDEX_SIZE 24
const char *write_index(char text[INDEX_SIZE], int64_t index);
/* The text of an index, which lives as long as the block around it. */
#define INDEX(index) write_index((char[INDEX_SIZE]){0}, index)
/* Completes the request to open a URL, if there is one. */
void answer_open(struct media *media, nowplaying_status status);
/* One step of a fast forward or rewind. */
void scan_step(struct media *media);
/* Restores the user's value of mpv's option "idle". */
void restore_idle_option(struct media *media);

/* cover.c */

/* Finds where the picture of the present item is, without reading it. tracks: mpv's "track-list". */
void find_cover(struct media *media, const mpv_node *tracks);
nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_artwork_event *event, void *user_data);

/* picture.c */

/* Completes the request with the picture in a file, or with the one embedded in it. On an error the request stays
 * open. */
nowplaying_status complete_picture(nowplaying_request *request, const char *path, bool embedded);
/* Completes the request with the picture that mpv shows. On an error the request stays open. */
nowplaying_status complete_shown(nowplaying_request *request, mpv_handle *mpv);

/* node.c */

/* Returns the value of a key in a map; NULL when it is absent or has another format. */
const mpv_node *node_value(const mpv_node *map, const char *key, mpv_format format);
const char *node_text(const mpv_node *map, const char *key);
bool node_flag(const mpv_node *map, const char *key);
/* Returns the number of values in a list; 0 when the node is not a list. */
int node_count(const mpv_node *list);
/* Returns an integer of a map; -1 when it is absent. */
int64_t node_integer(const mpv_node *map, const char *key);
/* Returns a time of a map, from seconds to microseconds; 0 when it is absent, and for one that no item can have. */
int64_t node_time(const mpv_node *map, const char *key);
/* Return the present value of a property. One that is not available is false or -1, and as a time UNKNOWN. */
bool get_flag(mpv_handle *mpv, const char *property);
int64_t get_integer(mpv_handle *mpv, const char *property);
double get_number(mpv_handle *mpv, const char *property);
int64_t get_time(mpv_handle *mpv, const char *property);
bool has_text(mpv_handle *mpv, const char *property, const char *text);

/* uri.c */

/* Sets the address of a path of mpv, which may be a URI; none for the standard input. Does not access the file. */
void set_address(nowplaying_content *content, const char *path);
/* Returns the text to give to mpv for a URI: the path of a file, or the URI. Free it. */
char *path_from_uri(const char *uri);
bool is_uri(const char *path);
/* Returns the last part of a path of mpv, for people to read. Free it. */
char *name_from_path(const char *path);

#endif
