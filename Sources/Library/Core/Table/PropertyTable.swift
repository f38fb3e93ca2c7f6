// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The effect of setting a property.
public enum Setting<Call: Sendable>: Sendable {
  case call(Call)
  /// The value has the right type, but is not allowed. The client gets this sentence.
  case refused(StaticString)
}

/// The way in which PropertiesChanged announces a property.
public enum Announcement: Sendable {
  /// The property never changes.
  case never
  /// PropertiesChanged has the new value.
  case byValue
  /// PropertiesChanged has only the name; clients ask for the value.
  case byName
}

/// A property of an interface: name, type, announcement, and how it is read and set.
public struct PropertyRow<Subject: Sendable, Call: Sendable>: Sendable {
  public let name: StaticString
  public let signature: StaticString
  public let announcement: Announcement
  /// Returns the value in a state.
  public let get: @Sendable (Subject) -> Value
  /// Returns the effect of setting it to a value of its type; nil when clients may not set it.
  public let set: (@Sendable (Value) -> Setting<Call>)?

  public init(
    _ name: StaticString, _ signature: StaticString, _ announcement: Announcement,
    get: @escaping @Sendable (Subject) -> Value, set: (@Sendable (Value) -> Setting<Call>)? = nil
  ) {
    (self.name, self.signature, self.announcement) = (name, signature, announcement)
    (self.get, self.set) = (get, set)
  }
}

/// A set of properties, with one bit for each row of a table.
public struct PropertySet: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The set of the property in one row; empty for nil.
  init(row: Int?) { rawValue = row.map { 1 << UInt32(truncatingIfNeeded: $0) } ?? 0 }

  /// The rows in the set, in the order of the table.
  var rows: Rows { Rows(left: rawValue) }

  /// Returns the results of a closure for the rows in the set. It stands outside of the tables, which are generic, so
  /// that it exists once.
  @inline(never)
  func map<Element>(_ transform: (Int) -> Element) -> [Element] { rows.map(transform) }

  struct Rows: Sequence, IteratorProtocol {
    fileprivate var left: UInt32

    mutating func next() -> Int? {
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
  /// The properties that PropertiesChanged has by name only.
  public let named: PropertySet
  private let shortcut: (@Sendable (_ before: Subject, _ now: Subject) -> PropertySet?)?
  private let missing: (@Sendable (Subject) -> PropertySet)?

  /// - shortcut: returns the difference of two states where it can be seen without comparing each row; else nil.
  /// - missing: returns the properties that clients do not see in a state. PropertiesChanged cannot announce that a
  ///   property goes.
  public init(
    _ interface: StaticString, _ rows: [PropertyRow<Subject, Call>],
    shortcut: (@Sendable (_ before: Subject, _ now: Subject) -> PropertySet?)? = nil,
    missing: (@Sendable (Subject) -> PropertySet)? = nil
  ) {
    var named: PropertySet = []
    for index in rows.indices where rows[index].announcement == .byName { named.insert(PropertySet(row: index)) }
    (self.interface, self.rows, self.named) = (interface, rows, named)
    (self.shortcut, self.missing) = (shortcut, missing)
  }

  /// The row of a property; nil when the interface has no such property.
  public func row(_ name: String) -> PropertyRow<Subject, Call>? { index(of: name.exact).map { rows[$0] } }

  /// The set of the property that a client has named; empty when there is none.
  public func set(named name: String) -> PropertySet { PropertySet(row: index(of: name.exact)) }

  /// The set of one property; empty when there is none.
  public func set(_ name: StaticString) -> PropertySet { PropertySet(row: index(of: ExactText(name))) }

  private func index(of name: ExactText) -> Int? { rows.firstIndex { ExactText($0.name) == name } }

  /// The values of those properties in a set that PropertiesChanged sends with their values.
  public func valued(_ set: PropertySet, of subject: Subject) -> [Value.Entry] {
    entries(set.subtracting(named), of: subject)
  }

  /// The names of those properties in a set that PropertiesChanged sends by name only.
  public func namedOnly(_ set: PropertySet) -> [StaticString] { set.intersection(named).map { rows[$0].name } }

  /// The values of all properties that clients see in a state: the answer to GetAll.
  public func present(in subject: Subject) -> [Value.Entry] {
    let all = PropertySet(rawValue: UInt32.max >> UInt32(truncatingIfNeeded: 32 - rows.count))
    return entries(all.subtracting(missing?(subject) ?? []), of: subject)
  }

  /// Returns the properties of a set that clients see in a state.
  public func seen(_ set: PropertySet, in subject: Subject) -> PropertySet {
    set.isEmpty ? set : set.subtracting(missing?(subject) ?? [])
  }

  /// The properties that clients see in a state and that PropertiesChanged announces.
  public func announced(in subject: Subject) -> PropertySet {
    var announced: PropertySet = []
    for index in rows.indices where rows[index].announcement != .never { announced.insert(PropertySet(row: index)) }
    return announced.subtracting(missing?(subject) ?? [])
  }

  private func entries(_ set: PropertySet, of subject: Subject) -> [Value.Entry] {
    set.map { Value.Entry(rows[$0].name, rows[$0].get(subject)) }
  }

  /// The names in a set, for the log.
  public func list(_ set: PropertySet) -> String {
    var list = ""
    for index in set.rows { list += (list.isEmpty ? "" : ", ") + rows[index].name.string }
    return list
  }

  /// The properties whose values differ between two states.
  public func changes(from before: Subject, to now: Subject) -> PropertySet {
    if let changes = shortcut?(before, now) { return changes }
    var changed: PropertySet = []
    // A loop over the rows themselves would copy each.
    for index in rows.indices where rows[index].announcement != .never {
      if rows[index].get(now) != rows[index].get(before) { changed.insert(PropertySet(row: index)) }
    }
    guard let missing else { return changed }
    // A property that appears is a change even if its value is the same: clients have not seen it.
    return changed.union(missing(before)).subtracting(missing(now))
  }
}
