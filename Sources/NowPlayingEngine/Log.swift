// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

/// Which lines are wanted, and for whom.
struct LogLevels {
  /// For the host's `log` callback.
  let host: LogLevel
  /// For stderr, asked for by the environment variable NOWPLAYING_LOG; nil when it is not set.
  let printed: LogLevel?
  /// The raw value of the least important level that anybody wants.
  let loudest: Int32

  init(host: LogLevel) {
    self.host = host
    let word = Environment.value("NOWPLAYING_LOG")
    // A word that is none of them is somebody's attempt to see something.
    printed = word.map { LogLevel(name: $0) ?? .debug }
    loudest = max(host.rawValue, printed?.rawValue ?? host.rawValue)
  }
}

extension App {
  /// Log lines that wait for the host's callback.
  static let mostLogLines = 64

  /// Tells the host's log, and stderr if NOWPLAYING_LOG asks for it. The text is made only if somebody wants it.
  /// Not with the lock held.
  @inline(__always)
  public func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
    if level.rawValue <= logLevels.loudest { write(level, message()) }
  }

  /// The host uses the library wrongly.
  public func clientBug(_ message: @autoclosure () -> String) { log(.warning, "client bug: " + message()) }

  /// The library did something that it should never do.
  public func libraryBug(_ message: @autoclosure () -> String) { log(.error, "library bug: " + message()) }

  private func write(_ level: LogLevel, _ message: String) {
    if let printed = logLevels.printed, level.rawValue <= printed.rawValue {
      var line = "nowplaying[" + identity.applicationID + "] " + level.name.description + ": " + message + "\n"
      line.withUTF8 { np_print($0.baseAddress, $0.count) }
    }
    guard level.rawValue <= logLevels.host.rawValue else { return }
    monitor.locked {
      guard !isClosing else { return }
      guard logLines.count < Self.mostLogLines else {
        logLinesLost += 1
        return
      }
      logLines.append((level, message))
      wakeLocked()
    }
  }

  /// The lines that wait, and no longer do. With the lock held.
  func takeLogLinesLocked() -> [(LogLevel, String)] {
    if logLines.isEmpty { return [] }
    var lines = logLines
    logLines = []
    if logLinesLost > 0 {
      lines.append((.warning, String(logLinesLost) + " log lines were left out, because the loop did not turn"))
      logLinesLost = 0
    }
    return lines
  }
}
