// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Converts dates: to MPRIS's form, which is ISO 8601 in UTC to the second, and from the forms of tags and players.
public enum DateText {
  /// Seconds since 1970 as "2026-03-16T12:00:00Z"; nil outside the years 0 to 9999.
  public static func iso8601(_ seconds: Int64) -> String? {
    let sinceYear0 = Clamp.sum(seconds, 62_167_219_200)
    guard (0..<315_569_520_000).contains(sinceYear0) else { return nil }
    // Days are counted from 1 March of the year -400: the leap day is then the last of a year, and no number is
    // negative.
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

  /// The seconds since 1970 of a date as tags and players write it: ISO 8601, or the first date in a text: "20141108",
  /// "2006-00-00", "2006/5/31", "2006:05:31", "2006年5月31日", "Wed, 31 May 2006 12:00:00 +0200", "May 31st, 2006",
  /// "c. 1999", "20141108T123000Z"; or the seconds themselves, with nine or more digits, or milliseconds. A month or
  /// day that does not exist is ignored. Returns nil when the text has no year.
  public static func seconds(_ text: String) -> Int64? { text.withBytes { seconds($0) } }

  static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Int64? { exactSeconds(text) ?? found(in: text) }

  /// The seconds since 1970 of a date in ISO 8601, which may end early: "2006", "2006-05", "2006-05-31",
  /// "2006-05-31T12:00", with seconds and a zone. A missing part is its first value, a missing zone UTC. Returns nil
  /// for any other text.
  public static func exactSeconds(_ text: String) -> Int64? { text.withBytes { exactSeconds($0) } }

  private static func exactSeconds(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    var reader = ByteReader(text)
    guard let year = reader.year() else { return nil }
    var (month, day, seconds): (Int64, Int64, Int64) = (1, 1, 0)
    if reader.skip("-") {
      guard let read = reader.number(2, 1...12) else { return nil }
      month = read
      if reader.skip("-") {
        guard let read = reader.number(2, 1...length(ofMonth: month, year)) else { return nil }
        day = read
        // SQL has a space in place of the "T".
        if reader.skip("T") || reader.skip(" ") {
          guard let read = reader.timeOfDay() else { return nil }
          seconds = read
        }
      }
    }
    return reader.isAtEnd ? days(year, month, day) * 86400 + seconds : nil
  }

  // MARK: Dates within texts

  /// The number of units in one second, where a time since 1970 has `count` digits: the unit is seconds, for times from
  /// 1973 on, milliseconds, from 2001 on, or microseconds. Returns nil for other numbers of digits, which belong to
  /// other forms of dates.
  private static func unit(ofDigits count: Int) -> Int64? {
    switch count {
    case 9...11: 1
    case 13: 1000
    case 16: 1_000_000
    default: nil
    }
  }

  /// The first date in a text. It begins with the name of a month, or with a run of digits: of a year, of a day, of a
  /// year with month and day, of these and the time of day ("20060531120000"), or of a number of seconds.
  private static func found(in text: UnsafeBufferPointer<UInt8>) -> Int64? {
    var index = 0
    while index < text.count {
      let count = text.digits(at: index)
      let isNegative = index == 1 && text[0] == UInt8(ascii: "-")
      if count == 4 || count == 8 || count == 12 || count == 14 {
        // "-0380": clients are sent no years before Christ.
        if !isNegative, let seconds = date(ByteReader(text, at: index), isBasic: count > 4) { return seconds }
      } else if (1...2).contains(count),
        let seconds = dayFirst(ByteReader(text, at: index)) ?? dayAndName(ByteReader(text, at: index))
      {
        return seconds
      } else if let unit = unit(ofDigits: count) {
        return text.number(index..<index + count) / (isNegative ? -unit : unit)
      } else if count == 0, index == 0 || !Escape.isAlphanumeric(text[index - 1]),
        let seconds = nameFirst(ByteReader(text, at: index))
      {
        return seconds
      }
      index += max(count, 1)
    }
    return nil
  }

  /// Reads a date that begins with its year; nil when it does not.
  ///
  /// - isBasic: whether its parts have no separators, as in "20060531".
  private static func date(_ reader: ByteReader, isBasic: Bool) -> Int64? {
    var reader = reader
    guard let year = reader.year() else { return nil }
    guard let month = isBasic ? reader.number(2, 1...12) : reader.next(1...12) else { return days(year, 1, 1) * 86400 }
    let all = 1...length(ofMonth: month, year)
    guard let day = isBasic ? reader.number(2, all) : reader.next(all) else { return days(year, month, 1) * 86400 }
    _ = reader.skip("T") || reader.skip(" ")
    return days(year, month, day) * 86400 + (reader.lenientTimeOfDay() ?? 0)
  }

  /// Reads a date that ends with its year: "31.5.2006"; or "5/31/2006", where day and month cannot be exchanged.
  /// Otherwise only the year is taken. Returns nil for any other text.
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

  /// Reads a date with the name of its month, as feeds have it (RFC 822): "31 May 2006", also with a time. Returns nil
  /// for any other text.
  private static func dayAndName(_ reader: ByteReader) -> Int64? {
    var reader = reader
    guard let day = reader.day(), let month = reader.monthName() else { return nil }
    return reader.year(after: month, day)
  }

  /// Reads a date that begins with the name of its month: "May 31, 2006", "May 2006". Returns nil for any other text.
  private static func nameFirst(_ reader: ByteReader) -> Int64? {
    var reader = reader
    guard let month = reader.monthName() else { return nil }
    return reader.year(after: month, reader.digits == 4 ? 1 : reader.day())
  }

  fileprivate static func length(ofMonth month: Int64, _ year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days since 1970-01-01 of a date, which must exist.
  fileprivate static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    // Years begin in March here, so that the leap day is the last of a year.
    let (shifted, year) = month > 2 ? (month - 3, year + 400) : (month + 9, year + 399)
    let dayOfYear = (153 * shifted + 2) / 5 + day - 1
    // Counted from 1 March of the year -400, so that no number is negative.
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 865_565
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    var digits = Escape.decimal(value).bytes
    while digits.count < width { digits.insert(48, at: 0) }
    return String(decoding: digits, as: UTF8.self)
  }
}

// Readers of the parts of a date.
extension ByteReader {
  /// Reads a year. Where it is unknown taggers write 0, and Go and .NET write 1: that is nil.
  fileprivate mutating func year() -> Int64? { number(4, 2...9999) }

  /// Reads a separator and a number of one or two digits within a range.
  fileprivate mutating func next(_ range: ClosedRange<Int64>) -> Int64? {
    guard skip("-") || skip("/") || skip(".") || skip(":") || skipSign(), (1...2).contains(digits) else { return nil }
    return number(digits, range)
  }

  /// Reads a day, also as "1st", and the separators behind it.
  fileprivate mutating func day() -> Int64? {
    guard (1...2).contains(digits), let day = number(digits) else { return nil }
    _ = skip(text: "st") || skip(text: "nd") || skip(text: "rd") || skip(text: "th")
    skipSeparators()
    return day
  }

  /// Reads the year of a day whose month has a name, and a time of day. Returns the seconds since 1970; nil without a
  /// year.
  fileprivate mutating func year(after month: Int64, _ day: Int64?) -> Int64? {
    guard var day, digits == 4, let year = year() else { return nil }
    if day == 0 || day > DateText.length(ofMonth: month, year) { day = 1 }
    skipBlanks()
    return DateText.days(year, month, day) * 86400 + (lenientTimeOfDay() ?? 0)
  }

  /// Reads the English name of a month or at least its first three letters, and separators behind it.
  fileprivate mutating func monthName() -> Int64? {
    let start = index
    while Escape.isAlphanumeric(next), !UnsafeBufferPointer.isDigit(next) { skip() }
    let word = text.part(from: start, to: index)
    guard word.count >= 3 else { return nil }
    let names: StaticString = "january february march april may june july august september october november december"
    let all = UnsafeBufferPointer(start: names.utf8Start, count: names.utf8CodeUnitCount)
    var name = ByteReader(all)
    for month in 1...12 as ClosedRange<Int64> {
      let rest = all.part(from: name.index)
      if word.count <= rest.count, word.indices.allSatisfy({ Escape.lowercased(word[$0]) == rest[$0] }) {
        skipSeparators()
        return month
      }
      while Escape.isAlphanumeric(name.next) { name.skip() }
      name.skip()
    }
    return nil
  }

  /// Skips blanks, dashes, points and commas.
  private mutating func skipSeparators() {
    while UnsafeBufferPointer.isBlank(next) || (UInt8(ascii: ",")...UInt8(ascii: ".")).contains(next) { skip() }
  }

  /// Skips the sign for a year or a month in Chinese, Japanese and Korean, and spaces beside it.
  private mutating func skipSign() -> Bool {
    var reader = self
    reader.skipBlanks()
    guard reader.skip(text: "年") || reader.skip(text: "月") || reader.skip(text: "년") || reader.skip(text: "월") else {
      return false
    }
    reader.skipBlanks()
    self = reader
    return true
  }

  /// Reads a time with or without colons, minutes, seconds and a zone; nil when there is none.
  fileprivate mutating func lenientTimeOfDay() -> Int64? {
    var time = self
    if let seconds = time.timeOfDay(), time.isAtEnd { return seconds }
    guard let hours = number(2, 0...23) else { return nil }
    _ = skip(":")
    let minutes = number(2, 0...59) ?? 0
    _ = skip(":")
    let seconds = number(2, 0...60) ?? 0
    _ = fraction()
    skipBlanks()
    return hours * 3600 + minutes * 60 + seconds - (zone() ?? 0)
  }

  /// Reads a number of `width` digits within a range.
  fileprivate mutating func number(_ width: Int, _ range: ClosedRange<Int64>) -> Int64? {
    guard let value = number(width), range.contains(value) else { return nil }
    return value
  }

  /// Reads a time as "12:00", also with seconds, a fraction, which is ignored, and a zone. Returns the seconds since
  /// midnight in UTC.
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

  /// Skips a fraction of a second, if there is one. Returns false when a point or a comma has no digits behind it.
  private mutating func fraction() -> Bool {
    guard skip(".") || skip(",") else { return true }
    guard number(1) != nil else { return false }
    while number(1) != nil {}
    return true
  }

  /// Reads a zone: "Z", "+02:00", "+0200", "+02" or nothing. Returns the seconds by which it is ahead of UTC.
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
