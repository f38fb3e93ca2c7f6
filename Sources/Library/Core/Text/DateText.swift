// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Dates in MPRIS's form: ISO 8601 in UTC, to the second.
public enum DateText {
  /// Seconds since 1970 as "2026-03-16T12:00:00Z"; nil outside the years 0 to 9999.
  public static func iso8601(_ seconds: Int64) -> String? {
    let sinceYear0 = Clamp.sum(seconds, 62_167_219_200)
    guard (0..<315_569_520_000).contains(sinceYear0) else { return nil }
    // Days since a 1 March, so that the leap day is the last of its year: that of -400, so that none is negative.
    let day = sinceYear0 / 86400 + 146_037
    let time = sinceYear0 % 86400
    let era = day / 146_097
    let dayOfEra = day - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + (era - 1) * 400 + (month <= 2 ? 1 : 0)
    let dayOfMonth = dayOfYear - (153 * shifted + 2) / 5 + 1
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(dayOfMonth, 2) + "T" + padded(time / 3600, 2) + ":"
      + padded(time / 60 % 60, 2) + ":" + padded(time % 60, 2) + "Z"
  }

  /// The seconds since 1970 of a date of ISO 8601, or of as much of one as is known, as tags have it: "2006",
  /// "2006-05", "2006-05-31", "2006-05-31T12:00", with seconds and a zone. What is not said is the first of its kind,
  /// the zone UTC. Nil when it is no date.
  public static func seconds(_ text: String) -> Int64? {
    var reader = Reader(text.bytes)
    guard let year = reader.number(4) else { return nil }
    var (month, day, seconds): (Int64, Int64, Int64) = (1, 1, 0)
    if reader.take(45) {
      guard let read = reader.number(2, 1...12) else { return nil }
      month = read
      if reader.take(45) {
        guard let read = reader.number(2, 1...length(ofMonth: month, year)) else { return nil }
        day = read
        // A "T", or a space as in SQL.
        if reader.take(84) || reader.take(32) {
          guard let read = reader.timeOfDay() else { return nil }
          seconds = read
        }
      }
    }
    return reader.isAtEnd ? days(year, month, day) * 86400 + seconds : nil
  }

  private static func length(ofMonth month: Int64, _ year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01 of a date that exists.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    // The leap day is the last of a year that begins in March.
    let (shifted, year) = month > 2 ? (month - 3, year + 400) : (month + 9, year + 399)
    let dayOfYear = (153 * shifted + 2) / 5 + day - 1
    // Counted from 1 March -400, so that nothing is negative.
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 865_565
  }

  /// Reads the parts of a date, one after the other.
  private struct Reader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// Skips a character, if it is there.
    mutating func take(_ byte: UInt8) -> Bool {
      guard rest.first == byte else { return false }
      rest.removeFirst()
      return true
    }

    /// A number of so many digits within a range.
    mutating func number(_ width: Int, _ range: ClosedRange<Int64>) -> Int64? {
      guard let value = number(width), range.contains(value) else { return nil }
      return value
    }

    /// A number of so many digits.
    mutating func number(_ width: Int) -> Int64? {
      guard rest.count >= width else { return nil }
      var value: Int64 = 0
      for digit in rest.prefix(width) {
        guard (48...57).contains(digit) else { return nil }
        value = value * 10 + Int64(clamping: digit) - 48
      }
      rest.removeFirst(width)
      return value
    }

    /// "12:00", with seconds, their fraction, which is left out, and a zone: the seconds since midnight in UTC.
    mutating func timeOfDay() -> Int64? {
      guard let hours = number(2, 0...23), take(58), let minutes = number(2, 0...59) else { return nil }
      var seconds: Int64 = 0
      if take(58) {
        // 60 is a leap second.
        guard let read = number(2, 0...60) else { return nil }
        seconds = read
        if take(46) {
          guard number(1) != nil else { return nil }
          while number(1) != nil {}
        }
      }
      guard let zone = zone() else { return nil }
      return hours * 3600 + minutes * 60 + seconds - zone
    }

    /// "Z", "+02:00", "+0200", "+02" or nothing: the seconds that the zone is ahead of UTC.
    private mutating func zone() -> Int64? {
      if take(90) || isAtEnd { return 0 }
      let isAhead = take(43)
      guard isAhead || take(45), let hours = number(2, 0...23) else { return nil }
      var minutes: Int64 = 0
      if !isAtEnd {
        _ = take(58)
        guard let read = number(2, 0...59) else { return nil }
        minutes = read
      }
      return (isAhead ? 1 : -1) * (hours * 3600 + minutes * 60)
    }
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    var digits = Escape.decimal(value).bytes
    while digits.count < width { digits.insert(48, at: 0) }
    return String(decoding: digits, as: UTF8.self)
  }
}
