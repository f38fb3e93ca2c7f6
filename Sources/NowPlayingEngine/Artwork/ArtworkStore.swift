// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingCore

/// Pictures as files that the desktop can read. Safe to use from any thread.
///
/// A file is named by its content: desktops cache by name for ever, so a new picture needs a new name, and the same
/// picture keeps its own (rule 9). Each process has a directory of its own, locked while it lives, so that what a
/// process left behind can be told from what is in use.
final class ArtworkStore: @unchecked Sendable {
  private let root: String
  private let applicationID: String
  private let monitor = Monitor()
  /// Of this process; "" until the first picture.
  private var directory = ""
  private var lock: Int32 = -1

  init(root: String, _ applicationID: String) {
    self.root = root
    self.applicationID = Escape.pathElement(applicationID)
  }

  deinit { np_close(lock) }

  /// Writes a picture and returns its URL.
  func store(_ bytes: UnsafeRawBufferPointer) -> Result<String, Failure> {
    guard bytes.count <= Limits.picture else { return .failure(.tooLarge) }
    guard let base = bytes.baseAddress, let format = ImageFormat(bytes) else { return .failure(.notAnImage) }
    let name =
      Escape.hexadecimal(np_hash(base, bytes.count, 1)) + Escape.hexadecimal(np_hash(base, bytes.count, 2)) + "."
      + format.fileExtension.description
    return monitor.locked {
      guard prepare() else { return .failure(.io) }
      let path = directory + "/" + name
      if np_file_exists(path) == 0, np_write_file(directory, name, base, bytes.count) < 0 { return .failure(.io) }
      return .success(Escape.fileURI(path))
    }
  }

  /// Removes a file that was stored.
  func remove(_ url: String) {
    monitor.locked {
      // Of our own names nothing is percent-encoded but the directory's, so the last component is the file's.
      guard !directory.isEmpty, let slash = url.utf8.lastIndex(of: 47) else { return }
      let name = String(decoding: Array(url.utf8[url.utf8.index(after: slash)...]), as: UTF8.self)
      np_remove_file(directory + "/" + name)
    }
  }

  /// Removes all files and the directory.
  func removeAll() {
    monitor.locked {
      guard !directory.isEmpty else { return }
      np_remove_directory(directory)
      // And what is above it, unless another process has something there.
      np_remove_empty_directory(root + "/" + applicationID)
      np_remove_empty_directory(root)
      np_close(lock)
      lock = -1
      directory = ""
    }
  }

  /// Makes the directory of this process, and removes those of processes that are gone.
  private func prepare() -> Bool {
    if !directory.isEmpty { return true }
    let parent = root + "/" + applicationID
    guard np_directory_private(root) == 0, np_directory_private(parent) == 0 else { return false }
    for name in directoryEntries(parent) {
      let left = parent + "/" + name
      let lock = np_lock_file(left + "/lock")
      guard lock >= 0 else { continue }
      np_remove_directory(left)
      np_close(lock)
    }
    // A process that starts now could take a directory that is not locked yet for one that was left behind.
    for _ in 0..<3 where directory.isEmpty {
      let mine = parent + "/" + Escape.hexadecimal(np_random())
      guard np_directory_private(mine) == 0 else { return false }
      lock = np_lock_file(mine + "/lock")
      if lock >= 0 { directory = mine }
    }
    return !directory.isEmpty
  }
}
