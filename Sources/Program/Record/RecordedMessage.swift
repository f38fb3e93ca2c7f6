// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingProgram
import CNowPlayingSystemd
import NowPlayingBus
import NowPlayingCore

/// A message of a recording. Each is a line of JSON, in the form of `busctl --json=short monitor`.
final class RecordedMessage {
  /// The kinds of messages, as D-Bus numbers them and as busctl calls them.
  enum Kind: UInt8, CaseIterable {
    /// No message: it stands for messages that were left out, and has nothing of them.
    case leftOut
    case call
    case reply, error, signal

    var word: StaticString {
      switch self {
      case .leftOut: "left_out"
      case .call: "method_call"
      case .reply: "method_return"
      case .error: "error"
      case .signal: "signal"
      }
    }
  }

  let kind: Kind
  /// The time at which the message came, in µs of the real-time clock.
  let time: Int64
  /// The serial number, unique among the messages of its sender.
  let cookie: UInt64
  /// The serial number of the call that the message answers; 0 for other messages.
  let replyCookie: UInt64
  /// The header fields; each is empty where the message does not have it.
  let sender: String
  let destination: String
  let path: String
  let interface: String
  let member: String
  let errorName: String
  var values: [Variant]

  /// Copies a message. When its values exceed the limit for one message, the rest is left out.
  init(_ message: Message) {
    func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
    let raw = message.raw
    var number: UInt8 = 0
    var (cookie, replyCookie): (UInt64, UInt64) = (0, 0)
    if sd_bus_message_get_type(raw, &number).isFailure { number = 0 }
    if sd_bus_message_get_cookie(raw, &cookie).isFailure { cookie = 0 }
    // Only an answer has this field.
    if sd_bus_message_get_reply_cookie(raw, &replyCookie).isFailure { replyCookie = 0 }
    kind = Kind(rawValue: number) ?? .leftOut
    (self.cookie, self.replyCookie) = (cookie, replyCookie)
    time = tool_real_time_us()
    sender = text(sd_bus_message_get_sender(raw))
    destination = text(sd_bus_message_get_destination(raw))
    path = text(sd_bus_message_get_path(raw))
    interface = text(sd_bus_message_get_interface(raw))
    member = text(sd_bus_message_get_member(raw))
    errorName = text(sd_bus_message_get_error(raw)?.pointee.name)
    values =
      message.reading { message in
        var budget = DecodingBudget.whole
        var values: [Variant] = []
        while let value = message.readValue(&budget) {
          if case .tooMuch = value { break }
          values.append(value)
        }
        return values
      } ?? []
  }

  /// A line in the place of messages that are left out.
  static func leftOut() -> RecordedMessage {
    RecordedMessage(.leftOut, .object([(key: "timestamp-realtime", value: .number(String(tool_real_time_us())))]), [])
  }

  /// Reads a line; nil when it is not a message.
  static func read(line: ArraySlice<UInt8>) -> RecordedMessage? {
    guard let json = ParsedJSON(line), let word = json["type"]?.text,
      let kind = Kind.allCases.first(where: { word.equals($0.word) }),
      let values = json["payload"].map({ Variant.body($0) }) ?? []
    else { return nil }
    return RecordedMessage(kind, json, values)
  }

  private init(_ kind: Kind, _ json: ParsedJSON, _ values: [Variant]) {
    func text(_ key: StaticString) -> String { json[key]?.text ?? "" }
    func number(_ key: StaticString) -> UInt64 { json[key]?.integer?.magnitude ?? 0 }
    (self.kind, self.values) = (kind, values)
    time = Int64(clamping: number("timestamp-realtime"))
    (cookie, replyCookie) = (number("cookie"), number("reply_cookie"))
    (sender, destination) = (text("sender"), text("destination"))
    (path, interface, member) = (text("path"), text("interface"), text("member"))
    errorName = text("error_name")
  }

  /// The message as a line of a recording.
  var line: [UInt8] {
    var json = JSON()
    json.object {
      $0.text("type", kind.word)
      if cookie > 0 { $0.integer("cookie", unsigned: cookie) }
      if replyCookie > 0 { $0.integer("reply_cookie", unsigned: replyCookie) }
      $0.integer("timestamp-realtime", time)
      let texts: [(StaticString, String)] = [
        ("sender", sender), ("destination", destination), ("path", path), ("interface", interface), ("member", member),
        ("error_name", errorName),
      ]
      for (key, text) in texts where !text.isEmpty { $0.whole(key, text) }
      if kind != .leftOut { $0.body("payload", values) }
    }
    json.endLine()
    return json.bytes
  }

  /// Whether the message is NameOwnerChanged: a player appears or leaves.
  var isOfOwner: Bool { isSignal("org.freedesktop.DBus", "NameOwnerChanged") }

  var isWithBus: Bool {
    sender.equals("org.freedesktop.DBus") || destination.equals("org.freedesktop.DBus")
      || interface.equals("org.freedesktop.DBus.Local")
  }

  func isCall(_ interface: StaticString, _ member: StaticString) -> Bool {
    kind == .call && self.interface.equals(interface) && self.member.equals(member)
  }

  func isSignal(_ interface: StaticString, _ member: StaticString) -> Bool {
    kind == .signal && self.interface.equals(interface) && self.member.equals(member)
  }

  /// Returns the value at an index as text; nil when there is none, or it is not a text.
  func text(_ index: Int) -> String? {
    guard index < values.count, case .string(let text) = values[index] else { return nil }
    return text
  }
}
