// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The directory for one app's pictures below one root: ROOT/APPLICATION/RANDOM. It is locked while the app lives, so
/// that directories which ended processes left behind can be recognised.
///
/// Other processes of the user may make and remove directories beside it and above it at the same time.
final class ArtworkDirectory {
  private let root: String
  private let applicationID: String
  /// The path; "" before the first picture.
  private var path = ""
  private var lock = NP_NONE

  /// The most attempts to make the directory, where other processes remove each new one.
  private static let maxAttempts = 100

  init(root: String, _ applicationID: String) {
    self.root = root
    self.applicationID = Escape.pathElement(applicationID)
  }

  deinit { np_close(lock) }

  /// Returns the directory's path and makes it if necessary; nil when it cannot be made.
  func prepare() -> String? {
    if !path.isEmpty {
      if np_directory_is_held(path.cString, lock) { return path }
      // Another process has removed or replaced the directory.
      remove()
    }
    guard np_parent_is_trusted(root.cString) else { return nil }
    if make() { return path }
    clear()
    return nil
  }

  /// Removes the directory with its files, and the directories above it if they are empty.
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
      // A process that sweeps may remove this directory before it is locked. Then locking fails, and another directory
      // is made.
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

  /// Removes the directories of processes that have ended.
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
