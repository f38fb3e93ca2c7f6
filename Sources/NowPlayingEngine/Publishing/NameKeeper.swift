// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingBus
import NowPlayingCore

/// Holds the app's MPRIS name while there is something to show. Belongs to the loop.
final class NameKeeper {
  private enum State: Equatable {
    case none
    /// Asked for; clients may see us at any moment.
    case asked
    case owned
    /// The bus does not let us own any.
    case refused
  }

  private unowned(unsafe) let app: App
  private var connection: Connection?
  private var state = State.none
  private var name = ""
  /// Tells the answer to an earlier question from that to the last.
  private var serial: UInt32 = 0
  /// When to ask once more, and how long to wait before the time after that.
  private(set) var nextTime = Int64.max
  private var pause: Int64 = 0
  private var ownedSince: Int64 = 0
  /// Names in a row that others had.
  private var taken = 0

  /// In µs. The first repetition is made at once.
  private static let firstPause: Int64 = 1_000_000
  private static let longestPause: Int64 = 60_000_000
  /// Random names are taken only on a bus that calls every name so.
  private static let mostTaken = 3

  init(_ app: App) { self.app = app }

  /// Whether clients can see us, or will before they see anything that is sent from now on.
  var isAnnounced: Bool { state == .asked || state == .owned }
  var isOwned: Bool { state == .owned }

  func attach(_ connection: Connection?) {
    self.connection = connection
    forget()
    pause = 0
    taken = 0
  }

  /// Asks for the name. The properties must be right already: clients read them at once (rule 2).
  func acquire() {
    guard state == .none, nextTime == .max else { return }
    ask(app.identity.busName)
  }

  func release() {
    if isAnnounced, let connection {
      app.log(.debug, "Nothing is to be shown: " + name + " is released")
      connection.releaseName(name)
    }
    forget()
  }

  private func forget() {
    state = .none
    serial &+= 1
    nextTime = .max
  }

  /// To be called in each turn.
  func turn() {
    guard nextTime != .max, np_now_us() >= nextTime else { return }
    nextTime = .max
    if state != .owned { ask(name) }
  }

  private func ask(_ name: String) {
    guard let connection else { return }
    self.name = name
    state = .asked
    serial &+= 1
    let asked = serial
    app.log(.debug, "Asks the bus for the name " + name)
    connection.requestName(name, flags: NameFlag.doNotQueue) { [unowned(unsafe) self] reply in
      guard asked == serial, state == .asked else { return }
      switch reply {
      case .owner: own()
      case .taken, .queued: avoid()
      case .unknown:
        // The name may be ours: what clients see goes on, and the bus is asked once more.
        app.log(.info, "The bus has not said whether this program owns " + name + "; asking once more")
        askLater()
      case .refused(let error):
        state = .refused
        app.log(.error, "The bus does not let this program own " + name + ", so the desktop cannot see it: " + error)
      }
    }
  }

  /// Another process has the name: a second instance. No process id: in a Flatpak all are the same (rule 3).
  private func avoid() {
    taken += 1
    let digits = String(decoding: Escape.hexadecimal(np_random()).utf8.prefix(8), as: UTF8.self)
    app.log(.info, "Another process owns " + name)
    if taken <= Self.mostTaken {
      ask(app.identity.busName + ".instance" + digits)
    } else {
      askLater()
    }
  }

  private func askLater() {
    nextTime = Clamp.sum(np_now_us(), pause)
    pause = pause == 0 ? Self.firstPause : min(pause * 2, Self.longestPause)
  }

  private func own() {
    guard state != .owned else { return }
    state = .owned
    ownedSince = np_now_us()
    taken = 0
    app.log(.info, "The desktop sees this program as " + name)
  }

  /// The bus says that the name is ours; also in a reply that was late.
  func acquired(_ name: String) {
    guard name.exact == self.name.exact, state == .asked else { return }
    nextTime = .max
    own()
  }

  /// The bus took the name away.
  func lost(_ name: String) {
    guard name.exact == self.name.exact, state == .owned else { return }
    // At once, but not again and again where somebody takes each name away.
    if np_now_us() - ownedSince >= Self.longestPause { pause = 0 }
    state = .asked
    askLater()
    app.log(.warning, "The bus took " + name + " away; asking for it again")
  }
}
