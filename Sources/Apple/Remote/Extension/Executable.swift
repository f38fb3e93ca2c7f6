// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// The executable file of this process.
struct Executable: Sendable {
  let path: String
  private let identity: Identity?

  private struct Identity: Equatable {
    let device: dev_t
    let node: ino_t
    let seconds: Int
    let nanoseconds: Int

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, node) = (status.st_dev, status.st_ino)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  init(_ path: String) {
    self.path = path
    identity = Identity(path)
  }

  /// Whether another file is at its path now, as after an upgrade.
  var isReplaced: Bool {
    guard let identity, let present = Identity(path) else { return false }
    return present != identity
  }
}
