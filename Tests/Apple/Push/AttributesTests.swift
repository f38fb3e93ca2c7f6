// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Testing

@testable import NowPlayingPush

/// Attributes as an app may have them.
struct Speaker: Codable, Equatable {
  struct Device: Codable, Equatable {
    var name: String
    var volume: Double
  }
  enum Mode: String, Codable { case loud, quiet }

  var id: String
  var timestamp: Date?
  var devices: [Device] = []
  var mode: Mode?

  /// The function by which an extension reads the attributes of pushes.
  static func id(of json: Data) throws(AttributesError) -> String {
    try AttributesJSON.decode(Speaker.self, from: json).id
  }

  /// Reads a push as an extension does.
  static func payload(of message: PushMessage, _ context: PushContext) throws(PushRefusal) -> PushPayload {
    let envelope = try PushEnvelope(message, context)
    let decoded = envelope.attributes.map { json in
      Result { () throws(AttributesError) in try id(of: json) }.mapError(PushRefusal.init)
    }
    return try envelope.decide(context, decoded: try decoded?.get())
  }
}

@Suite struct AttributesTests {
  private func fault(_ json: String) -> String? {
    do throws(AttributesError) {
      _ = try AttributesJSON.decode(Speaker.self, from: Data(json.utf8))
      return nil
    } catch {
      return error.reason
    }
  }

  private func date(_ json: String) -> Double? {
    let speaker = try? AttributesJSON.decode(
      Speaker.self, from: Data(#"{"id":"a","devices":[],"timestamp":\#(json)}"#.utf8))
    return speaker?.timestamp?.timeIntervalSince1970
  }

  @Test func whatAnEncoderWritesIsRead() throws {
    let speaker = Speaker(
      id: "kitchen", timestamp: Date(timeIntervalSince1970: 1_773_907_200.25),
      devices: [.init(name: "Küche", volume: 0.1)], mode: .quiet)
    #expect(try AttributesJSON.decode(Speaker.self, from: try JSONEncoder().encode(speaker)) == speaker)
  }

  @Test(arguments: [
    ("2026-03-16T12:00:00Z", 1_773_662_400), ("2026-03-16T12:00:00.5Z", 1_773_662_400.5),
    ("2026-03-16T12:00:00.125+00:00", 1_773_662_400.125), ("2026-03-16T13:30:00+01:30", 1_773_662_400),
    ("2026-03-16T10:00:00-0200", 1_773_662_400), ("2026-03-16T14:00:00+02", 1_773_662_400),
    ("1969-12-31T23:59:59.75Z", -0.25), ("2026-03-16T12:00:00.123456789123456789Z", 1_773_662_400.123456789),
  ]) func datesAsTexts(_ text: String, _ seconds: Double) throws {
    #expect(abs(try #require(date("\"\(text)\"")) - seconds) < 1e-6)
  }

  @Test func datesAsNumbers() {
    #expect(date("0") == 978_307_200)
    #expect(date("795355200.5") == 1_773_662_400.5)
    #expect(date("-1") == 978_307_199)
    #expect(date("null") == nil)
  }

  @Test(arguments: [
    "", "now", "2026-03-16", "2026-03-16T12:00Z", "2026-03-16T12:00+01:00", "2026-03-16T12:00:00",
    "2026-03-16T12:00:00.5",
    "2026-03-16 12:00:00Z", "2026-03-16T12:00:00.Z", "2026-03-16T12:00:00..5Z", "2026-03-16T12:00:00.5.5Z",
    "2026-13-16T12:00:00Z", "2026-02-29T12:00:00Z", "2026-03-16T24:00:00Z", "2026-03-16T12:00:00ZZ",
    "2026-03-16T12:00:00Z ", "1773662400", "12026-03-16T12:00:00Z", "2026-03-16T12:00:00+", "２026-03-16T12:00:00Z",
  ]) func whatIsNoDate(_ text: String) {
    let reason = "timestamp: no date of ISO 8601 with its zone, as 2026-03-16T12:00:00Z"
    #expect(fault(#"{"id":"a","devices":[],"timestamp":"\#(text)"}"#) == reason)
  }

  @Test(arguments: [
    (#"{"devices":[]}"#, "id is missing"),
    (#"{"id":"a","devices":[{"name":"x"}]}"#, "devices[0].volume is missing"),
    (
      #"{"id":"a","devices":[{"name":"x","volume":1},{"name":"y","volume":"loud"}]}"#, "devices[1].volume is not Double"
    ),
    (#"{"id":"a","devices":[{"name":null,"volume":1}]}"#, "devices[0].name is null, and not String"),
    (#"{"id":7,"devices":[]}"#, "id is not String"),
    (#"{"id":"a","devices":[],"timestamp":true}"#, "timestamp is not Double"),
    (#"{"id":"a","devices":[],"timestamp":[]}"#, "timestamp is not Double"),
    ("[]", "it is no object"), ("", "it is not JSON"), ("{", "it is not JSON"), (#""id""#, "it is no object"),
  ]) func faultsSayWhereTheyAre(_ json: String, _ expected: String) {
    #expect(fault(json) == expected)
  }

  @Test func faultsAreOneShortLine() throws {
    let text = try #require(
      fault(#"{"id":"a","devices":[],"mode":"x\n\u0007\#(String(repeating: "y", count: 5000))"}"#))
    #expect(text.hasPrefix("mode: ") && text.utf8.count < 400 && !text.contains { $0.isNewline || $0 == "\u{7}" })
  }

  /// The type throws an error of its own, not one of Foundation's.
  @Test func otherErrorsAreFaultsToo() {
    struct Odd: Decodable {
      struct Failure: Error {}
      init(from decoder: any Decoder) throws { throw Failure() }
    }
    #expect(throws: AttributesError(reason: "Failure()")) { try AttributesJSON.decode(Odd.self, from: Data("{}".utf8)) }
  }

  @Test func sizesAndDepthsAreBounded() {
    let empty = #"{"id":"a","devices":[],"x":""}"#
    func filled(_ count: Int) -> String {
      let filling = String(repeating: "x", count: count - empty.utf8.count)
      return empty.replacing(#""x":""}"#, with: #""x":"\#(filling)"}"#)
    }
    #expect(fault(filled(262_144)) == nil)
    #expect(fault(filled(262_145)) == "they have 262145 bytes; the most is 262144")
    let deep = String(repeating: "[", count: 130_000) + String(repeating: "]", count: 130_000)
    #expect(fault(empty.replacing(#""""#, with: deep)) == "it is nested deeper than 128 levels")
  }

  @Test(arguments: [
    ("", "their id is empty"), ("a\u{0}b", "their id has a NUL"), ("kitchen", nil),
    (String(repeating: "ä", count: 512), nil),
    (String(repeating: "ä", count: 512) + "x", "their id has more than 1024 bytes"),
  ]) func ids(_ id: String, _ expected: String?) {
    do throws(AttributesError) {
      try AttributesJSON.check(id: id)
      #expect(expected == nil)
    } catch {
      #expect(error.reason == expected)
    }
  }
}
