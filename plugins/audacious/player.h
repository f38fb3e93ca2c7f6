/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Shows on the desktop what plays in Audacious, and has it driven from there.
 *
 *   plugin.cpp    what Audacious starts and stops, and its hooks
 *   publish.cpp   tells the desktop what changed
 *   content.cpp   describes an entry by its tags
 *   cover.cpp     its picture
 *   queue.cpp     the playlist whose turn it is: what of it the desktop is given, and what the desktop does to it
 *   playlists.cpp all playlists
 *   commands.cpp  does what else the desktop asks
 *   entries.cpp   ids of the entries of playlists
 *
 * All of it runs on the main thread of Audacious, so nothing is locked. Only `wakeup` runs on another, the library's:
 * it has a turn queued there. */
#ifndef PLAYER_H
#define PLAYER_H

#include "entries.h"

#include <libaudcore/mainloop.h>
#include <libaudcore/objects.h>
#include <libaudcore/probe.h>
#include <libaudcore/tuple.h>
#include <nowplaying/nowplaying.h>
#include <string>
#include <vector>

/* The picture of an entry. Data that Audacious has loaded for it stays loaded as long as this object exists. */
struct Cover {
  String file;
  AudArtPtr art;
  /* The name under which the library knows the picture; "" when there is none. */
  std::string id;
};

/* The playback position, as it was last published. */
struct Line {
  nowplaying_playback_state state = NOWPLAYING_STATE_STOPPED;
  int64_t elapsed_us = 0, timestamp_us = 0;
  double rate = 1;
};

struct NamedPlaylist {
  Playlist playlist;
  /* The id under which the desktop knows the playlist. */
  std::string id;
  String name;
};

struct Player {
  nowplaying_app *app = nullptr;
  nowplaying_session *session = nullptr;
  /* Queues one turn. The library's thread and hooks use it. */
  QueuedFunc turn;
  /* Runs some time after an entry begins: shows one that is still loading, and corrects the position of one that
   * plays. */
  QueuedFunc loading;
  /* Repeats the step of a fast forward or rewind while its button is held. */
  QueuedFunc scan;

  /* Whether something has changed that must be described anew. */
  bool changed = true;
  /* Whether an item that has been loading for long is shown already. */
  bool shows_loading = false;

  Entries entries;
  Cover cover;
  /* The playlist that is shown, and the number of its entry in `entries`; 0 for none. */
  Playlist playlist;
  uint64_t entry = 0;
  Line shown;
  double volume = -1;

  /* Whether entries were added or removed, or have other tags. */
  bool queue_changed = true;
  /* The playlist that is shown as the queue, the place at which the shown part begins, and the number in `entries` of
   * the last entry that the library was given; 0 for none. */
  Playlist queue;
  int queue_first = 0;
  uint64_t queue_last = 0;
  /* Whether Audacious still opens or adds something in the background that must play then; and the state that the
   * desktop has asked for meanwhile. */
  bool opens = false;
  enum { PLAYS, PAUSES, STOPS } then = PLAYS;
  /* The highest number of an entry before that. */
  uint64_t opens_after = 0;
  /* For an addition to the queue: the playlist and the file that must play once added. */
  bool plays_added = false;
  Playlist added_to;
  String added_file;
  std::vector<NamedPlaylist> playlists;
};

/* publish.cpp */

/* Queues a turn that describes everything anew. */
void change(Player &player);
/* Publishes what has changed. */
void publish(Player &player);
/* Calls publish(), and handles the desktop's requests. */
void take_turn(Player &player);

/* content.cpp */

/* Returns the description of an entry. Free it with nowplaying_content_free(). */
nowplaying_content *describe(const char *id, const String &file, const Tuple &tuple, const std::string &cover);

/* cover.cpp */

/* Finds the picture of an entry and stores it in `cover`. When Audacious must load it first, there is no picture until
 * this is called again in the hook "art ready". */
void find_cover(Cover &cover, String file);
nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_artwork_event *event, void *user_data);

/* queue.cpp */

/* The id of an entry, by its number in `entries`. */
std::string entry_id(uint64_t number);
/* Sets the session's queue. */
void set_queue(Player &player, Playlist playlist);
nowplaying_status on_queue_go_to(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                 void *user_data);
nowplaying_status on_queue_add(nowplaying_session *session, nowplaying_request *request, const char *uri,
                               const char *after_id, int32_t play, void *user_data);
nowplaying_status on_queue_remove(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                  void *user_data);
/* Notices that entries were added, and plays the one that was added to be played. */
void play_added(Player &player);

/* playlists.cpp */

/* Sets the list of playlists, and which of them plays. */
void set_playlists(Player &player);
void set_active_playlist(Player &player);
nowplaying_status on_activate_playlist(nowplaying_app *app, nowplaying_request *request, const char *playlist_id,
                                       void *user_data);

/* commands.cpp */

void set_commands(Player &player);
/* Returns whether the effect "Speed and Pitch" is on; stores its speed. */
bool has_speed();
double get_speed();
nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_command_event *event, void *user_data);
nowplaying_status on_volume(nowplaying_session *session, nowplaying_request *request, double volume, void *user_data);
/* Returns whether a file can be read; otherwise stores the reason in the request. */
bool can_be_read(nowplaying_request *request, const char *uri);
nowplaying_status on_open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri,
                              const char *path, void *user_data);
/* Notes that the file that is opened or added next must play. Requests to pause or stop count only from now on. */
void begin_open(Player &player);
/* Ends the wait for an added file. Must be called in the hook "playlist add complete". */
void finish_open(Player &player);
/* Forgets the file that was to play once added, because something else must play. */
void supersede(Player &player);
nowplaying_status on_raise(nowplaying_app *app, nowplaying_request *request, void *user_data);
nowplaying_status on_quit(nowplaying_app *app, nowplaying_request *request, void *user_data);

#endif
