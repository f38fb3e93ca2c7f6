// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Emits PropertiesChanged for the properties of one interface at one path: compares what clients were sent with what
/// is true now, and lets signals follow one another only after an interval.
final class Announcer<Subject: Sendable, Call: Sendable> {
  private let table: PropertyTable<Subject, Call>
  private let path: String
  /// The state that was emitted last.
  private(set) var sent: Subject
  private var lastSignal = Int64.min
  /// Properties that a client has read after they changed and before the signal: they must be in the next signal, also
  /// if they change back.
  private var read: PropertySet = []

  /// Between two signals, in µs (rule 8).
  static var interval: Int64 { 50_000 }

  init(_ table: PropertyTable<Subject, Call>, path: String, sent: Subject) {
    self.table = table
    self.path = path
    self.sent = sent
  }

  /// Returns the properties of which clients have not been sent the present value.
  func changes(to subject: Subject) -> PropertySet { table.changes(from: sent, to: subject).union(read) }

  /// A client reads a subject, of which there may be something to tell.
  ///
  /// - name: the property that it reads; nil when it reads all.
  func noteReading(_ subject: Subject, _ name: String?) {
    let news = changes(to: subject)
    read.formUnion(news.intersection(name.map { table.set(named: $0) } ?? news))
  }

  /// When the next signal may be sent.
  var nextSignal: Int64 { Clamp.sum(lastSignal, Self.interval) }

  /// The next signal may be sent at once, because somebody waits for it.
  func sendNow() { lastSignal = .min }

  /// Clients know a subject: they were sent it, or read everything when a name appears.
  func remember(_ subject: Subject, now: Int64) {
    sent = subject
    lastSignal = now
    read = []
  }

  /// Announces properties as a subject has them, all in one signal. Written here and not by sd-bus, which would look up
  /// each property by its name to ask for its value.
  func announce(_ properties: PropertySet, of subject: Subject, _ connection: Connection) {
    connection.emitChanged(path, table.interface, table.valued(properties, of: subject), table.namedOnly(properties))
  }
}

extension Connection {
  /// Emits PropertiesChanged of an interface. One function for all: announcers are generic.
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
