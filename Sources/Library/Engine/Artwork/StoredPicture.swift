// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A picture that the desktop can read. Its file exists as long as this object: it is held by a session that remembers
/// it, by an answer on its way, and for clients that were sent its address.
public final class StoredPicture: @unchecked Sendable {
  let url: String
  /// The path of the store's file; nil for a picture that is not in the store.
  let path: String?
  /// The bytes of the store's file, or of `memory`.
  let size: Int
  /// A hash of the picture's bytes, or of its address where the bytes are unknown, by which pictures are compared.
  let key: UInt64
  /// The bytes for surfaces, where the picture is a file on a disk.
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
