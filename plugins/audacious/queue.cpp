/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The entries of the playlist whose turn it is, as the queue that the desktop sees and edits. */
#include "player.h"

#include <algorithm>
#include <cstdlib>
#include <libaudcore/drct.h>
#include <vector>

/* The library shows clients fewer. The part of a long playlist that it is given begins at a multiple of the step, so
 * that it stays the same while entries follow one another. */
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

/* The place of an entry that the desktop was given; -1 when it has gone meanwhile. */
static int find_place(Player &player, const char *id) {
  /* Places are what the desktop was given once the hook has been called. */
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
    /* After the last that was given: at the end, also of a playlist that is longer. */
    at = place < 0 || number_of(after_id) == player.queue_last ? -1 : place + 1;
  }
  /* Another that is to be played may still be on its way. */
  if (play) {
    begin_open(player);
    player.plays_added = true;
    player.added_to = player.queue;
    player.added_file = String(uri);
  }
  /* To play it as well, Audacious would remove all others where it is set to do so with what is opened. */
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
