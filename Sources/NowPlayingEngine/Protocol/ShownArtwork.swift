// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The artwork of a session's item as surfaces see it. For them the same id is the same picture, as long as the session
/// is there: they need not ask again. Where surfaces were given another picture by an id than the one that its host has
/// provided, or one before the host is asked, the artwork has the id of the host with a hash of the picture behind it.
struct ShownArtwork {
  /// The id by which surfaces ask for it; nil when there is none.
  private(set) var id: String?
  /// The id that the host gave.
  private(set) var own: String?
  /// The picture that the host has provided.
  private(set) var picture: StoredPicture?
  /// Whether the last update brought another picture.
  private(set) var isOtherPicture = false
  /// The key of the picture, also when the picture itself was let go.
  private var key: UInt64?
  /// Hashes of the ids by which surfaces were answered, and behind each the key of what they were given.
  private var given: [UInt64] = []

  /// The key of what is no picture that was provided.
  static let noPicture = UInt64.zero
  /// How many ids are remembered. Beyond it each picture that is provided has its hash in its id.
  static let capacity = 1024

  /// Takes over what was committed or provided. Returns whether surfaces see another id.
  mutating func update(_ newest: CommittedState) -> Bool {
    let (before, provided) = (id, newest.picture.flatMap { $0.isProvided ? $0 : nil })
    own = newest.state.content?.artworkID
    picture = provided?.file
    isOtherPicture = picture?.key != key
    key = picture?.key
    id = provided == nil || picture != nil ? own : nil
    if let plain = id { id = name(plain, key ?? Self.noPicture) }
    return id?.exact != before?.exact
  }

  /// Returns the id of a picture: the host's, unless that is or may be the id of another.
  private func name(_ own: String, _ key: UInt64) -> String {
    var name = own
    var other = given(name) ?? (given.count < 2 * Self.capacity ? nil : Self.noPicture)
    while other ?? key != key {
      name += "~" + Escape.hexadecimal(key)
      other = given(name)
    }
    return name
  }

  /// Returns the key of what surfaces were given by an id; nil if they were given nothing.
  private func given(_ id: String) -> UInt64? {
    let hash = Escape.hash(id)
    var index = 0
    while index < given.count {
      if given[index] == hash { return given[index + 1] }
      index += 2
    }
    return nil
  }

  /// Lets go of the picture, so that its file may go, and keeps the ids that surfaces know.
  mutating func letGo() { picture = nil }

  /// Whether surfaces may be given a picture by an id: they were given no other.
  func takes(_ id: String, for key: UInt64) -> Bool { given(id) ?? key == key }

  /// Surfaces are about to be answered that asked by an id. Returns false if they were given another picture by it.
  ///
  /// - key: of the picture that was provided, or `noPicture`.
  @discardableResult
  mutating func answer(_ id: String, by key: UInt64) -> Bool {
    if let before = given(id) { return key == before }
    if given.count < 2 * Self.capacity {
      given.append(Escape.hash(id))
      given.append(key)
    }
    return true
  }
}
