// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import NowPlayingCore

/// A text of JSON (RFC 8259) whose values keep the bytes that they came as.
///
/// Foundation's decoder gives values only, takes other encodings than UTF-8, and calls itself as deep as the text
/// says.
struct JSONText {
  /// Why a text is not taken.
  struct ParseError: Error, Equatable {
    let reason: String
  }

  /// One member of an object.
  struct Member {
    let name: String
    let value: ArraySlice<UInt8>
  }

  /// In their order, with the repeated ones.
  let members: [Member]

  /// Reads an object. The whole text is checked.
  ///
  /// - depth: how deep it may be nested.
  init(_ bytes: ArraySlice<UInt8>, depth: Int = PushLimits.depth) throws(ParseError) {
    // All else is ASCII, so that what is UTF-8 as a whole is so in its parts.
    guard String(validating: bytes, as: UTF8.self) != nil else { throw ParseError(reason: "it is not UTF-8") }
    var scanner = JSONScanner(bytes, depth: depth)
    guard let root = scanner.text() else {
      throw ParseError(
        reason: scanner.isTooDeep ? "it is nested deeper than \(depth) levels" : "it is not JSON")
    }
    guard root.first == JSONScanner.brace else { throw ParseError(reason: "it is no object") }
    members = scanner.rootMembers.map { name, value in Member(name: Self.string(name) ?? "", value: value) }
  }

  /// The value of a member, the first one of that name, as `JSONDecoder` has it.
  subscript(_ name: StaticString) -> ArraySlice<UInt8>? {
    members.first { $0.name.exact == ExactText(name) }?.value
  }

  /// The text that a value is; nil when it is none.
  static func string(_ value: ArraySlice<UInt8>) -> String? {
    guard value.first == JSONScanner.quote else { return nil }
    // Escapes are rare: nearly all texts are what is between the quotes.
    if !value.contains(JSONScanner.backslash) {
      return String(decoding: value.dropFirst().dropLast(), as: UTF8.self)
    }
    return try? JSONDecoder().decode(String.self, from: Data(value))
  }

  /// The number that a value is; nil when it is none, or one that no Double comes near.
  static func number(_ value: ArraySlice<UInt8>) -> Double? {
    Double(String(decoding: value, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }
}
