// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Testing

@testable import NowPlayingPush

@Suite struct JSONTests {
  private func read(_ text: String) -> JSONText? { try? JSONText(Array(text.utf8)[...]) }

  private func reason(_ bytes: [UInt8]) -> String? {
    do throws(JSONText.ParseError) {
      _ = try JSONText(bytes[...])
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func valuesKeepTheirBytes() throws {
    let text = #" {"a" : [1, {"b":2}] ,"b":"x\"y", "c":-1.50e+2,"d":{ } ,"e":null,"f":true,"":false} "# + "\t\r\n"
    let json = try #require(read(text))
    #expect(json.members.map(\.name) == ["a", "b", "c", "d", "e", "f", ""])
    #expect(
      json.members.map { String(decoding: $0.value, as: UTF8.self) } == [
        #"[1, {"b":2}]"#, #""x\"y""#, "-1.50e+2", "{ }", "null", "true", "false",
      ])
  }

  /// Of two members with the same name the first counts, as for Foundation's decoder.
  @Test func aNameTwice() throws {
    let text = #"{"a":1,"a":2}"#
    #expect(try #require(read(text))["a"].flatMap(JSONText.number) == 1)
    #expect(try JSONDecoder().decode([String: Int].self, from: Data(text.utf8)) == ["a": 1])
  }

  @Test func namesMayBeEscaped() throws {
    #expect(try #require(read(#"{"\u0061p\u0073":1}"#))["aps"] != nil)
    // One half of a surrogate pair is no character, so that this name is no member's name.
    #expect(try #require(read(#"{"\ud800":1,"aps":2}"#))["aps"].flatMap(JSONText.number) == 2)
  }

  @Test(arguments: [
    "", " ", "{", "}", "{}}", "{} {}", "{]", "[}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{a:1}", "{'a':1}",
    "{\"a\":1 \"b\":2}", "{\"a\":[1,]}", "{\"a\":[,1]}", "{\"a\":[1 2]}", "{\"a\":01}", "{\"a\":+1}", "{\"a\":.5}",
    "{\"a\":1.}", "{\"a\":1e}", "{\"a\":1e+}", "{\"a\":-}", "{\"a\":--1}", "{\"a\":0x1}", "{\"a\":1e+-1}",
    "{\"a\":NaN}", "{\"a\":Infinity}", "{\"a\":nul}", "{\"a\":True}", "{\"a\":truefalse}", "{\"a\":\"}",
    "{\"a\":\"\\\"}", "{\"a\":\"\\x\"}", "{\"a\":\"\\u12\"}", "{\"a\":\"\\u12g4\"}", "{\"a\":\"\n\"}",
    "{\"a\":\"\u{0}\"}", "{\"a\":\"\u{1F}\"}", "{}\u{0}", "\u{FEFF}{}", "{/**/}", "{\"a\":\"\\", "{\"a\":\"\\u",
    "{\"a\":1", "{\"a",
    "\u{B}{}",
  ]) func whatIsNotJSON(_ text: String) {
    #expect(reason(Array(text.utf8)) == "it is not JSON")
  }

  @Test(arguments: ["[]", "[{}]", "null", "true", "1", "-0", "\"{}\"", " [ ] "]) func whatIsNoObject(_ text: String) {
    #expect(reason(Array(text.utf8)) == "it is no object")
  }

  @Test(arguments: ["0", "-0.0", "1E5", "1e-5", "12.25", "\"\\u00e9\\\\\\/\\b\\f\\n\\r\\t\"", "\"é\u{7F}\"", "[[],{}]"])
  func whatIsAValue(_ value: String) throws {
    let json = try #require(read("{\"a\":\(value)}"))
    #expect(json["a"].map { String(decoding: $0, as: UTF8.self) } == value)
  }

  @Test(arguments: [[0xFF], [0x22, 0xC3, 0x22], [0x7B, 0xED, 0xA0, 0x80, 0x7D], [0x7B, 0xC0, 0x80, 0x7D]])
  func whatIsNotUTF8(_ bytes: [UInt8]) {
    #expect(reason(bytes) == "it is not UTF-8")
  }

  @Test func nestingIsBounded() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      func nested(_ depth: Int) -> [UInt8] {
        let (open, close) = (String(repeating: open, count: depth), String(repeating: close, count: depth))
        return Array(("{\"a\":" + open + "1" + close + "}").utf8)
      }
      #expect(reason(nested(127)) == nil)
      #expect(reason(nested(128)) == "it is nested deeper than 128 levels")
      #expect(reason(nested(1_000_000)) == "it is nested deeper than 128 levels")
    }
    // An array may contain any number of arrays side by side: only the depth of nesting is limited.
    #expect(reason(Array(("{\"a\":[" + String(repeating: "[],", count: 1000) + "{}]}").utf8)) == nil)
  }

  @Test func textsAndNumbers() {
    func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }
    #expect(JSONText.string(bytes(#""é""#)) == "é")
    #expect(JSONText.string(bytes(#""\u00e9\n\ud83d\ude00""#)) == "é\n😀")
    #expect(JSONText.string(bytes(#""\ud83d""#)) == nil)
    for other in ["1", "null", "[\"a\"]", "true", ""] { #expect(JSONText.string(bytes(other)) == nil) }
    #expect(JSONText.number(bytes("-1.5e2")) == -150)
    #expect(JSONText.number(bytes("12345678901234567890123")) == 12_345_678_901_234_567_741_440)
    for other in ["1e999", "\"1\"", "null", "true", "[1]", "", "{}"] { #expect(JSONText.number(bytes(other)) == nil) }
  }
}
