// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// A playlist, as its player describes it.
struct ShownPlaylist: Equatable {
  let id: Text
  let name: Text
  let iconURL: Text

  /// Returns nil for an id that is empty or too long.
  init?(id: String, name: String, iconURL: String) {
    guard let id = Text(id: id) else { return nil }
    self.id = id
    self.name = Text(name, limit: Limits.identifier)
    // An address that would be cut is dropped, because it would lead nowhere.
    self.iconURL = iconURL.byteCount <= Limits.text ? Text(iconURL) : .empty
  }

  /// The approximate bytes of memory that the playlist takes.
  var size: Int { id.size + name.size + iconURL.size }
}

/// The playlists of a player at one moment.
///
/// `@unchecked`: it is immutable.
final class ShownPlaylists: Equatable, @unchecked Sendable {
  let lists: [ShownPlaylist]
  /// The index of the playlist that plays; nil when none of them does.
  let active: Int?
  let orders: PlaylistOrders

  init(_ lists: [ShownPlaylist], active: Int?, orders: PlaylistOrders) {
    self.lists = lists
    self.active = active
    self.orders = orders
  }

  /// The most bytes of memory for all. Later playlists are left out.
  static let maxBytes = 2 << 20

  /// The approximate bytes of memory that the playlists take.
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

/// The orders of playlists that a player offers. The bits are those of the C header.
struct PlaylistOrders: OptionSet, Sendable {
  let rawValue: UInt32

  /// The number in the C header of an order that MPRIS names by a word; nil for an unknown word.
  static func number(of word: String) -> Int32? {
    PlaylistOrder(name: word).flatMap { order in
      PlaylistOrder.allCases.firstIndex(of: order).map { Int32(clamping: $0 + 1) }
    }
  }
}

/// The playlists that a host asks for.
struct PlaylistsRequest: Equatable {
  /// The order, as the C header numbers it; 0 for any.
  let order: Int32
  let isReversed: Bool
}
