// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import SwiftSupport
import Synchronization

/// The signals and calls that a bus carries.
final class SignalLog: Sendable {
  struct Signal: Sendable {
    let member: String
    let path: String
    let data: JSON
    /// The time at which the monitor received the signal, in microseconds since 1970.
    let microseconds: Double?

    /// The changed properties in a PropertiesChanged.
    var changed: JSON { data[1] }
    var changedTitle: String? { changed["Metadata"]["data"]["xesam:title"]["data"].text }
  }

  private struct State {
    /// The number of the monitor's lines that have been read.
    var count = 0
    var signals: [Signal] = []
    var calls: [String] = []
  }

  private let state = Mutex(State())
  private let monitor: Monitor

  /// Starts to listen; everything that is sent after it has returned is in the log.
  init() throws { monitor = try Monitor(TestBus.shared.bus) }

  private func read() -> State {
    state.withLock { state in
      let lines = monitor.recorded
      for line in lines[state.count...] {
        let message = JSON(text: line)
        if message["type"].text == "method_call", let call = message["member"].text { state.calls.append(call) }
        guard message["type"].text == "signal", let member = message["member"].text, let path = message["path"].text
        else { continue }
        state.signals.append(
          Signal(
            member: member, path: path, data: message["payload"]["data"],
            microseconds: message["timestamp-realtime"].number))
      }
      state.count = lines.count
      return state
    }
  }

  /// The methods that were called.
  var calls: [String] { read().calls }

  var all: [Signal] { read().signals }

  /// The signals PropertiesChanged and Seeked of the player.
  var ofPlayer: [Signal] { all.filter { $0.path == Client.path } }
  var changes: [Signal] { ofPlayer.filter { $0.member == "PropertiesChanged" } }
  var seeks: [Signal] { ofPlayer.filter { $0.member == "Seeked" } }

  /// The changes of the player's name: "+" when it gets an owner, "-" when it loses one.
  var nameChanges: [String] {
    all.filter { $0.member == "NameOwnerChanged" && $0.data[0].text == TestBus.player }
      .map { $0.data[2].text == "" ? "-" : "+" }
  }
}
