// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

extension Playlist {
  /// The playlist as clients are sent it.
  var reference: PlaylistReference { PlaylistReference(Self.path(id), name: name, iconURL: iconURL) }

  /// The object path of a playlist's id. Any id has one, and different ids have different ones. An id that is a path
  /// stays as it is, so that scripts know it.
  static func path(_ id: String) -> String {
    if Escape.isOwnPath(id) { return id }
    let element = Escape.pathElement(id)
    if element.byteCount <= 200 { return "/org/nowplaying/playlist/" + element }
    return "/org/nowplaying/playlist/" + element.part(to: 180) + Escape.hexadecimal(Escape.hash(id))
  }
}

/// An order in which clients can ask for playlists.
public enum PlaylistOrder: CaseIterable, Sendable {
  case alphabetical, created, modified, lastPlayed, userDefined

  public var name: StaticString { words.name }

  /// The name and the title of the order in the MPRIS specification. Some clients send the title (mpris2 of Python).
  private var words: (name: StaticString, title: StaticString) {
    switch self {
    case .alphabetical: ("Alphabetical", "Alphabetical")
    case .created: ("Created", "CreationDate")
    case .modified: ("Modified", "ModifiedDate")
    case .lastPlayed: ("Played", "LastPlayDate")
    case .userDefined: ("User", "UserDefined")
    }
  }

  /// Returns nil for any other word.
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

  /// The date of a playlist that the order uses; nil for an order without dates, or an unknown date.
  func date(_ playlist: Playlist) -> Int64? {
    switch self {
    case .alphabetical, .userDefined: nil
    case .created: playlist.created
    case .modified: playlist.modified
    case .lastPlayed: playlist.lastPlayed
    }
  }
}

/// An app's playlists as clients are sent them by `org.mpris.MediaPlayer2.Playlists`.
public struct Playlists: Sendable {
  /// The playlists in the host's order, which is the user's. No two have the same id.
  public var lists: [Playlist] = []
  /// The id of the playlist that plays; nil when none does.
  public var active: String?

  public init() {}

  /// The playlist that plays, if it is in the list.
  private var activeReference: PlaylistReference? {
    guard let active, let playlist = playlist(active, near: 0) else { return nil }
    return playlist.reference
  }

  /// The playlist with an object path; nil when there is none.
  public func playlist(at path: String) -> Playlist? {
    let path = path.exact
    for index in lists.indices where Playlist.path(lists[index].id).exact == path { return lists[index] }
    return nil
  }

  /// The orders that clients may ask for: one by date needs a playlist that has that date.
  private var orderings: [String] {
    var names: [String] = []
    for order in PlaylistOrder.allCases where order.goesByDate == lists.contains(where: { order.date($0) != nil }) {
      names.append(order.name.string)
    }
    return names
  }

  /// A range of the playlists in an order. Those without a date come last, and equal ones keep the host's order.
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

  /// The playlists whose name or icon has changed since they were sent: each is sent in a PlaylistChanged.
  public func changedReferences(from sent: Playlists) -> [PlaylistReference] {
    var references: [PlaylistReference] = []
    for index in lists.indices {
      // Nearly always the playlists are in the same places.
      guard let before = sent.playlist(lists[index].id, near: index) else { continue }
      let reference = lists[index].reference
      if reference != before.reference { references.append(reference) }
    }
    return references
  }

  /// The playlist with an id; nil when there is none. `index` is a guess of its place.
  private func playlist(_ id: String, near index: Int) -> Playlist? {
    let id = id.exact
    if lists.indices.contains(index), lists[index].id.exact == id { return lists[index] }
    for index in lists.indices where lists[index].id.exact == id { return lists[index] }
    return nil
  }

  /// The properties of `org.mpris.MediaPlayer2.Playlists`.
  public static let table = PropertyTable<Playlists, Never>(
    "org.mpris.MediaPlayer2.Playlists",
    [
      PropertyRow("PlaylistCount", "u", .byValue) { .uint32(UInt32(clamping: $0.lists.count)) },
      PropertyRow("Orderings", "as", .byValue) { .strings($0.orderings) },
      PropertyRow("ActivePlaylist", "(b(oss))", .byValue) { .maybePlaylist($0.activeReference) },
    ])
}
