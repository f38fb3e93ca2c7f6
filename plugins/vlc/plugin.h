/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* VLC on the desktop.
 *
 *   plugin.c    the module as VLC loads it, the app, and the loop in a thread of its own
 *   follow.c    takes the changes that VLC reports, on any of VLC's threads
 *   content.c   describes the present item, and the items of the queue
 *   parts.c     the chapters and tracks of the present item
 *   cover.c     the picture of the present item
 *   failure.c   handles an item that VLC cannot play
 *   publish.c   tells the desktop what changed: once per turn of the loop
 *   queue.c     publishes the playlist as the queue, and changes it for the desktop
 *   commands.c  does what else the desktop asks
 *   instance.c  has a second VLC give its files to the first
 *
 * The threads of VLC only note what has changed, and wake the loop. All else runs in the thread of the loop. */
#ifndef PLUGIN_H
#define PLUGIN_H

#include <stdatomic.h>
#include <stdbool.h>

#include <vlc_common.h>
#include <vlc_input.h>
#include <vlc_interface.h>
#include <vlc_playlist.h>

#include <nowplaying/nowplaying.h>

#include "commands.h"
#include "content.h"
#include "terminal.h"

/* The work for the next turn of the loop. */
enum changed {
  CHANGED_INPUT = 1,
  CHANGED_CONTENT = 2,
  CHANGED_SNAPSHOT = 4,
  CHANGED_COMMANDS = 8,
  /* The volume, or whether the window fills the screen, has changed. */
  CHANGED_OUTPUT = 16,
  /* The entries of the playlist, their order, or their tags have changed. */
  CHANGED_QUEUE = 32,
  CHANGED_ALL = 63,
  /* The parts that depend on the item that plays. */
  CHANGED_ITEM = CHANGED_CONTENT | CHANGED_SNAPSHOT | CHANGED_COMMANDS,
};

/* The content id of a playlist entry, made from VLC's id, which no other entry has. */
#define ENTRY_ID "entry-%d"

/* The most entries of the playlist that the library gets. It shows clients fewer. */
#define QUEUE_SIZE (3 * NOWPLAYING_MAX_SHOWN_QUEUE_ENTRIES)

/* The time of an event that is not awaited. */
#define NEVER INT64_MAX

/* The playback position: `elapsed_us` at the time `at_us`; if it moves, it advances by `rate` from there. */
struct line {
  int64_t elapsed_us, at_us;
  double rate;
  bool moves;
};

/* The picture of the present item. */
struct cover {
  /* The id under which the library knows the picture; "" when there is none. */
  char id[PICTURE_NAME_SIZE];
  /* The URL of the picture, "attachment://NAME" for an embedded one; or NULL. */
  char *url;
};

struct intf_sys_t {
  intf_thread_t *intf;
  playlist_t *playlist;
  nowplaying_app *app;
  nowplaying_session *session;
  vlc_thread_t thread;
  /* Whether this VLC ends as soon as another one has its files. */
  bool gives_files_away;

  /* Members that VLC's threads use as well. */

  /* An eventfd to which VLC's threads write. */
  int wakeup;
  /* Bits of enum changed. */
  atomic_uint changed;
  atomic_bool ended;
  /* The address of the item that is followed. */
  atomic_uintptr_t item;
  /* The address of an item that was opened, until VLC has begun it: it may end before the loop checks. */
  atomic_uintptr_t awaited;
  /* The last item that VLC has begun since the loop's last turn, or NULL. It may end before the loop's next turn. */
  _Atomic(input_item_t *) begun;
  /* Protects the members that follow. */
  vlc_mutex_t lock;
  /* The position as VLC reported it last, and as it was last published. */
  struct line seen, shown;

  /* Members that only the loop uses. */

  /* The input that plays, or that has just ended; or NULL. */
  input_thread_t *input;
  /* The input that the desktop has stopped, until VLC has replaced or ended it; or NULL. */
  input_thread_t *stopped;
  /* VLC's id of the present playlist entry, which no other entry has. It remains after a stop. */
  int entry;
  /* The number of entries in the playlist, and the index of `entry` (-1: not in it), as they were last read. */
  int count, position;
  /* True from the end of an item until the next can be heard. Meanwhile nothing is published. */
  bool loading;
  /* Whether a loaded item is shown. */
  bool shows;
  /* Whether the shown item has chapters with known times. */
  bool has_chapters;
  /* The item that VLC began last, until playback is stopped; or NULL. */
  input_item_t *last;
  /* Whether VLC could not play the item `last`, and no other item follows. */
  bool failed;
  /* The time until which an item that has begun is shown as playing although it cannot be heard yet; or NEVER. */
  vlc_tick_t early_until;
  /* The time at which an ended item counts as stopped if nothing follows; or NEVER. */
  vlc_tick_t stop_at;
  /* The time at which the queue may be set again. */
  vlc_tick_t queue_at;
  /* VLC's id of the last entry that the library got; -1 for none. */
  int queue_last;
  /* The time until which the item that the desktop requested is awaited; and the input that played at the request, for
   * comparison only. */
  vlc_tick_t starts_until;
  const input_thread_t *replaced;
  /* Whether the desktop's last request was a pause and not play. */
  bool halting;
  /* The direction of a held fast forward or rewind button: 1 or -1; 0 for none. */
  int scanning;
  struct cover cover;
  /* The pending request to open a URL, and the item that was made for the URL; or NULL. */
  nowplaying_request *opening;
  input_item_t *opening_item;
};

/* plugin.c */

/* Requests these changes for the loop's next turn. May be called on any thread. */
void wake(intf_sys_t *sys, unsigned changed);

/* follow.c */

/* var_AddCallback or var_DelCallback. */
typedef void change_callback(vlc_object_t *object, const char *variable, vlc_callback_t callback, void *data);

/* Adds or removes the callbacks of the playlist. */
void watch_playlist(intf_sys_t *sys, change_callback *change);
/* Follows the input that plays now. */
void follow_input(intf_sys_t *sys);
void unfollow_input(intf_sys_t *sys);
/* Stops following an input that was stopped, although VLC keeps it for another moment. */
void leave_input(intf_sys_t *sys);
/* Returns VLC's id of an item's playlist entry, or `otherwise` when the playlist does not have it. */
int entry_of(playlist_t *playlist, input_item_t *item, int otherwise);
/* Returns the playback position at the time `now`, computed from `line`. */
int64_t line_at(const struct line *line, vlc_tick_t now);
/* Returns the present position of the followed input. */
int64_t present_position(intf_sys_t *sys);

/* content.c */

/* Returns the description of the followed item. Free it with nowplaying_content_free(). */
nowplaying_content *describe_item(intf_sys_t *sys);
/* Returns the description of a playlist entry, from what VLC knows of its item. Free it with
 * nowplaying_content_free(). */
nowplaying_content *describe_entry(int entry, input_item_t *item);

/* parts.c */

/* Sets the chapters. input: the input of the item. Returns whether there are chapters with known times. */
bool set_chapters(input_thread_t *input, nowplaying_content *content);
/* Sets the session's tracks from the loaded item. */
void set_tracks(intf_sys_t *sys);
nowplaying_status on_select_track(nowplaying_session *session, nowplaying_request *request,
                                  nowplaying_track_kind kind, const char *track_id, void *user_data);

/* failure.c */

/* Notes that VLC begins an item. May be called on any thread. */
void note_begin(intf_sys_t *sys, input_item_t *item);
/* Makes the item that VLC has begun since the last turn the last one. Returns whether there is such an item. */
bool take_begun(intf_sys_t *sys);
/* Forgets the last item, because playback was stopped or nothing is left. */
void forget_last(intf_sys_t *sys);
/* Stores the failure and its cause in the snapshot, if there is one. */
void set_failure(const intf_sys_t *sys, nowplaying_snapshot *snapshot);

/* cover.c */

/* Finds where the picture of the followed item is. */
void find_cover(intf_sys_t *sys, input_item_t *item);
nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_artwork_event *event, void *user_data);

/* publish.c */

/* Publishes what has changed. Returns whether anything had changed. */
bool publish(intf_sys_t *sys);

/* queue.c */

/* Reads how many entries there are, and which is the present one. */
void count_entries(intf_sys_t *sys);
/* Sets the session's queue; counts the entries as well. */
void set_queue(intf_sys_t *sys);
/* Plays the stopped item again, even while VLC still stops it: playlist_Play() would resume the old input, without
 * effect. */
void play_again(intf_sys_t *sys);
/* Adds the callbacks for the queue. */
void serve_queue(nowplaying_session_callbacks *callbacks);

/* commands.c */

/* Adds the callbacks for commands, the volume and the player itself. */
void serve_commands(nowplaying_app_callbacks *app, nowplaying_session_callbacks *session);
/* Returns whether VLC reads the same scheme from a URI as the library has checked. */
bool is_address(const char *uri);
/* Cancels what was requested before, because another item must play. */
void supersede(intf_sys_t *sys);
/* Returns whether the requested item has not begun yet. */
bool is_starting(intf_sys_t *sys);
/* Completes the request to open a URL, if there is one. */
void answer_open(intf_sys_t *sys, nowplaying_status status);
/* One step of a fast forward or rewind. */
void scan_step(intf_sys_t *sys);

/* instance.c */

/* Returns whether VLC's core will give its files to another VLC, and end. */
bool gives_files_away(libvlc_int_t *vlc);

#endif
