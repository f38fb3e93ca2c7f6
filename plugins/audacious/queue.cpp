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
  std::vector<nowplaying_content *> contents;
  player.queue_last = 0;
  for (int place = first; place < first + count; ++place) {
    uint64_t number = player.entries.number(playlist, place);
    Tuple tuple = playlist.entry_tuple(place, Playlist::NoWait);
    if (number != 0) contents.push_back(describe(entry_id(number).c_str(), playlist.entry_filename(place), tuple, ""));
    player.queue_last = number;
  }
  nowplaying_session_set_queue(player.session, contents.data(), contents.size());
  for (nowplaying_content *content : contents) nowplaying_content_free(content);
  player.queue_changed = false;
  player.queue = playlist;
  player.queue_first = first;
}

/* -------------------------------------------------------------------------------------------------- Editing ----- */

static uint64_t number_of(const char *id) { return strtoull(id + std::size(ID) - 1, nullptr, 10); }

/* Returns the place of an entry by its id; -1 when it has been removed. */
static int find_place(Player &player, const char *id) {
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

nowplaying_status on_queue_go_to(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                 void *user_data) {
  Player &player = *static_cast<Player *>(user_data);
  (void)session, (void)request;
  int place = find_place(player, entry_id);
  if (place < 0) return NOWPLAYING_ERROR_NO_SUCH_CONTENT;
  supersede(player);
  play_entry(player.queue, place);
  return NOWPLAYING_OK;
}

nowplaying_status on_queue_add(nowplaying_session *session, nowplaying_request *request, const char *uri,
                               const char *after_id, int32_t play, void *user_data) {
  Player &player = *static_cast<Player *>(user_data);
  (void)session;
  if (!can_be_read(request, uri)) return NOWPLAYING_ERROR_COMMAND_FAILED;
  int at = 0;
  if (after_id != nullptr) {
    int place = find_place(player, after_id);
    /* Behind the last entry of the given part, the new entry goes to the end, even when the playlist is longer. */
    at = place < 0 || number_of(after_id) == player.queue_last ? -1 : place + 1;
  }
  /* A file that was to play earlier may still be loading; this one replaces it. */
  if (play) {
    begin_open(player);
    player.plays_added = true;
    player.added_to = player.queue;
    player.added_file = String(uri);
  }
  /* The entry is added without playing it: with `true` Audacious could clear the playlist, if the user has set that for
   * opened files. */
  player.queue.insert_entry(at, uri, Tuple(), false);
  return NOWPLAYING_OK;
}

void play_added(Player &player) {
  Playlist::process_pending_update();
  if (!player.plays_added) return;
  player.plays_added = false;
  int place = player.entries.first_since(player.added_to, player.opens_after, player.added_file);
  if (place >= 0) play_entry(player.added_to, place);
}

nowplaying_status on_queue_remove(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                  void *user_data) {
  Player &player = *static_cast<Player *>(user_data);
  (void)session, (void)request;
  int place = find_place(player, entry_id);
  if (place >= 0) player.queue.remove_entry(place);
  return NOWPLAYING_OK;
}
