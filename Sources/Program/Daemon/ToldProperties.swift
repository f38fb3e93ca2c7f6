// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The properties that clients may remember of the player for which the daemon stood. Those that the next player lacks
/// are named as outdated, so that no client has the volume of one player for that of another.
struct ToldProperties {
  private var player = AbsentPlayer.names(MPRIS.player)
  private var root = AbsentPlayer.names(MPRIS.root)
  /// The other interfaces that somebody has read since the last switch.
  private var isRead = (tracks: false, playlists: false)

  /// Of a player that says more, clients keep what they like.
  private static let most = 256

  private subscript(interface: StaticString) -> [String] {
    get { ExactText(interface) == ExactText(MPRIS.player) ? player : root }
    set { if ExactText(interface) == ExactText(MPRIS.player) { player = newValue } else { root = newValue } }
  }

  /// Clients are told these properties of an interface. Returns the names of those that are no longer so.
  mutating func replace(_ interface: StaticString, by names: [String]) -> [String] {
    var known = self[interface]
    // Properties that a player need not have, and may have told later than the others.
    if ExactText(interface) == ExactText(MPRIS.player) {
      for name in ["LoopStatus", "Shuffle", "Volume"] where !known.has(name) { known.append(name) }
    }
    self[interface] = names
    return known.filter { !names.has($0) }
  }

  /// Clients are told all that an answer has.
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

  /// A client has called an interface.
  mutating func read(_ interface: String) {
    if interface.exact == ExactText(MPRIS.tracks) { isRead.tracks = true }
    if interface.exact == ExactText(MPRIS.playlists) { isRead.playlists = true }
  }

  /// The lists that somebody may remember, each with its properties; they are outdated now.
  mutating func takeLists() -> [(interface: StaticString, names: [String])] {
    defer { isRead = (false, false) }
    var lists: [(interface: StaticString, names: [String])] = []
    if isRead.tracks { lists.append((MPRIS.tracks, ["CanEditTracks", "Tracks"])) }
    if isRead.playlists { lists.append((MPRIS.playlists, ["ActivePlaylist", "Orderings", "PlaylistCount"])) }
    return lists
  }
}
