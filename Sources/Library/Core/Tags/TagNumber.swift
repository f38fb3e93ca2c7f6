// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Reads numbers, ratings and truth values of tags. Returns nil for a text that it cannot read.
public struct TagNumber {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private var reader: ByteReader
  /// Whether the last number had a point or a comma.
  private var hasPoint = false

  private init(_ text: Bytes) { reader = ByteReader(text.trimmed) }

  // MARK: Whole numbers

  /// The number of a text that has digits only.
  public static func whole(_ text: String) -> Int64? { text.withBytes { plain($0) } }

  /// The number at the start of a text, as 3 of "3/12".
  public static func first(_ text: String) -> Int64? { text.withBytes { digits($0) } }

  /// The integer at the start of a tag, rounded: 3 of "3/12", 128 of "127.6". Or the binary number of an MP4 atom.
  static func integer(_ bytes: Bytes) -> Int64? {
    if let number = plain(bytes) ?? atom(bytes) { return number }
    var number: Int64?
    TagText.first(bytes) { number = digits($0) }
    return number
  }

  /// The number of a text with digits only, as nearly all are; nil for any other.
  private static func plain(_ bytes: Bytes) -> Int64? {
    guard (1...18).contains(bytes.count) else { return nil }
    var value: Int64 = 0
    for byte in bytes {
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 { return nil }
      value = value &* 10 &+ Int64(truncatingIfNeeded: digit)
    }
    return value
  }

  private static func digits(_ text: Bytes) -> Int64? {
    var number = TagNumber(text)
    let isNegative = number.reader.skip("-")
    if !isNegative { _ = number.reader.skip("+") }
    guard var value = number.digits() else { return nil }
    if number.reader.skip(".") || number.reader.skip(","),
      (UInt8(ascii: "5")...UInt8(ascii: "9")).contains(number.reader.next)
    {
      value += 1
    }
    return isNegative ? -value : value
  }

  /// The number of a binary MP4 atom, with the most significant byte first. "trkn" and "disk" have it in their third
  /// and fourth byte. Returns nil for a text.
  private static func atom(_ bytes: Bytes) -> Int64? {
    guard (1...8).contains(bytes.count), !isText(bytes) else { return nil }
    var value: Int64 = 0
    let isPair = bytes.count == 6 || bytes.count == 8
    for byte in isPair ? bytes.part(from: 2, to: 4) : bytes { value = value << 8 | Int64(truncatingIfNeeded: byte) }
    return value
  }

  /// Whether the bytes are a text: after the byte of an encoding and before NULs there are no control characters.
  private static func isText(_ bytes: Bytes) -> Bool {
    var text = bytes
    if text.count > 1, (1...3).contains(text[0]) { text = text.part(from: 1) }
    if text[0] >= 0xFE { return true }
    while let last = text.last, last == 0 { text = text.part(from: 0, to: text.count - 1) }
    for byte in text where byte < 32 && !Bytes.isBlank(byte) { return false }
    return !text.isEmpty
  }

  // MARK: Truth

  /// The truth of a number, where 0 is false, or of a word.
  static func truth(_ bytes: Bytes, isAdvisory: Bool) -> Bool? {
    if let number = integer(bytes) { return number != 0 && !(isAdvisory && number == 2) }
    var truth: Bool?
    TagText.first(bytes) { text in
      switch TagIndex.hash(text.trimmed) {
      case TagIndex.hash("true"), TagIndex.hash("yes"), TagIndex.hash("explicit"): truth = true
      case TagIndex.hash("false"), TagIndex.hash("no"), TagIndex.hash("clean"): truth = false
      default: break
      }
    }
    return truth
  }

  // MARK: Ratings

  /// A rating from 0 to 1 of a text with its scale, or without one.
  public static func rating(_ text: String) -> Double? { text.withBytes { rating($0, integersOf: 1) } }

  /// A rating from 0 to 1, also with its scale: "4/5", "4 of 5", "4 out of 5", "80 %". Returns nil for a number above 1
  /// without a scale.
  ///
  /// - integersOf: the scale of a number without a point; 0 where it is unknown.
  static func rating(_ bytes: Bytes, integersOf unit: Double) -> Double? {
    var rating: Double?
    TagText.first(bytes) { text in
      var number = TagNumber(text)
      guard let value = number.decimal() else { return }
      var scale = number.hasPoint ? 1 : unit
      number.reader.skipBlanks()
      if number.reader.skip("%") {
        scale = 100
      } else if number.reader.skip("/") || number.reader.skip(text: "of") || number.reader.skip(text: "out of") {
        number.reader.skipBlanks()
        scale = number.decimal() ?? 0
      }
      number.reader.skipBlanks()
      if number.reader.isAtEnd, scale > 0, value <= scale { rating = value / scale }
    }
    return rating
  }

  /// Whether the e-mail address in a "Popularimeter" frame is that of a player whose ratings are linear.
  static func isLinear(_ writer: Bytes) -> Bool {
    writer.begins(with: "quodlibet@") || writer.begins(with: "Banshee") || writer.begins(with: "traktor@")
  }

  /// The rating of a "Popularimeter" frame: a number; or TagLib's text for it, "somebody@example.org rating=196
  /// counter=0"; or the frame itself, which begins with the e-mail address of the writer. 0 means no rating.
  static func popularimeter(_ bytes: Bytes, isLinear: Bool) -> Double? {
    var (value, isLinear) = (0 as Int64, isLinear)
    let mark: StaticString = " rating="
    if let number = digits(bytes) {
      value = number
    } else if let space = bytes.indices.first(where: { bytes.part(from: $0).begins(with: mark) }) {
      isLinear = Self.isLinear(bytes)
      value = digits(bytes.part(from: space + mark.utf8CodeUnitCount)) ?? 0
    } else if let end = bytes.index(of: 0), end + 1 < bytes.count {
      isLinear = Self.isLinear(bytes)
      value = Int64(truncatingIfNeeded: bytes[end + 1])
    }
    guard (1...255).contains(value) else { return nil }
    return isLinear || value % 51 == 0 ? Double(value) / 255 : stars(value)
  }

  /// Converts to stars. Players agree on 1, 64, 128, 196 and 255 for one to five stars; MediaMonkey has half stars
  /// between.
  private static func stars(_ value: Int64) -> Double {
    switch value {
    case 1, 23...31: 0.2
    case ..<23: 0.1
    case ..<64: 0.3
    case ..<118: 0.4
    case ..<128: 0.5
    case ..<186: 0.6
    case ..<196: 0.7
    case ..<242: 0.8
    case ..<255: 0.9
    default: 1
    }
  }

  /// Converts a rating of Windows Media: 1, 25, 50, 75 and 99 for one to five stars.
  static func windowsMedia(_ bytes: Bytes) -> Double? {
    guard let value = integer(bytes), (1...100).contains(value) else { return nil }
    return Double(1 + (value + 12) / 25) / 5
  }

  // MARK: Parts

  /// Reads an integer; nil when there are no digits.
  private mutating func digits() -> Int64? { reader.digits == 0 ? nil : reader.number(reader.digits) }

  /// Reads a decimal, as "0.8", ",5" or "80".
  private mutating func decimal() -> Double? {
    let whole = digits()
    hasPoint = reader.skip(".") || reader.skip(",")
    // Only 18 decimals fit into the number; more are skipped.
    let places = min(reader.digits, 18)
    guard hasPoint, places > 0, let tenths = reader.number(places) else { return whole.map { Double($0) } }
    _ = digits()
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    return Double(whole ?? 0) + Double(tenths) / scale
  }
}
