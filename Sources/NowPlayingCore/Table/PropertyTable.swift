// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// What it means that a client sets a property.
public enum Setting<Call: Sendable>: Sendable {
  case call(Call)
  /// The value has the property's type, but is not one that it may have. The client gets this sentence.
  case refused(StaticString)
}

/// How clients are told that a property has changed.
public enum Announcement: Sendable {
  /// It never changes.
  case never
  /// PropertiesChanged says its new value.
  case byValue
  /// PropertiesChanged names it, and who wants the value asks.
  case byName
}

/// One property of an interface: everything about it is in its row.
public struct PropertyRow<Subject: Sendable, Call: Sendable>: Sendable {
  public let name: StaticString
  public let signature: StaticString
  public let announcement: Announcement
  public let get: @Sendable (Subject) -> Value
  /// What it means that a client sets it to a value, which is of the row's signature; nil when clients may not set it.
  public let set: (@Sendable (Value) -> Setting<Call>)?

  public init(
    _ name: StaticString, _ signature: StaticString, _ announcement: Announcement,
    get: @escaping @Sendable (Subject) -> Value, set: (@Sendable (Value) -> Setting<Call>)? = nil
  ) {
    self.name = name
    self.signature = signature
    self.announcement = announcement
    self.get = get
    self.set = set
  }
}

/// A set of properties: one bit for each row of a table.
public struct PropertySet: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The properties of an interface, at most 32.
public struct PropertyTable<Subject: Sendable, Call: Sendable>: Sendable {
  public let interface: StaticString
  public let rows: [PropertyRow<Subject, Call>]
  /// Those that PropertiesChanged names without their values.
  public let named: PropertySet

  public init(_ interface: StaticString, _ rows: [PropertyRow<Subject, Call>]) {
    self.interface = interface
    self.rows = rows
    var named: UInt32 = 0
    for (index, row) in rows.enumerated() where row.announcement == .byName {
      named |= 1 << UInt32(truncatingIfNeeded: index)
    }
    self.named = PropertySet(rawValue: named)
  }

  /// The row of a property; nil when the interface has none of that name.
  public func row(_ name: String) -> PropertyRow<Subject, Call>? { index(of: name.exact).map { rows[$0] } }

  /// The set of one property that a client has named; empty when there is none of that name.
  public func set(named name: String) -> PropertySet { set(at: index(of: name.exact)) }

  /// The set of one property; empty when there is none of that name.
  public func set(_ name: StaticString) -> PropertySet { set(at: index(of: ExactText(name))) }

  private func index(of name: ExactText) -> Int? { rows.firstIndex { ExactText($0.name) == name } }

  private func set(at index: Int?) -> PropertySet {
    PropertySet(rawValue: index.map { 1 << UInt32(truncatingIfNeeded: $0) } ?? 0)
  }

  /// The rows of the properties in a set.
  public func indices(_ set: PropertySet) -> [Int] {
    rows.indices.filter { set.rawValue & (1 << UInt32(truncatingIfNeeded: $0)) != 0 }
  }

  /// The names in a set, for a log.
  public func list(_ set: PropertySet) -> String {
    var list = ""
    for index in indices(set) { list += (list.isEmpty ? "" : ", ") + rows[index].name.description }
    return list
  }

  /// The properties whose values differ between two states of the subject.
  public func changes(from before: Subject, to now: Subject) -> PropertySet {
    var changed: UInt32 = 0
    var bit: UInt32 = 1
    // By index, because a loop over the rows themselves would copy each.
    for index in rows.indices {
      if rows[index].announcement != .never, rows[index].get(now) != rows[index].get(before) { changed |= bit }
      bit <<= 1
    }
    return PropertySet(rawValue: changed)
  }
}
