// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The artwork of a session's item and of its chapters as surfaces see it. For them the same id is the same picture, as
/// long as the session is there: they need not ask again. Where surfaces were given another picture by an id than the
/// one that its host has provided, or one before the host is asked, the artwork has the id of the host with a hash of
/// the picture behind it.
struct ShownArtwork {
  /// The id by which surfaces ask for it; nil when there is none.
  private(set) var id: String?
  /// The id that the host gave.
  private(set) var own: String?
  /// The picture that the host has provided.
  private(set) var picture: StoredPicture?
  /// The chapters with the ids by which surfaces ask for their pictures; nil where these are the host's.
  private(set) var chapters: Chapters?
  /// The host's ids whose pictures were others before the last update.
  private(set) var others: [String] = []
  /// The pictures of chapters that are provided, or that surfaces know by an id that is not the host's.
  private var parts: [Part] = []
  /// The pictures of which `parts` was made.
  private var provided: ProvidedPictures?
  /// The key of each picture that is provided, by the host's id, also when the picture itself was let go.
  private var keys: [(own: String, key: UInt64)] = []
  /// Hashes of the ids by which surfaces were answered, and behind each the key of what they were given.
  private var given: [UInt64] = []

  private struct Part {
    let own: String
    /// "" where the host has said that there is none.
    let id: String
    let key: UInt64
  }

  /// The key of what is no picture that was provided.
  static let noPicture = UInt64.zero
  /// How many ids are remembered. Beyond it each picture that is provided has its hash in its id.
  static let capacity = 1024

  /// Takes over what was committed or provided.
  mutating func update(_ newest: CommittedState) {
    let shown = newest.picture.flatMap { $0.isProvided ? $0 : nil }
    own = newest.state.content?.artworkID
    picture = shown?.file
    let key = picture?.key ?? Self.noPicture
    id = shown == nil || picture != nil ? own : nil
    if let plain = id { id = name(plain, key) }
    if newest.provided !== provided { update(newest.state.content?.chapters, newest.provided) }
    let before = keys
    keys = []
    for part in parts where part.key != Self.noPicture { keys.append((part.own, part.key)) }
    if let own, key != Self.noPicture { keys.append((own, key)) }
    others = before.isEmpty && keys.isEmpty ? [] : changes(since: before)
  }

  /// Names the pictures of chapters; that of the item has a name already.
  private mutating func update(_ all: Chapters?, _ provided: ProvidedPictures?) {
    (self.provided, parts, chapters) = (provided, [], nil)
    guard let all, let provided else { return }
    for chapter in all.list where !chapter.artworkID.isEmpty && part(chapter.artworkID) == nil {
      let own = chapter.artworkID
      if own.exact == self.own?.exact {
        if id?.exact != own.exact { parts.append(Part(own: own, id: id ?? "", key: picture?.key ?? Self.noPicture)) }
        continue
      }
      let found = provided.list.first { $0.id.exact == own.exact }
      let key = found?.file?.key ?? Self.noPicture
      let shown = found != nil && found?.file == nil ? "" : name(own, key)
      if key != Self.noPicture || shown.exact != own.exact { parts.append(Part(own: own, id: shown, key: key)) }
    }
    guard parts.contains(where: { $0.id.exact != $0.own.exact }) else { return }
    chapters = Chapters(
      all.list.map { chapter in
        guard let part = part(chapter.artworkID) else { return chapter }
        return Chapter(start: chapter.start, title: chapter.title, artworkID: part.id)
      })
  }

  private func part(_ own: String) -> Part? { parts.first { $0.own.exact == own.exact } }

  /// The host's ids of the pictures that are others than before.
  private func changes(since before: [(own: String, key: UInt64)]) -> [String] {
    var changed: [String] = []
    for (own, key) in keys + before {
      let isIn = { (keys: [(own: String, key: UInt64)]) in
        keys.contains { $0.own.exact == own.exact && $0.key == key }
      }
      if !(isIn(keys) && isIn(before)), !changed.contains(where: { $0.exact == own.exact }) { changed.append(own) }
    }
    return changed
  }

  /// Returns the ids of the picture of a chapter for which surfaces ask, the host's and theirs as it is remembered; nil
  /// when it is that of none.
  func chapter(_ id: String, of all: Chapters?) -> (own: String, shown: String)? {
    for part in parts where !part.id.isEmpty && ProtocolID.item(part.id).exact == id.exact {
      return (part.own, part.id)
    }
    return (chapters ?? all)?.artwork(id).map { ($0, $0) }
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
