// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Foreign bytes as text: a bus closes the connection of whoever sends invalid UTF-8.
public enum Repair {
  /// At most `limit` bytes up to the first NUL, cut at a character boundary; invalid bytes become U+FFFD.
  public static func text(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> String {
    var end = 0
    while end < bytes.count, end < limit, bytes[end] != 0 { end += 1 }
    if end == limit, end < bytes.count, bytes[end] != 0 {
      // Do not cut a character: go back over its continuation bytes, of which there are three at most.
      var cut = end
      while cut > 0, end - cut < 3, bytes[cut] & 0xC0 == 0x80 { cut -= 1 }
      if bytes[cut] & 0xC0 != 0x80 { end = cut }
    }
    return String(decoding: UnsafeBufferPointer(rebasing: bytes[..<end]), as: UTF8.self)
  }

  /// The same for text that is a string already, which may hold NUL characters and be too long.
  public static func text(_ text: String, limit: Int) -> String {
    var text = text
    return text.withUTF8 { bytes in
      var clean = bytes.count <= limit
      for byte in bytes where byte == 0 { clean = false }
      return clean ? nil : Self.text(bytes, limit: limit)
    } ?? text
  }
}
