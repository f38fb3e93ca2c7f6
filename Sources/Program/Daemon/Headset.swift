// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The player that BlueZ shows on headsets and in cars, and whose keys reach a session. It is one object for all
/// adapters, and stays registered while sessions come and go.
final class Headset {
  /// A method that BlueZ calls for a key.
  typealias Key = String

  private let connection: Connection
  private let press: (Key) -> Bool
  private let needsLook: () -> Void
  private var bluez: NameOwner?
  private var object: ObjectHandler?
  private var signals: [Subscription] = []
  private var question: Subscription?
  private var registrations = Registrations()
  private var questions: [(path: String, question: Subscription)] = []
  private var screen = HeadsetScreen()
  private var state = HeadsetScreen.State()
  private var hasWarned = false

  static let path = "/org/nowplaying/Headset"
  private static let name = "org.bluez"
  private static var media: StaticString { "org.bluez.Media1" }
  private static let methods: [StaticString] = ["Play", "Pause", "Stop", "Next", "Previous"]

  /// - press: takes a key, and returns whether a session or a player to start is there for it.
  /// - needsLook: called when the state must be shown once more.
  init(_ connection: Connection, press: @escaping (Key) -> Bool, needsLook: @escaping () -> Void) {
    (self.connection, self.press, self.needsLook) = (connection, press, needsLook)
    object = ObjectHandler(connection, path: Self.path) { [unowned(unsafe) self] in answer($0) }
    bluez = NameOwner(of: "org.bluez", on: connection) { [unowned(unsafe) self] in follow() }
  }

  /// Whether BlueZ is known not to be there.
  var hasNoBluez: Bool { bluez.map { $0.isKnown && $0.name == nil } ?? false }
  /// The adapters at which the player is registered.
  var adapters: [String] { registrations.registered }

  // MARK: Adapters

  /// Begins anew with the BlueZ that is there now.
  private func follow() {
    (signals, questions, question) = ([], [], nil)
    _ = registrations.handle(.ended, now: Instant.now)
    guard let owner = bluez?.name else { return }
    let match = "type='signal',sender='" + owner + "',interface='org.freedesktop.DBus.ObjectManager',member='"
    let added = connection.subscribe(match + "InterfacesAdded'") { [unowned(unsafe) self] signal in
      var budget = DecodingBudget()
      if let object = signal.decodeObject(&budget) { take([object]) }
    }
    let removed = connection.subscribe(match + "InterfacesRemoved'") { [unowned(unsafe) self] signal in
      guard let path = signal.readString(.path), let names = signal.readArray(of: "s", { signal.readString() }) else {
        return
      }
      if names.contains(where: { $0.equals(Self.media) }) {
        questions.removeAll { $0.path.exact == path.exact }
        happened(.gone(path))
      }
    }
    signals = [added, removed].compactMap { $0 }
    question = connection.ask(
      owner, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", { _ in 0 }
    ) { [unowned(unsafe) self] reply in
      var budget = DecodingBudget()
      take(reply.isError ? [] : reply.decodeObjects(&budget) ?? [])
    }
  }

  private func take(_ objects: [DecodedObject]) {
    for object in objects where object.interfaces.contains(where: { $0.name.equals(Self.media) }) {
      happened(.appeared(object.path))
    }
  }

  private func happened(_ turn: Registrations.Turn) {
    for path in registrations.handle(turn, now: Instant.now) { register(path) }
  }

  /// Takes the player back from all adapters.
  func leave() {
    for path in registrations.known {
      connection.tell(Self.name, path, Self.media, "UnregisterPlayer") { $0.append(path: Self.path) }
    }
  }

  private func register(_ path: String) {
    let now = Instant.now
    // The first adapter is told of the present state, and others what those before were told.
    if registrations.registered.isEmpty { screen.begin(state, now: now) }
    questions.removeAll { $0.path.exact == path.exact }
    let shown = screen.told
    let position = screen.expectedPosition(now)
    let question = connection.ask(
      Self.name, path, Self.media, "RegisterPlayer",
      { message in
        message.append(path: Self.path).then(
          message.container(.array, "{sv}") {
            HeadsetMessage.append(shown, [.item, .status, .keys, .identity], position, to: message)
          })
      }
    ) { [unowned(unsafe) self] reply in
      let isThere = !reply.isError || reply.errorName?.exact == "org.bluez.Error.AlreadyExists"
      happened(isThere ? .registered(path) : .refused(path))
      if !isThere { Console.log("daemon", .warning, path + ": BlueZ refuses the player: " + reply.errorText) }
      if isThere { warn() }
      needsLook()
    }
    if let question { questions.append((path, question)) }
  }

  /// Names programs that may have come first, once.
  private func warn() {
    if hasWarned { return }
    hasWarned = true
    for warning in HeadsetRival.warnings { Console.log("daemon", .warning, warning) }
  }

  // MARK: What is shown

  /// The time at which something must be done.
  var nextTime: Instant { min(registrations.nextTime, screen.nextTime) }

  /// Does what is due.
  func turn() {
    let now = Instant.now
    for path in registrations.due(now) { register(path) }
    if screen.nextTime <= now { needsLook() }
  }

  /// Takes over the state of the session whose keys these are.
  func show(_ state: HeadsetScreen.State) {
    let now = Instant.now
    self.state = state
    if registrations.registered.isEmpty { return screen.begin(state, now: now) }
    let parts = screen.show(state, now: now)
    let position = screen.expectedPosition(now)
    if !parts.isDisjoint(with: [.item, .status, .keys, .identity]) {
      connection.emit(path: Self.path, interface: MPRIS.properties, member: "PropertiesChanged") { signal in
        signal.append(MPRIS.player).then(
          signal.container(.array, "{sv}") { HeadsetMessage.append(state, parts, position, to: signal) }
        ).then(signal.append([]))
      }
    }
    if parts.contains(.seeked) {
      connection.emit(path: Self.path, interface: MPRIS.player, member: "Seeked") { $0.append(position.count) }
    }
  }

  /// Answers a call for a key. Only BlueZ may press one.
  private func answer(_ call: Message) -> Bool {
    guard let owner = bluez?.name, call.sender?.exact == owner.exact else { return false }
    guard let method = Self.methods.first(where: { call.isCall(MPRIS.player, $0) }) else { return false }
    if press(method.description) {
      call.reply()
    } else {
      call.reply(error: DaemonObject.noPlayer, "No player takes the key")
    }
    return true
  }
}

/// The properties that BlueZ reads. It refuses a player with one of another type.
enum HeadsetMessage {
  /// Appends the entries of an `a{sv}`: Metadata, which sets the position of the headset to 0, is before Position.
  static func append(
    _ state: HeadsetScreen.State, _ parts: HeadsetScreen.Parts, _ position: Microseconds, to message: Message
  ) -> Int32 {
    var result: Int32 = 0
    if parts.contains(.item) {
      result = result.then(message.append(entry: "Metadata", "a{sv}") { metadata(state, message) })
    }
    if parts.contains(.status) {
      let status = state.plays ? "Playing" : state.isStopped ? "Stopped" : "Paused"
      result = result.then(message.append(entry: "PlaybackStatus", "s") { message.append(status) })
    }
    if parts.contains(.item) {
      result = result.then(message.append(entry: "Position", "x") { message.append(position.count) })
    }
    if parts.contains(.identity) {
      result = result.then(message.append(entry: "Identity", "s") { message.append(state.identity) })
    }
    if parts.contains(.keys) {
      let keys: [(StaticString, Bool)] = [
        ("CanControl", !state.keys.isEmpty), ("CanPlay", state.keys.contains(.play)),
        ("CanPause", state.keys.contains(.pause)), ("CanGoNext", state.keys.contains(.next)),
        ("CanGoPrevious", state.keys.contains(.previous)),
      ]
      for (name, value) in keys {
        result = result.then(message.append(entry: name, "b") { message.append(value) })
      }
    }
    return result
  }

  private static func metadata(_ state: HeadsetScreen.State, _ message: Message) -> Int32 {
    message.container(.array, "{sv}") {
      var result = message.append(entry: "xesam:title", "s") { message.append(state.title) }
      if !state.artist.isEmpty {
        result = result.then(message.append(entry: "xesam:artist", "as") { message.append([state.artist]) })
      }
      if !state.album.isEmpty {
        result = result.then(message.append(entry: "xesam:album", "s") { message.append(state.album) })
      }
      if state.length > .zero {
        result = result.then(message.append(entry: "mpris:length", "x") { message.append(state.length.count) })
      }
      if state.number > 0 {
        result = result.then(message.append(entry: "xesam:trackNumber", "i") { message.append(state.number) })
      }
      return result
    }
  }
}
