// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A field of contents, and the names of the tags that mean it. The rows are in TagTable.swift.
struct TagRow: Sendable {
  /// The names, separated by spaces, in the form that TagName compares: lower case, without "-", "_", "/" and spaces.
  let names: StaticString
  let target: Target
  let form: Form
  /// A second field that gets the value, where the kind of content has it.
  let also: Target?

  /// A field that gets the value, with properties of the field that are needed at each tag.
  struct Target: Sendable {
    let field: AnyField
    /// The tag with the lowest rank counts, where several mean one field.
    let rank: UInt8
    /// The kinds of content that have the field.
    let kinds: ContentKinds
    /// The index of the field among all fields: four bits for its type, and four for its number in that type.
    let place: Int

    static let places = 64

    init(_ field: AnyField, rank: UInt8) {
      self.field = field
      self.rank = rank
      kinds = field.row.kinds
      let number = Int(truncatingIfNeeded: field.number)
      place = number / 100 * 16 + number % 100 & 15
    }
  }

  init(
    _ names: StaticString, _ field: AnyField, rank: UInt8 = 0, _ form: Form = .plain, also: AnyField? = nil,
    alsoRank: UInt8 = 1
  ) {
    self.names = names
    target = Target(field, rank: rank)
    self.form = form
    self.also = also.map { Target($0, rank: alsoRank) }
  }
}
