// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// A picture of a session by its artwork id.
final class RememberedPicture: Sendable {
  let id: String
  /// Nil: the host has said that there is none.
  let file: StoredPicture?
  /// Whether the host has provided it, and not given it for the size that it was asked for.
  let isProvided: Bool

  init(_ id: String, _ file: StoredPicture?, isProvided: Bool) {
    self.id = id
    self.file = file
    self.isProvided = isProvided
  }
}

/// Pictures that a host has provided.
final class ProvidedPictures: Sendable {
  let list: [RememberedPicture]

  init(_ list: [RememberedPicture]) { self.list = list }
}

/// The pictures that a session remembers, with their files: those that its host has given when it was asked, and those
/// that it has provided.
struct RememberedPictures {
  /// The last used last.
  private var all: [RememberedPicture] = []

  /// The pictures that the host has provided.
  var provided: [RememberedPicture] { all.filter { $0.isProvided } }

  static let capacity = 16
  /// Bytes of their files, which may lie in memory: two of the largest, or many ordinary ones.
  static let maxBytes = 2 * Limits.picture

  /// Returns the picture of an id, which is the last used then.
  mutating func use(_ id: String) -> RememberedPicture? {
    // From the last: all tracks of an album have the same.
    guard let index = all.lastIndex(where: { $0.id.exact == id.exact }) else { return nil }
    if index != all.count - 1 { all.append(all.remove(at: index)) }
    return all.last
  }

  /// Remembers a picture in the place of another of its id. The oldest are long out of sight.
  mutating func remember(_ picture: RememberedPicture) {
    remove(picture.id)
    all.append(picture)
    while all.count > Self.capacity || bytes > Self.maxBytes { all.removeFirst() }
  }

  mutating func remove(_ id: String) {
    if use(id) != nil { all.removeLast() }
  }

  /// The bytes of our files, of which several ids may share one, and of those in memory.
  private var bytes: Int {
    var sum = 0
    for (index, picture) in all.enumerated() {
      guard let file = picture.file else { continue }
      let isShared = file.memory == nil && all[..<index].contains { $0.file?.url.exact == file.url.exact }
      if !isShared { sum += file.size }
    }
    return sum
  }
}
