// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

/// Holds a name on a connection while it is wanted. Belongs to the loop.
public final class BusName {
  /// A change of a name's owner.
  public enum Event {
    case asked
    case owned
    case released
    /// Another process has it: the alternative is asked for.
    case taken
    /// The bus has not said whether it is ours: it is asked once more.
    case unknown
    /// The bus lets us have no name, by this error.
    case refused(String)
    /// The bus has taken it away: it is asked for again.
    case lost
  }

  private enum State: Equatable {
    case none
    /// Asked for; clients may see us at any moment.
    case asked
    case owned
    /// The bus does not let us own any.
    case refused
  }

  private let wanted: String
  private let alternative: () -> String
  private let report: (Event, String) -> Void
  private var connection: Connection?
  private var state = State.none
  /// The name that was asked for last.
  public private(set) var name = ""
  /// Tells the answer to an earlier question from that to the last.
  private var serial = UInt32.zero
  /// When to ask once more, and how long to wait before the time after that.
  public private(set) var nextTime = Int64.max
  private var pause: Int64 = 0
  private var ownedSince = Int64.zero
  /// Names in a row that others had.
  private var taken = 0
  /// Releases that the bus has not answered yet: until then what it says of names is of the time before.
  private var releasing = 0

  /// In µs. The first repetition is made at once.
  static let firstPause: Int64 = 1_000_000
  static let longestPause: Int64 = 60_000_000
  /// Random names are taken only on a bus that calls every name so.
  static let maxTaken = 3

  /// - alternative: another name, for when somebody has the one that is wanted; never the same twice.
  /// - report: called with each event, and the name that it is about.
  public init(
    _ name: String, alternative: @escaping () -> String, report: @escaping (_ event: Event, _ name: String) -> Void
  ) {
    wanted = name
    self.alternative = alternative
    self.report = report
  }

  /// Whether clients can see us, or will before they see anything that is sent from now on.
  public var isAnnounced: Bool { state == .asked || state == .owned }
  public var isOwned: Bool { state == .owned }

  /// Uses a connection from now on, or none.
  public func attach(_ connection: Connection?) {
    self.connection = connection
    reset()
    pause = 0
    taken = 0
    releasing = 0
    connection?.watchSignals { [unowned(unsafe) self] message in
      if message.isSignal("org.freedesktop.DBus", "NameLost"), message.isFromBus {
        if let name = message.readString() { lost(name) }
      } else if message.isSignal("org.freedesktop.DBus", "NameAcquired"), message.isFromBus {
        if let name = message.readString() { acquired(name) }
      }
    }
  }

  /// Asks for the name. The properties must be right already: clients read them at once.
  public func acquire() {
    guard state == .none, nextTime == .max else { return }
    ask(wanted)
  }

  public func release() {
    if isAnnounced, let connection {
      report(.released, name)
      releasing += 1
      connection.releaseName(name) { [unowned(unsafe) self, unowned(unsafe) connection] in
        if self.connection === connection { releasing -= 1 }
      }
    }
    reset()
  }

  private func reset() {
    state = .none
    nextTime = .max
  }

  /// To be called in each turn.
  public func turn() {
    guard nextTime != .max, np_now_us() >= nextTime else { return }
    nextTime = .max
    ask(name)
  }

  private func ask(_ name: String) {
    guard let connection else { return }
    self.name = name
    state = .asked
    serial.advance()
    let asked = serial
    report(.asked, name)
    connection.requestName(name, flags: NameFlag.doNotQueue) { [unowned(unsafe) self] reply in
      guard asked == serial, state == .asked else { return }
      switch reply {
      case .owner: own()
      case .taken, .queued: avoid()
      case .unknown:
        // The name may be ours: what clients see goes on, and the bus is asked once more.
        report(.unknown, name)
        askLater()
      case .refused(let error):
        state = .refused
        report(.refused(error), name)
      }
    }
  }

  private func avoid() {
    taken += 1
    report(.taken, name)
    if taken <= Self.maxTaken { ask(alternative()) } else { askLater() }
  }

  private func askLater() {
    nextTime = Clamp.sum(np_now_us(), pause)
    pause = pause == 0 ? Self.firstPause : min(pause * 2, Self.longestPause)
  }

  private func own() {
    state = .owned
    ownedSince = np_now_us()
    taken = 0
    report(.owned, name)
  }

  /// The bus says that the name is ours; also in a reply that was late.
  private func acquired(_ name: String) {
    guard name.exact == self.name.exact, state == .asked, releasing == 0 else { return }
    nextTime = .max
    own()
  }

  /// The bus took the name away.
  private func lost(_ name: String) {
    guard name.exact == self.name.exact, state == .owned, releasing == 0 else { return }
    // At once, but not again and again where somebody takes each name away.
    if np_now_us() - ownedSince >= Self.longestPause { pause = 0 }
    state = .asked
    askLater()
    report(.lost, name)
  }
}
