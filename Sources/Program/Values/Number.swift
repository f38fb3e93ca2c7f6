// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingProgram

/// Converts between numbers and text as C does.
enum Number {
  /// Returns a number with a fixed count of digits after the point.
  static func fixed(_ value: Double, _ digits: Int32) -> String {
    let bytes = [UInt8](unsafeUninitializedCapacity: 400) { room, count in
      count = room.withMemoryRebound(to: CChar.self) { tool_write_number($0.baseAddress, $0.count, digits, value) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a number with as few digits as people would write: "1", "0.5", "0.333333333333333".
  static func short(_ value: Double) -> String {
    let text = Array(fixed(value, 15).utf8)
    guard let point = text.firstIndex(of: 46) else { return "0" }
    let end = text.lastIndex(where: { $0 != 48 }) ?? point
    return String(decoding: text[..<(end == point ? point : end + 1)], as: UTF8.self)
  }

  /// Returns the number that a text begins with, and the rest of the text; nil when it begins with none.
  static func read(_ text: String) -> (value: Double, rest: String)? {
    var length = 0
    let value = tool_read_number(text, &length)
    return length == 0 ? nil : (value, text.without(first: length))
  }

  /// Returns the number when it is the whole text; nil otherwise, or when it is not finite.
  static func only(_ text: String) -> Double? {
    guard let (value, rest) = read(text), rest.isEmpty, value.isFinite else { return nil }
    return value
  }

  /// A number of the command line that sets a value, or with a sign behind it changes one: "0.5", "0.1+", "0.1-".
  struct Step {
    let value: Double
    /// 1 or −1 for a change of the value by `value`; 0 for the value itself.
    let sign: Int32

    /// Returns the value after the step.
    ///
    /// - present: the value now.
    func applied(to present: Double) -> Double { sign == 0 ? value : sign < 0 ? present - value : present + value }
  }

  /// Reads a step; nil when the whole text is none.
  ///
  /// - read: reads the text without its sign.
  static func step(_ text: String, _ read: (String) -> Double? = { only($0) }) -> Step? {
    // A sign in front of a number would be read as part of it: "+0.1" would set the value that it means to add.
    if text.utf8.count > 1 && text.utf8.first == UInt8(ascii: "+") { return nil }
    let last = text.utf8.last
    let sign: Int32 = last == UInt8(ascii: "+") ? 1 : last == UInt8(ascii: "-") ? -1 : 0
    return read(sign == 0 ? text : String(decoding: text.utf8.dropLast(), as: UTF8.self))
      .map { Step(value: $0, sign: sign) }
  }

  /// Reads a time, "90", "1:30" or "1:02:03.5", in seconds; nil when it is none.
  static func seconds(_ text: String) -> Double? {
    let parts = Array(text.utf8).parts(58, all: true)
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      // All parts but the last are integers; all but the first have two digits before the point, and are below 60.
      let digits = (part.firstIndex { !(48...57).contains($0) } ?? part.endIndex) - part.startIndex
      let isLast = index == parts.count - 1
      guard parts.count < 4, let value = only(String(decoding: part, as: UTF8.self)),
        isLast || digits == part.count, index == 0 || digits == 2 && value < 60
      else { return nil }
      seconds = seconds * 60 + value
    }
    return seconds
  }

  /// Returns a time in µs as people write it: "1:02:03", "3:45".
  static func clock(_ microseconds: Int64) -> String { String { pctl_text_add_clock(&$0, microseconds) } }
}
