// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The directory of one app's pictures at one place: ROOT/APPLICATION/RANDOM, locked while the app lives, so that what
/// a process left behind can be distinguished from what is in use.
///
/// Other processes of the same user make and remove directories beside it and above it at the same time.
final class ArtworkDirectory {
  private let root: String
  private let applicationID: String
  /// "" until the first picture.
  private var path = ""
  private var lock = NP_NONE

  /// How often to begin anew when another process removes what was just made.
  private static let maxAttempts = 100

  init(root: String, _ applicationID: String) {
    self.root = root
    self.applicationID = Escape.pathElement(applicationID)
  }

  deinit { np_close(lock) }

  /// The directory's path, once it is there; nil when it cannot be made.
  func prepare() -> String? {
    if !path.isEmpty {
      if np_directory_is_held(path.cString, lock) { return path }
      // It was removed or replaced.
      remove()
    }
    guard np_parent_is_trusted(root.cString) else { return nil }
    if make() { return path }
    clear()
    return nil
  }

  /// Removes it with its files, and what is above it unless another process has something there.
  func remove() {
    guard !path.isEmpty else { return }
    np_remove_directory(path.cString)
    clear()
    np_close(lock)
    lock = NP_NONE
    path = ""
  }

  private func clear() {
    np_remove_empty_directory((root + "/" + applicationID).cString)
    np_remove_empty_directory(root.cString)
  }

  private func make() -> Bool {
    let parent = root + "/" + applicationID
    for _ in 0..<Self.maxAttempts {
      let mine = parent + "/" + Escape.hexadecimal(np_random())
      var error = np_directory_private(root.cString)
      if error == 0 { error = np_directory_private(parent.cString) }
      if error == 0 { error = np_directory_private(mine.cString) }
      // A process that starts now takes a directory that is not locked yet for one that was left behind.
      if error == 0 { error = np_lock_directory(mine.cString) }
      if error >= 0 {
        lock = error
        path = mine
        sweep(parent)
        return true
      }
      np_remove_empty_directory(mine.cString)
      guard error == NP_MISSING || error == NP_LOCKED else { return false }
    }
    return false
  }

  /// Removes the directories of processes that are gone.
  private func sweep(_ parent: String) {
    for name in directoryEntries(parent) {
      let left = parent + "/" + name
      let lock = np_lock_directory(left.cString)
      guard lock >= 0 else { continue }
      np_remove_directory(left.cString)
      np_close(lock)
    }
  }
}
