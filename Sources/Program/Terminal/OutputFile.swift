// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingProgram
import NowPlayingBus
import NowPlayingCore

/// The output file: the one that -o names, or standard output.
enum OutputFile {
  /// Opens the file and returns its descriptor; without a name, the descriptor of standard output.
  static func open(_ name: String?) throws(Failure) -> Int32 {
    guard let name else { return 1 }
    let descriptor = tool_create(name)
    if descriptor.isFailure { throw failure(name, descriptor) }
    return descriptor
  }

  /// Returns the failure for a file that cannot be written, from a negative errno.
  static func failure(_ name: String?, _ error: Int32) -> Failure {
    // A closed pipe means that its reader has read enough.
    if name == nil, tool_is_broken_pipe(error) { return .unread }
    return Failure(
      text: "Cannot write " + (name ?? "to standard output") + ": " + String(cString: np_strerror(error)),
      next: "Name another file with -o.")
  }
}
