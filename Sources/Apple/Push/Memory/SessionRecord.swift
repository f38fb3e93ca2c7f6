// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
internal import NowPlayingCore

/// The stored state of one session.
package struct SessionRecord: Sendable, Equatable {
  /// How often a session's model may fail to be built before the session is given up: a model that traps must not end
  /// the extension again and again.
  package static let maxAttempts = 3

  package let id: String
  /// The JSON of the last attributes that the model was given, byte for byte as it was received.
  package var attributes: Data
  /// The time of the last attributes, or of the orderly end of the process that showed the session, in Unix seconds.
  package var changed: Double
  /// The id of the bus on which the session was last shown.
  package var bus: String
  /// How many attempts to build the model were begun since one has succeeded.
  package var attempts = 0
  /// The timestamp of the last push that was applied.
  package var applied: Double?
  /// The salts of the last messages to the session's registration.
  package var seen: [Data] = []
  package var push: Registration? {
    get { registration }
    set { (registration, registrationText) = (newValue, FileText.text(newValue)) }
  }
  private var registration: Registration?
  /// The registration as JSON. It is kept as text because it seldom changes, and is written with each push.
  private var registrationText = "null"

  package init(id: String, attributes: Data, changed: Double, bus: String) {
    self.id = id
    self.attributes = attributes
    self.changed = changed
    self.bus = bus
  }

  /// Whether the session was last shown in an earlier login and is too old to be shown again, because outdated sessions
  /// are worse than none. A session that was shown on the same bus is never too old: it was shown all the time.
  package func isStale(bus: String, now: Double) -> Bool { bus != self.bus && now - changed > PushLimits.age }

  /// The name of the record's file.
  var fileName: String { Self.fileName(of: id) }

  static func fileName(of id: String) -> String { "session-" + Escape.hexadecimal(Escape.hash(id)) + ".json" }

  static func isFileName(_ name: String) -> Bool { name.hasPrefix("session-") && name.hasSuffix(".json") }

  /// All members of the file but the attributes, whose exact bytes are kept.
  private struct Fields: Decodable {
    let id: String
    let changed: Double
    let bus: String
    let attempts: Int
    @Nullable var applied: Double?
    let seen: [String]
    @Nullable var push: Registration?
  }

  /// The text of the record's file; nil when a number is not finite. The text is made without an encoder, because each
  /// push waits for it.
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

  /// Reads a session from the bytes of its file.
  init(file: [UInt8]) throws(FileError) {
    let (fields, text) = try FileText.read(Fields.self, file)
    guard let attributes = text["attributes"], attributes.first == JSONScanner.brace else {
      throw FileError.unreadable("it has no attributes")
    }
    self.init(id: fields.id, attributes: Data(attributes), changed: fields.changed, bus: fields.bus)
    // Limited, because the number may have been written by hand.
    attempts = min(max(fields.attempts, 0), Self.maxAttempts)
    applied = fields.applied
    seen = try FileText.salts(fields.seen)
    push = fields.push
  }
}

extension [Data] {
  /// Remembers the salt of a message, in place of the oldest when there are too many.
  package mutating func remember(salt: [UInt8]) { self = Array((self + [Data(salt)]).suffix(PushLimits.salts)) }
}

/// A member of an object that is null where there is no value, and that may be missing when it is read.
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
  /// The compiler calls this function for a member with the wrapper above.
  func decode<Value>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value> {
    try decodeIfPresent(type, forKey: key) ?? Nullable(wrappedValue: nil)
  }
}
