// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSystemd
import Foundation

/// A connection of our own to the session bus, on which nothing waits without an end.
///
/// Belongs to its queue; checked by hand to be used nowhere else.
final class FocusBus: @unchecked Sendable {
  /// What another user of the library says.
  enum Heard {
    case began(sender: String, processes: [UInt32])
    case ended(sender: String, processes: [UInt32], mayResume: Bool)
    /// A connection that was watched is gone.
    case vanished(name: String)
  }

  private static let path = "/org/nowplaying/AudioFocus"
  private static let interface = "org.nowplaying.AudioFocus1"
  private static let driver = "org.freedesktop.DBus"

  let ownName: String
  /// Our process as the bus sees it: of all programs in one sandbox it sees the same.
  private(set) var ownProcess: UInt32 = 0
  private(set) var isOpen = true
  var heard: (Heard) -> Void = { _ in }

  private let connection: Connection
  private let source: any DispatchSourceRead
  /// Until when answers are waited for, by the clock of `systemUptime`.
  var deadline: TimeInterval
  private var watched: OpaquePointer?
  private var raw: OpaquePointer { connection.raw }

  /// Closed when neither we nor the source wait on its descriptor any more.
  private final class Connection: @unchecked Sendable {
    let raw: OpaquePointer
    init(_ raw: OpaquePointer) { self.raw = raw }
    deinit { sd_bus_close_unref(raw) }
  }

  /// Connects; nil when there is no bus.
  init?(_ queue: DispatchQueue, deadline: TimeInterval) throws {
    guard let address = Self.address else { return nil }
    self.deadline = deadline
    var bus: OpaquePointer?
    guard sd_bus_new(&bus) >= 0, let bus else { throw Self.silence }
    let connection = Connection(bus)
    sd_bus_set_address(bus, address)
    sd_bus_set_bus_client(bus, 1)
    var result = sd_bus_start(bus)
    while result >= 0, sd_bus_is_ready(bus) <= 0 {
      result = sd_bus_process(bus, nil)
      let left = deadline - ProcessInfo.processInfo.systemUptime
      if left <= 0 { throw Self.silence }
      if result == 0 { result = sd_bus_wait(bus, UInt64(left * 1_000_000)) }
    }
    var name: UnsafePointer<CChar>?
    guard result >= 0, sd_bus_get_unique_name(bus, &name) >= 0, let name else { return nil }
    self.connection = connection
    ownName = String(cString: name)
    source = DispatchSource.makeReadSource(fileDescriptor: sd_bus_get_fd(bus), queue: queue)
    source.setEventHandler { [weak self] in self?.process() }
    source.setCancelHandler { withExtendedLifetime(connection) {} }
    source.activate()
    listen()
    ownProcess = try process(of: ownName) ?? 0
  }

  deinit {
    watch(nil)
    source.cancel()
  }

  private static var address: String? {
    let environment = ProcessInfo.processInfo.environment
    // For the tests of a program, as for the rest of the library.
    if environment["NOWPLAYING_BUS"] == "none" { return nil }
    if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
    guard let runtime = environment["XDG_RUNTIME_DIR"], !runtime.isEmpty else { return nil }
    // What the D-Bus specification leaves as it is in an address.
    let plain = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\0"..."\u{7F}"))
      .union(CharacterSet(charactersIn: "-_/.\\*"))
    return "unix:path=" + (runtime.addingPercentEncoding(withAllowedCharacters: plain) ?? runtime) + "/bus"
  }

  private static var silence: NSError {
    NSError(
      domain: "NSOSStatusErrorDomain", code: AVAudioSession.ErrorCode.mediaServicesFailed.rawValue,
      userInfo: [
        NSLocalizedDescriptionKey:
          "The session bus does not answer, so other players may still play: try again, or set pausesOtherPlayers to "
          + "false"
      ])
  }

  // MARK: Calling

  /// All names on the bus.
  func names() throws -> [String] {
    try ask("ListNames") { reply in
      var names: [String] = []
      guard sd_bus_message_enter_container(reply, Self.code("a"), "s") > 0 else { return names }
      while let name = Self.text(reply) { names.append(name) }
      return names
    } ?? []
  }

  /// The connection that owns a name.
  func owner(of name: String) throws -> String? { try ask("GetNameOwner", name, Self.text) }

  /// The process of a connection, as the bus sees it.
  func process(of connection: String) throws -> UInt32? {
    try ask("GetConnectionUnixProcessID", connection) { reply in
      var process: UInt32 = 0
      return sd_bus_message_read_basic(reply, Self.code("u"), &process) > 0 ? process : nil
    }
  }

  /// What a player says it does; nil when it does not answer in time.
  func playbackStatus(_ player: String, within limit: TimeInterval) -> String? {
    let arguments = ["org.mpris.MediaPlayer2.Player", "PlaybackStatus"]
    let interface = "org.freedesktop.DBus.Properties"
    return send(player, "/org/mpris/MediaPlayer2", interface, "Get", arguments, within: limit) { reply in
      sd_bus_message_enter_container(reply, Self.code("v"), "s") > 0 ? Self.text(reply) : nil
    }.value
  }

  /// Calls a method of a player. Returns whether it did it.
  func call(_ player: String, _ method: String, within limit: TimeInterval) -> Bool {
    let interface = "org.mpris.MediaPlayer2.Player"
    return send(player, "/org/mpris/MediaPlayer2", interface, method, [], within: limit) { _ in true }.value ?? false
  }

  /// Asks the bus itself, which always answers.
  private func ask<Value>(
    _ method: String, _ argument: String? = nil, _ read: (OpaquePointer) -> Value?
  ) throws -> Value? {
    let arguments = argument.map { [$0] } ?? []
    let answer = send(Self.driver, "/org/freedesktop/DBus", Self.driver, method, arguments, within: .infinity, read)
    if answer.isSilent { throw Self.silence }
    return answer.value
  }

  private func send<Value>(
    _ destination: String, _ path: String, _ interface: String, _ method: String, _ arguments: [String],
    within limit: TimeInterval, _ read: (OpaquePointer) -> Value?
  ) -> (value: Value?, isSilent: Bool) {
    let left = min(limit, deadline - ProcessInfo.processInfo.systemUptime)
    guard left > 0 else { return (nil, true) }
    var message: OpaquePointer?
    guard sd_bus_message_new_method_call(raw, &message, destination, path, interface, method) >= 0 else {
      return (nil, true)
    }
    defer { sd_bus_message_unref(message) }
    for argument in arguments { sd_bus_message_append_basic(message, Self.code("s"), argument) }
    var reply: OpaquePointer?
    let result = sd_bus_call(raw, message, UInt64(left * 1_000_000), nil, &reply)
    defer { sd_bus_message_unref(reply) }
    guard result >= 0, let reply else { return (nil, result == -ETIMEDOUT) }
    return (read(reply), false)
  }

  // MARK: Signals

  /// Tells of processes that their players were paused for us.
  func emitBegan(_ processes: [UInt32]) { emit("Began", processes) { _ in } }

  /// Tells of processes that we are done with them.
  func emitEnded(_ processes: [UInt32], mayResume: Bool) {
    emit("Ended", processes) { message in
      var value: Int32 = mayResume ? 1 : 0
      sd_bus_message_append_basic(message, Self.code("b"), &value)
    }
  }

  private func emit(_ member: String, _ processes: [UInt32], _ more: (OpaquePointer) -> Void) {
    var message: OpaquePointer?
    guard sd_bus_message_new_signal(raw, &message, Self.path, Self.interface, member) >= 0, let message else { return }
    defer { sd_bus_message_unref(message) }
    _ = processes.withUnsafeBytes {
      sd_bus_message_append_array(message, Self.code("u"), $0.baseAddress, $0.count)
    }
    more(message)
    sd_bus_send(raw, message, nil)
  }

  private func listen() {
    guard let slot = subscribe("type='signal',interface='\(Self.interface)'") else { return }
    // Nobody keeps the slot: it ends with the connection.
    sd_bus_slot_set_floating(slot, 1)
    sd_bus_slot_unref(slot)
  }

  /// Tells when a connection vanishes; nil: of none any more.
  func watch(_ name: String?) {
    sd_bus_slot_unref(watched)
    watched = name.flatMap { subscribe("type='signal',sender='\(Self.driver)',member='NameOwnerChanged',arg0='\($0)'") }
  }

  private func subscribe(_ match: String) -> OpaquePointer? {
    var slot: OpaquePointer?
    let context = Unmanaged.passUnretained(self).toOpaque()
    let result = sd_bus_add_match_async(
      raw, &slot, match,
      { message, context, _ in
        guard let message, let context else { return 0 }
        Unmanaged<FocusBus>.fromOpaque(context).takeUnretainedValue().handle(message)
        return 0
      }, nil, context)
    return result >= 0 ? slot : nil
  }

  private func handle(_ message: OpaquePointer) {
    guard let sender = sd_bus_message_get_sender(message).map({ String(cString: $0) }) else { return }
    if sd_bus_message_is_signal(message, Self.interface, "Began") > 0 {
      heard(.began(sender: sender, processes: Self.processes(message)))
    } else if sd_bus_message_is_signal(message, Self.interface, "Ended") > 0 {
      let processes = Self.processes(message)
      var mayResume: Int32 = 0
      guard sd_bus_message_read_basic(message, Self.code("b"), &mayResume) > 0 else { return }
      heard(.ended(sender: sender, processes: processes, mayResume: mayResume != 0))
    } else if sd_bus_message_is_signal(message, Self.driver, "NameOwnerChanged") > 0, let name = Self.text(message) {
      heard(.vanished(name: name))
    }
  }

  /// Handles what has arrived.
  func process() {
    var result: Int32 = 1
    while result > 0 { result = sd_bus_process(raw, nil) }
    guard result < 0, isOpen else { return }
    isOpen = false
    source.cancel()
  }

  // MARK: Reading

  private static func code(_ type: Unicode.Scalar) -> CChar { CChar(type.value) }

  private static func text(_ message: OpaquePointer) -> String? {
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(message, code("s"), &text) > 0, let text else { return nil }
    return String(cString: text)
  }

  private static func processes(_ message: OpaquePointer) -> [UInt32] {
    var processes: [UInt32] = []
    guard sd_bus_message_enter_container(message, code("a"), "u") > 0 else { return processes }
    var process: UInt32 = 0
    while sd_bus_message_read_basic(message, code("u"), &process) > 0 { processes.append(process) }
    sd_bus_message_exit_container(message)
    return processes
  }
}
