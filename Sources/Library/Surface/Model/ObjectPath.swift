// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Checks the paths of D-Bus objects.
enum ObjectPath {
  /// Whether a text is a valid path for D-Bus.
  static func isValid(_ text: String) -> Bool {
    var last = UInt8.zero
    let bytes = text.bytes
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "/"): if last == byte { return false }
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        if last == 0 { return false }
      default: return false
      }
      last = byte
    }
    return bytes.count == 1 ? last == UInt8(ascii: "/") : last != 0 && last != UInt8(ascii: "/")
  }
}
