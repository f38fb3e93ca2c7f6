// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import NowPlayingBus
internal import NowPlayingCore

/// Watches the distributors on the bus, and chooses one of them.
final class DistributorWatch {
  private let connection: Connection
  private let choice: DistributorChoice
  private let now: () -> Instant
  private var signals: Subscription?
  /// The calls to the bus whose answers are awaited.
  private var questions: [Subscription] = []
  private var running: Set<String> = []
  private var activatable: Set<String> = []
  /// The distributor at which registrations were made last.
  private var remembered: String?
  /// The time at which another distributor is chosen if the remembered one has not appeared by then; `.max` when it
  /// has.
  private(set) var nextTime = Instant.max
  /// The distributor at which to register; nil while there is none.
  private(set) var chosen: String?

  /// How long to wait for the remembered distributor. At login it may appear later than this program.
  static let timeout: Microseconds = .seconds(10)

  /// Called when a distributor is on the bus, or when another process has its name.
  var appeared: (_ name: String) -> Void = { _ in }
  var vanished: (_ name: String) -> Void = { _ in }
  /// Called when another distributor may have been chosen, or none.
  var decided: () -> Void = {}
  var log: (LogLevel, String) -> Void = { _, _ in }

  init(_ connection: Connection, _ choice: DistributorChoice, now: @escaping () -> Instant) {
    self.connection = connection
    self.choice = choice
    self.now = now
  }

  /// Whether the bus has not said yet which distributors exist.
  var isLooking: Bool { !questions.isEmpty }
  func isRunning(_ name: String) -> Bool { running.contains(name) }
  func isThere(_ name: String) -> Bool { running.contains(name) || activatable.contains(name) }

  /// Remembers a distributor at which a registration was made before.
  func remember(_ name: String) {
    if remembered == nil, !name.isEmpty { remembered = name }
  }

  func begin() {
    guard signals == nil else { return }
    signals = connection.watchDistributors { [weak self] in self?.changed($0, isRunning: $1) }
    look()
  }

  /// Makes the choice if `nextTime` has come. Call it at that time.
  func turn() {
    if now() >= nextTime { decide() }
  }

  private func changed(_ name: String, isRunning: Bool) {
    if isRunning {
      running.insert(name)
      appeared(name)
    } else {
      running.remove(name)
      vanished(name)
    }
    // The names that the bus can start may have changed as well, as by an installation.
    look()
  }

  /// Asks the bus which distributors exist.
  private func look() {
    questions = [
      ask("ListActivatableNames") { [weak self] in self?.activatable = $0 },
      // This call is sent last, and so answered last: at its answer both lists are there.
      ask("ListNames") { [weak self] names in
        guard let self else { return }
        running = names
        questions = []
        decide()
      },
    ].compactMap { $0 }
  }

  private func ask(_ member: StaticString, _ answer: @escaping (Set<String>) -> Void) -> Subscription? {
    connection.ask(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, { _ in .zero }
    ) { [weak self] reply in
      guard let self else { return }
      if let names = reply.readArray(of: "s", { reply.readString() }) {
        answer(Set(names.filter(DistributorChoice.isDistributor)))
      } else {
        log(.info, "The bus does not say which distributors there are: " + (reply.errorName ?? "not a list"))
        answer([])
      }
    }
  }

  private func decide() {
    switch choice.outcome(remembered: remembered, running: running, activatable: activatable) {
    case .none: choose(nil)
    case .one(let name): choose(name)
    case .another(let name):
      if nextTime == .max {
        log(.info, "The distributor of before is not there, but " + name + " is")
        choose(nil)
        nextTime = now() + Self.timeout
      } else if now() >= nextTime {
        choose(name)
      }
    }
  }

  private func choose(_ name: String?) {
    nextTime = .max
    chosen = name
    if let name { remembered = name }
    decided()
  }
}

extension Connection {
  /// Subscribes to the distributors of UnifiedPush that appear on the bus and vanish.
  ///
  /// - changed: called when one is on the bus, when another process gets its name, and when one is gone.
  package func watchDistributors(_ changed: @escaping (_ name: String, _ isRunning: Bool) -> Void) -> Subscription? {
    subscribe(
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
        + "arg0namespace='org.unifiedpush.Distributor'"
    ) { message in
      guard message.isFromBus, message.isSignal("org.freedesktop.DBus", "NameOwnerChanged"),
        let name = message.readString(), message.readString() != nil, let owner = message.readString(),
        DistributorChoice.isDistributor(name)
      else { return }
      changed(name, !owner.isEmpty)
    }
  }
}
