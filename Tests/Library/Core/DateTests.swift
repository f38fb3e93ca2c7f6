// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingCore

/// Dates as MPRIS has them, and as tags and players write them.
@Suite struct DateTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_773_662_400, "2026-03-16T12:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
      (-1, "1969-12-31T23:59:59Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
      (253_402_300_799, "9999-12-31T23:59:59Z"),
    ] as [(Int64, String)]) func dates(_ seconds: Int64, _ text: String)
  {
    #expect(DateText.iso8601(seconds) == text)
  }

  /// Each day of four centuries, after which the calendar repeats, follows the day before.
  @Test func daysFollowEachOther() {
    var (year, month, day) = (1901, 3, 1)
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    var wrong: [String] = []
    for number in 0..<146_097 {
      let text = "\(year)-\(two(month))-\(two(day))T13:07:59Z"
      // 1901-03-01 was 25,143 days before 1970.
      let seconds = (Int64(number) - 25_143) * 86_400 + 13 * 3600 + 7 * 60 + 59
      if DateText.iso8601(seconds) != text { wrong.append(text) }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let length = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
      day += 1
      if day > length { (day, month) = (1, month + 1) }
      if month > 12 { (month, year) = (1, year + 1) }
    }
    #expect(wrong.isEmpty)
  }

  @Test func datesOutsideFourDigitsAreLeftOut() {
    #expect(DateText.iso8601(-62_167_219_201) == nil)
    #expect(DateText.iso8601(.min) == nil)
    #expect(DateText.iso8601(.max) == nil)
    #expect(DateText.iso8601(253_402_300_800) == nil)
  }

  /// Every day of four centuries is read as it is written.
  @Test func datesAreReadAsTheyAreWritten() {
    var wrong: [String] = []
    for day in -25_143...120_953 as ClosedRange<Int64> {
      guard let text = DateText.iso8601(day * 86_400 + 47_279) else { return wrong.append(String(day)) }
      let date = String(text.prefix(10))
      if DateText.seconds(text) != day * 86_400 + 47_279 || DateText.seconds(date) != day * 86_400 {
        wrong.append(text)
      }
    }
    #expect(wrong.isEmpty)
    #expect(DateText.seconds("0002-01-01") == -62_104_060_800)
    #expect(DateText.seconds("9999-12-31T23:59:59Z") == 253_402_300_799)
  }

  @Test(
    arguments: [
      ("2006", "2006-01-01T00:00:00Z"), ("2006-05", "2006-05-01T00:00:00Z"), ("2006-05-31", "2006-05-31T00:00:00Z"),
      ("2006-05-31T20:15", "2006-05-31T20:15:00Z"), ("2006-05-31 20:15:59", "2006-05-31T20:15:59Z"),
      ("2006-05-31T20:15:59.123456Z", "2006-05-31T20:15:59Z"), ("2006-05-31T20:15:60Z", "2006-05-31T20:16:00Z"),
      ("2006-05-31T20:15:00+02:00", "2006-05-31T18:15:00Z"), ("2006-05-31T20:15-0130", "2006-05-31T21:45:00Z"),
      ("2006-12-31T23:59:59-01", "2007-01-01T00:59:59Z"), ("2000-02-29", "2000-02-29T00:00:00Z"),
      ("2004-02-29", "2004-02-29T00:00:00Z"), ("1900-02-28", "1900-02-28T00:00:00Z"),
      ("2006-05-31T00:00:00.09Z", "2006-05-31T00:00:00Z"), ("2006-05-31T23:59+00:00", "2006-05-31T23:59:00Z"),
      ("2006-05-31T23:59+23:59", "2006-05-31T00:00:00Z"),
    ]) func partsOfDates(_ written: String, _ meant: String)
  {
    #expect(DateText.seconds(written).flatMap(DateText.iso8601) == meant)
  }

  @Test(arguments: [
    "", "x", "206", "20060", "20060531", "2006-", "2006-5", "2006-00", "2006-13", "2006-05-", "2006-05-00",
    "2006-05-32", "2004-02-30", "200/", "200:",
    "2006-04-31", "2006-06-31", "2006-09-31", "2006-11-31", "2006-02-29", "1900-02-29", "2006-05-31T", "2006-05-31T2",
    "2006-05-31T20", "2006-05-31T20:", "2006-05-31T24:00", "2006-05-31T20:60", "2006-05-31T20:15:61",
    "2006-05-31T20:15:59.", "2006-05-31T20:15+", "2006-05-31T20:15+2", "2006-05-31T20:15+24:00",
    "2006-05-31T20:15+02:", "2006-05-31T20:15+02:60", "2006-05-31T20:15ZZ", " 2006", "2006 ", "-2006", "２００６",
  ]) func whatIsNoDateOfISO8601(_ text: String) {
    #expect(DateText.exactSeconds(text) == nil)
  }

  /// Dates in the forms of tags, downloaders and players.
  @Test(arguments: [
    ("20141108", "2014-11-08T00:00:00Z"), ("2006-00-00", "2006-01-01T00:00:00Z"),
    ("2006-05-00", "2006-05-01T00:00:00Z"),
    ("2006/05/31", "2006-05-31T00:00:00Z"), ("2006-5-3", "2006-05-03T00:00:00Z"), ("2006.5.3", "2006-05-03T00:00:00Z"),
    ("2006 ", "2006-01-01T00:00:00Z"), (" 2006", "2006-01-01T00:00:00Z"), ("2006\0", "2006-01-01T00:00:00Z"),
    ("2006:05:31 20:15:59", "2006-05-31T20:15:59Z"), ("2006-05-31T12", "2006-05-31T12:00:00Z"),
    ("2006-05-31T12:00:00.000+0000", "2006-05-31T12:00:00Z"), ("2006-05-31T12:00:00,5Z", "2006-05-31T12:00:00Z"),
    ("20060531T201559Z", "2006-05-31T20:15:59Z"), ("20060531201559", "2006-05-31T20:15:59Z"),
    ("200605312015", "2006-05-31T20:15:00Z"), ("c. 1999", "1999-01-01T00:00:00Z"), ("May 2006", "2006-01-01T00:00:00Z"),
    ("31.05.2006", "2006-05-31T00:00:00Z"), ("3.5.2006", "2006-05-03T00:00:00Z"), ("5/31/2006", "2006-05-31T00:00:00Z"),
    ("31/5/2006", "2006-05-31T00:00:00Z"), ("31-05-2006", "2006-05-31T00:00:00Z"),
    ("05/06/2006", "2006-01-01T00:00:00Z"),
    ("05/05/2006", "2006-05-05T00:00:00Z"), ("32.05.2006", "2006-01-01T00:00:00Z"),
    ("29.02.2006", "2006-01-01T00:00:00Z"),
    ("1.2/2006", "2006-01-01T00:00:00Z"), ("31:05:2006", "2006-01-01T00:00:00Z"),
    ("am 31.05.2006", "2006-05-31T00:00:00Z"),
    ("1/2 2006", "2006-01-01T00:00:00Z"), ("5.2006", "2006-01-01T00:00:00Z"),
    ("2006-13", "2006-01-01T00:00:00Z"), ("2006-02-29", "2006-02-01T00:00:00Z"),
    ("2006-05-31T25:00", "2006-05-31T00:00:00Z"), ("2006-05-31 (remaster)", "2006-05-31T00:00:00Z"),
    ("2006-05-31T20:15 somewhere", "2006-05-31T20:15:00Z"), ("1149033600", "2006-05-31T00:00:00Z"),
    ("2006-05-31T20:15+02:00 ", "2006-05-31T18:15:00Z"), ("1999/2006", "1999-01-01T00:00:00Z"),
    ("06 1999", "1999-01-01T00:00:00Z"), ("2006-005", "2006-01-01T00:00:00Z"), ("2006-05-311", "2006-05-01T00:00:00Z"),
  ]) func datesOfTags(_ written: String, _ meant: String) {
    #expect(DateText.seconds(written).flatMap(DateText.iso8601) == meant)
  }

  @Test(arguments: [
    "", "x", "206", "20060", "200605", "soon", "0000", "0000-00-00", "06", "２００６", "1999999", "12:30",
    "0000-01-01", "0000-01-01T00:00:00Z", "0001-01-01", "0001-01-01T00:00:00Z", "00010101",
  ])
  func whatIsNoDate(_ text: String) { #expect(DateText.seconds(text) == nil) }
}
