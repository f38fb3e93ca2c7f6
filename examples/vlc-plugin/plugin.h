/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* VLC on the desktop.
 *
 *   plugin.c    the module as VLC loads it, the app, and the loop in a thread of its own
 *   follow.c    what VLC says of itself, in any of its threads
 *   content.c   describes the present item
 *   cover.c     its picture
 *   publish.c   tells the desktop what changed: once per turn of the loop
 *   commands.c  does what the desktop asks
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

/* What is to be done in the next turn of the loop. */
enum changed {
  CHANGED_INPUT = 1,
  CHANGED_CONTENT = 2,
  CHANGED_SNAPSHOT = 4,
  CHANGED_COMMANDS = 8,
  CHANGED_VOLUME = 16,
  CHANGED_FULLSCREEN = 32,
  CHANGED_ALL = 63,
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
  char id[32];
  /* The attachment of the file that is the picture, or NULL. */
  char *attachment;
  /* Its address, where it is no attachment; or NULL. */
  char *url;
};

struct intf_sys_t {
  intf_thread_t *intf;
  playlist_t *playlist;
  nowplaying_app *app;
  nowplaying_session *session;
  vlc_thread_t thread;

  /* What VLC's threads touch, too. */

  /* An eventfd that they write to. */
  int wakeup;
  /* Bits of enum changed. */
  atomic_uint changed;
  atomic_bool ended;
  /* The address of the item that is followed. */
  atomic_uintptr_t item;
  /* Of the following. */
  vlc_mutex_t lock;
  /* As VLC said last, and as the desktop was told last. */
  struct line seen, told;

  /* What belongs to the loop. */

  /* What plays, or played until a moment ago, or NULL. */
  input_thread_t *input;
  /* VLC's id of its entry in the playlist, which no other entry has. It stays when it is stopped. */
  int entry;
  /* From the end of one item until the next can be heard: what the desktop shows stays until then. */
  bool loading;
  /* When what has ended is taken for stopped if nothing follows; or VLC_TICK_INVALID. */
  vlc_tick_t stop_at;
  /* The desktop has asked to stop. */
  bool stopping;
  /* Of the seeks while a fast forward or rewind button is held: 1, -1, or 0 for none. */
  int scanning;
  struct cover cover;
  /* The request to open an address that is not answered yet, and the item that was made of the address; or NULL. */
  nowplaying_request *opening;
  input_item_t *opening_item;
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
/* Where playback is now. */
int64_t line_at(const struct line *line, vlc_tick_t now);
/* Where what is followed is now. */
int64_t present_position(intf_sys_t *sys);

/* content.c */

/* The item that is followed, to be freed by nowplaying_content_free(). */
nowplaying_content *describe_item(intf_sys_t *sys);

/* cover.c */

/* Finds out where the picture of the item that is followed lies. */
void find_cover(intf_sys_t *sys, input_item_t *item);
void forget_cover(struct cover *cover);
nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_artwork_event *event, void *user_data);

/* publish.c */

/* Sets what has changed and commits it. */
void publish(intf_sys_t *sys);

/* commands.c */

nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_command_event *event, void *user_data);
nowplaying_status on_volume(nowplaying_session *session, nowplaying_request *request, double volume,
                            void *user_data);
nowplaying_status on_open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri, void *user_data);
nowplaying_status on_raise(nowplaying_app *app, nowplaying_request *request, void *user_data);
nowplaying_status on_quit(nowplaying_app *app, nowplaying_request *request, void *user_data);
nowplaying_status on_fullscreen(nowplaying_app *app, nowplaying_request *request, int32_t fullscreen,
                                void *user_data);
/* Answers the request to open an address, if there is one. */
void answer_open(intf_sys_t *sys, nowplaying_status status);
/* One step of a fast forward or rewind. */
void scan_step(intf_sys_t *sys);

#endif
