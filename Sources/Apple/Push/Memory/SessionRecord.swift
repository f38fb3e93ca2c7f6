// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
internal import NowPlayingCore

/// The stored state of one session.
package struct SessionRecord: Sendable, Equatable {
  /// How often its model is built in vain before it is given up: one that traps must not end the extension for ever.
  package static let maxAttempts = 3

  package let id: String
  /// The object as it was received, the last one that was given to the model.
  package var attributes: Data
  /// Unix seconds of the last attributes, or of the orderly end of the process that showed it.
  package var changed: Double
  /// The id of the bus that it was last shown on.
  package var bus: String
  /// How often its model is being built; 0 once it is.
  package var attempts = 0
  /// The timestamp of the last push that was applied.
  package var applied: Double?
  /// The salts of the last messages to its registration.
  package var seen: [Data] = []
  package var push: Registration? {
    get { registration }
    set { (registration, registrationText) = (newValue, FileText.text(newValue)) }
  }
  private var registration: Registration?
  /// The registration as JSON: it seldom changes, and is written with each push.
  private var registrationText = "null"

  package init(id: String, attributes: Data, changed: Double, bus: String) {
    self.id = id
    self.attributes = attributes
    self.changed = changed
    self.bus = bus
  }

  /// Whether it is of a login before this one, and too old to be shown: a panel full of yesterday is worse than an
  /// empty one. On the same bus it was shown all the time.
  package func isStale(bus: String, now: Double) -> Bool { bus != self.bus && now - changed > PushLimits.age }

  /// The name of its file.
  var fileName: String { Self.fileName(of: id) }

  static func fileName(of id: String) -> String { "session-" + Escape.hexadecimal(Escape.hash(id)) + ".json" }

  static func isFileName(_ name: String) -> Bool { name.hasPrefix("session-") && name.hasSuffix(".json") }

  /// All but the attributes, which keep their bytes.
  private struct Fields: Decodable {
    let id: String
    let changed: Double
    let bus: String
    let attempts: Int
    @Nullable var applied: Double?
    let seen: [String]
    @Nullable var push: Registration?
  }

  /// The text of its file; nil when a number is none. Not by an encoder, because each push waits for it.
  var file: Data? {
    guard changed.isFinite, applied?.isFinite != false else { return nil }
    let applied = applied.map { "\($0)" } ?? "null"
    let seen = FileText.texts(seen).map(FileText.quoted).joined(separator: ",")
    let rest = """
      ,"applied":\(applied),"attempts":\(attempts),"bus":\(FileText.quoted(bus)),"changed":\(changed),\
      "id":\(FileText.quoted(id)),"push":\(registrationText),"seen":[\(seen)],"version":\(FileText.version)}
      """
    return Data(#"{"attributes":"#.utf8) + attributes + Data(rest.utf8)
  }

  /// Reads a file.
  init(file: [UInt8]) throws(FileError) {
    let (fields, text) = try FileText.read(Fields.self, file)
    guard let attributes = text["attributes"], attributes.first == JSONScanner.brace else {
      throw FileError.unreadable("it has no attributes")
    }
    self.init(id: fields.id, attributes: Data(attributes), changed: fields.changed, bus: fields.bus)
    // More would not be counted, and a number that somebody wrote could be any.
    attempts = min(max(fields.attempts, 0), Self.maxAttempts)
    applied = fields.applied
    seen = try FileText.salts(fields.seen)
    push = fields.push
  }
}

extension [Data] {
  /// Remembers the salt of a message, in place of the oldest one when there are many.
  package mutating func remember(salt: [UInt8]) { self = Array((self + [Data(salt)]).suffix(PushLimits.salts)) }
}

/// A member of an object that is null where there is no value, and may be missing.
@propertyWrapper struct Nullable<Value: Codable>: Codable {
  var wrappedValue: Value?

  init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    wrappedValue = value.decodeNil() ? nil : try value.decode(Value.self)
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(wrappedValue)
  }
}

extension KeyedDecodingContainer {
  /// The compiler calls this for such a member.
  func decode<Value>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value> {
    try decodeIfPresent(type, forKey: key) ?? Nullable(wrappedValue: nil)
  }
}
