// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
internal import NowPlayingCore

/// The stored state when a push comes, as far as it decides about the push.
package struct PushContext: Sendable {
  /// A session that is on file.
  package struct Session: Sendable {
    package let id: String
    /// The timestamp of the last push that was applied; nil as long as there was none.
    package let applied: Double?

    package init(id: String, applied: Double?) {
      self.id = id
      self.applied = applied
    }
  }

  /// The owner of the registration to which it comes.
  package var owner: PushOwner
  /// The salts of the last messages to that registration.
  package var seen: [Data]
  package var sessions: [Session]
  package var ended: [EndedSession]
  /// Unix seconds.
  package var now: Double

  package init(owner: PushOwner, seen: [Data], sessions: [Session], ended: [EndedSession], now: Double) {
    self.owner = owner
    self.seen = seen
    self.sessions = sessions
    self.ended = ended
    self.now = now
  }

  func session(_ id: String) -> Session? { sessions.first { $0.id.exact == id.exact } }
}

/// A decrypted message, read as JSON: it is decided about twice, and read once.
package struct PushText: Sendable {
  package let salt: [UInt8]
  /// Of its object "aps"; nil for what is missing or of another type.
  let event: String?
  let timestamp: Double?
  let attributes: Data?

  package init(_ message: PushMessage) throws(PushRefusal) {
    salt = message.salt
    do throws(JSONText.Fault) {
      guard let aps = try JSONText(message.plaintext[...])["aps"], aps.first == JSONScanner.brace else {
        throw JSONText.Fault(reason: "it has no object \"aps\"")
      }
      let members = try JSONText(aps)
      event = members["event"].flatMap(JSONText.string)
      timestamp = members["timestamp"].flatMap(JSONText.number)
      attributes = members["attributes"].flatMap { $0.first == JSONScanner.brace ? Data($0) : nil }
    } catch {
      throw PushRefusal(code: "json", reason: error.reason)
    }
  }
}

/// The contents of a push, once it is accepted.
package struct PushPayload: Sendable, Equatable {
  package enum Action: Sendable, Equatable {
    /// A session with these attributes is to be built; there is none with that id.
    case start(Data)
    /// All attributes of a session.
    case update(Data)
    case end
  }

  package let action: Action
  /// The session's.
  package let id: String
  /// Unix seconds by the server's clock.
  package let timestamp: Double

  /// Decides by what is on file. Throws the first fault in the order of the codes.
  ///
  /// - decode: the id of attributes that decode.
  package static func read(
    _ text: PushText, _ context: PushContext, decode: (Data) throws(AttributesFault) -> String
  ) throws(PushRefusal) -> PushPayload {
    if context.seen.contains(Data(text.salt)) {
      throw PushRefusal(code: "replay", reason: "this message came before")
    }
    let event = try event(text, context.owner)
    let timestamp = try timestamp(text, context.now)
    guard let attributes = text.attributes else {
      throw PushRefusal(code: "attributes", reason: "\"attributes\" is no object")
    }
    let id = try event == .end ? idAlone(attributes) : id(of: attributes, decode)
    if case .session(let own) = context.owner, own.exact != id.exact {
      throw PushRefusal(code: "id", reason: "the attributes are of another session than the token")
    }
    try checkAge(event, id, timestamp, context)
    let isRunning = context.session(id) != nil
    if event == .start, !isRunning, context.sessions.count >= PushLimits.sessions {
      throw PushRefusal(code: "limit", reason: "there are \(PushLimits.sessions) sessions already")
    }
    let action: Action =
      switch event {
      case .end: .end
      case .start where !isRunning: .start(attributes)
      case .start, .update: .update(attributes)
      }
    return PushPayload(action: action, id: id, timestamp: timestamp)
  }

  private enum Event {
    case start, update, end
  }

  private static func event(_ text: PushText, _ owner: PushOwner) throws(PushRefusal) -> Event {
    switch (text.event?.exact, owner) {
    case ("start", .start): return .start
    case ("update", .session): return .update
    case ("end", .session): return .end
    case ("start", .session): throw PushRefusal(code: "event", reason: "\"start\" at the token of a session")
    case ("update", .start), ("end", .start):
      throw PushRefusal(code: "event", reason: "only \"start\" may come to the token that starts sessions")
    default: throw PushRefusal(code: "event", reason: "\"event\" is none of \"start\", \"update\", \"end\"")
    }
  }

  private static func timestamp(_ text: PushText, _ now: Double) throws(PushRefusal) -> Double {
    guard let timestamp = text.timestamp, timestamp >= 0 else {
      throw PushRefusal(code: "timestamp", reason: "\"timestamp\" is no number of seconds since 1970")
    }
    guard timestamp <= now + PushLimits.ahead else {
      throw PushRefusal(code: "timestamp", reason: "it is more than a day ahead: are these milliseconds?")
    }
    return timestamp
  }

  /// The id of attributes that are decoded as the extension's type.
  private static func id(
    of attributes: Data, _ decode: (Data) throws(AttributesFault) -> String
  ) throws(PushRefusal) -> String {
    do throws(AttributesFault) {
      let id = try decode(attributes)
      try AttributesJSON.check(id: id)
      return id
    } catch {
      throw PushRefusal(code: "attributes", reason: error.reason)
    }
  }

  /// The id of an end, which has no other attributes.
  private static func idAlone(_ attributes: Data) throws(PushRefusal) -> String {
    // A part of a text that was read can be read.
    guard let id = (try? JSONText([UInt8](attributes)[...]))?["id"].flatMap(JSONText.string) else {
      throw PushRefusal(code: "attributes", reason: "\"id\" is no text")
    }
    return id
  }

  /// Throws when something later came before, or when a start comes too late to be of use.
  private static func checkAge(
    _ event: Event, _ id: String, _ timestamp: Double, _ context: PushContext
  ) throws(PushRefusal) {
    if let applied = context.session(id)?.applied, timestamp < applied {
      throw PushRefusal(code: "stale", reason: "a later push of this session came before")
    }
    guard event == .start else { return }
    // Nobody could end it: the server was never sent a token for that.
    guard context.now - timestamp <= PushLimits.age else {
      throw PushRefusal(code: "stale", reason: "a start that is older than 8 hours")
    }
    if context.ended.contains(where: { $0.id.exact == id.exact && timestamp < $0.at }) {
      throw PushRefusal(code: "stale", reason: "this session has ended since")
    }
  }
}
