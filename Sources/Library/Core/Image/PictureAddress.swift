// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The place of a picture, read from an address as players write it into MPRIS's `mpris:artUrl`.
public enum PictureAddress {
  /// A file of this machine.
  case file(PicturePath)
  /// The bytes of the picture, which a `data:` URI contains.
  case data([UInt8])
  /// A place that is not on this machine, as on the web.
  case elsewhere

  /// Reads an address: a `file:` URI, a bare path, or a `data:` URI. Its escapes may be wrong.
  public init(_ address: String) {
    let bytes = address.bytes
    if let path = Escape.escapedPath(ofFileURI: bytes) {
      self = .file(PicturePath(text: path, isURI: true))
    } else if bytes.first == UInt8(ascii: "/") {
      self = .file(PicturePath(text: bytes[...], isURI: false))
    } else if Escape.begins(bytes, with: "data:") {
      self = .data(Self.data(bytes[5...]))
    } else {
      self = .elsewhere
    }
  }

  /// Whether an address is a `data:` URI, which contains the picture and so may be long.
  public static func isData(_ address: String) -> Bool { Escape.begins(address.part(to: 5).bytes, with: "data:") }

  /// Whether an address is `file:` without a name, as players send it that have no picture.
  public static func isNothing(_ address: String) -> Bool {
    let bytes = address.bytes
    return Escape.begins(bytes, with: "file:") && bytes[5...].allSatisfy { $0 == UInt8(ascii: "/") }
  }

  /// The content of a `data:` URI (RFC 2397), given without its scheme: everything behind the comma. It is Base64 where
  /// ";base64" stands before the comma. The MIME type is ignored.
  private static func data(_ rest: ArraySlice<UInt8>) -> [UInt8] {
    guard let comma = rest.firstIndex(of: UInt8(ascii: ",")) else { return [] }
    let content = Escape.unescaped(rest[(comma + 1)...])
    let word = Array(rest[max(rest.startIndex, comma - 7)..<comma])
    return Escape.begins(word, with: ";base64") ? base64(content) : content
  }

  /// Decodes Base64 with either alphabet (RFC 4648). Other characters are skipped, and "=" ends the text.
  private static func base64(_ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var (bits, count) = (UInt32.zero, 0)
    for byte in text {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"), UInt8(ascii: "-"): digit = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): digit = 63
      case UInt8(ascii: "="): return bytes
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

/// The path of a picture. Players differ in whether they escape it.
public struct PicturePath {
  let text: ArraySlice<UInt8>
  let isURI: Bool

  /// The number of paths that the text may mean.
  public var count: Int { text.contains { $0 == 37 || $0 == 63 || $0 == 35 } ? 3 : 1 }

  /// The paths that the text may mean, the likeliest first, each with a final NUL for the system. Index 0 is a URI
  /// without escapes, or a bare path as it is; index 1 is a URI as it is, or a bare path without escapes. Index 2 also
  /// lacks "?…" or "#…", by which players tell clients that the file has changed. A "%" that encodes nothing stays.
  public subscript(index: Int) -> [UInt8] {
    var path = Array(text)
    if index != (isURI ? 1 : 0) {
      let end = index == 2 ? text.firstIndex { $0 == 63 || $0 == 35 } : nil
      let unescaped = Escape.unescaped(text[..<(end ?? text.endIndex)])
      // A path with a NUL in it cannot be opened: it stays escaped.
      if !unescaped.contains(0) { path = unescaped }
    }
    path.append(0)
    return path
  }
}
