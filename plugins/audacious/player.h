/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Shows on the desktop what plays in Audacious, and lets the desktop drive Audacious.
 *
 *   plugin.cpp    what Audacious starts and stops, and its hooks
 *   publish.cpp   tells the desktop what changed
 *   content.cpp   describes an entry by its tags
 *   cover.cpp     finds the picture of an entry
 *   queue.cpp     publishes the present playlist as the queue, and changes it for the desktop
 *   playlists.cpp all playlists
 *   commands.cpp  does what else the desktop asks
 *
 * All of it runs on the main thread of Audacious, so nothing is locked. Only `wakeup` runs on another thread, that of
 * the library: it queues a turn on the main thread. */
#ifndef PLAYER_H
#define PLAYER_H

#include <libaudcore/mainloop.h>
#include <libaudcore/objects.h>
#include <libaudcore/playlist.h>
#include <libaudcore/probe.h>
#include <libaudcore/tuple.h>
#include <nowplaying/nowplaying.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/* Audacious has a class Playlist of its own. */
namespace np = nowplaying;

/* The picture of an entry. Data that Audacious has loaded for it stays loaded as long as this object exists. */
struct Cover {
  String file;
  AudArtPtr art;
  /* The name under which the library knows the picture; "" when there is none. */
  std::string id;
};

struct NamedPlaylist {
  Playlist playlist;
  /* The id under which the desktop knows the playlist. */
  std::string id;
};

struct Player {
  Player();

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

  Cover cover;
  /* The playlist and the file of the entry that is shown; an empty file when none is. Audacious has no ids of entries:
   * the file is the id, and the library tells entries of the same file apart by their rows in the queue. */
  Playlist playlist;
  String entry;

  /* Whether entries were added or removed, or have other tags. */
  bool queue_changed = true;
  /* The playlist that is shown as the queue, and which part of it has tags. */
  Playlist queue;
  int queue_part = 0;
  /* Whether Audacious still opens or adds, in the background, a file that must play afterwards; and the state that the
   * desktop has requested meanwhile. */
  bool opens = false;
  enum { PLAYS, PAUSES, STOPS } then = PLAYS;
  /* Whether entries were added or removed since `opens` became true. */
  bool has_added = false;
  /* The file that was added to the queue and must play once it is loaded, empty for none; the playlist to which it was
   * added, the number of entries before, and the first place where the file can be. */
  Playlist added_to;
  int added_count = 0, added_from = 0;
  String added_file;
  std::vector<NamedPlaylist> playlists;

  /* Declared last, so that they are destroyed first: no handler runs while the other members are destroyed. */
  np::App app;
  np::Session session;
};

/* publish.cpp */

/* Queues a turn that describes everything anew. */
void change(Player &player);
/* Publishes what has changed. */
void publish(Player &player);
/* Returns the present position; nothing while the entry that plays is not the one that is shown. */
std::optional<np::Microseconds> find_position(Player &player);
/* Calls publish(), and handles the desktop's requests. */
void take_turn(Player &player);

/* content.cpp */

/* Returns the description of an entry. */
np::Content describe(const String &file, const Tuple &tuple, const std::string &cover);

/* cover.cpp */

/* Finds the picture of an entry and stores it in `cover`. When Audacious must load it first, there is no picture until
 * this is called again in the hook "art ready". */
void find_cover(Cover &cover, String file);
/* Answers a request for a picture. */
np::Answer answer_artwork(const Cover &cover, const nowplaying_artwork_event &event, np::Request request);

/* queue.cpp */

/* Returns the place of the first entry of a file, from a place on; -1 when there is none. */
int find_file(Playlist playlist, const String &file, int from);
/* Sets the session's queue, and which of its entries plays. */
void set_queue(Player &player, Playlist playlist);
/* Adds the handlers for the queue. */
void serve_queue(Player &player, np::SessionHandlers &handlers);
/* Plays the entry that was added to be played, if there is one. */
void play_added(Player &player);

/* playlists.cpp */

/* Sets the list of playlists, and which of them plays. */
void set_playlists(Player &player);
void set_active_playlist(Player &player);
np::Answer activate_playlist(Player &player, std::string_view id);

/* commands.cpp */

/* Sets the commands. playlist: the one that plays or would play. */
void set_commands(Player &player, Playlist playlist);
/* Returns whether the effect "Speed and Pitch" is on; stores its speed. */
bool has_speed();
double get_speed();
/* Returns why a file cannot be read; nothing if it can, or is no file. */
String find_fault(const std::string &uri);
np::Answer open_uri(Player &player, const std::string &uri);
/* Notes that the file that is opened or added next must play. Requests to pause or stop count only from now on. */
void begin_open(Player &player);
/* Ends the wait for an added file. Must be called in the hook "playlist add complete". */
void finish_open(Player &player);
/* Forgets the file that was to play once added, because something else must play. */
void supersede(Player &player);

#endif
