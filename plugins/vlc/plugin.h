/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* VLC on the desktop.
 *
 *   plugin.c    the module as VLC loads it, the app, and the loop in a thread of its own
 *   follow.c    what VLC says of itself, in any of its threads
 *   content.c   describes the present item, and those of the queue
 *   parts.c     its chapters and tracks
 *   cover.c     its picture
 *   failure.c   what could not be played
 *   publish.c   tells the desktop what changed: once per turn of the loop
 *   queue.c     the playlist: what of it the desktop is given, and what the desktop does to it
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
#include "picture.h"

/* The work for the next turn of the loop. */
enum changed {
  CHANGED_INPUT = 1,
  CHANGED_CONTENT = 2,
  CHANGED_SNAPSHOT = 4,
  CHANGED_COMMANDS = 8,
  CHANGED_VOLUME = 16,
  CHANGED_FULLSCREEN = 32,
  /* The entries of the playlist, their order, or their tags. */
  CHANGED_QUEUE = 64,
  CHANGED_ALL = 127,
  /* The parts that belong to the item that plays. */
  CHANGED_ITEM = CHANGED_CONTENT | CHANGED_SNAPSHOT | CHANGED_COMMANDS,
};

/* The id of an entry of the playlist, made of VLC's, which no other entry has. */
#define ENTRY_ID "entry-%d"

/* How many entries of the playlist the library is given. It shows clients fewer. */
#define QUEUE_SIZE (3 * NOWPLAYING_MAX_SHOWN_QUEUE_ENTRIES)

/* The present entry's place, and the number of entries; -1 for none of them. */
struct place {
  int position, count;
};

/* Where playback is: at `elapsed_us` when the clock says `at_us`, and, if it moves, on from there by `rate`. */
struct line {
  int64_t elapsed_us, at_us;
  double rate;
  bool moves;
};

/* The picture of the present item. */
struct cover {
  /* The name under which the library knows it; "" when there is none. */
  char id[PICTURE_NAME_SIZE];
  /* The attachment of the file that is the picture, or NULL. */
  char *attachment;
  /* Its address, where it is no attachment, and its path, where it is a file; or NULL. */
  char *url, *path;
};

struct intf_sys_t {
  intf_thread_t *intf;
  playlist_t *playlist;
  nowplaying_app *app;
  nowplaying_session *session;
  vlc_thread_t thread;
  /* Whether this VLC ends as soon as another one has its files. */
  bool gives_files_away;

  /* Fields that VLC's threads touch, too. */

  /* An eventfd that they write to. */
  int wakeup;
  /* Bits of enum changed. */
  atomic_uint changed;
  atomic_bool ended;
  /* The address of the item that is followed. */
  atomic_uintptr_t item;
  /* The address of the item that is opened, until VLC has begun with it: it may have ended when the loop looks. */
  atomic_uintptr_t awaited;
  /* Whether VLC has begun with an item since the loop looked: it may have ended before the loop looks again. */
  atomic_bool began;
  /* Of the following. */
  vlc_mutex_t lock;
  /* As VLC said last, and as the desktop was given it last. */
  struct line seen, shown;
  /* The addresses of the items of the queue. */
  uintptr_t queued[QUEUE_SIZE];
  int queued_count;
  /* The item that VLC began with last, until somebody stops it; or NULL. */
  input_item_t *last;

  /* Fields that belong to the loop. */

  /* The input that plays, or played until a moment ago, or NULL. */
  input_thread_t *input;
  /* The input that the desktop has stopped, until VLC has something else, or nothing; or NULL. */
  input_thread_t *stopped;
  /* VLC's id of its entry in the playlist, which no other entry has. It stays when it is stopped. */
  int entry;
  /* From the end of one item until the next can be heard: what the desktop shows stays until then. */
  bool loading;
  /* Whether something that is loaded is shown. */
  bool shows;
  /* Whether that has chapters with known times. */
  bool has_chapters;
  /* The item that VLC could not play, and which nothing follows; or NULL. */
  input_item_t *failed;
  /* Until when what has begun is shown as playing although it cannot be heard yet; or VLC_TICK_INVALID. */
  vlc_tick_t early_until;
  /* When what has ended is taken for stopped if nothing follows; or VLC_TICK_INVALID. */
  vlc_tick_t stop_at;
  /* When the queue may be set again; and whether it has changed since it was set. */
  vlc_tick_t queue_at;
  bool queue_waits;
  /* VLC's id of the last entry that the library was given; -1 for none. */
  int queue_last;
  /* Until when it is waited for what the desktop has asked to play; and what played when it was asked, only to be
   * compared. */
  vlc_tick_t starts_until;
  const input_thread_t *replaced;
  /* Whether the desktop has asked to pause it, and not to play it, last; and from when on VLC's own word counts. */
  bool halting;
  vlc_tick_t obeys_at;
  /* Of the seeks while a fast forward or rewind button is held: 1, -1, or 0 for none. */
  int scanning;
  struct cover cover;
  /* The request to open an address that is not answered yet, and the item that was made of the address; or NULL. */
  nowplaying_request *opening;
  input_item_t *opening_item;
  /* The stops that were carried out and are not answered yet. */
  nowplaying_request *stops[8];
  int stop_count;
};

/* plugin.c */

/* Has the loop do this in its next turn. Any thread. */
void wake(intf_sys_t *sys, unsigned changed);

/* follow.c */

void follow_playlist(intf_sys_t *sys);
void unfollow_playlist(intf_sys_t *sys);
/* Follows what plays now. */
void follow_input(intf_sys_t *sys);
void unfollow_input(intf_sys_t *sys);
/* Leaves an input that was stopped: it is not followed any more, although VLC has it for another moment. */
void leave_input(intf_sys_t *sys);
/* VLC's id of the entry of an item, or `otherwise` where the playlist does not have it. */
int entry_of(playlist_t *playlist, input_item_t *item, int otherwise);
/* Where playback is now. */
int64_t line_at(const struct line *line, vlc_tick_t now);
/* Where what is followed is now. */
int64_t present_position(intf_sys_t *sys);

/* content.c */

/* The item that is followed, to be freed by nowplaying_content_free(). */
nowplaying_content *describe_item(intf_sys_t *sys);
/* An entry of the playlist by what VLC knows of its item, to be freed by nowplaying_content_free(). */
nowplaying_content *describe_entry(int entry, input_item_t *item);

/* parts.c */

/* input: that of the item, which plays. Returns whether it has chapters with known times. */
bool set_chapters(input_thread_t *input, nowplaying_content *content);
/* Stages the tracks of what is loaded. */
void set_tracks(intf_sys_t *sys);
nowplaying_status on_select_track(nowplaying_session *session, nowplaying_request *request,
                                  nowplaying_track_kind kind, const char *track_id, void *user_data);

/* failure.c */

/* Notes that VLC begins with an item. Any thread. */
void note_begin(intf_sys_t *sys, input_item_t *item);
/* Nothing plays because somebody wants it so, or because there is nothing. */
void forget_last(intf_sys_t *sys);
/* The last item began and ended before the loop looked: takes over which entry it is. */
void catch_up(intf_sys_t *sys);
/* VLC has ended with its last item, and nothing follows: takes over whether it failed. */
void find_failure(intf_sys_t *sys);
void forget_failure(intf_sys_t *sys);
/* Has the snapshot say what failed and why. */
void set_failure(const intf_sys_t *sys, nowplaying_snapshot *snapshot);

/* cover.c */

/* Finds out where the picture of the item that is followed lies. */
void find_cover(intf_sys_t *sys, input_item_t *item);
void forget_cover(struct cover *cover);
nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_artwork_event *event, void *user_data);

/* publish.c */

/* Sets what has changed and commits it. Returns whether anything had changed. */
bool publish(intf_sys_t *sys);

/* queue.c */

struct place find_place(intf_sys_t *sys);
/* Stages the queue. */
void set_queue(intf_sys_t *sys);
/* Plays what was stopped, also what VLC still stops: that playlist_Play() would resume, to no effect. */
void play_again(intf_sys_t *sys);
nowplaying_status on_queue_go_to(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                 void *user_data);
nowplaying_status on_queue_add(nowplaying_session *session, nowplaying_request *request, const char *uri,
                               const char *after_id, int32_t play, void *user_data);
nowplaying_status on_queue_remove(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                  void *user_data);

/* commands.c */

nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_command_event *event, void *user_data);
nowplaying_status on_volume(nowplaying_session *session, nowplaying_request *request, double volume,
                            void *user_data);
nowplaying_status on_open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri,
                              const char *path, void *user_data);
nowplaying_status on_raise(nowplaying_app *app, nowplaying_request *request, void *user_data);
nowplaying_status on_quit(nowplaying_app *app, nowplaying_request *request, void *user_data);
nowplaying_status on_fullscreen(nowplaying_app *app, nowplaying_request *request, int32_t fullscreen,
                                void *user_data);
/* Whether a URI is of the scheme that the library has compared also to VLC. */
bool is_address(const char *uri);
/* Something else is to play than what was wanted before. */
void supersede(intf_sys_t *sys);
/* Whether that has not begun yet. */
bool is_starting(intf_sys_t *sys);
/* Answers the request to open an address, if there is one. */
void answer_open(intf_sys_t *sys, nowplaying_status status);
/* Answers the stops that were carried out. */
void answer_stops(intf_sys_t *sys);
/* One step of a fast forward or rewind. */
void scan_step(intf_sys_t *sys);

/* instance.c */

/* Whether VLC's core will give its files to another VLC, and end. */
bool gives_files_away(libvlc_int_t *vlc);

#endif
