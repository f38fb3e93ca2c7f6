// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A picture in a file. The file stays while somebody holds this: who remembers it, an answer on its way, and what
/// clients were told.
public final class StoredPicture: @unchecked Sendable {
  let url: String
  let path: String
  /// In bytes.
  let size: Int
  private let store: ArtworkStore

  init(url: String, path: String, size: Int, _ store: ArtworkStore) {
    self.url = url
    self.path = path
    self.size = size
    self.store = store
  }

  deinit { store.release(path) }
}
