// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// A playlist as its player shows it.
struct ShownPlaylist: Equatable {
  let id: Text
  let name: Text
  let iconURL: Text

  /// Nil where the id is none that can be kept.
  init?(id: String, name: String, iconURL: String) {
    guard let id = Text(id: id) else { return nil }
    self.id = id
    self.name = Text(name, limit: Limits.identifier)
    // An address that is cut leads nowhere.
    self.iconURL = iconURL.byteCount <= Limits.text ? Text(iconURL) : .empty
  }

  /// Bytes of memory that it needs, about.
  var size: Int { id.size + name.size + iconURL.size }
}

/// The playlists of a player at one moment.
///
/// Checked by hand to be safe across threads: nothing of it changes.
final class ShownPlaylists: Equatable, @unchecked Sendable {
  let lists: [ShownPlaylist]
  /// Where that is which plays.
  let active: Int?
  let orders: PlaylistOrders

  init(_ lists: [ShownPlaylist], active: Int?, orders: PlaylistOrders) {
    self.lists = lists
    self.active = active
    self.orders = orders
  }

  /// Bytes of memory for all; what comes after is left out.
  static let maxBytes = 2 << 20

  /// Bytes of memory that they need, about.
  var size: Int {
    var size = 0
    for list in lists { size += list.size }
    return size
  }

  static func == (a: ShownPlaylists, b: ShownPlaylists) -> Bool {
    if a === b { return true }
    return a.active == b.active && a.orders == b.orders && a.lists == b.lists
  }
}

/// Orders of playlists that a player offers. The bits are those of the C header.
struct PlaylistOrders: OptionSet, Sendable {
  let rawValue: UInt32

  /// The order of MPRIS's word, as the C header numbers it. Nil for another.
  static func number(of word: String) -> Int32? {
    PlaylistOrder(name: word).flatMap { order in
      PlaylistOrder.allCases.firstIndex(of: order).map { Int32(clamping: $0 + 1) }
    }
  }
}

/// A host's request for playlists.
struct PlaylistsRequest: Equatable {
  /// As the C header numbers it; 0 for any.
  let order: Int32
  let isReversed: Bool
}
