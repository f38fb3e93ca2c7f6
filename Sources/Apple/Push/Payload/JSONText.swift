// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import NowPlayingCore

/// A JSON text (RFC 8259) of whose values the original bytes are kept.
///
/// Foundation's decoder cannot be used for that: it does not return the bytes, accepts other encodings than UTF-8, and
/// has no limit for recursion.
struct JSONText {
  /// The reason why a text is refused.
  struct ParseError: Error, Equatable {
    let reason: String
  }

  /// One member of an object.
  struct Member {
    let name: String
    let value: ArraySlice<UInt8>
  }

  /// The members of the object in their order, including those whose name is repeated.
  let members: [Member]

  /// Reads an object. The whole text is checked.
  ///
  /// - depth: how deep values may be nested.
  init(_ bytes: ArraySlice<UInt8>, depth: Int = PushLimits.depth) throws(ParseError) {
    // Checked as a whole: where a value begins and ends there is ASCII, so that the parts of valid UTF-8 are valid too.
    guard String(validating: bytes, as: UTF8.self) != nil else { throw ParseError(reason: "it is not UTF-8") }
    var scanner = JSONScanner(bytes, depth: depth)
    guard let root = scanner.text() else {
      throw ParseError(
        reason: scanner.isTooDeep ? "it is nested deeper than \(depth) levels" : "it is not JSON")
    }
    guard root.first == JSONScanner.brace else { throw ParseError(reason: "it is no object") }
    members = scanner.rootMembers.map { name, value in Member(name: Self.string(name) ?? "", value: value) }
  }

  /// The value of the first member with a name, which is also the one that `JSONDecoder` takes.
  subscript(_ name: StaticString) -> ArraySlice<UInt8>? {
    members.first { $0.name.exact == ExactText(name) }?.value
  }

  /// Returns a value as a text; nil when it is not a string.
  static func string(_ value: ArraySlice<UInt8>) -> String? {
    guard value.first == JSONScanner.quote else { return nil }
    // Escapes are rare: nearly all strings are just the bytes between the quotes.
    if !value.contains(JSONScanner.backslash) {
      return String(decoding: value.dropFirst().dropLast(), as: UTF8.self)
    }
    return try? JSONDecoder().decode(String.self, from: Data(value))
  }

  /// Returns a value as a number; nil when it is not a number, or is too large for a Double.
  static func number(_ value: ArraySlice<UInt8>) -> Double? {
    Double(String(decoding: value, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }
}
