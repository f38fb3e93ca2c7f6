// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Tells clients what changed in the properties of one interface at one path: compares what they were told with what
/// is true now, and lets signals follow one another only after an interval.
struct Announcer<Subject: Sendable, Call: Sendable> {
  private let table: PropertyTable<Subject, Call>
  private let path: String
  /// What clients know.
  private(set) var told: Subject
  private var lastSignal = Int64.min

  /// Between two signals, in µs (rule 8).
  static var interval: Int64 { 50_000 }

  init(_ table: PropertyTable<Subject, Call>, path: String, told: Subject) {
    self.table = table
    self.path = path
    self.told = told
  }

  /// What clients do not know yet.
  func changes(to subject: Subject) -> PropertySet { table.changes(from: told, to: subject) }

  /// When the next signal may be sent.
  var nextSignal: Int64 { Clamp.sum(lastSignal, Self.interval) }

  /// The next signal may be sent at once, because somebody waits for it.
  mutating func hurry() { lastSignal = .min }

  /// Clients know a subject: they were told, or read everything when a name appears.
  mutating func remember(_ subject: Subject, now: Int64) {
    told = subject
    lastSignal = now
  }

  /// Announces properties, all in one signal.
  func announce(_ properties: PropertySet, _ connection: Connection) {
    connection.emitChanges(path: path, interface: table.interface, names: table.names(properties))
  }
}
