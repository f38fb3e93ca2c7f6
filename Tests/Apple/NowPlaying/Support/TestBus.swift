// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlaying
import SwiftSupport

/// A session bus of this process's own, started before the library looks for one, and the clients on it.
final class TestBus: Sendable {
  static let shared = TestBus()

  /// The lines of the library's log.
  let log = Lines()
  let bus: PrivateBus

  static let player = "org.mpris.MediaPlayer2.NowPlayingTests"

  private init() {
    guard let bus = try? PrivateBus() else { fatalError("The tests need dbus-daemon: apt-get install dbus-daemon") }
    self.bus = bus
    // The library stores artwork there. It reads the variable when its first session is made, which is later.
    setenv("XDG_RUNTIME_DIR", bus.directory, 1)
    let log = log
    HostProgram.configure {
      $0.applicationID = "org.example.NowPlayingTests"
      $0.displayName = "Tests of NowPlaying"
      $0.busAddress = bus.address
      $0.logLevel = .debug
      $0.log = { level, line in log.append("\(level): \(line)") }
      $0.raise = { wishes.lines.append("raise") }
      $0.quit = { wishes.lines.append("quit") }
      $0.fullscreen = {
        wishes.lines.append("fullscreen \($0)")
        HostProgram.setFullscreen($0)
      }
    }
  }

  /// Runs a program to its end, without keeping the main actor waiting.
  func run(_ command: [String]) async throws -> Tool { try await Tool.run(command, environment: bus.environment) }
}

/// The calls of clients to the program itself.
@MainActor let wishes = Log()

/// Lines of the main actor.
@MainActor final class Log {
  var lines: [String] = []
}
