// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Logs the engine's decisions and their reasons, to the host's `log` callback, and to stderr if the environment
/// variable NOWPLAYING_LOG is set. Safe to use from any thread, without the lock.
final class Log: @unchecked Sendable {
  private let applicationID: String
  let control: LoopControl
  /// The least important level for the host's callback.
  private let host: LogLevel
  /// The least important level for stderr; nil when the variable is not set.
  private let printed: LogLevel?
  /// The raw value of the least important level that is logged anywhere.
  let loudest: Int32
  /// The kinds of addresses of which the host was warned, as bits of `Address`.
  var secretsNoticed = Guarded(UInt8.zero)

  /// The lines that wait for the host's callback, which is called in the loop.
  private var lines = Guarded<[(LogLevel, String)]>([])
  private var linesLost = Guarded(0)
  static let maxLines = 64

  init(_ applicationID: String, host: LogLevel, _ control: LoopControl) {
    self.applicationID = CleanText.line(applicationID)
    self.control = control
    self.host = host
    let word = Environment.value("NOWPLAYING_LOG")
    // An unknown word shows that somebody wants to see something.
    printed = word.map { LogLevel(word: $0) ?? .debug }
    loudest = max(host.rawValue, printed?.rawValue ?? host.rawValue)
  }

  /// Logs a line. The text is only made if its level is logged.
  func callAsFunction(_ level: LogLevel, _ message: @autoclosure () -> String) {
    if level.rawValue <= loudest { write(level, message()) }
  }

  /// Logs a wrong use of the library by the host.
  func clientBug(_ message: @autoclosure () -> String) { self(.warning, "client bug: " + message()) }

  /// Logs an error of the library itself.
  func libraryBug(_ message: @autoclosure () -> String) { self(.error, "library bug: " + message()) }

  private func write(_ level: LogLevel, _ message: String) {
    // Titles, ids and errors come from files, stations and clients, and a terminal obeys control characters.
    let message = CleanText.line(message)
    if let printed, level.rawValue <= printed.rawValue {
      let line = "nowplaying[" + applicationID + "] " + level.word.string + ": " + message + "\n"
      line.withBytes { np_print($0.baseAddress, $0.count) }
    }
    guard level.rawValue <= host.rawValue else { return }
    control.monitor.locked { held in
      guard !control.isClosing[held] else { return }
      guard lines[held].count < Self.maxLines else {
        linesLost[held] += 1
        return
      }
      lines[held].append((level, message))
      control.wake(held)
    }
  }

  /// Whether lines wait for the host's callback.
  func isWaiting(_ held: Held) -> Bool { !lines[held].isEmpty }

  /// Returns the lines that wait, and removes them.
  func drain(_ held: Held) -> [(LogLevel, String)] { lines[held].isEmpty ? [] : takeAll(held) }

  private func takeAll(_ held: Held) -> [(LogLevel, String)] {
    var taken = lines[held]
    lines[held] = []
    if linesLost[held] > 0 {
      let count = Escape.decimal(Int64(clamping: linesLost[held]))
      taken.append((.warning, count + " log lines were left out, because the loop did not turn"))
      linesLost[held] = 0
    }
    return taken
  }
}
