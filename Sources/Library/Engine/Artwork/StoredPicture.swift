// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A picture that the desktop can have. A file of ours stays while somebody holds this: who remembers it, an answer on
/// its way, and what clients were sent.
public final class StoredPicture: @unchecked Sendable {
  let url: String
  /// Of the file of ours; nil when the picture lies elsewhere.
  let path: String?
  /// Of the file of ours, or of the bytes in memory.
  let size: Int
  /// Tells it from other pictures: a hash of its bytes, and of the address where these are not known.
  let key: UInt64
  /// The bytes of a file that lies on a disk, for surfaces.
  let memory: MemoryPicture?
  private let store: ArtworkStore

  init(url: String, path: String?, size: Int, key: UInt64, memory: MemoryPicture?, _ store: ArtworkStore) {
    self.url = url
    self.path = path
    self.size = size
    self.key = key
    self.memory = memory
    self.store = store
  }

  /// The address that the host gave; nil when it gave the picture itself.
  var givenURL: String? { path == nil ? url : nil }

  deinit {
    if let path { store.release(path) }
  }
}
