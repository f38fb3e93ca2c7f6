// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingProgram
import NowPlayingBus
import NowPlayingCore

/// The session bus, or that of the system, on which the program asks one thing after the other and waits for each
/// answer.
final class SessionBus {
  let connection: Connection
  /// The peers that have sent a text that sd-bus refuses.
  private(set) var repaired: [String] = []
  /// The peers that have sent more than the program keeps of a message.
  private(set) var excessive: [String] = []

  /// The result of a call.
  enum Answer {
    /// The first value of the answer; true when the answer has no value.
    case value(Variant)
    /// An error reply, with the text that GLib would report for it.
    case error(name: String, text: String)

    var value: Variant? { if case .value(let value) = self { value } else { nil } }
    /// The text of the answer; nil when it is not a text.
    var text: String? { if case .value(.string(let text)) = self { text } else { nil } }
  }

  private init(_ connection: Connection) { self.connection = connection }

  /// The timeout of calls to the bus itself.
  private static let timeout: Microseconds = .seconds(10)

  /// - address: that of the bus: the session's, or the system's.
  /// - descriptors: whether answers may contain file descriptors.
  static func open(_ address: String? = BusAddress.session, descriptors: Bool = false) throws(Failure) -> SessionBus {
    // Tries each address itself: sd-bus takes the first address of a list that accepts a connection, even when that
    // connection is closed at once.
    for address in BusAddress.parts(address ?? "") {
      do throws(BusError) {
        let made = try Connection.start(.address(address), BusErrors { _ in }, descriptors: descriptors)
        if case .value = made.waitUntilReady(until: .now + timeout) { return SessionBus(made) }
      } catch { continue }
    }
    throw Failure.noBus
  }

  /// The timeout of a call to a player. It is short because somebody has pressed a key and waits.
  static let patience: Microseconds = .seconds(3)
  /// The timeout of calls to the other players once one player has not answered.
  static let shortPatience: Microseconds = .milliseconds(300)
  /// The timeout of the calls to players that follow.
  var patience = SessionBus.patience

  /// A question whose answer is waited for later.
  final class Pending {
    fileprivate(set) var answer: Answer?
    /// Whether there was no answer in time.
    fileprivate(set) var hasTimedOut = false
    fileprivate var subscription: Subscription?
  }

  /// Calls a method.
  ///
  /// - timeout: `.zero` for the timeout of sd-bus, 25 s; nil for `patience`.
  /// - starts: whether the bus starts the peer if nobody owns its name.
  func ask(
    _ destination: String, _ path: String, _ interface: StaticString, _ member: StaticString,
    timeout: Microseconds? = nil, starts: Bool = false, _ fill: (Message) -> Int32 = { _ in .zero }
  ) -> Pending {
    let question = Pending()
    let (timeout, began) = (timeout ?? patience, Instant.now)
    question.subscription = connection.ask(
      destination, path, interface, member, fill, timeout: timeout, starts: starts
    ) { [unowned(unsafe) self, unowned(unsafe) question] reply in
      if let name = reply.errorName {
        question.hasTimedOut = reply.isTimeout(since: began, timeout)
        question.answer = .error(name: name, text: "GDBus.Error:" + name + ": " + reply.errorText)
      } else {
        question.answer = answer(in: reply, from: destination) ?? .value(.bool(true))
      }
    }
    if question.subscription == nil { question.answer = .error(name: "", text: "The call cannot be sent") }
    return question
  }

  /// Waits for the answer to a question.
  func answer(to question: Pending) -> Answer {
    while question.answer == nil, connection.turn() {}
    return question.answer ?? .error(name: "", text: "The connection is closed")
  }

  /// Calls a method, and waits for the answer.
  func call(
    _ destination: String, _ path: String, _ interface: StaticString, _ member: StaticString,
    timeout: Microseconds? = nil,
    _ fill: (Message) -> Int32 = { _ in .zero }
  ) -> Answer {
    answer(to: ask(destination, path, interface, member, timeout: timeout, fill))
  }

  /// Returns the first value of a reply; `true` when the reply has no value.
  func answer(in reply: Message, from peer: String) -> Answer? {
    reply.reading { message in
      var budget = DecodingBudget.whole
      let value = message.readValue(&budget)
      if value != nil, message.raw != reply.raw, !repaired.has(peer) { repaired.append(peer) }
      if budget.hasPassed, !excessive.has(peer) { excessive.append(peer) }
      switch value {
      case nil where budget.isGivenUp, .tooMuch: return .error(name: "", text: "The answer is too large")
      default: return value.map { .value($0) }
      }
    }
  }

  /// Calls the bus itself and returns its answer. A name, if given, is the first argument.
  ///
  /// - fill: appends what follows the name.
  func callBus(_ member: StaticString, _ name: String? = nil, _ fill: (Message) -> Int32 = { _ in 0 }) -> Answer {
    call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member,
      timeout: Self.timeout
    ) { message in
      (name.map { message.append($0) } ?? 0).then(fill(message))
    }
  }

  /// All names that the bus knows.
  func names() -> [String] { callBus("ListNames").value?.strings ?? [] }

  /// Returns the unique name that owns a name; nil when nobody owns it.
  func owner(of name: String) -> String? { callBus("GetNameOwner", name).text }

  /// Returns all properties of an interface of a player; an empty list when the player does not answer.
  func properties(of name: String, _ interface: StaticString) -> [Variant.Property] {
    answer(to: askAll(of: name, interface)).value?.properties ?? []
  }

  /// Sends GetAll for an interface without waiting for the reply.
  ///
  /// - starts: as that of `ask`.
  func askAll(of name: String, _ interface: StaticString, starts: Bool = false) -> Pending {
    // A daemon that the bus has to start first may take longer than the usual timeout.
    let isStarted = !starts || owner(of: name) != nil
    return ask(
      name, MPRIS.path, MPRIS.properties, "GetAll", timeout: isStarted ? nil : .zero, starts: starts
    ) { $0.append(interface) }
  }

  /// Returns one property of a player's interface Player.
  func property(of name: String, _ property: StaticString, timeout: Microseconds? = nil) -> Answer {
    call(name, MPRIS.path, MPRIS.properties, "Get", timeout: timeout) {
      $0.append(MPRIS.player).then($0.append(property))
    }
  }
}

extension BusAddress {
  /// Returns whether none of the addresses in a list has a socket, in the file system below a folder; false when that
  /// cannot be checked.
  static func isNowhere(_ list: String, below root: String = "") -> Bool {
    parts(list).allSatisfy { address in socketPath(address).map { !tool_exists(root + $0) } ?? false }
  }
}

/// The names of logind's manager, which knows the locks against sleep.
enum Logind {
  static var name: StaticString { "org.freedesktop.login1" }
  static let path = "/org/freedesktop/login1"
  static var manager: StaticString { "org.freedesktop.login1.Manager" }
}

/// Names and paths of MPRIS on the bus.
enum MPRIS {
  static let path = "/org/mpris/MediaPlayer2"
  static var root: StaticString { "org.mpris.MediaPlayer2" }
  static var player: StaticString { "org.mpris.MediaPlayer2.Player" }
  static var tracks: StaticString { "org.mpris.MediaPlayer2.TrackList" }
  static var playlists: StaticString { "org.mpris.MediaPlayer2.Playlists" }
  static var interfaces: [StaticString] { [root, player, tracks, playlists] }
  static var properties: StaticString { "org.freedesktop.DBus.Properties" }

  /// Returns whether a signal names a property without its value, as the specification has it for Tracks alone.
  static func isNamedAlone(_ property: String, of interface: String) -> Bool {
    interface.equals(tracks) && property.equals("Tracks")
  }

  /// The name of playerctld.
  static var daemon: String { PlayerNames.prefix.description + PlayerNames.daemon }

  /// Returns the players in the order of playerctld; nil when it does not answer.
  static func order(_ bus: SessionBus) -> [String]? {
    bus.properties(of: daemon, PlayerNames.daemonInterface)["PlayerNames"]?.strings?.compactMap {
      PlayerNames.instance($0)
    }
  }

  /// Returns the players that playerctl would list: in the order of playerctld, or else sorted by name.
  static func instances(_ bus: SessionBus) -> [String] {
    let names = bus.names()
    if names.has(daemon) { return order(bus) ?? names.compactMap { PlayerNames.instance($0) } }
    return PlayerNames.sorted(names.compactMap { PlayerNames.instance($0) }) {
      Order.precedes($1, $0, ignoringCase: false)
    }
  }
}
