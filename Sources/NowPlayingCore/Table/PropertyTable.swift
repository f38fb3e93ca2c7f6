// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The effect of setting a property.
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
  /// Returns the effect of setting it to a value of the row's signature; nil when clients may not set it.
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

  /// The rows of its properties, in the order of the table.
  public var rows: Rows { Rows(left: rawValue) }

  public struct Rows: Sequence, IteratorProtocol {
    fileprivate var left: UInt32

    public mutating func next() -> Int? {
      guard left != 0 else { return nil }
      defer { left &= left - 1 }
      return left.trailingZeroBitCount
    }
  }
}

/// The properties of an interface, at most 32.
public struct PropertyTable<Subject: Sendable, Call: Sendable>: Sendable {
  public let interface: StaticString
  public let rows: [PropertyRow<Subject, Call>]
  /// The properties that PropertiesChanged names without their values.
  public let named: PropertySet
  /// Returns the difference of two states of the subject, where it is seen without asking each row; else nil.
  private let shortcut: (@Sendable (_ before: Subject, _ now: Subject) -> PropertySet?)?

  public init(
    _ interface: StaticString, _ rows: [PropertyRow<Subject, Call>],
    shortcut: (@Sendable (_ before: Subject, _ now: Subject) -> PropertySet?)? = nil
  ) {
    self.interface = interface
    self.rows = rows
    self.shortcut = shortcut
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

  /// The names in a set, for a log.
  public func list(_ set: PropertySet) -> String {
    var list = ""
    for index in set.rows { list += (list.isEmpty ? "" : ", ") + rows[index].name.string }
    return list
  }

  /// The properties whose values differ between two states of the subject.
  public func changes(from before: Subject, to now: Subject) -> PropertySet {
    if let changes = shortcut?(before, now) { return changes }
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
