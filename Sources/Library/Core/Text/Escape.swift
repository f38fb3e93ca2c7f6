// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Converts texts for places that allow few characters: object paths, bus names, URIs. These places are ASCII, so all
/// functions work on bytes. They loop over arrays or memory: for a loop over `utf8` the compiler adds a second one, for
/// strings that exist on Apple's systems only.
public enum Escape {
  static func hexDigit(_ value: UInt8) -> UInt8 {
    let value = value & 15
    return value < 10 ? 48 + value : 87 + value
  }

  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    default: false
    }
  }

  /// The text as an element of an object path: letters and digits stay, each other byte becomes `_xx`. Never empty.
  public static func pathElement(_ text: String) -> String {
    text.withBytes { text in
      ASCIIWriter.text(capacity: maxPathElement(text)) { $0.writePathElement(text) }
    }
  }

  /// Whether a text is a valid element of an object path, and no longer than escaped ones may be.
  static func isPathElement(_ text: String) -> Bool {
    text.withBytes { text in
      (1...200).contains(text.count) && text.allSatisfy { isAlphanumeric($0) || $0 == 95 }
    }
  }

  /// Whether a text is an object path that a host may use: it is not below those of MPRIS and of this library.
  public static func isOwnPath(_ text: String) -> Bool {
    let path = text + "/"
    guard !text.isEmpty, path.exact.begins(with: "/"), !path.exact.begins(with: "/org/mpris/"),
      !path.exact.begins(with: "/org/nowplaying/")
    else { return false }
    var last: UInt8 = 0
    for byte in path.bytes {
      guard byte == 47 ? last != 47 : isAlphanumeric(byte) || byte == 95 else { return false }
      last = byte
    }
    return true
  }

  /// The most bytes that `pathElement` makes of a text.
  static func maxPathElement(_ text: UnsafeBufferPointer<UInt8>) -> Int { max(3 * text.count, 1) }

  /// The `file:` URI of a path: all bytes but the unreserved ones and the slash are percent-encoded.
  public static func fileURI(_ path: String) -> String { fileURI(path.bytes) }

  private static func fileURI(_ path: [UInt8]) -> String {
    var bytes = "file://".bytes
    for byte in path {
      if isAlphanumeric(byte) || byte == 45 || byte == 46 || byte == 47 || byte == 95 || byte == 126 {
        bytes.append(byte)
      } else {
        bytes.append(37)
        bytes.append(upper(hexDigit(byte >> 4)))
        bytes.append(upper(hexDigit(byte)))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The `file:` URI of an absolute path that a host has, which need not be UTF-8. The elements "." and ".." are
  /// removed as clients do it (RFC 3986), so that a file has one URI.
  public static func fileURI(ofPath path: UnsafeBufferPointer<UInt8>) -> String {
    var kept: [UInt8] = []
    for element in path.split(separator: 47) where !(element.count == 1 && element.first == 46) {
      if element.count == 2, element.allSatisfy({ $0 == 46 }) {
        kept.removeLast(kept.count - (kept.lastIndex(of: 47) ?? 0))
      } else {
        kept.append(47)
        kept += element
      }
    }
    return fileURI(kept.isEmpty ? [47] : kept)
  }

  /// The path of a `file:` URI of this machine, without a NUL; nil when the URI has none. The host must be missing or
  /// `localhost`. Scheme and host are compared without case (RFC 3986), and the path may follow the scheme directly
  /// (RFC 8089).
  public static func path(ofFileURI uri: String) -> [UInt8]? {
    escapedPath(ofFileURI: uri.bytes).flatMap { percentDecodedBytes($0) }
  }

  /// The path of a `file:` URI with its percent-encoding, which may be malformed.
  static func escapedPath(ofFileURI bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard begins(bytes, with: "file:") else { return nil }
    var path = bytes[5...]
    if begins(bytes, with: "file://") {
      path = bytes[(begins(bytes, with: "file://localhost/") ? 16 : 7)...]
    }
    return path.first == 47 ? path : nil
  }

  /// The name of the file at a path or at a `file:` URI; nil for any other address, and for a name of blanks.
  public static func fileName(at address: String) -> String? {
    let bytes = address.bytes
    let isPath = bytes.first == 47
    guard let path = isPath ? bytes[...] : escapedPath(ofFileURI: bytes), let slash = path.lastIndex(of: 47) else {
      return nil
    }
    let end = path[(slash + 1)...]
    let name = String(decoding: isPath ? Array(end) : unescaped(end), as: UTF8.self)
    return name.isBlank ? nil : name
  }

  /// Whether bytes begin with a text, ignoring case. The text is in lower case.
  static func begins(_ bytes: [UInt8], with beginning: StaticString) -> Bool {
    bytes.withUnsafeBufferPointer { begins($0, with: beginning) }
  }

  public static func begins(_ bytes: UnsafeBufferPointer<UInt8>, with beginning: StaticString) -> Bool {
    guard bytes.count >= beginning.utf8CodeUnitCount else { return false }
    for index in 0..<beginning.utf8CodeUnitCount
    where lowercased(bytes[index]) != beginning.utf8Start[index] { return false }
    return true
  }

  /// Whether a text has only characters that a URI may have: ASCII without spaces and control characters.
  public static func isURIText(_ text: String) -> Bool { text.bytes.allSatisfy { (33...126).contains($0) } }

  /// Removes percent-encoding; nil when it is malformed.
  public static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> String? {
    percentDecodedBytes(bytes).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func percentDecodedBytes(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var decoded: [UInt8] = []
    var escape: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        guard let value = hexValue(byte) else { return nil }
        escape.append(value)
        guard escape.count == 2 else { continue }
        decoded.append(escape[0] << 4 | escape[1])
        escape = []
        isEscaped = false
      } else if byte == 37 {
        isEscaped = true
      } else {
        decoded.append(byte)
      }
    }
    return isEscaped || decoded.contains(0) ? nil : decoded
  }

  /// Removes percent-encoding. A "%" that encodes nothing stays.
  ///
  /// - mark: another character than "%": "_" for an element of an object path.
  public static func unescaped(_ bytes: ArraySlice<UInt8>, mark: UInt8 = UInt8(ascii: "%")) -> [UInt8] {
    var decoded: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == mark, index + 2 < bytes.endIndex, let high = hexValue(bytes[index + 1]),
        let low = hexValue(bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return decoded
  }

  @inline(never)
  static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 48...57: digit - 48
    case 65...70: digit - 55
    case 97...102: digit - 87
    default: nil
    }
  }

  private static func upper(_ byte: UInt8) -> UInt8 { byte >= 97 ? byte - 32 : byte }

  /// The text as an element of a bus name: letters, digits, "_" and "-", no digit first. Other bytes become `_`. Never
  /// empty.
  public static func busNameElement(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.bytes {
      if bytes.isEmpty, (48...57).contains(byte) { bytes.append(95) }
      bytes.append(isAlphanumeric(byte) || byte == 45 || byte == 95 ? byte : 95)
    }
    if bytes.isEmpty { bytes.append(95) }
    return String(decoding: bytes.prefix(100), as: UTF8.self)
  }

  /// Whether a text can follow a dot in a bus name: one or more elements.
  ///
  /// - Parameter limit: The most bytes, which leave room for a suffix that distinguishes instances.
  public static func isBusNamePart(_ text: String, limit: Int) -> Bool {
    let elements = text.parts(separatedBy: 46)
    var length = elements.count - 1
    for element in elements {
      guard busNameElement(element).exact == element.exact else { return false }
      length += element.byteCount
    }
    // Empty elements are not in `parts`.
    return !text.isEmpty && length == text.byteCount && length <= limit
  }

  /// A hash (FNV-1a) that distinguishes texts which were cut. It need not resist an adversary.
  public static func hash(_ text: String) -> UInt64 {
    text.withBytes { hash($0) }
  }

  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(truncatingIfNeeded: byte)) &* 0x100_0000_01B3 }
    return hash
  }

  /// A number as sixteen hexadecimal digits.
  public static func hexadecimal(_ value: UInt64) -> String {
    ASCIIWriter.text(capacity: 16) { $0.writeHexadecimal(value) }
  }

  /// A number in decimal digits, with a minus if it is negative.
  @inline(never)
  public static func decimal(_ value: Int64) -> String {
    ASCIIWriter.text(capacity: 20) { writer in
      if value < 0 { writer.write(45) }
      writer.writeDecimal(value.magnitude)
    }
  }

  /// The part of a dotted name after its last dot.
  public static func lastComponent(_ name: String) -> String {
    let bytes = name.bytes
    var start = bytes.count
    while start > 0, bytes[start - 1] != 46 { start -= 1 }
    return name.part(from: start)
  }

  /// A player's name without the mark of its instance: "vlc" of "vlc.instance4711", "vlc.instance_1_42",
  /// "vlc.instance-aBc" or "vlc.pid4711". A mark begins with a digit, "_" or "-": other words may be a name's.
  public static func withoutInstance(_ name: String) -> String {
    let last = lastComponent(name)
    let word = last.exact.begins(with: "instance") ? 8 : last.exact.begins(with: "pid") ? 3 : last.byteCount
    guard word < last.byteCount, last.byteCount < name.byteCount, let first = last.part(from: word).bytes.first,
      first == 95 || first == 45 || (48...57).contains(first)
    else { return name }
    return name.part(to: name.byteCount - last.byteCount - 1)
  }

  /// A text without a suffix; the whole text if it has another end.
  public static func withoutSuffix(_ text: String, _ suffix: StaticString) -> String {
    let rest = text.byteCount - suffix.utf8CodeUnitCount
    guard rest > 0, text.part(from: rest).exact == ExactText(suffix) else { return text }
    return text.part(to: rest)
  }

  /// The scheme of a URI in lower case; nil when it has none.
  public static func scheme(of uri: String) -> String? {
    var bytes: [UInt8] = []
    for byte in uri.bytes {
      if byte == 58 { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
      let legal = isAlphanumeric(byte) || (!bytes.isEmpty && (byte == 43 || byte == 45 || byte == 46))
      guard legal, bytes.count < 64 else { return nil }
      bytes.append(lowercased(byte))
    }
    return nil
  }

  /// A text with its ASCII letters in lower case.
  public static func lowercased(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.bytes { bytes.append(lowercased(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func lowercased(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}

/// Writes ASCII text into memory of a fixed size, which must be large enough. It is fast, because the ids of all items
/// are made by it.
struct ASCIIWriter {
  private let room: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  /// The text that a closure writes, at most `capacity` bytes.
  static func text(capacity: Int, _ body: (inout ASCIIWriter) -> Void) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { room in
      var writer = ASCIIWriter(room: room)
      body(&writer)
      return String(decoding: UnsafeBufferPointer(rebasing: room[..<writer.count]), as: UTF8.self)
    }
  }

  mutating func write(_ byte: UInt8) {
    room[count] = byte
    count &+= 1
  }

  mutating func write(_ text: StaticString) {
    for byte in UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount) { write(byte) }
  }

  /// Writes a number of at most twenty digits.
  mutating func writeDecimal(_ value: UInt64) {
    if value >= 10 { writeDecimal(value / 10) }
    write(48 + UInt8(truncatingIfNeeded: value % 10))
  }

  /// Writes sixteen digits.
  mutating func writeHexadecimal(_ value: UInt64) {
    var shift: UInt64 = 64
    while shift > 0 {
      shift -= 4
      write(Escape.hexDigit(UInt8(truncatingIfNeeded: value >> shift)))
    }
  }

  /// Writes a text as `Escape.pathElement` has it.
  mutating func writePathElement(_ text: UnsafeBufferPointer<UInt8>) {
    if text.isEmpty { write(95) }
    for byte in text {
      if Escape.isAlphanumeric(byte) {
        write(byte)
      } else {
        write(95)
        write(Escape.hexDigit(byte >> 4))
        write(Escape.hexDigit(byte))
      }
    }
  }

  /// Removes all but the first `count` bytes.
  mutating func cut(to count: Int) { self.count = min(self.count, count) }
}
