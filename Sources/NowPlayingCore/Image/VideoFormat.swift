// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The formats of videos that surfaces can show.
public enum VideoFormat: Sendable {
  case mp4, quickTime, webM

  public var mimeType: StaticString {
    switch self {
    case .mp4: "video/mp4"
    case .quickTime: "video/quicktime"
    case .webM: "video/webm"
    }
  }

  /// How many of a file's first bytes tell its format.
  public static let magicSize = 64

  /// Reads the format in a file's first bytes; nil when they are of no such format. Says nothing of the bytes after
  /// them.
  public init?(magic bytes: UnsafeRawBufferPointer) {
    let bytes = bytes.prefix(Self.magicSize)
    func has(_ text: StaticString, _ at: Int) -> Bool {
      guard bytes.count >= at + text.utf8CodeUnitCount else { return false }
      for offset in 0..<text.utf8CodeUnitCount where bytes[at + offset] != text.utf8Start[offset] { return false }
      return true
    }
    // A box of less than 16 MiB, which this one always is; so no picture begins like it.
    if has("ftyp", 4), bytes[0] == 0 {
      // The brand. Pictures (avif, heic) and sound (M4A) have others in the same container.
      let brands: [StaticString] = ["iso", "mp4", "avc1", "M4V", "MSNV", "dash", "cmf", "3gp", "3g2"]
      if has("qt  ", 8) {
        self = .quickTime
      } else if brands.contains(where: { has($0, 8) }) {
        self = .mp4
      } else {
        return nil
      }
    } else if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      // EBML. Its element DocType lies somewhere in the header, and tells WebM from Matroska.
      let type: [UInt8] = [0x42, 0x82, 0x84, 0x77, 0x65, 0x62, 0x6D]
      guard bytes.indices.contains(where: { bytes[$0...].starts(with: type) }) else { return nil }
      self = .webM
    } else {
      return nil
    }
  }
}
