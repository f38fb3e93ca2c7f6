// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// The picture of an artwork id that a session remembers.
final class RememberedPicture: Sendable {
  let id: String
  /// The picture; nil where the host has said that there is none.
  let file: StoredPicture?
  /// Whether the host has provided the picture for all sizes, rather than answered a request for one size.
  let isProvided: Bool

  init(_ id: String, _ file: StoredPicture?, isProvided: Bool) {
    self.id = id
    self.file = file
    self.isProvided = isProvided
  }
}

/// The pictures that a host has provided.
final class ProvidedPictures: Sendable {
  let list: [RememberedPicture]

  init(_ list: [RememberedPicture]) { self.list = list }
}

/// The pictures that a session remembers: those that the host has given in answer to requests, and those that it has
/// provided.
struct RememberedPictures {
  /// The pictures, the one that was used last at the end.
  private var all: [RememberedPicture] = []

  /// The pictures that the host has provided.
  var provided: [RememberedPicture] { all.filter { $0.isProvided } }

  /// The most bytes of the files, which may be in memory: room for two of the largest pictures, or many ordinary ones.
  static let maxBytes = 2 * Limits.picture

  /// Returns the picture of an id, and moves it to the end.
  mutating func use(_ id: String) -> RememberedPicture? {
    // Searched from the end: all tracks of an album have the same picture.
    guard let index = all.lastIndex(where: { $0.id.exact == id.exact }) else { return nil }
    if index != all.count - 1 { all.append(all.remove(at: index)) }
    return all.last
  }

  /// Adds a picture in the place of one with the same id. Beyond the limits the least recently used are dropped.
  mutating func remember(_ picture: RememberedPicture) {
    remove(picture.id)
    all.append(picture)
    while all.count > Limits.rememberedPictures || bytes > Self.maxBytes { all.removeFirst() }
  }

  mutating func remove(_ id: String) {
    if use(id) != nil { all.removeLast() }
  }

  /// The bytes of all files. A file that several ids share counts once, bytes in memory count each time.
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
