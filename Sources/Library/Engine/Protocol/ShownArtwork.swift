// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The artwork ids of a session's item and its chapters as surfaces see them. Surfaces may rely on one id being one
/// picture as long as the session exists, so that they need not ask again. Where surfaces were given another picture
/// for a host's id, the id that they see has a hash of the new picture appended.
struct ShownArtwork {
  /// The id by which surfaces ask for the item's picture; nil when there is none.
  private(set) var id: String?
  /// The id that the host gave.
  private(set) var own: String?
  /// The picture that the host has provided.
  private(set) var picture: StoredPicture?
  /// The chapters with the ids for surfaces; nil where these are the host's ids.
  private(set) var chapters: Chapters?
  /// The host's ids whose pictures have changed with the last update.
  private(set) var others: [String] = []
  /// The pictures of chapters that are provided, or have another id for surfaces than the host's.
  private var parts: [Part] = []
  /// The provided pictures that `parts` was made of.
  private var provided: ProvidedPictures?
  /// The key of each provided picture, by the host's id. It is kept when the picture itself is released.
  private var keys: [(own: String, key: UInt64)] = []
  /// The hashes of ids that surfaces were answered for, and the keys of the pictures that they were given for each.
  private var (hashes, given): ([UInt64], [UInt64]) = ([], [])

  private struct Part {
    let own: String
    /// The id for surfaces; "" where the host has said that there is no picture.
    let id: String
    let key: UInt64
  }

  /// The key that stands for no provided picture.
  static let noPicture = UInt64.zero
  /// The most ids that are remembered. Beyond it, each provided picture has its hash in its id.
  static let capacity = 1024

  /// Takes over a commit, or pictures that were provided.
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

  /// Finds the ids for the pictures of chapters. The id of the item's picture is known already.
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

  /// The host's ids whose pictures differ from those before.
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

  /// Returns the host's id of a chapter's picture and its id as it is remembered, by the id that a surface sends; nil
  /// when no chapter has it.
  func chapter(_ id: String, of all: Chapters?) -> (own: String, shown: String)? {
    for part in parts where !part.id.isEmpty && ProtocolID.item(part.id).exact == id.exact {
      return (part.own, part.id)
    }
    return (chapters ?? all)?.artwork(id).map { ($0, $0) }
  }

  /// Returns the id for surfaces: the host's id, unless surfaces were given another picture for that id, or it is not
  /// remembered whether they were.
  private func name(_ own: String, _ key: UInt64) -> String {
    var name = own
    var other = given(name) ?? (given.count < Self.capacity ? nil : Self.noPicture)
    while other ?? key != key {
      name += "~" + Escape.hexadecimal(key)
      other = given(name)
    }
    return name
  }

  /// Returns the key of the picture that surfaces were given for an id; nil if they were given none.
  private func given(_ id: String) -> UInt64? {
    let hash = Escape.hash(id)
    return hashes.firstIndex(of: hash).map { given[$0] }
  }

  /// Releases the picture, so that its file can be removed. The ids that surfaces know are kept.
  mutating func release() { picture = nil }

  /// Whether surfaces may be given a picture for an id: they were not given another one.
  func takes(_ id: String, for key: UInt64) -> Bool { given(id) ?? key == key }

  /// Notes the picture that surfaces are about to be given for an id. Returns false if they were given another one.
  ///
  /// - key: that of the provided picture, or `noPicture`.
  @discardableResult
  mutating func answer(_ id: String, by key: UInt64) -> Bool {
    if let before = given(id) { return key == before }
    if given.count < Self.capacity {
      hashes.append(Escape.hash(id))
      given.append(key)
    }
    return true
  }
}
