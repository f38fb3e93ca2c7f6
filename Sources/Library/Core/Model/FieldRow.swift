// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The description of a field of contents. All code that sends, reads or prints fields loops over these rows, which
/// are in FieldTable.swift.
public struct FieldRow: Sendable {
  /// The type of a field's value on the bus.
  public enum Form: Sendable {
    case text, list, count, date, truth, rating
  }

  /// The field's number in the C header.
  public let number: Int32
  public let form: Form
  /// The kinds of content that have the field.
  let kinds: ContentKinds
  /// The key in `Content` of `org.nowplaying.Session1`.
  public let word: StaticString
  /// The key in MPRIS's metadata; "" for none.
  public let key: StaticString

  /// The smallest value of a count.
  public var least: Int64 { IntegerField(rawValue: number)?.countsFromOne ?? false ? 1 : 0 }

  init(
    _ field: some FieldName, _ form: Form, _ kinds: ContentKinds, _ word: StaticString, _ key: StaticString = ""
  ) {
    number = field.rawValue
    self.form = form
    self.kinds = kinds
    self.word = word
    self.key = key
  }

  /// All fields, by the type of their values, those with the longest values last.
  public static var tables: [[FieldRow]] { [integers, numbers, texts, lists] }

  /// The name of a field's constant in the C header; "field" and the number for an unknown one.
  public static func constant(_ number: Int32) -> String {
    for table in tables {
      for row in table where row.number == number {
        let word = row.word.string.bytes.map { byte -> UInt8 in byte == 45 ? 95 : byte >= 97 ? byte - 32 : byte }
        return "NOWPLAYING_FIELD_" + String(decoding: word, as: UTF8.self)
      }
    }
    return "field " + Escape.decimal(Int64(clamping: number))
  }
}

/// A set of kinds of content.
struct ContentKinds: OptionSet, Sendable {
  let rawValue: UInt16

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(_ kind: ContentKind) { rawValue = 1 << UInt16(truncatingIfNeeded: kind.rawValue) }

  static let any = ContentKinds(rawValue: .max)
}
