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

/* The picture of an entry; what Audacious has loaded of it stays loaded for as long as this does. */
struct Cover {
  String file;
  AudArtPtr art;
  /* The name under which the library knows the picture; "" when there is none. */
  std::string id;
};

/* Where the position is, as the desktop was given it. */
struct Line {
  nowplaying_playback_state state = NOWPLAYING_STATE_STOPPED;
  int64_t elapsed_us = 0, timestamp_us = 0;
  double rate = 1;
};

struct NamedPlaylist {
  Playlist playlist;
  /* By which the desktop knows it. */
  std::string id;
  String name;
};

struct Player {
  nowplaying_app *app = nullptr;
  nowplaying_session *session = nullptr;
  /* One turn, queued by the library's thread and by hooks. */
  QueuedFunc turn;
  /* Shows an entry that does not begin to play; and looks at the position of one that does. */
  QueuedFunc loading;
  /* Steps of a fast forward or rewind, while its button is held. */
  QueuedFunc scan;

  /* Something changed that is described from Audacious. */
  bool changed = true;
  /* An item has been loading for so long that it is shown. */
  bool shows_loading = false;

  Entries entries;
  Cover cover;
  /* The playlist that is shown: an id of `entries`, 0 for none. */
  Playlist playlist;
  uint64_t entry = 0;
  Line shown;
  double volume = -1;

  /* Whether entries have come or gone, or have other tags. */
  bool queue_changed = true;
  /* The playlist that is shown as the queue, from which place on, and the last entry of it that the library was given:
   * an id of `entries`, 0 for none. */
  Playlist queue;
  int queue_first = 0;
  uint64_t queue_last = 0;
  /* Whether Audacious opens or adds in the background what it is to play then; and what else the desktop has asked
   * meanwhile. */
  bool opens = false;
  enum { PLAYS, PAUSES, STOPS } then = PLAYS;
  /* The entry of all that was the newest before. */
  uint64_t opens_after = 0;
  /* Of what it adds: to which playlist, and its file. */
  bool plays_added = false;
  Playlist added_to;
  String added_file;
  std::vector<NamedPlaylist> playlists;
};

/* publish.cpp */

/* Has a turn taken soon, which describes everything anew. */
void change(Player &player);
/* Tells the desktop what is different. */
void publish(Player &player);
/* Does that, and serves the desktop. */
void take_turn(Player &player);

/* content.cpp */

/* An entry of a playlist, to be freed by nowplaying_content_free(). */
nowplaying_content *describe(const char *id, const String &file, const Tuple &tuple, const std::string &cover);

/* cover.cpp */

/* Finds the picture of an entry, which changes `cover`. When Audacious must load it first, there is none until this is
 * called again in the hook "art ready". */
void find_cover(Cover &cover, String file);
nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_artwork_event *event, void *user_data);

/* queue.cpp */

/* The id of an entry, by its number in `entries`. */
std::string entry_id(uint64_t number);
/* Stages the queue. */
void set_queue(Player &player, Playlist playlist);
nowplaying_status on_queue_go_to(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                 void *user_data);
nowplaying_status on_queue_add(nowplaying_session *session, nowplaying_request *request, const char *uri,
                               const char *after_id, int32_t play, void *user_data);
nowplaying_status on_queue_remove(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                  void *user_data);
/* Takes up that entries were added, and plays that which was added to be played. */
void play_added(Player &player);

/* playlists.cpp */

/* Tells which playlists there are; and which of them plays. */
void set_playlists(Player &player);
void set_active_playlist(Player &player);
nowplaying_status on_activate_playlist(nowplaying_app *app, nowplaying_request *request, const char *playlist_id,
                                       void *user_data);

/* commands.cpp */

void set_commands(Player &player);
/* Whether the effect "Speed and Pitch" is on, and how fast it plays. */
bool has_speed();
double get_speed();
nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_command_event *event, void *user_data);
nowplaying_status on_volume(nowplaying_session *session, nowplaying_request *request, double volume, void *user_data);
/* Whether a file is there; else says in the request why not. */
bool can_be_read(nowplaying_request *request, const char *uri);
nowplaying_status on_open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri,
                              const char *path, void *user_data);
/* Notes that an opened or added file is to be played: no call before this one counts, and each that follows. */
void begin_open(Player &player);
/* It has been: to be called in the hook "playlist add complete". */
void finish_open(Player &player);
/* Something else is to be played than what is added. */
void supersede(Player &player);
nowplaying_status on_raise(nowplaying_app *app, nowplaying_request *request, void *user_data);
nowplaying_status on_quit(nowplaying_app *app, nowplaying_request *request, void *user_data);

#endif
