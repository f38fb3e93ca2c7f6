// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Decides which properties of one interface of an object are announced, and when: it compares the present state with
/// the one that clients were sent, and keeps an interval between signals.
public struct Announcer<Subject: Sendable, Call: Sendable>: ~Copyable, Sendable {
  public let table: PropertyTable<Subject, Call>
  /// The state that clients were sent last.
  public private(set) var sent: Subject
  private var lastSignal = Instant.min
  /// The time of the last signal that had only details of the item.
  private var lastDetails = Instant.min
  /// The properties that a client has read after a change and before its signal. The next signal must contain them,
  /// even if they change back.
  private var read: PropertySet = []

  /// The interval between two signals: floods of signals have frozen clients (rule 8 in Rules.md).
  public static var interval: Microseconds { .milliseconds(50) }
  /// The interval between signals with only the length of the item and the texts under the player's own keys: a
  /// bitrate may change many times a second, and engines guess the length of a stream anew with each piece of it.
  public static var detailsInterval: Microseconds { .seconds(1) }

  public init(_ table: PropertyTable<Subject, Call>, sent: Subject) {
    self.table = table
    self.sent = sent
  }

  /// Returns the properties whose present values clients were not sent.
  public func changes(to subject: Subject) -> PropertySet {
    table.changes(from: sent, to: subject).union(table.seen(read, in: subject))
  }

  /// Notes that a client reads properties, some of which may have changed since they were sent.
  ///
  /// - name: the property that it reads; nil for all.
  public mutating func noteReading(_ subject: Subject, _ name: String?) {
    let news = changes(to: subject)
    read.formUnion(news.intersection(name.map { table.set(named: $0) } ?? news))
  }

  /// Whether a client has read other values of properties than it was sent.
  public func owes(_ properties: PropertySet) -> Bool { !read.isDisjoint(with: properties) }

  /// The time from which the next signal may be sent.
  public var nextSignal: Instant { lastSignal + Self.interval }

  /// The time from which the next signal may be sent that has only details of the item.
  public var nextDetails: Instant { max(nextSignal, lastDetails + Self.detailsInterval) }

  /// Permits the next signal at once, because somebody waits for it.
  public mutating func sendNow() { lastSignal = .min }

  /// Notes the state that clients know: they were sent it, or read everything when the name appeared.
  ///
  /// - told: the properties that the signal had; nil where clients know all.
  /// - hasDetails: whether the signal had details of the item.
  public mutating func remember(
    _ subject: Subject, now: Instant, told: PropertySet? = nil, hasDetails: Bool = false
  ) {
    sent = subject
    lastSignal = now
    if hasDetails { lastDetails = now }
    read = told.map { read.subtracting($0) } ?? []
  }
}
