// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A value to which a client sets a property.
public struct WantedValue: Equatable, Sendable {
  let property: PropertySet
  let value: Value
}

/// The values that clients have set and the player has not. Some clients write a value into their own cache before they
/// ask, as GSConnect does, and take success for its confirmation: they are right again once they are sent the true
/// value, which nothing else would make the player emit.
public struct UnmetSets: Sendable {
  private struct Entry: Sendable {
    let wanted: WantedValue
    /// The time from which the true value may be sent; `.max` while the host has not answered.
    var due = Instant.max
  }

  /// At most one entry for each property that can be set: the last value counts.
  private var entries: [Entry] = []
  /// The earliest time at which a true value is to be sent.
  public private(set) var nextTime = Instant.max

  /// The time that a host has for its commit after it has answered.
  static let patience: Microseconds = .milliseconds(500)

  public init() {}

  /// Notes that a client sets a property; nil for a call that sets none.
  public mutating func set(_ wanted: WantedValue?) {
    guard let wanted else { return }
    end(wanted.property)
    entries.append(Entry(wanted: wanted))
  }

  /// Notes that the call is over: the host was not asked, or has answered.
  ///
  /// - isDone: whether the host has accepted the value.
  public mutating func over(_ wanted: WantedValue?, isDone: Bool, now: Instant) {
    guard let wanted, let index = entries.firstIndex(where: { $0.wanted == wanted }) else { return }
    entries[index].due = isDone ? now + Self.patience : now
    update()
  }

  /// Returns the properties whose true values are to be sent now, and forgets those whose values are the wanted ones.
  ///
  /// - isMet: whether a property has the wanted value.
  public mutating func due(now: Instant, isMet: (WantedValue) -> Bool) -> PropertySet {
    // Nearly always no client has set anything.
    if nextTime > now { return [] }
    entries.removeAll { $0.due <= now && isMet($0.wanted) }
    update()
    var due: PropertySet = []
    for entry in entries where entry.due <= now { due.formUnion(entry.wanted.property) }
    return due
  }

  /// Notes that clients are sent the values of properties.
  public mutating func told(_ properties: PropertySet) {
    if !entries.isEmpty { end(properties) }
  }

  private mutating func end(_ properties: PropertySet) {
    entries.removeAll { !$0.wanted.property.isDisjoint(with: properties) }
    update()
  }

  private mutating func update() {
    nextTime = .max
    for entry in entries { nextTime = min(nextTime, entry.due) }
  }
}

extension PropertyTable {
  /// Whether a property has a value.
  public func has(_ wanted: WantedValue, in subject: Subject) -> Bool {
    for index in wanted.property.rows { return rows[index].get(subject) == wanted.value }
    return true
  }
}

extension PlayerCall {
  /// The value to which the call sets a property; nil for another call.
  public var wanted: WantedValue? {
    switch self {
    case .setLoop(let status): Self.wanted("LoopStatus", .string(status.name))
    case .setShuffle(let isOn): Self.wanted("Shuffle", .bool(isOn))
    case .setRate(let rate): Self.wanted("Rate", .double(rate))
    case .change(.volume(let volume)): Self.wanted("Volume", .double(volume))
    default: nil
    }
  }

  private static func wanted(_ name: StaticString, _ value: Value) -> WantedValue {
    WantedValue(property: PlayerProperties.table.set(name), value: value)
  }
}

extension AppChange {
  /// The value to which the change sets a property.
  public var wanted: WantedValue {
    switch self {
    case .fullscreen(let isOn):
      WantedValue(property: RootProperties.table.set("Fullscreen"), value: .bool(isOn))
    }
  }
}
