// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The values of the fields of a content. FieldTable.swift has the fields, with their words, keys and kinds of content.

/// A field, with its row in the table.
public protocol FieldName: RawRepresentable, Equatable, Sendable where RawValue == Int32 {
  var row: FieldRow { get }
}

extension FieldName {
  /// Whether contents of a kind have this field.
  public func belongs(to kind: ContentKind) -> Bool { row.kinds.contains(ContentKinds(kind)) }
}

extension TextField {
  /// The most bytes of UTF-8 that are kept of the text.
  public var limit: Int { self == .lyrics ? Limits.lyrics : Limits.text }
}

extension IntegerField {
  /// Whether the field is a date, in seconds since 1970.
  public var isDate: Bool { row.form == .date }
}

/// A field with a value of any type.
public enum AnyField: Equatable, Sendable {
  case text(TextField)
  case list(ListField)
  case integer(IntegerField)
  case number(NumberField)

  /// The field with a number of the C header; nil when there is none.
  public init?(_ number: Int32) {
    if let field = TextField(rawValue: number) {
      self = .text(field)
    } else if let field = ListField(rawValue: number) {
      self = .list(field)
    } else if let field = IntegerField(rawValue: number) {
      self = .integer(field)
    } else if let field = NumberField(rawValue: number) {
      self = .number(field)
    } else {
      return nil
    }
  }

  /// The field's number in the C header.
  public var number: Int32 {
    switch self {
    case .text(let field): field.rawValue
    case .list(let field): field.rawValue
    case .integer(let field): field.rawValue
    case .number(let field): field.rawValue
    }
  }

  public var row: FieldRow {
    switch self {
    case .text(let field): field.row
    case .list(let field): field.row
    case .integer(let field): field.row
    case .number(let field): field.row
    }
  }

  /// Whether contents of a kind have this field.
  public func belongs(to kind: ContentKind) -> Bool { row.kinds.contains(ContentKinds(kind)) }
}

/// A type that the values of fields can have.
public protocol FieldValue: Sendable {
  /// The value as this type; nil when it has another.
  static func from(_ value: Value) -> Self?
  var value: Value { get }
}

extension String: FieldValue {
  public static func from(_ value: Value) -> String? {
    if case .string(let text) = value { text } else { nil }
  }
  public var value: Value { .string(self) }
}

extension Array: FieldValue where Element == String {
  public static func from(_ value: Value) -> [String]? {
    if case .strings(let texts) = value { texts } else { nil }
  }
  public var value: Value { .strings(self) }
}

extension Int64: FieldValue {
  public static func from(_ value: Value) -> Int64? {
    if case .int64(let number) = value { number } else { nil }
  }
  public var value: Value { .int64(self) }
}

extension Double: FieldValue {
  public static func from(_ value: Value) -> Double? {
    if case .double(let number) = value { number } else { nil }
  }
  public var value: Value { .double(self) }
}

/// The values of a content's fields of one type.
///
/// Inlinable, so that the Swift modules specialise it. Otherwise each access would look up its types at run time, which
/// would be most of the cost of a change of a model.
@frozen
public struct FieldValues<Field: FieldName, FieldType: FieldValue>: Equatable, Sendable {
  @usableFromInline var list = FieldList()

  public init() {}

  public static func == (a: FieldValues, b: FieldValues) -> Bool { a.list == b.list }

  /// The value of a field; nil when the content does not have it.
  public subscript(field: Field) -> FieldType? {
    get { list[field.rawValue].flatMap { FieldType.from($0) } }
    set { list[field.rawValue] = newValue?.value }
  }

  /// The fields that the content has, in the order of their numbers.
  var entries: Entries { Entries(list: list) }

  struct Entries: Sequence, IteratorProtocol {
    let list: FieldList
    private var index = 0

    init(list: FieldList) { self.list = list }

    mutating func next() -> (field: Field, value: FieldType)? {
      guard index < list.entries.count, let field = Field(rawValue: list.entries[index].field),
        let value = FieldType.from(list.entries[index].value)
      else { return nil }
      index += 1
      return (field, value)
    }
  }
}

/// The values of fields, by number. It is a list, because a content has few fields and is copied often, and it is
/// sorted, so that equal contents are sent as equal dictionaries. It has one type for all fields, so that its code
/// exists once.
@usableFromInline
struct FieldList: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    let field: Int32
    var value: Value
  }

  private(set) var entries: [Entry] = []

  @usableFromInline init() {}

  @usableFromInline subscript(field: Int32) -> Value? {
    get {
      // A loop over the entries themselves would copy each.
      for index in entries.indices where entries[index].field == field { return entries[index].value }
      return nil
    }
    set {
      var index = 0
      while index < entries.count, entries[index].field < field { index += 1 }
      let isThere = index < entries.count && entries[index].field == field
      if let newValue {
        if isThere {
          entries[index].value = newValue
        } else {
          // The fields of an ordinary item fit in, so the list does not grow step by step.
          if entries.isEmpty { entries.reserveCapacity(6) }
          let entry = Entry(field: field, value: newValue)
          if index == entries.count { entries.append(entry) } else { entries.insert(entry, at: index) }
        }
      } else if isThere {
        entries.remove(at: index)
      }
    }
  }
}
