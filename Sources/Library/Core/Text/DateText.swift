// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Dates in MPRIS's form, ISO 8601 in UTC to the second; and dates as tags and players write them.
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

  /// The seconds since 1970 of a date as a tag or a player of MPRIS has it: ISO 8601, or the first date within a text:
  /// "20141108", "2006-00-00", "2006/5/31", "2006:05:31", "c. 1999", "20141108T123000Z"; or the seconds themselves,
  /// nine digits or more. A month or a day that does not exist is not known. Nil when there is no year within.
  public static func seconds(_ text: String) -> Int64? { text.withBytes { seconds($0) } }

  static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Int64? { exactSeconds(text) ?? found(in: text) }

  /// The seconds since 1970 of a date of ISO 8601, or of as much of one as is known: "2006", "2006-05", "2006-05-31",
  /// "2006-05-31T12:00", with seconds and a zone. What is not said is the first of its kind, the zone UTC. Nil when it
  /// is no date.
  public static func exactSeconds(_ text: String) -> Int64? { text.withBytes { exactSeconds($0) } }

  private static func exactSeconds(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    var reader = ByteReader(text)
    // Tags have the year 0 alone where they do not know it.
    guard let year = text.count > 4 ? reader.number(4) : reader.year() else { return nil }
    var (month, day, seconds): (Int64, Int64, Int64) = (1, 1, 0)
    if reader.skip("-") {
      guard let read = reader.number(2, 1...12) else { return nil }
      month = read
      if reader.skip("-") {
        guard let read = reader.number(2, 1...length(ofMonth: month, year)) else { return nil }
        day = read
        // A "T", or a space as in SQL.
        if reader.skip("T") || reader.skip(" ") {
          guard let read = reader.timeOfDay() else { return nil }
          seconds = read
        }
      }
    }
    return reader.isAtEnd ? days(year, month, day) * 86400 + seconds : nil
  }

  // MARK: Dates within texts

  /// How many digits a number of seconds since 1970 has, from 1973 on. Dates with eight are of another form.
  private static let digitsOfSeconds = 9...11

  /// The first date within a text, by its digits: those of a year, of a year with month and day, or with a time too.
  private static func found(in text: UnsafeBufferPointer<UInt8>) -> Int64? {
    var index = 0
    while index < text.count {
      let count = text.digits(at: index)
      if count == 4 || count == 8 || count == 12 || count == 14 {
        if let seconds = date(ByteReader(text, at: index), isBasic: count > 4) { return seconds }
      } else if (1...2).contains(count), let seconds = dayFirst(ByteReader(text, at: index)) {
        return seconds
      } else if digitsOfSeconds.contains(count) {
        return text.number(index..<index + count)
      }
      index += max(count, 1)
    }
    return nil
  }

  /// The date at a place of a text. Nil when it has no year.
  ///
  /// - isBasic: whether there is nothing between the parts, as in "20060531".
  private static func date(_ reader: ByteReader, isBasic: Bool) -> Int64? {
    var reader = reader
    guard let year = reader.year() else { return nil }
    guard let month = isBasic ? reader.number(2, 1...12) : reader.next(1...12) else { return days(year, 1, 1) * 86400 }
    let all = 1...length(ofMonth: month, year)
    guard let day = isBasic ? reader.number(2, all) : reader.next(all) else { return days(year, month, 1) * 86400 }
    _ = reader.skip("T") || reader.skip(" ")
    return days(year, month, day) * 86400 + (reader.lenientTimeOfDay() ?? 0)
  }

  /// A date whose year is last, "31.5.2006", or "5/31/2006" where only one order of day and month is possible. Nil of
  /// any other text.
  private static func dayFirst(_ reader: ByteReader) -> Int64? {
    var reader = reader
    guard let first = reader.number(reader.digits) else { return nil }
    let separator = reader.next
    guard let second = reader.next(1...31), reader.next == separator, separator != UInt8(ascii: ":") else { return nil }
    _ = reader.skip("-") || reader.skip("/") || reader.skip(".")
    guard reader.digits == 4, let year = reader.year() else { return nil }
    let isDayFirst = separator == UInt8(ascii: ".") || first > 12 || first == second
    if !isDayFirst, second <= 12 { return days(year, 1, 1) * 86400 }
    let (day, month) = isDayFirst ? (first, second) : (second, first)
    guard (1...12).contains(month), (1...length(ofMonth: month, year)).contains(day) else { return nil }
    return days(year, month, day) * 86400
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

  private static func padded(_ value: Int64, _ width: Int) -> String {
    var digits = Escape.decimal(value).bytes
    while digits.count < width { digits.insert(48, at: 0) }
    return String(decoding: digits, as: UTF8.self)
  }
}

// The parts of a date, one after the other.
extension ByteReader {
  /// A year. 0 is what taggers write where they do not know it.
  fileprivate mutating func year() -> Int64? { number(4, 1...9999) }

  /// The one or two digits behind a separator, as a number within a range.
  fileprivate mutating func next(_ range: ClosedRange<Int64>) -> Int64? {
    guard skip("-") || skip("/") || skip(".") || skip(":"), (1...2).contains(digits) else { return nil }
    return number(digits, range)
  }

  /// A time with or without colons, minutes, seconds and a zone; nil when there is none.
  fileprivate mutating func lenientTimeOfDay() -> Int64? {
    var time = self
    if let seconds = time.timeOfDay(), time.isAtEnd { return seconds }
    guard let hours = number(2, 0...23) else { return nil }
    _ = skip(":")
    let minutes = number(2, 0...59) ?? 0
    _ = skip(":")
    let seconds = number(2, 0...60) ?? 0
    _ = fraction()
    return hours * 3600 + minutes * 60 + seconds - (zone() ?? 0)
  }

  /// A number of so many digits within a range.
  fileprivate mutating func number(_ width: Int, _ range: ClosedRange<Int64>) -> Int64? {
    guard let value = number(width), range.contains(value) else { return nil }
    return value
  }

  /// "12:00", with seconds, their fraction, which is left out, and a zone: the seconds since midnight in UTC.
  fileprivate mutating func timeOfDay() -> Int64? {
    guard let hours = number(2, 0...23), skip(":"), let minutes = number(2, 0...59) else { return nil }
    var seconds: Int64 = 0
    if skip(":") {
      // 60 is a leap second.
      guard let read = number(2, 0...60) else { return nil }
      seconds = read
      guard fraction() else { return nil }
    }
    guard let zone = zone() else { return nil }
    return hours * 3600 + minutes * 60 + seconds - zone
  }

  /// Skips a fraction of a second, if it is there. False when a point or a comma has no digits behind it.
  private mutating func fraction() -> Bool {
    guard skip(".") || skip(",") else { return true }
    guard number(1) != nil else { return false }
    while number(1) != nil {}
    return true
  }

  /// "Z", "+02:00", "+0200", "+02" or nothing: the seconds that the zone is ahead of UTC.
  private mutating func zone() -> Int64? {
    if skip("Z") || isAtEnd { return 0 }
    let isAhead = skip("+")
    guard isAhead || skip("-"), let hours = number(2, 0...23) else { return nil }
    var minutes: Int64 = 0
    if !isAtEnd {
      _ = skip(":")
      guard let read = number(2, 0...59) else { return nil }
      minutes = read
    }
    return (isAhead ? 1 : -1) * (hours * 3600 + minutes * 60)
  }
}
