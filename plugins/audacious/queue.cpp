/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The entries of the present playlist, as the queue that clients see and edit. */
#include "player.h"

#include <algorithm>
#include <cstdlib>
#include <libaudcore/drct.h>
#include <vector>

/* The number of entries that the library shows to clients. The part of a long playlist that the library gets begins at
 * a multiple of it, so that the part stays the same for many entries. */
static const int STEP = NOWPLAYING_MAX_SHOWN_QUEUE_ENTRIES;
static const int SIZE = 3 * STEP;

static const char ID[] = "entry-";

std::string entry_id(uint64_t number) { return ID + std::to_string(number); }

void set_queue(Player &player, Playlist playlist) {
  int first = std::max(0, playlist.get_position() / STEP - 1) * STEP;
  int count = std::min(SIZE, playlist.n_entries() - first);
  if (!player.queue_changed && playlist == player.queue && first == player.queue_first) return;
  std::vector<np::Content> contents;
  player.queue_last = 0;
  for (int place = first; place < first + count; ++place) {
    uint64_t number = player.entries.number(playlist, place);
    Tuple tuple = playlist.entry_tuple(place, Playlist::NoWait);
    if (number != 0) contents.push_back(describe(entry_id(number), playlist.entry_filename(place), tuple, ""));
    player.queue_last = number;
  }
  player.session.set_queue(contents);
  player.queue_changed = false;
  player.queue = playlist;
  player.queue_first = first;
}

/* -------------------------------------------------------------------------------------------------- Editing ----- */

static uint64_t number_of(std::string_view id) { return strtoull(id.data() + std::size(ID) - 1, nullptr, 10); }

/* Returns the place of an entry by its id; -1 when it has been removed. */
static int find_place(Player &player, std::string_view id) {
  /* Has Audacious call its hook for pending changes, after which the places are right. */
  Playlist::process_pending_update();
  return player.entries.place(player.queue, number_of(id));
}

static void play_entry(Playlist playlist, int place) {
  playlist.set_position(place);
  if (Playlist::playing_playlist() != playlist) {
    playlist.start_playback();
  } else if (aud_drct_get_paused()) {
    aud_drct_pause();
  }
}

static np::Answer add(Player &player, const std::string &uri, std::optional<std::string_view> after, bool plays) {
  if (String fault = find_fault(uri)) return np::Answer::failed(std::string(fault));
  int at = 0;
  if (after) {
    int place = find_place(player, *after);
    /* Behind the last entry of the given part, the new entry goes to the end, even when the playlist is longer. */
    at = place < 0 || number_of(*after) == player.queue_last ? -1 : place + 1;
  }
  /* A file that was to play earlier may still be loading; this one replaces it. */
  if (plays) {
    begin_open(player);
    player.added_to = player.queue;
    player.added_file = String(uri.c_str());
  }
  /* The entry is added without playing it: with `true` Audacious could clear the playlist, if the user has set that for
   * opened files. */
  player.queue.insert_entry(at, uri.c_str(), Tuple(), false);
  return np::Answer::done();
}

void play_added(Player &player) {
  Playlist::process_pending_update();
  if (!player.added_file) return;
  int place = player.entries.first_since(player.added_to, player.opens_after, player.added_file);
  player.added_file = String();
  if (place >= 0) play_entry(player.added_to, place);
}

void serve_queue(Player &player, np::SessionHandlers &handlers) {
  handlers.queue_go_to = [&player](std::string_view id, np::Request) {
    int place = find_place(player, id);
    if (place < 0) return np::Answer::failed({}, np::Code::NoSuchContent);
    supersede(player);
    play_entry(player.queue, place);
    return np::Answer::done();
  };
  handlers.queue_add = [&player](std::string_view uri, std::optional<std::string_view> after, bool plays, np::Request) {
    return add(player, std::string(uri), after, plays);
  };
  handlers.queue_remove = [&player](std::string_view id, np::Request) {
    int place = find_place(player, id);
    if (place >= 0) player.queue.remove_entry(place);
    return np::Answer::done();
  };
}
