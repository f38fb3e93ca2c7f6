/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Describes the playlists. Audacious has no lasting ids for them: here each gets its first name as id, with a number if
 * that is taken, and keeps it when it is renamed. */
#include "player.h"

#include <algorithm>

static bool is_taken(const std::vector<NamedPlaylist> &playlists, const std::string &id) {
  return std::any_of(playlists.begin(), playlists.end(), [&](const NamedPlaylist &other) { return other.id == id; });
}

/* The most bytes of a name in an id: the library shortens long ids, and refuses a list in which two are equal. */
static const size_t ID_BYTES = 200;

static std::string make_id(const std::vector<NamedPlaylist> &playlists, std::string name) {
  if (name.size() > ID_BYTES) {
    size_t end = ID_BYTES;
    while (end > 0 && (name[end] & 0xC0) == 0x80) --end;
    name.resize(end);
  }
  std::string id = name;
  for (int number = 2; is_taken(playlists, id); ++number) id = name + " " + std::to_string(number);
  return id;
}

void set_playlists(Player &player) {
  std::vector<NamedPlaylist> &known = player.playlists;
  known.erase(std::remove_if(known.begin(), known.end(), [](auto &other) { return !other.playlist.exists(); }),
              known.end());
  int count = std::min(Playlist::n_playlists(), NOWPLAYING_MAX_PLAYLISTS);
  for (int i = 0; i < count; ++i) {
    Playlist playlist = Playlist::by_index(i);
    bool is_known = std::any_of(known.begin(), known.end(), [&](auto &other) { return other.playlist == playlist; });
    if (is_known) continue;
    /* The prefix makes an id of an empty name, too. */
    std::string id = make_id(known, "playlist " + std::string(playlist.get_title()));
    known.push_back({playlist, id, String()});
  }
  /* Sorts by the user's order. */
  std::sort(known.begin(), known.end(), [](auto &a, auto &b) { return a.playlist.index() < b.playlist.index(); });
  /* New playlists may have moved others beyond the library's limit. */
  known.erase(known.begin() + count, known.end());
  std::vector<nowplaying_playlist> shown;
  for (NamedPlaylist &each : known) {
    nowplaying_playlist playlist = NOWPLAYING_PLAYLIST_INIT;
    each.name = each.playlist.get_title();
    playlist.id = each.id.c_str();
    /* The library refuses a list in which a playlist has no name. */
    playlist.name = each.name && *each.name != '\0' ? static_cast<const char *>(each.name) : playlist.id;
    shown.push_back(playlist);
  }
  nowplaying_app_set_playlists(player.app, shown.data(), shown.size());
}

void set_active_playlist(Player &player) {
  Playlist playing = Playlist::playing_playlist();
  const char *id = nullptr;
  for (const NamedPlaylist &each : player.playlists) {
    if (each.playlist == playing) id = each.id.c_str();
  }
  nowplaying_app_set_active_playlist(player.app, id);
}

nowplaying_status on_activate_playlist(nowplaying_app *app, nowplaying_request *request, const char *playlist_id,
                                       void *user_data) {
  Player &player = *static_cast<Player *>(user_data);
  (void)app, (void)request;
  for (const NamedPlaylist &each : player.playlists) {
    if (each.id != playlist_id || !each.playlist.exists()) continue;
    supersede(player);
    each.playlist.activate();
    each.playlist.start_playback();
    return NOWPLAYING_OK;
  }
  return NOWPLAYING_ERROR_NO_SUCH_CONTENT;
}
