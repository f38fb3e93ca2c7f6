// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

/// Owns a name on a connection while it is wanted.
public final class BusName: LoopBound {
  /// A change of a name's owner.
  public enum Event {
    case asked
    case owned
    case released
    /// Another process owns the name; the alternative is requested.
    case taken
    /// The bus has not said whether this connection owns the name; the bus is asked again.
    case unknown
    /// The bus allows no name, and gave this error.
    case refused(String)
    /// The bus has taken the name away; it is requested again.
    case lost
  }

  private enum State: Equatable {
    case none
    /// The name is requested; clients may see it at any moment.
    case asked
    case owned
    /// The bus does not allow any name.
    case refused
  }

  private let wanted: String
  private let alternative: () -> String
  private let report: (Event, String) -> Void
  private var connection: Connection?
  private var state = State.none
  /// The name that was requested last.
  public private(set) var name = ""
  /// The number of the last request: the answer to an earlier one is ignored.
  private var serial = UInt32.zero
  /// The time of the next request, and the pause before the one after it.
  public private(set) var nextTime = Instant.max
  private var pause: Microseconds = .zero
  private var ownedSince = Instant.min
  /// The number of names in a row that other processes owned.
  private var taken = 0
  /// The number of releases that the bus has not answered yet. While there is one, signals about names may tell the
  /// state before the release, and are ignored.
  private var releasing = 0

  /// The first pause between two requests, and the longest one. The second request follows without a pause.
  static let firstPause: Microseconds = .seconds(1)
  static let longestPause: Microseconds = .seconds(60)
  /// The most names that are tried in a row: a bus that says of random names that they are taken says so of any name.
  static let maxTaken = 3

  /// - alternative: returns another name, for when somebody else owns the wanted one; never the same name twice.
  /// - report: called with each event, and the name that it is about.
  public init(
    _ name: String, alternative: @escaping () -> String, report: @escaping (_ event: Event, _ name: String) -> Void
  ) {
    wanted = name
    self.alternative = alternative
    self.report = report
  }

  /// Whether clients can see the name, or will before they see any message that is sent from now on.
  public var isAnnounced: Bool { state == .asked || state == .owned }
  public var isOwned: Bool { state == .owned }

  /// Uses another connection from now on, or none.
  public func attach(_ connection: Connection?) {
    self.connection = connection
    reset()
    pause = .zero
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

  /// Requests the name. The properties must be right already: clients read them as soon as they see the name.
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

  /// Requests the name again when it is time. To be called in each turn.
  public func turn() {
    guard nextTime != .max, Instant.now >= nextTime else { return }
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
        // The name may be ours: clients may see it, so the state stays, and the bus is asked again.
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
    nextTime = Instant.now + pause
    pause = pause == .zero ? Self.firstPause : min(pause * 2, Self.longestPause)
  }

  private func own() {
    state = .owned
    ownedSince = Instant.now
    taken = 0
    report(.owned, name)
  }

  /// Notes that the bus gave the name, also where its reply to the request was late.
  private func acquired(_ name: String) {
    guard name.exact == self.name.exact, state == .asked, releasing == 0 else { return }
    nextTime = .max
    own()
  }

  /// Notes that the bus took the name away.
  private func lost(_ name: String) {
    guard name.exact == self.name.exact, state == .owned, releasing == 0 else { return }
    // The name is requested at once, but with growing pauses where somebody takes it away again and again.
    if Instant.now - ownedSince >= Self.longestPause { pause = .zero }
    state = .asked
    askLater()
    report(.lost, name)
  }
}
