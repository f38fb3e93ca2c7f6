// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A picture that the desktop can have. A file of ours stays while somebody holds this: who remembers it, an answer on
/// its way, and what clients were told.
public final class StoredPicture: @unchecked Sendable {
  let url: String
  /// Of the file of ours; nil when the picture lies elsewhere.
  let path: String?
  /// Of the file of ours, in bytes.
  let size: Int
  private let store: ArtworkStore

  init(url: String, path: String?, size: Int, _ store: ArtworkStore) {
    self.url = url
    self.path = path
    self.size = size
    self.store = store
  }

  deinit {
    if let path { store.release(path) }
  }
}
