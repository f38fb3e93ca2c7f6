// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The effect of setting a property.
public enum Setting<Call: Sendable>: Sendable {
  case call(Call)
  /// The value has the property's type, but is not one that it may have. The client gets this sentence.
  case refused(StaticString)
}

/// How PropertiesChanged is emitted for a property.
public enum Announcement: Sendable {
  /// It never changes.
  case never
  /// PropertiesChanged says its new value.
  case byValue
  /// PropertiesChanged names it, and who wants the value asks.
  case byName
}

/// A property of an interface without the types of its state and its calls, which it knows by their addresses alone:
/// the compiler makes code of a generic type anew for each interface, and so whatever is done with properties is done
/// with this type. Made by `PropertyRow`.
public struct Property: Sendable {
  public let name: StaticString
  public let signature: StaticString
  public let announcement: Announcement
  /// Returns the value in the state at an address.
  public let get: @Sendable (_ subject: UnsafeRawPointer) -> Value
  /// Nil when clients may not set it.
  public let set: Setter?

  /// Sets a property to a value of its signature: gives `perform` the address of the call, or returns the sentence by
  /// which the client is refused.
  public typealias Setter = @Sendable (Value, _ perform: (UnsafeRawPointer) -> Void) -> StaticString?
}

/// One property of an interface: name, type, announcement, and how it is read and set.
public struct PropertyRow<Subject: Sendable, Call: Sendable>: Sendable {
  let property: Property

  fileprivate init(_ property: Property) { self.property = property }

  /// - get: returns the value in a state of the interface.
  /// - set: returns the effect of setting it to a value of the signature; nil when clients may not set it.
  @inline(__always)
  public init(
    _ name: StaticString, _ signature: StaticString, _ announcement: Announcement,
    get: @escaping @Sendable (Subject) -> Value, set: (@Sendable (Value) -> Setting<Call>)? = nil
  ) {
    var setter: Property.Setter?
    if let set {
      setter = { value, perform in
        switch set(value) {
        case .call(let call):
          withUnsafePointer(to: call) { perform($0) }
          return nil
        case .refused(let why): return why
        }
      }
    }
    property = Property(
      name: name, signature: signature, announcement: announcement,
      get: { get($0.assumingMemoryBound(to: Subject.self).pointee) }, set: setter)
  }

  public var name: StaticString { property.name }
  public var signature: StaticString { property.signature }
  public var announcement: Announcement { property.announcement }
  /// Nil when clients may not set it.
  public var set: Property.Setter? { property.set }

  public func get(_ subject: Subject) -> Value { withUnsafePointer(to: subject) { property.get($0) } }
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

/// The properties of an interface without the types of its state and its calls; see `Property`.
public final class PropertyList: Sendable {
  public let interface: StaticString
  public let rows: [Property]
  /// The properties that PropertiesChanged names without their values.
  public let named: PropertySet
  private let shortcut: Shortcut?
  private let missing: Missing?

  /// Returns the properties that are not there in the state at an address.
  typealias Missing = @Sendable (UnsafeRawPointer) -> PropertySet
  typealias Shortcut = @Sendable (_ before: UnsafeRawPointer, _ now: UnsafeRawPointer) -> PropertySet?

  init(
    _ interface: StaticString, _ count: Int, _ row: (_ index: Int) -> Property, _ shortcut: Shortcut?,
    _ missing: Missing?
  ) {
    var rows: [Property] = []
    var named: UInt32 = 0
    for index in 0..<count {
      rows.append(row(index))
      if rows[index].announcement == .byName { named |= 1 << UInt32(truncatingIfNeeded: index) }
    }
    self.interface = interface
    self.rows = rows
    self.named = PropertySet(rawValue: named)
    self.shortcut = shortcut
    self.missing = missing
  }

  /// The properties that are not there in the state at an address.
  public func missing(_ subject: UnsafeRawPointer) -> PropertySet { missing.map { $0(subject) } ?? [] }

  /// All of them.
  public var all: PropertySet { PropertySet(rawValue: UInt32.max >> UInt32(truncatingIfNeeded: 32 - rows.count)) }

  /// The row of a property; nil when the interface has none of that name.
  public func row(_ name: String) -> Property? { index(of: name.exact).map { rows[$0] } }

  /// The set of one property that a client has named; empty when there is none of that name.
  public func set(named name: String) -> PropertySet { set(at: index(of: name.exact)) }

  /// The set of one property; empty when there is none of that name.
  func set(_ name: StaticString) -> PropertySet { set(at: index(of: ExactText(name))) }

  private func index(of name: ExactText) -> Int? { rows.firstIndex { ExactText($0.name) == name } }

  private func set(at index: Int?) -> PropertySet {
    PropertySet(rawValue: index.map { 1 << UInt32(truncatingIfNeeded: $0) } ?? 0)
  }

  /// The names in a set, for a log.
  func list(_ set: PropertySet) -> String {
    var list = ""
    for index in set.rows { list += (list.isEmpty ? "" : ", ") + rows[index].name.string }
    return list
  }

  /// The properties whose values differ between the states at two addresses.
  public func changes(from before: UnsafeRawPointer, to now: UnsafeRawPointer) -> PropertySet {
    if let changes = shortcut?(before, now) { return changes }
    var changed: UInt32 = 0
    var bit: UInt32 = 1
    // By index, because a loop over the rows themselves would copy each.
    for index in rows.indices {
      if rows[index].announcement != .never, rows[index].get(now) != rows[index].get(before) { changed |= bit }
      bit <<= 1
    }
    guard let missing else { return PropertySet(rawValue: changed) }
    // One that comes is news, also where a client who knew it not would have taken it for the same.
    return PropertySet(rawValue: changed).union(missing(before)).subtracting(missing(now))
  }
}

/// The properties of an interface, at most 32, with the types of its state and its calls.
public struct PropertyTable<Subject: Sendable, Call: Sendable>: Sendable {
  public let list: PropertyList

  /// - shortcut: returns the difference of two states, where it is seen without asking each row; else nil.
  /// - missing: returns the properties that clients do not see in a state. One that goes cannot be announced.
  public init(
    _ interface: StaticString, _ rows: [PropertyRow<Subject, Call>],
    shortcut: (@Sendable (_ before: Subject, _ now: Subject) -> PropertySet?)? = nil,
    missing: (@Sendable (Subject) -> PropertySet)? = nil
  ) {
    var difference: PropertyList.Shortcut?
    if let shortcut {
      difference = {
        shortcut($0.assumingMemoryBound(to: Subject.self).pointee, $1.assumingMemoryBound(to: Subject.self).pointee)
      }
    }
    var absence: PropertyList.Missing?
    if let missing { absence = { missing($0.assumingMemoryBound(to: Subject.self).pointee) } }
    list = PropertyList(interface, rows.count, { rows[$0].property }, difference, absence)
  }

  public var interface: StaticString { list.interface }
  public var rows: [PropertyRow<Subject, Call>] { list.rows.map { PropertyRow($0) } }
  public var named: PropertySet { list.named }

  /// The row of a property; nil when the interface has none of that name.
  public func row(_ name: String) -> PropertyRow<Subject, Call>? { list.row(name).map { PropertyRow($0) } }

  /// The set of one property; empty when there is none of that name.
  public func set(_ name: StaticString) -> PropertySet { list.set(name) }

  /// The names in a set, for a log.
  public func list(_ set: PropertySet) -> String { list.list(set) }

  /// The properties whose values differ between two states of the subject.
  public func changes(from before: Subject, to now: Subject) -> PropertySet {
    withUnsafePointer(to: before) { before in withUnsafePointer(to: now) { list.changes(from: before, to: $0) } }
  }
}
