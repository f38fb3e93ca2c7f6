// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

extension Playlist {
  /// The playlist as clients see it.
  var reference: PlaylistReference { PlaylistReference(Self.path(id), name: name, iconURL: iconURL) }

  /// The object path by which clients know a playlist. Of any id; two ids never have the same one. An id that is a path
  /// stays as it is, for scripts that know it.
  static func path(_ id: String) -> String {
    if Escape.isOwnPath(id) { return id }
    let element = Escape.pathElement(id)
    if element.byteCount <= 200 { return "/org/nowplaying/playlist/" + element }
    return "/org/nowplaying/playlist/" + element.part(to: 180) + Escape.hexadecimal(Escape.hash(id))
  }
}

/// In which order clients can ask for playlists.
public enum PlaylistOrder: CaseIterable, Sendable {
  case alphabetical, created, modified, lastPlayed, userDefined

  public var name: StaticString { words.name }

  /// The value that the specification gives it, and what it calls that value, which some clients send instead
  /// (mpris2 of Python).
  private var words: (name: StaticString, title: StaticString) {
    switch self {
    case .alphabetical: ("Alphabetical", "Alphabetical")
    case .created: ("Created", "CreationDate")
    case .modified: ("Modified", "ModifiedDate")
    case .lastPlayed: ("Played", "LastPlayDate")
    case .userDefined: ("User", "UserDefined")
    }
  }

  /// Nil for a word that is none of them.
  public init?(name: String) {
    for order in Self.allCases {
      let (value, title) = order.words
      guard ExactText(value) == name.exact || ExactText(title) == name.exact else { continue }
      self = order
      return
    }
    return nil
  }

  var goesByDate: Bool { self != .alphabetical && self != .userDefined }

  /// The date by which it orders; nil for an order that goes by something else, or where it is not known.
  func date(_ playlist: Playlist) -> Int64? {
    switch self {
    case .alphabetical, .userDefined: nil
    case .created: playlist.created
    case .modified: playlist.modified
    case .lastPlayed: playlist.lastPlayed
    }
  }
}

/// An app's playlists as clients see them by `org.mpris.MediaPlayer2.Playlists`.
public struct Playlists: Sendable {
  /// In the order that the host has given them, which is the user's. No two have the same id.
  public var lists: [Playlist] = []
  /// The id of the one that plays; nil when none does.
  public var active: String?

  public init() {}

  /// The playlist that plays, if it is one of these.
  private var activeReference: PlaylistReference? {
    guard let active, let playlist = playlist(active, near: 0) else { return nil }
    return playlist.reference
  }

  /// The playlist of an object path; nil when there is none.
  public func playlist(at path: String) -> Playlist? {
    let path = path.exact
    for index in lists.indices where Playlist.path(lists[index].id).exact == path { return lists[index] }
    return nil
  }

  /// The orders for which the host has said what they need.
  private var orderings: [String] {
    var names: [String] = []
    for order in PlaylistOrder.allCases where order.goesByDate == lists.contains(where: { order.date($0) != nil }) {
      names.append(order.name.string)
    }
    return names
  }

  /// Some of the playlists in an order, from an index on. Those without a date come after those that have one, and what
  /// is equal stays as the host has given it.
  public func references(from index: Int, count: Int, _ order: PlaylistOrder, reversed: Bool) -> [PlaylistReference] {
    guard index < lists.count, count > 0 else { return [] }
    let indices =
      switch order {
      case .userDefined: Array(lists.indices)
      case .alphabetical:
        Order.indices(lists.count) { Order.precedes(lists[$0].name, lists[$1].name, ignoringCase: true) }
      case .created, .modified, .lastPlayed:
        Order.indices(lists.count) { order.date(lists[$0]) ?? .max < order.date(lists[$1]) ?? .max }
      }
    var references: [PlaylistReference] = []
    for place in index..<index + min(count, lists.count - index) {
      references.append(lists[indices[reversed ? lists.count - 1 - place : place]].reference)
    }
    return references
  }

  /// The playlists whose name or icon differs from what was emitted: PlaylistChanged carries each.
  public func changedReferences(from sent: Playlists) -> [PlaylistReference] {
    var references: [PlaylistReference] = []
    for index in lists.indices {
      // Nearly always the playlists are the same in the same order.
      guard let before = sent.playlist(lists[index].id, near: index) else { continue }
      let reference = lists[index].reference
      if reference != before.reference { references.append(reference) }
    }
    return references
  }

  /// The playlist of an id, which may be at an index; nil when there is none.
  private func playlist(_ id: String, near index: Int) -> Playlist? {
    let id = id.exact
    if lists.indices.contains(index), lists[index].id.exact == id { return lists[index] }
    for index in lists.indices where lists[index].id.exact == id { return lists[index] }
    return nil
  }

  /// The properties of the interface.
  public static let table = PropertyTable<Playlists, Never>(
    "org.mpris.MediaPlayer2.Playlists",
    [
      PropertyRow("PlaylistCount", "u", .byValue) { .uint32(UInt32(clamping: $0.lists.count)) },
      PropertyRow("Orderings", "as", .byValue) { .strings($0.orderings) },
      PropertyRow("ActivePlaylist", "(b(oss))", .byValue) { .maybePlaylist($0.activeReference) },
    ])
}
