// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
internal import NowPlayingCore

/// A decrypted message whose JSON has been read, and whose attributes are not decoded yet.
package struct PushEnvelope: Sendable {
  private enum Event {
    case start, update, end
  }

  package let salt: [UInt8]
  private let event: Event
  /// The time at which the server has sent the message, in Unix seconds by the server's clock.
  private let timestamp: Double
  /// The bytes of the JSON object with the attributes.
  private let object: Data
  /// The session's id in `object`, for a message that ends a session; nil for other messages.
  private let ended: String?

  /// Reads a message. Throws the first reason to refuse it, in the order of the codes, as far as reasons are known
  /// before the attributes are decoded.
  package init(_ message: PushMessage, _ context: PushContext) throws(PushRefusal) {
    let aps = try Self.aps(message.plaintext)
    salt = message.salt
    try context.checkIsNew(salt)
    event = try Self.event(aps["event"].flatMap(JSONText.string), context.owner)
    timestamp = try Self.timestamp(aps["timestamp"].flatMap(JSONText.number), context.now)
    guard let object = aps["attributes"], object.first == JSONScanner.brace else {
      throw PushRefusal(AttributesError(reason: "\"attributes\" is no object"))
    }
    self.object = Data(object)
    // The object is part of a text that was read, so that reading it cannot fail.
    ended = event == .end ? (try? JSONText(object))?["id"].flatMap(JSONText.string) : nil
    if event == .end, ended == nil { throw PushRefusal(AttributesError(reason: "\"id\" is no text")) }
  }

  /// The attributes to be decoded; nil for a message that ends a session, which needs only an id.
  package var attributes: Data? { event == .end ? nil : object }

  /// Decides by the stored state what the message does, or throws the first reason to refuse it, in the order of the
  /// codes. The stored state may have changed since the message was read.
  ///
  /// - decoded: the id of the decoded attributes, if they had to be decoded.
  package func decide(_ context: PushContext, decoded: String?) throws(PushRefusal) -> PushPayload {
    try context.checkIsNew(salt)
    let id = ended ?? decoded ?? ""
    if ended == nil {
      do throws(AttributesError) { try AttributesJSON.check(id: id) } catch { throw PushRefusal(error) }
    }
    if case .session(let own) = context.owner, own.exact != id.exact {
      throw PushRefusal(code: "id", reason: "the attributes are of another session than the token")
    }
    try checkAge(id, context)
    let isRunning = context.session(id) != nil
    if event == .start, !isRunning, context.sessions.count >= PushLimits.sessions {
      throw PushRefusal(code: "limit", reason: "there are \(PushLimits.sessions) sessions already")
    }
    let action: PushPayload.Action =
      switch event {
      case .end: .end
      case .start where !isRunning: .start(object)
      case .start, .update: .update(object)
      }
    return PushPayload(action: action, id: id, timestamp: timestamp)
  }

  private static func aps(_ text: [UInt8]) throws(PushRefusal) -> JSONText {
    do throws(JSONText.ParseError) {
      guard let aps = try JSONText(text[...])["aps"], aps.first == JSONScanner.brace else {
        throw JSONText.ParseError(reason: "it has no object \"aps\"")
      }
      return try JSONText(aps)
    } catch {
      throw PushRefusal(code: "json", reason: error.reason)
    }
  }

  private static func event(_ event: String?, _ owner: PushOwner) throws(PushRefusal) -> Event {
    switch (event?.exact, owner) {
    case ("start", .start): return .start
    case ("update", .session): return .update
    case ("end", .session): return .end
    case ("start", .session): throw PushRefusal(code: "event", reason: "\"start\" at the token of a session")
    case ("update", .start), ("end", .start):
      throw PushRefusal(code: "event", reason: "only \"start\" may come to the token that starts sessions")
    default: throw PushRefusal(code: "event", reason: "\"event\" is none of \"start\", \"update\", \"end\"")
    }
  }

  private static func timestamp(_ timestamp: Double?, _ now: Double) throws(PushRefusal) -> Double {
    guard let timestamp, timestamp >= 0 else {
      throw PushRefusal(code: "timestamp", reason: "\"timestamp\" is no number of seconds since 1970")
    }
    guard timestamp <= now + PushLimits.ahead else {
      throw PushRefusal(code: "timestamp", reason: "it is more than a day ahead: are these milliseconds?")
    }
    return timestamp
  }

  /// Throws when a later push of the session was applied already, or when a start comes too late to be of use.
  private func checkAge(_ id: String, _ context: PushContext) throws(PushRefusal) {
    if let applied = context.session(id)?.applied, timestamp < applied {
      throw PushRefusal(code: "stale", reason: "a later push of this session came before")
    }
    guard event == .start else { return }
    // A start that is too old is refused, because the server would have no token to end the session with.
    guard context.now - timestamp <= PushLimits.age else {
      throw PushRefusal(code: "stale", reason: "a start that is older than 8 hours")
    }
    if context.ended.contains(where: { $0.id.exact == id.exact && timestamp < $0.at }) {
      throw PushRefusal(code: "stale", reason: "this session has ended since")
    }
  }
}

extension PushRefusal {
  /// Makes the refusal of a push whose attributes are refused.
  package init(_ fault: AttributesError) { self.init(code: "attributes", reason: fault.reason) }
}
