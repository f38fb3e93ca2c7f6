// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingProgram
import CNowPlayingSystemd
import NowPlayingBus
import NowPlayingCore

/// `nowplaying record`: writes the messages of a player, for `nowplaying replay`.
enum Recorder {
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let words = Array(arguments.words.dropFirst())
    guard words.count == 1, let word = words.first, !word.isEmpty else {
      throw Failure(text: "record takes the name of one player", next: "'nowplaying list' names them.")
    }
    let bus = try SessionBus.open()
    let instance = Roster(bus).entry(named: word)?.instance ?? PlayerNames.instance(word) ?? word
    let name = PlayerNames.prefix.description + instance
    guard sd_bus_service_name_is_valid(name) > 0 else {
      throw Failure(text: "'" + CleanText.line(word) + "' is not the name of a player")
    }
    // The monitor starts before the player is asked, because the answers must be in the recording.
    let monitor = try BusMonitor.open([
      "sender='" + name + "'", "destination='" + name + "'",
      "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" + name + "'",
    ])
    let output = try OutputFile.open(arguments.output)
    defer { if arguments.output != nil { np_close(output) } }
    var askAgain = Instant.max
    func ask() {
      Self.ask(name, bus)
      askAgain = Instant.now + Self.moment
    }
    var messages = PlayerMessages(of: name)
    let owner = bus.owner(of: name)
    if let owner { messages.own(owner) }
    Console.mention((owner != nil ? "Records " : "Waits for ") + CleanText.line(instance) + ". Ctrl-C ends it.")
    if owner != nil { ask() }
    var isLeavingOut = false
    while true {
      switch try monitor.next(until: askAgain, output) {
      case .unread: return
      case .time:
        askAgain = .max
        // A second Position shows whether it moves after the first answer.
        call(name, bus, MPRIS.properties, "Get") { $0.append(MPRIS.player).then($0.append("Position")) }
      case .message(let message):
        let line: [UInt8]
        switch messages.take(message, number: 0) {
        case .others: continue
        // One line stands for all messages up to the next one of the player.
        case .program where isLeavingOut: continue
        case .program: (line, isLeavingOut) = (RecordedMessage.leftOut().line, true)
        case .player: (line, isLeavingOut) = (message.line, false)
        }
        let result = line.withUnsafeBytes { tool_write(output, $0.baseAddress, $0.count) }
        if result.isFailure { throw OutputFile.failure(arguments.output, result) }
        if message.isOfOwner, message.text(2)?.isEmpty == false { ask() }
      }
    }
  }

  /// The time between the two positions: longer than a second, because some players report whole seconds.
  private static let moment: Microseconds = .milliseconds(1300)

  /// Asks a player for all its properties.
  private static func ask(_ name: String, _ bus: SessionBus) {
    for interface in MPRIS.interfaces { call(name, bus, MPRIS.properties, "GetAll") { $0.append(interface) } }
    call(name, bus, "org.freedesktop.DBus.Introspectable", "Introspect") { _ in 0 }
  }

  /// Calls a player without waiting: the monitor records the answer.
  private static func call(
    _ name: String, _ bus: SessionBus, _ interface: StaticString, _ member: StaticString, _ fill: (Message) -> Int32
  ) {
    bus.connection.call(name, MPRIS.path, interface, member, fill) { _ in }
    // Discards the answers to earlier calls.
    while bus.connection.process() > 0 {}
  }
}
