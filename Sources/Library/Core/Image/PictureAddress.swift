// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Where a picture is, by an address as players write them into MPRIS's `mpris:artUrl`.
public enum PictureAddress {
  /// A file of this machine.
  case file(PicturePath)
  /// The bytes of the picture, which are in the address itself.
  case data([UInt8])
  /// Not on this machine, as one on the web.
  case elsewhere

  /// Reads an address: a `file:` URI or a bare path, also one that is not escaped as it should be; or a `data:` URI.
  public init(_ address: String) {
    let bytes = address.bytes
    if let path = Escape.escapedPath(ofFileURI: bytes) {
      self = .file(PicturePath(text: path, isURI: true))
    } else if bytes.first == 47 {
      self = .file(PicturePath(text: bytes[...], isURI: false))
    } else if Escape.begins(bytes, with: "data:") {
      self = .data(Self.data(bytes[5...]))
    } else {
      self = .elsewhere
    }
  }

  /// Whether the picture is in the address itself, which so may be long.
  public static func isData(_ address: String) -> Bool { Escape.begins(address.part(to: 5).bytes, with: "data:") }

  /// The content of a `data:` URI (RFC 2397) behind its scheme: what follows the comma, in Base64 where the word before
  /// that says so. The type that it says is not asked.
  private static func data(_ rest: ArraySlice<UInt8>) -> [UInt8] {
    guard let comma = rest.firstIndex(of: 44) else { return [] }
    let content = Escape.unescaped(rest[(comma + 1)...])
    let word = Array(rest[max(rest.startIndex, comma - 7)..<comma])
    return Escape.begins(word, with: ";base64") ? base64(content) : content
  }

  /// Bytes of Base64, in either of its alphabets (RFC 4648). What is no digit of it is left out, and "=" ends it.
  private static func base64(_ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var (bits, count) = (UInt32.zero, 0)
    for byte in text {
      let digit: UInt8
      switch byte {
      case 65...90: digit = byte - 65
      case 97...122: digit = byte - 71
      case 48...57: digit = byte + 4
      case 43, 45: digit = 62
      case 47, 95: digit = 63
      case 61: return bytes
      default: continue
      }
      bits = bits << 6 | UInt32(truncatingIfNeeded: digit)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(truncatingIfNeeded: count)))
    }
    return bytes
  }
}

/// The path of a picture, which a player may have escaped or not.
public struct PicturePath {
  let text: ArraySlice<UInt8>
  let isURI: Bool

  /// How many paths may be meant.
  public var count: Int { text.contains { $0 == 37 || $0 == 63 || $0 == 35 } ? 3 : 1 }

  /// The paths that may be meant, the likeliest first, as the system takes them, with a final NUL. A URI is escaped,
  /// and an escape that is none is a part of the name; but where there is no such file, all is as it is written. At
  /// last what follows "?" or "#" is left out, by which players tell clients that the file is another one.
  public subscript(index: Int) -> [UInt8] {
    var path = Array(text)
    if index != (isURI ? 1 : 0) {
      let end = index == 2 ? text.firstIndex { $0 == 63 || $0 == 35 } : nil
      let unescaped = Escape.unescaped(text[..<(end ?? text.endIndex)])
      // No path has a NUL in it.
      if !unescaped.contains(0) { path = unescaped }
    }
    path.append(0)
    return path
  }
}
