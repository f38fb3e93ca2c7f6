// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Emits PropertiesChanged for one interface of an object. It compares the present state with the one that clients were
/// sent, and keeps an interval between signals.
final class Announcer<Subject: Sendable, Call: Sendable> {
  private let table: PropertyTable<Subject, Call>
  private let path: String
  /// The state that clients were sent last.
  private(set) var sent: Subject
  private var lastSignal = Int64.min
  /// The properties that a client has read after a change and before its signal. The next signal must contain them,
  /// even if they change back.
  private var read: PropertySet = []

  /// The interval between two signals, in µs: floods of signals have frozen clients (rule 8 in Rules.md).
  static var interval: Int64 { 50_000 }

  init(_ table: PropertyTable<Subject, Call>, path: String, sent: Subject) {
    self.table = table
    self.path = path
    self.sent = sent
  }

  /// Returns the properties whose present values clients were not sent.
  func changes(to subject: Subject) -> PropertySet { table.changes(from: sent, to: subject).union(read) }

  /// Notes that a client reads properties, some of which may have changed since they were sent.
  ///
  /// - name: the property that it reads; nil for all.
  func noteReading(_ subject: Subject, _ name: String?) {
    let news = changes(to: subject)
    read.formUnion(news.intersection(name.map { table.set(named: $0) } ?? news))
  }

  /// The time from which the next signal may be sent.
  var nextSignal: Int64 { Clamp.sum(lastSignal, Self.interval) }

  /// Permits the next signal at once, because somebody waits for it.
  func sendNow() { lastSignal = .min }

  /// Notes the state that clients know: they were sent it, or read everything when the name appeared.
  func remember(_ subject: Subject, now: Int64) {
    sent = subject
    lastSignal = now
    read = []
  }

  /// Emits one signal with the values of properties. It is written here because sd-bus would search each property by
  /// its name to ask for its value.
  func announce(_ properties: PropertySet, of subject: Subject, _ connection: Connection) {
    connection.emitChanged(path, table.interface, table.valued(properties, of: subject), table.namedOnly(properties))
  }
}

extension Connection {
  /// Emits PropertiesChanged. It is a function outside of the generic type, so that it exists once.
  @inline(never)
  fileprivate func emitChanged(
    _ path: String, _ interface: StaticString, _ values: [Value.Entry], _ names: [StaticString]
  ) {
    emit(path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged") { message in
      message.append(interface).then(message.append(map: values)).then(
        message.append(array: names, of: "s") { message.append($0) })
    }
  }
}
