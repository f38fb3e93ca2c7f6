// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Emits PropertiesChanged for the properties of one interface at one path: compares what clients were sent with what
/// is true now, and lets signals follow one another only after an interval.
final class Announcer<Subject: Sendable, Call: Sendable> {
  private var interface: AnnouncedInterface
  /// The state that was emitted last.
  private(set) var sent: Subject

  /// Between two signals, in µs (rule 8).
  static var interval: Int64 { AnnouncedInterface.interval }

  init(_ table: PropertyTable<Subject, Call>, path: String, sent: Subject) {
    interface = AnnouncedInterface(list: table.list, path: path)
    self.sent = sent
  }

  /// Returns the properties of which clients have not been sent the present value.
  func changes(to subject: Subject) -> PropertySet {
    withUnsafePointer(to: &sent) { sent in
      withUnsafePointer(to: subject) { interface.changes(from: sent, to: $0) }
    }
  }

  /// A client reads a subject, of which there may be something to tell.
  ///
  /// - name: the property that it reads; nil when it reads all.
  func noteReading(_ subject: Subject, _ name: String?) { interface.noteReading(changes(to: subject), name) }

  /// When the next signal may be sent.
  var nextSignal: Int64 { interface.nextSignal }

  /// The next signal may be sent at once, because somebody waits for it.
  func sendNow() { interface.sendNow() }

  /// Clients know a subject: they were sent it, or read everything when a name appears.
  func remember(_ subject: Subject, now: Int64) {
    sent = subject
    interface.remember(now: now)
  }

  /// Announces properties as a subject has them, all in one signal.
  func announce(_ properties: PropertySet, of subject: UnsafePointer<Subject>, _ connection: Connection) {
    interface.announce(properties, of: subject, connection)
  }
}

/// An announcer without the types of the interface's state and calls; see `Property`.
private struct AnnouncedInterface {
  let list: PropertyList
  let path: String
  private var lastSignal = Int64.min
  /// Properties that a client has read after they changed and before the signal: they must be in the next signal, also
  /// if they change back.
  private var read: PropertySet = []

  static var interval: Int64 { 50_000 }

  init(list: PropertyList, path: String) {
    self.list = list
    self.path = path
  }

  func changes(from sent: UnsafeRawPointer, to subject: UnsafeRawPointer) -> PropertySet {
    list.changes(from: sent, to: subject).union(read)
  }

  mutating func noteReading(_ news: PropertySet, _ name: String?) {
    let isRead = name.map { list.set(named: $0) } ?? news
    read.formUnion(news.intersection(isRead))
  }

  var nextSignal: Int64 { Clamp.sum(lastSignal, Self.interval) }

  mutating func sendNow() { lastSignal = .min }

  mutating func remember(now: Int64) {
    lastSignal = now
    read = []
  }

  /// Written here and not by sd-bus, which would look up each property by its name to ask for its value.
  func announce(_ properties: PropertySet, of subject: UnsafeRawPointer, _ connection: Connection) {
    connection.emit(path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged") {
      message in
      message.append(list.interface).then(message.append(list, properties, of: subject))
    }
  }
}
