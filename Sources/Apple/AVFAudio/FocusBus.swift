// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CNowPlayingPlatform
import Foundation
internal import NowPlayingBus
internal import NowPlayingCore

/// A connection to the session bus that only `AudioFocus` uses, and on which each wait has a time limit.
///
/// `@unchecked Sendable`: it is used on its queue only.
final class FocusBus: @unchecked Sendable {
  /// A signal that has arrived from another program, or from the bus.
  enum Heard {
    case signal(AudioFocusSignal, sender: String)
    /// The connection that was watched is gone.
    case vanished(name: String)
  }

  private static let driver = "org.freedesktop.DBus"

  let ownName: String
  /// The id of this process as the bus sees it: all programs in one sandbox have the same one.
  private(set) var ownProcess: UInt32 = 0
  private(set) var isOpen = true
  var heard: (Heard) -> Void = { _ in }

  /// Closed when neither this object nor the dispatch source waits on its descriptor any more.
  private let connection: Connection
  private let source: any DispatchSourceRead
  /// The time until which answers are waited for, by the clock of `systemUptime`.
  var deadline: TimeInterval
  private var signals: Subscription?
  private var watched: Subscription?

  /// Connects to the session bus; nil when there is none.
  init?(_ queue: DispatchQueue, deadline: TimeInterval) throws {
    // The errors of sd-bus are ignored: a call that it refuses gets no answer, which the caller of this class notices.
    guard let address = BusAddress.session,
      let connection = try? Connection.start(.address(address), BusErrors { _ in })
    else { return nil }
    self.deadline = deadline
    switch connection.waitUntilReady(until: Self.time(deadline)) {
    case .silence: throw Self.silence
    case .other: return nil
    case .value: break
    }
    guard let name = connection.uniqueName else { return nil }
    self.connection = connection
    ownName = name
    source = DispatchSource.makeReadSource(fileDescriptor: connection.descriptor, queue: queue)
    let kept = Kept(connection: connection)
    source.setEventHandler { [weak self] in self?.process() }
    source.setCancelHandler { withExtendedLifetime(kept) {} }
    source.activate()
    signals = connection.subscribe(AudioFocusSignal.match) { [unowned self] in handle($0) }
    ownProcess = try process(of: ownName) ?? 0
  }

  private struct Kept: @unchecked Sendable {
    let connection: Connection
  }

  /// Whether other programs see, by a name on the bus, that this program observes interruptions. In a sandbox the bus
  /// may refuse the name: then this program is notified only after its player was paused.
  var isListening = false {
    didSet {
      guard isListening != oldValue, ownProcess != 0 else { return }
      let name = AudioFocusSignal.observerPrefix + String(ownProcess)
      // Waits for the name, so that each program that begins to play afterwards finds the name.
      if isListening {
        _ = try? ask("RequestName", name, flags: NameFlag.doNotQueue) { $0.readUInt32() }
      } else {
        connection.releaseName(name)
      }
    }
  }

  /// Returns the processes that observe interruptions, by all names on the bus.
  static func observing(_ names: [String]) -> Set<UInt32> {
    let prefix = AudioFocusSignal.observerPrefix
    return Set(names.filter { $0.hasPrefix(prefix) }.compactMap { UInt32($0.dropFirst(prefix.count)) })
  }

  deinit {
    signals = nil
    watched = nil
    source.cancel()
  }

  /// Converts a time of `systemUptime`, in seconds, to the same time of the monotonic clock.
  private static func time(_ uptime: TimeInterval) -> Instant {
    let left = uptime - ProcessInfo.processInfo.systemUptime
    return .now + Microseconds(clamping: max(0, min(left, 3600)) * 1_000_000)
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
    try ask("ListNames") { reply in reply.readArray(of: "s") { reply.readString() } } ?? []
  }

  /// The unique name of the connection that owns a name.
  func owner(of name: String) throws -> String? { try ask("GetNameOwner", name) { $0.readString() } }

  /// The id of a connection's process, as the bus sees it.
  func process(of connection: String) throws -> UInt32? {
    try ask("GetConnectionUnixProcessID", connection) { $0.readUInt32() }
  }

  /// Returns the PlaybackStatus of a player; nil when it does not answer in time.
  func playbackStatus(_ player: String, within limit: TimeInterval) -> String? {
    let arguments = ["org.mpris.MediaPlayer2.Player", "PlaybackStatus"]
    let answer = send(player, "/org/mpris/MediaPlayer2", "org.freedesktop.DBus.Properties", "Get", arguments, limit) {
      reply in reply.readVariant("s") { reply.readString() }
    }
    guard case .value(let status) = answer else { return nil }
    return status
  }

  /// Calls a method of a player. Returns whether the player answered without an error.
  func call(_ player: String, _ method: StaticString, within limit: TimeInterval) -> Bool {
    let answer = send(player, "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player", method, [], limit) { _ in true
    }
    guard case .value = answer else { return false }
    return true
  }

  /// Calls a method of the bus itself, which always answers.
  private func ask<Value>(
    _ method: StaticString, _ argument: String? = nil, flags: UInt32? = nil, _ read: (Message) -> Value?
  ) throws -> Value? {
    let arguments = argument.map { [$0] } ?? []
    let answer = send(
      Self.driver, "/org/freedesktop/DBus", "org.freedesktop.DBus", method, arguments, flags: flags, .infinity, read)
    switch answer {
    case .value(let value): return value
    case .other: return nil
    case .silence: throw Self.silence
    }
  }

  private func send<Value>(
    _ destination: String, _ path: StaticString, _ interface: StaticString, _ method: StaticString,
    _ arguments: [String], flags: UInt32? = nil, _ limit: TimeInterval, _ read: (Message) -> Value?
  ) -> Connection.Answer<Value> {
    let until = min(deadline, ProcessInfo.processInfo.systemUptime + limit)
    return connection.answer(of: destination, path, interface, method, until: Self.time(until)) { message in
      for argument in arguments {
        let result = message.append(argument)
        if result < 0 { return result }
      }
      if let flags { return message.append(flags) }
      return 0
    } _: {
      read($0)
    }
  }

  // MARK: Signals

  func emit(_ signal: AudioFocusSignal) { signal.emit(on: connection) }

  /// Reports when a connection vanishes; for nil, reports none any more.
  func watch(_ name: String?) {
    watched = nil
    guard let name else { return }
    let match = "type='signal',sender='\(Self.driver)',member='NameOwnerChanged',arg0='\(name)'"
    watched = connection.subscribe(match) { [unowned self] message in
      if message.isFromBus { heard(.vanished(name: name)) }
    }
  }

  private func handle(_ message: Message) {
    if let sender = message.sender, let signal = AudioFocusSignal(message) { heard(.signal(signal, sender: sender)) }
  }

  /// Handles the messages that have arrived.
  func process() {
    var result: Int32 = 1
    while result > 0 { result = connection.process() }
    guard result < 0, isOpen else { return }
    isOpen = false
    source.cancel()
  }
}
