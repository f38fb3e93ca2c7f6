// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

/// The session bus, on which the program asks one thing after the other and waits for each answer.
final class SessionBus {
  let connection: Connection

  /// The result of a call.
  enum Answer<Value> {
    case value(Value)
    /// An error, in the words in which GLib reports it.
    case error(name: String, text: String)

    var value: Value? { if case .value(let value) = self { value } else { nil } }
  }

  private init(_ connection: Connection) { self.connection = connection }

  /// In µs; what answers is the bus itself.
  private static let patience: Int64 = 10_000_000

  /// - descriptors: whether an answer may bring some.
  static func open(descriptors: Bool = false) throws(Failure) -> SessionBus {
    guard let address = BusAddress.session else { throw Failure.noBus }
    let made: Connection
    do throws(BusError) {
      made = try Connection.start(.address(address), BusFaults { _ in }, descriptors: descriptors)
    } catch { throw Failure.noBus }
    guard case .value = made.waitUntilReady(until: np_now_us() + patience) else { throw Failure.noBus }
    return SessionBus(made)
  }

  /// Calls a method, and waits for the answer, which is read as `read` does; nil says that it is of another type.
  ///
  /// - patience: in µs; 0 for as long as sd-bus has it, 25 s.
  func call<Value>(
    _ destination: String, _ path: String, _ interface: StaticString, _ member: StaticString, patience: UInt64 = 0,
    _ fill: (Message) -> Int32 = { _ in .zero }, _ read: @escaping (Message) -> Value?
  ) -> Answer<Value> {
    var answer: Answer<Value>?
    let question = connection.ask(destination, path, interface, member, fill, patience: patience) { reply in
      if let name = reply.errorName {
        answer = .error(name: name, text: "GDBus.Error:" + name + ": " + reply.errorText)
      } else {
        answer = read(reply).map { .value($0) } ?? .error(name: "", text: "The answer is of another type")
      }
    }
    guard question != nil else { return .error(name: "", text: "The call cannot be sent") }
    return withExtendedLifetime(question) {
      while answer == nil, connection.turn() {}
      return answer ?? .error(name: "", text: "The connection is closed")
    }
  }

  /// The answer to a question to the bus itself.
  func callBus<Value>(
    _ member: StaticString, _ fill: (Message) -> Int32 = { _ in .zero }, _ read: @escaping (Message) -> Value?
  ) -> Answer<Value> {
    call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, fill, read)
  }

  /// All names that the bus knows.
  func names() -> [String] { callBus("ListNames") { $0.readValue()?.strings }.value ?? [] }

  /// All properties of an interface of a player.
  func properties(
    of name: String, _ interface: StaticString, patience: UInt64 = 0
  ) -> Answer<[Variant.Property]> {
    call(
      name, MPRIS.path, "org.freedesktop.DBus.Properties", "GetAll", patience: patience, { $0.append(interface) }
    ) { $0.readValue()?.properties }
  }
}

/// Where players have what they say.
enum MPRIS {
  static let path = "/org/mpris/MediaPlayer2"
  static var root: StaticString { "org.mpris.MediaPlayer2" }
  static var player: StaticString { "org.mpris.MediaPlayer2.Player" }

  /// The players that playerctl would list: as playerctld has them, or else by their names.
  static func instances(_ bus: SessionBus) -> [String] {
    let names = bus.names()
    let daemon = PlayerNames.prefix.description + PlayerNames.daemon
    if names.contains(where: { $0.exact == daemon.exact }) {
      let known = bus.properties(of: daemon, "com.github.altdesktop.playerctld").value?["PlayerNames"]?.strings
      return (known ?? names).compactMap { PlayerNames.instance($0) }
    }
    return names.compactMap { PlayerNames.instance($0) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
