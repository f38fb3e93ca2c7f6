// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Testing

@testable import NowPlayingPush

@Suite struct PayloadTests {
  private let now = 1_773_907_200.0
  private let kitchen = #"{"id":"kitchen","devices":[]}"#

  private func context(
    _ owner: PushOwner = .session("kitchen"), seen: [Data] = [], applied: Double? = nil,
    sessions: [String] = ["kitchen"], ended: [EndedSession] = []
  ) -> PushContext {
    PushContext(
      owner: owner, seen: seen, sessions: sessions.map { .init(id: $0, applied: applied) }, ended: ended, now: now)
  }

  private func read(_ text: String, _ context: PushContext) throws(PushRefusal) -> PushPayload {
    let message = PushMessage(salt: Array(0..<16), plaintext: Array(text.utf8))
    return try Speaker.payload(of: message, context)
  }

  private func payload(_ event: String, _ timestamp: Double?, _ attributes: String? = nil) -> String {
    let timestamp = timestamp.map { #","timestamp":\#($0)"# } ?? ""
    return #"{"aps":{"event":"\#(event)"\#(timestamp),"attributes":\#(attributes ?? kitchen)}}"#
  }

  private func refused(_ text: String, _ context: PushContext) -> PushRefusal? {
    do throws(PushRefusal) {
      _ = try read(text, context)
      return nil
    } catch {
      return error
    }
  }

  private func code(_ text: String, _ context: PushContext? = nil) -> String? {
    refused(text, context ?? self.context())?.code
  }

  @Test func anUpdateIsRead() throws {
    let attributes = #"{ "devices":[] ,"id":"kit\u0063hen", "more":1e1}"#
    let read = try read(
      #"{"x":1,"aps":{"attributes":\#(attributes),"event":"update","timestamp":1773907100.5}}"#, context())
    // The attributes are passed on unchanged, byte by byte.
    #expect(read == PushPayload(action: .update(Data(attributes.utf8)), id: "kitchen", timestamp: 1_773_907_100.5))
  }

  @Test func anEndNeedsNothingButAnId() throws {
    let end = PushPayload(action: .end, id: "kitchen", timestamp: now)
    #expect(try read(payload("end", now, #"{"id":"kitchen"}"#), context()) == end)
    // Other members of the attributes are ignored.
    #expect(try read(payload("end", now, #"{"id":"kitchen","devices":7}"#), context()) == end)
  }

  @Test func aStartIsReadAndOfOneThatRunsAnUpdate() throws {
    let start = payload("start", now)
    let data = Data(kitchen.utf8)
    #expect(try read(start, context(.start, sessions: ["bath"])).action == .start(data))
    #expect(try read(start, context(.start, sessions: ["bath", "kitchen"])).action == .update(data))
  }

  @Test(arguments: [
    "", "{", "[]", "{}", "\u{0}", #"{"aps":[]}"#, #"{"aps":null}"#, #"{"APS":{}}"#, #"{"aps":"{}"}"#, "null",
    #"{"aps":{"event":"end","timestamp":1}"#, "hello",
  ]) func jsonIsChecked(_ text: String) {
    #expect(code(text) == "json")
  }

  @Test func nestingAndUTF8AreChecked() {
    let deep = String(repeating: "[", count: 1900) + String(repeating: "]", count: 1900)
    #expect(code(#"{"x":\#(deep),"aps":{}}"#) == "json")
    let message = PushMessage(salt: [], plaintext: [0x7B, 0xFF, 0x7D])
    #expect(refusal { () throws(PushRefusal) in _ = try PushEnvelope(message, context()) } == "json")
  }

  @Test func copiesAreRefused() {
    #expect(code(payload("update", now), context(seen: [Data(1...16), Data(0..<16)])) == "replay")
    #expect(code(payload("update", now), context(seen: [Data(1...16), Data(0..<15)])) == nil)
  }

  @Test func eventsAreForTheirTokens() {
    for event in ["", "Start", "stop", "update ", "null"] {
      for owner in [PushOwner.start, .session("kitchen")] {
        #expect(code(payload(event, now), context(owner)) == "event")
      }
    }
    for event in ["1", "null", "[\"end\"]", "true"] {
      #expect(code(#"{"aps":{"event":\#(event),"timestamp":1,"attributes":{"id":"kitchen"}}}"#) == "event")
    }
    #expect(code(#"{"aps":{"timestamp":1773907200,"attributes":{"id":"kitchen"}}}"#) == "event")
    #expect(code(payload("start", now)) == "event")
    #expect(code(payload("update", now), context(.start)) == "event")
    #expect(code(payload("end", now), context(.start)) == "event")
    #expect(code(payload("end", now)) == nil && code(payload("start", now), context(.start)) == nil)
  }

  @Test func timestampsAreChecked() {
    #expect(code(payload("update", nil)) == "timestamp")
    for timestamp in [-1, -0.001, now + 86400.5, now * 1000] {
      #expect(code(payload("update", timestamp)) == "timestamp", "\(timestamp)")
    }
    for timestamp in ["\"1773907200\"", "null", "true", "[1773907200]", "1e999", "{}"] {
      #expect(code(#"{"aps":{"event":"update","timestamp":\#(timestamp),"attributes":\#(kitchen)}}"#) == "timestamp")
    }
    for timestamp in [0, 0.5, now - 1e6, now, now + 86400] { #expect(code(payload("update", timestamp)) == nil) }
    #expect(refused(payload("update", now * 1000), context())?.reason.contains("milliseconds") == true)
  }

  @Test func attributesAreChecked() {
    #expect(code(#"{"aps":{"event":"end","timestamp":1}}"#) == "attributes")
    for attributes in ["null", "[]", "\"kitchen\"", "7", "{}", #"{"id":"","devices":[]}"#, #"{"id":"kitchen"}"#] {
      #expect(code(payload("update", now, attributes)) == "attributes", "\(attributes)")
    }
    for attributes in ["null", "[]", "\"kitchen\"", "{}", #"{"id":7}"#, #"{"id":null}"#, #"{"id":"\ud800"}"#] {
      #expect(code(payload("end", now, attributes)) == "attributes", "\(attributes)")
    }
    let reason = refused(payload("update", now, #"{"id":"kitchen","devices":[{"name":"a"}]}"#), context())?.reason
    #expect(reason == "devices[0].volume is missing")
  }

  @Test func idsAreThoseOfTheToken() {
    #expect(code(payload("update", now), context(.session("bath"), sessions: ["kitchen", "bath"])) == "id")
    #expect(code(payload("end", now, #"{"id":""}"#)) == "id")
    #expect(code(payload("end", now, #"{"id":"Kitchen"}"#)) == "id")
    // Ids are compared by their bytes; Swift takes these two for the same.
    #expect(code(payload("end", now, #"{"id":"e\u0301"}"#), context(.session("é"), sessions: ["é"])) == "id")
  }

  @Test func whatIsOlderThanTheLastIsStale() {
    for event in ["update", "end"] {
      #expect(code(payload(event, now - 11), context(applied: now - 10)) == "stale")
      #expect(code(payload(event, now - 10), context(applied: now - 10)) == nil)
      // An update may be old.
      #expect(code(payload(event, now - 1e6), context(applied: nil)) == nil)
    }
    #expect(code(payload("start", now - 11), context(.start, applied: now - 10)) == "stale")
    #expect(code(payload("start", now - 10), context(.start, applied: now - 10)) == nil)
    #expect(code(payload("start", now - 11), context(.start, applied: now - 10, sessions: ["bath"])) == nil)
  }

  @Test func startsAreYoung() {
    #expect(code(payload("start", now - 8 * 3600), context(.start, sessions: [])) == nil)
    #expect(code(payload("start", now - 8 * 3600 - 0.5), context(.start, sessions: [])) == "stale")
    let ended = [EndedSession(id: "bath", at: now), EndedSession(id: "kitchen", at: now - 5)]
    #expect(code(payload("start", now - 6), context(.start, sessions: [], ended: ended)) == "stale")
    #expect(code(payload("start", now - 5), context(.start, sessions: [], ended: ended)) == nil)
    #expect(code(payload("update", now - 6), context(ended: ended)) == nil)
  }

  @Test func sessionsAreBounded() {
    let others = (0..<64).map { "session \($0)" }
    #expect(code(payload("start", now), context(.start, sessions: others)) == "limit")
    #expect(code(payload("start", now), context(.start, sessions: others.dropLast())) == nil)
    #expect(code(payload("start", now), context(.start, sessions: others.dropLast() + ["kitchen"])) == nil)
    #expect(code(payload("update", now), context(sessions: others.dropLast() + ["kitchen"])) == nil)
  }

  /// The first rows have all the faults of the later ones, so that the order of the checks decides which error is
  /// thrown.
  @Test func faultsAreThrownInOrder() {
    let context = PushContext(
      owner: .start, seen: [Data(0..<16)],
      sessions: (0..<64).map { .init(id: "session \($0)", applied: nil) }, ended: [], now: now)
    var fresh = context
    fresh.seen = []
    var own = fresh
    own.owner = .session("session 0")
    let other = #"{"id":"other","devices":[]}"#
    #expect(code("{", context) == "json")
    #expect(code(#"{"aps":{}}"#, context) == "replay")
    #expect(code(#"{"aps":{}}"#, fresh) == "event")
    #expect(code(#"{"aps":{"event":"start"}}"#, fresh) == "timestamp")
    #expect(code(#"{"aps":{"event":"start","timestamp":1}}"#, fresh) == "attributes")
    #expect(code(payload("update", 1, other), own) == "id")
    #expect(code(payload("start", 1, other), fresh) == "stale")
    #expect(code(payload("start", now, other), fresh) == "limit")
  }
}
