// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The names of the properties that clients may have cached of the active player. When the active player changes, those
/// that the next player lacks are invalidated, so that no client takes the volume of one player for that of another.
struct ToldProperties {
  private var player = AbsentPlayer.names(MPRIS.player)
  private var root = AbsentPlayer.names(MPRIS.root)
  /// Whether a client has read the lists of tracks and of playlists since the active player changed.
  private var isRead = (tracks: false, playlists: false)

  /// The most names that are remembered; any beyond are not invalidated later.
  private static let most = 256

  private subscript(interface: StaticString) -> [String] {
    get { ExactText(interface) == ExactText(MPRIS.player) ? player : root }
    set { if ExactText(interface) == ExactText(MPRIS.player) { player = newValue } else { root = newValue } }
  }

  /// Replaces the properties of an interface that clients know. Returns those that must be invalidated. All are names.
  mutating func replace(_ interface: StaticString, by names: [String]) -> [String] {
    var known = self[interface]
    // These properties are optional, and a player may have emitted them after its answer.
    if ExactText(interface) == ExactText(MPRIS.player) {
      for name in ["LoopStatus", "Shuffle", "Volume"] where !known.has(name) { known.append(name) }
    }
    self[interface] = names
    return known.filter { !names.has($0) }
  }

  /// Replaces the names by those in a reply to GetAll.
  mutating func replace(_ interface: StaticString, by values: KeptMessage?) -> [String] {
    var names: [String] = []
    if let message = values?.message {
      message.rewind()
      _ = message.readDictionary { key in
        if names.count < Self.most { names.append(key) }
        return false
      }
    }
    return replace(interface, by: names)
  }

  /// Notes that a client has called an interface.
  mutating func read(_ interface: String) {
    if interface.exact == ExactText(MPRIS.tracks) { isRead.tracks = true }
    if interface.exact == ExactText(MPRIS.playlists) { isRead.playlists = true }
  }

  /// Returns the lists that clients may have cached, each with its properties, and forgets them.
  mutating func takeLists() -> [(interface: StaticString, names: [String])] {
    defer { isRead = (false, false) }
    var lists: [(interface: StaticString, names: [String])] = []
    if isRead.tracks { lists.append((MPRIS.tracks, ["CanEditTracks", "Tracks"])) }
    if isRead.playlists { lists.append((MPRIS.playlists, ["ActivePlaylist", "Orderings", "PlaylistCount"])) }
    return lists
  }
}
