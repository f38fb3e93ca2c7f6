// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Synchronization
import Testing

import NowPlaying

/// A session bus of its own for this process, made before the library looks for one, and the clients on it.
final class TestBus: Sendable {
  static let shared = TestBus()

  /// What the library says in its log.
  let log = Lines()
  let address: String
  private let directory: String
  private let daemon: Mutex<Process>
  private let environment: [String: String]

  static let player = "org.mpris.MediaPlayer2.NowPlayingTests"

  private init() {
    directory = FileManager.default.temporaryDirectory.appending(path: "nowplaying-\(UUID().uuidString)").path()
    try! FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    address = "unix:path=\(directory)/bus"
    var environment = ProcessInfo.processInfo.environment
    environment["DBUS_SESSION_BUS_ADDRESS"] = address
    environment["XDG_RUNTIME_DIR"] = directory
    self.environment = environment
    // Where artwork goes; the library reads it when its first session is made, which is after this.
    setenv("XDG_RUNTIME_DIR", directory, 1)
    daemon = Mutex(Self.startDaemon(address, environment))
    let (address, log) = (address, log)
    HostProgram.configure {
      $0.applicationID = "org.example.NowPlayingTests"
      $0.displayName = "Tests of NowPlaying"
      $0.busAddress = address
      $0.logLevel = .info
      $0.log = { level, line in log.append("\(level): \(line)") }
      $0.raise = { wishes.lines.append("raise") }
      $0.quit = { wishes.lines.append("quit") }
    }
  }

  private static func startDaemon(_ address: String, _ environment: [String: String]) -> Process {
    let daemon = Process()
    daemon.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
    daemon.arguments = ["--session", "--nofork", "--print-address=1", "--address=\(address)"]
    daemon.environment = environment
    let output = Pipe()
    daemon.standardOutput = output
    daemon.standardError = FileHandle.nullDevice
    try! daemon.run()
    // It says its address when it listens.
    _ = output.fileHandleForReading.availableData
    return daemon
  }

  /// Kills the bus. Its clients notice by themselves.
  func stopDaemon() {
    _ = daemon.withLock { kill($0.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(atPath: "\(directory)/bus")
  }

  func restartDaemon() {
    daemon.withLock { $0 = Self.startDaemon(address, environment) }
  }

  /// Starts a program on the bus.
  func start(_ arguments: [String], output: Pipe, errors: Pipe? = nil) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = environment
    process.standardOutput = output
    process.standardError = errors ?? FileHandle.nullDevice
    try process.run()
    return process
  }

  /// What a program prints, and what it complains of.
  struct Result: Sendable {
    let code: Int32
    let output: String
    let errors: String
  }

  /// Runs a program to its end, without keeping the main actor waiting.
  @concurrent func run(_ arguments: [String]) async throws -> Result {
    let (output, errors) = (Pipe(), Pipe())
    let process = try start(arguments, output: output, errors: errors)
    let said = output.fileHandleForReading.readDataToEndOfFile()
    let complained = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    func text(_ data: Data) -> String {
      String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    return Result(code: process.terminationStatus, output: text(said), errors: text(complained))
  }
}

/// What clients asked of the program itself.
@MainActor let wishes = Log()

/// Lines of the main actor.
@MainActor final class Log {
  var lines: [String] = []
}

/// Lines that arrive on any thread.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }
  func append(_ line: String) { lines.withLock { $0.append(line) } }
}
