// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

extension Data {
  /// The bytes in base64url without padding (RFC 4648 §5), which is the encoding of all keys and tokens of pushes.
  package var base64URL: String {
    let digits = [UInt8](base64EncodedData()).compactMap { digit -> UInt8? in
      switch digit {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="): nil
      default: digit
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Makes the bytes from a text in base64url, with or without padding; nil when it is not base64url.
  package init?(base64URL text: String) {
    let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    var digits = text.utf8.dropLast(padding).map { digit -> UInt8 in
      switch digit {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      // These are digits of base64, but not of base64url.
      case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): 0
      default: digit
      }
    }
    guard padding <= 2 else { return nil }
    while digits.count % 4 != 0 { digits.append(UInt8(ascii: "=")) }
    self.init(base64Encoded: Data(digits))
  }
}
