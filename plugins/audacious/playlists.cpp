/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Describes the playlists. Audacious has no lasting ids for them. Here a playlist's id is a hash of its first name,
 * with a number if another playlist has that id, and stays the same when the playlist is renamed. */
#include "player.h"

#include <algorithm>
#include <functional>

static bool is_taken(const std::vector<NamedPlaylist> &playlists, const std::string &id) {
  return std::any_of(playlists.begin(), playlists.end(), [&](const NamedPlaylist &other) { return other.id == id; });
}

/* Makes an id for a playlist: a hash, because the library would cut an id that is as long as some names. */
static std::string make_id(const std::vector<NamedPlaylist> &playlists, const std::string &name) {
  std::string hash = "playlist " + std::to_string(std::hash<std::string>{}(name)), id = hash;
  for (int number = 2; is_taken(playlists, id); ++number) id = hash + " " + std::to_string(number);
  return id;
}

/* Returns the id of a playlist; "" when it has none yet. */
static std::string find_id(const std::vector<NamedPlaylist> &playlists, Playlist playlist) {
  for (const NamedPlaylist &each : playlists) {
    if (each.playlist == playlist) return each.id;
  }
  return {};
}

void set_playlists(Player &player) {
  std::vector<NamedPlaylist> listed;
  std::vector<np::Playlist> shown;
  int count = std::min(Playlist::n_playlists(), NOWPLAYING_MAX_PLAYLISTS);
  for (int i = 0; i < count; ++i) {
    Playlist playlist = Playlist::by_index(i);
    listed.push_back({playlist, find_id(player.playlists, playlist)});
  }
  for (NamedPlaylist &each : listed) {
    std::string name(each.playlist.get_title());
    if (each.id.empty()) each.id = make_id(listed, name);
    /* The library refuses a list in which a playlist has no name. */
    shown.push_back({each.id, name.empty() ? "playlist" : name});
  }
  player.playlists = listed;
  player.app.set_playlists(shown);
}

void set_active_playlist(Player &player) {
  player.app.set_active_playlist(find_id(player.playlists, Playlist::playing_playlist()));
}

np::Answer activate_playlist(Player &player, std::string_view id) {
  for (const NamedPlaylist &each : player.playlists) {
    if (each.id != id || !each.playlist.exists()) continue;
    supersede(player);
    each.playlist.activate();
    each.playlist.start_playback();
    return np::Answer::done();
  }
  return np::Answer::failed({}, np::Code::NoSuchContent);
}
