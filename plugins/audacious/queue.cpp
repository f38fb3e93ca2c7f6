/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The entries of the present playlist, as the queue that clients see and edit. */
#include "player.h"

#include <algorithm>
#include <cstdlib>
#include <libaudcore/drct.h>
#include <vector>

/* The size of a part of the playlist: as many entries as the library shows to clients. The library gets all entries,
 * but only those of the part with the present entry, and of the parts beside it, with their tags. */
static const int STEP = NOWPLAYING_MAX_SHOWN_QUEUE_ENTRIES;

int find_file(Playlist playlist, const String &file, int from) {
  int count = playlist.n_entries();
  while (from < count && playlist.entry_filename(from) != file) ++from;
  return from < count ? from : -1;
}

void set_queue(Player &player, Playlist playlist) {
  int position = playlist.get_position(), part = std::max(0, position) / STEP;
  /* At its end a playlist has no position; the entry that was played last stays the one that plays. */
  if (position < 0 && playlist == player.queue) part = player.queue_part;
  if (player.queue_changed || playlist != player.queue || part != player.queue_part) {
    std::vector<np::Content> contents;
    for (int place = 0; place < std::min(playlist.n_entries(), NOWPLAYING_MAX_QUEUE_ENTRIES); ++place) {
      String file = playlist.entry_filename(place);
      bool near = std::abs(place / STEP - part) <= 1;
      contents.push_back(near ? describe(file, playlist.entry_tuple(place, Playlist::NoWait), "")
                              : np::Content(np::ContentKind::Generic, std::string(file)));
    }
    player.session.set_queue(contents);
    player.queue_changed = false;
    player.queue = playlist;
    player.queue_part = part;
  }
  if (position >= 0) player.session.set_queue_row(position);
}

/* -------------------------------------------------------------------------------------------------- Editing ----- */

/* Returns the place of the entry that a request is about; -1 when it has been removed. */
static int find_place(Player &player, const np::Request &request) {
  /* Has Audacious report pending changes of the playlist by its hook, so that the library finds the entry's present row
   * in the queue. */
  Playlist::process_pending_update();
  set_queue(player, player.queue);
  player.session.commit();
  return static_cast<int>(request.queue_row().value_or(-1));
}

static void play_entry(Playlist playlist, int place) {
  playlist.set_position(place);
  if (Playlist::playing_playlist() != playlist) {
    playlist.start_playback();
  } else if (aud_drct_get_paused()) {
    aud_drct_pause();
  }
}

static np::Answer add(Player &player, const std::string &uri, bool at_start, bool plays, const np::Request &request) {
  if (String fault = find_fault(uri)) return np::Answer::failed(std::string(fault));
  int place = find_place(player, request), at = at_start ? 0 : place < 0 ? -1 : place + 1;
  /* A file that was to play earlier may still be loading; this one replaces it. */
  if (plays) {
    begin_open(player);
    player.added_to = player.queue;
    player.added_count = player.queue.n_entries();
    player.added_from = at < 0 ? player.added_count : at;
    player.added_file = String(uri.c_str());
  }
  /* The entry is added without playing it: with `true` Audacious could clear the playlist, if the user has set that for
   * opened files. */
  player.queue.insert_entry(at, uri.c_str(), Tuple(), false);
  return np::Answer::done();
}

void play_added(Player &player) {
  String file = player.added_file;
  player.added_file = String();
  if (!file || player.added_to.n_entries() <= player.added_count) return;
  /* A folder or a playlist has become its entries. */
  int place = find_file(player.added_to, file, player.added_from);
  play_entry(player.added_to, place >= 0 ? place : player.added_from);
}

void serve_queue(Player &player, np::SessionHandlers &handlers) {
  handlers.queue_go_to = [&player](std::string_view, np::Request request) {
    int place = find_place(player, request);
    if (place < 0) return np::Answer::failed({}, np::Code::NoSuchContent);
    supersede(player);
    play_entry(player.queue, place);
    return np::Answer::done();
  };
  handlers.queue_add = [&player](std::string_view uri, std::optional<std::string_view> after, bool plays,
                                 np::Request request) {
    return add(player, std::string(uri), !after, plays, request);
  };
  handlers.queue_remove = [&player](std::string_view, np::Request request) {
    int place = find_place(player, request);
    if (place >= 0) player.queue.remove_entry(place);
    return np::Answer::done();
  };
}
