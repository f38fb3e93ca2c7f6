// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

/// Reads what the kernel, a sandbox or a person has written into a small file.
public enum SmallFile {
  /// The first 4 KiB of a file; "" where it cannot be read.
  public static func text(_ path: String) -> String { read(path, np_read_file) }

  /// The target of a symbolic link; "" where it cannot be read.
  public static func target(_ path: String) -> String { read(path, np_read_link) }

  private static func read(
    _ path: String, _ read: (UnsafePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int) -> Int64
  ) -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { room in
      path.withCString { Int32(clamping: read($0, room.baseAddress?.assumingMemoryBound(to: CChar.self), room.count)) }
    }
    return String(decoding: buffer[..<Int(clamping: max(0, count))], as: UTF8.self)
  }
}
