// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Tells programs that observe interruptions of their sound, as AVFAudio's do, that the daemon interrupts them. They
/// pause and resume by themselves, and get a command only where they play on.
final class AudioFocus {
  /// How long a program that was told of an interruption may take to pause.
  private static let patience: Microseconds = .milliseconds(300)
  private static let maxNames = 1024

  /// A session whose program was told of an interruption.
  private struct NotifiedSession {
    let key: String
    let process: UInt32
    /// The time at which the session is paused by a command; `.max` after that time.
    var pauseAt: Instant
  }

  private let connection: Connection
  /// The bus names by which programs say that they observe interruptions.
  private var names: [String] = []
  private var told: [NotifiedSession] = []
  private var changes: Subscription?
  private var question: Subscription?

  init(_ connection: Connection) {
    self.connection = connection
    changes = connection.subscribe(AudioFocusSignal.observersMatch) { [unowned(unsafe) self] message in
      guard let name = message.readString(), message.readString() != nil, let owner = message.readString() else {
        return
      }
      names.removeAll { $0.exact == name.exact }
      if !owner.isEmpty, names.count < Self.maxNames { names.append(name) }
    }
    question = connection.ask(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames", { _ in .zero }
    ) { [unowned(unsafe) self] reply in
      for name in reply.readArray(of: "s", { reply.readString() }) ?? [] {
        if name.starts(with: AudioFocusSignal.observerPrefix), !names.has(name) { names.append(name) }
      }
    }
  }

  /// Tells the program of a session that it is interrupted. Returns false when the program does not observe
  /// interruptions.
  func begin(_ key: String, process: UInt32, now: Instant) -> Bool {
    if !names.has(AudioFocusSignal.observerPrefix + String(process)) { return false }
    AudioFocusSignal.began(processes: [process]).emit(on: connection)
    told.removeAll { $0.key.exact == key.exact }
    told.append(NotifiedSession(key: key, process: process, pauseAt: now + Self.patience))
    return true
  }

  /// Tells the program of a session that the interruption is over, and that it may resume. Returns false when it was
  /// not told of the interruption.
  func end(_ key: String) -> Bool {
    guard let one = told.first(where: { $0.key.exact == key.exact }) else { return false }
    told.removeAll { $0.key.exact == key.exact }
    AudioFocusSignal.ended(processes: [one.process], mayResume: true).emit(on: connection)
    return true
  }

  /// Tells all programs that were told of an interruption that it is over. They stay paused.
  func endAll() {
    AudioFocusSignal.ended(processes: told.map { $0.process }, mayResume: false).emit(on: connection)
    told = []
  }

  /// The time at which `late` must be called again.
  var nextTime: Instant { told.map { $0.pauseAt }.min() ?? .max }

  /// Returns the sessions whose programs were told and have had time to pause: each that still plays is to be paused by
  /// a command.
  func late(_ now: Instant) -> [String] {
    var keys: [String] = []
    for index in told.indices where told[index].pauseAt <= now {
      told[index].pauseAt = .max
      keys.append(told[index].key)
    }
    return keys
  }

  /// Forgets sessions that are gone.
  func keepOnly(_ present: [String]) { told.removeAll { !present.has($0.key) } }
}
