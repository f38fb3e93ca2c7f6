// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The picture formats that every desktop can show. The format is read from the bytes, because the name of a file may
/// be wrong.
public enum ImageFormat: Sendable {
  case png, jpeg, webp, gif

  public var fileExtension: StaticString {
    switch self {
    case .png: "png"
    case .jpeg: "jpg"
    case .webp: "webp"
    case .gif: "gif"
    }
  }

  public var mimeType: StaticString {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .webp: "image/webp"
    case .gif: "image/gif"
    }
  }

  /// Returns nil when the bytes have none of these formats.
  public init?(_ bytes: UnsafeRawBufferPointer) {
    func starts(_ at: Int, _ magic: StaticString) -> Bool {
      guard bytes.count >= at + magic.utf8CodeUnitCount else { return false }
      for offset in 0..<magic.utf8CodeUnitCount where bytes[at + offset] != magic.utf8Start[offset] { return false }
      return true
    }
    if bytes.count >= 24, bytes[0] == 0x89, starts(1, "PNG\r\n"), bytes[6] == 0x1A, bytes[7] == 10 {
      self = .png
    } else if bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8, bytes[2] == 0xFF {
      self = .jpeg
    } else if starts(0, "RIFF"), starts(8, "WEBP") {
      self = .webp
    } else if starts(0, "GIF87a") || starts(0, "GIF89a") {
      self = .gif
    } else {
      return nil
    }
  }
}
