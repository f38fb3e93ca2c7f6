// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Synchronization

/// All that a bus carries, by `busctl monitor`.
final class SignalLog: Sendable {
  struct Signal: Sendable {
    let member: String
    let path: String
    let data: JSON
    /// When the monitor had it, in microseconds since 1970.
    let microseconds: Double?

    /// The changed properties of a PropertiesChanged.
    var changed: JSON { data[1] }
    var changedTitle: String? { changed["Metadata"]["data"]["xesam:title"]["data"].text }
  }

  private struct State {
    var rest = Data()
    var signals: [Signal] = []
    var calls: [String] = []
  }

  private let state = Mutex(State())
  private let process: Process
  private let output = Pipe()

  /// Starts to listen; everything that is sent after it has returned is in the log.
  static func start() async throws -> SignalLog {
    let log = try SignalLog()
    // The monitor sees a marker as soon as it sees anything.
    var tries = 0
    while !log.all.contains(where: { $0.member == "Marker" }) {
      tries += 1
      precondition(tries < 400, "busctl monitor does not start")
      try await log.mark()
      try await Task.sleep(for: .milliseconds(10))
    }
    return log
  }

  private init() throws {
    process = try TestBus.shared.start(["busctl", "--user", "monitor", "--json=short"], output: output)
    output.fileHandleForReading.readabilityHandler = { [weak self] in self?.take($0.availableData) }
  }

  deinit {
    output.fileHandleForReading.readabilityHandler = nil
    kill(process.processIdentifier, SIGKILL)
  }

  private func mark() async throws {
    _ = try await TestBus.shared.run(["busctl", "--user", "emit", "/marker", "org.example.Test", "Marker"])
  }

  private func take(_ data: Data) {
    state.withLock { state in
      state.rest.append(data)
      while let end = state.rest.firstIndex(of: 10) {
        let message = JSON(text: String(decoding: state.rest[..<end], as: UTF8.self))
        state.rest = Data(state.rest[(end + 1)...])
        if message["type"].text == "method_call", let call = message["member"].text { state.calls.append(call) }
        guard message["type"].text == "signal", let member = message["member"].text, let path = message["path"].text
        else { continue }
        state.signals.append(
          Signal(
            member: member, path: path, data: message["payload"]["data"],
            microseconds: message["timestamp-realtime"].number))
      }
    }
  }

  /// The methods that were called.
  var calls: [String] { state.withLock { $0.calls } }

  var all: [Signal] { state.withLock { $0.signals } }

  /// The PropertiesChanged and Seeked of the player.
  var ofPlayer: [Signal] { all.filter { $0.path == Client.path } }
  var changes: [Signal] { ofPlayer.filter { $0.member == "PropertiesChanged" } }
  var seeks: [Signal] { ofPlayer.filter { $0.member == "Seeked" } }

  /// Who came to and left the player's name: "+" and "-".
  var nameChanges: [String] {
    all.filter { $0.member == "NameOwnerChanged" && $0.data[0].text == TestBus.player }
      .map { $0.data[2].text == "" ? "-" : "+" }
  }
}
