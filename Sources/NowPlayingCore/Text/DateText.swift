// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Dates in MPRIS's form: ISO 8601 in UTC, to the second.
public enum DateText {
  /// Seconds since 1970 as "2026-03-16T12:00:00Z"; nil outside the years 0 to 9999.
  public static func iso8601(_ seconds: Int64) -> String? {
    guard seconds >= -62_167_219_200, seconds < 253_402_300_800 else { return nil }
    // Days since 0000-03-01, so that the leap day is the last of its year.
    let day = floorDivide(seconds, 86400) + 719_468
    let time = seconds - floorDivide(seconds, 86400) * 86400
    let era = floorDivide(day, 146_097)
    let dayOfEra = day - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let dayOfMonth = dayOfYear - (153 * shifted + 2) / 5 + 1
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(dayOfMonth, 2) + "T" + padded(time / 3600, 2) + ":"
      + padded(time / 60 % 60, 2) + ":" + padded(time % 60, 2) + "Z"
  }

  private static func floorDivide(_ a: Int64, _ b: Int64) -> Int64 { a >= 0 ? a / b : -((b - 1 - a) / b) }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    var digits = [UInt8](String(value).utf8)
    while digits.count < width { digits.insert(48, at: 0) }
    return String(decoding: digits, as: UTF8.self)
  }
}
