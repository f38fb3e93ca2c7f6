// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingProgram

/// Converts file names of the command line into URIs.
enum FileURI {
  /// Returns the URI of a file; nil when it does not exist.
  static func ofFile(_ word: String) -> String? {
    guard tool_exists(word) else { return nil }
    var path = word
    if word.utf8.first != 47 {
      var room = [CChar](repeating: 0, count: 4096)
      guard tool_working_directory(&room, room.count) else { return nil }
      path = room.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" } + "/" + word
    }
    var parts: [String] = []
    for part in path.parts(47) {
      if part.equals("..") {
        _ = parts.popLast()
      } else if !part.equals(".") {
        parts.append(part)
      }
    }
    return "file://" + parts.map { "/" + encoded($0) }.joined() + (parts.isEmpty ? "/" : "")
  }

  /// Returns text percent-encoded as GLib does it.
  private static func encoded(_ part: String) -> String {
    var bytes: [UInt8] = []
    for byte in Array(part.utf8) {
      let isPlain = (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      if isPlain || "!$&'()*+,-.:=@_~".utf8.contains(byte) {
        bytes.append(byte)
      } else {
        bytes.append(37)
        for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 48 + digit : 55 + digit) }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
