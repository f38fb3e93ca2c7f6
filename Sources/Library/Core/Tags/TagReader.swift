// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Fills a content from tags, one after the other. Of several tags for a field the best counts, whichever comes first:
/// the date of a release before that of the original, lyrics with times before plain ones.
public struct TagReader: Sendable {
  public typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The name of the first tag of the table that could not be read; nil for none.
  public var unread: String?
  /// Finds the kind, where the tags decide of which the content is; until then it takes the fields of all. Else nil.
  public private(set) var kind: TagKind?

  public init(decidesKind: Bool = false) { kind = decidesKind ? TagKind() : nil }

  /// Whether a content takes a field.
  public func takes(_ field: some FieldName, _ content: Content) -> Bool {
    kind != nil || field.belongs(to: content.kind)
  }

  /// Sets the field that a tag means. What cannot be read is left out.
  ///
  /// - Returns: the field; nil where the name or its value means none of this kind of content.
  public mutating func read(_ name: Bytes, _ value: Bytes, into content: inout Content) -> AnyField? {
    if Self.mayBeFrame(name, value), let frame = TagFrame(name, value) {
      return frame.name.withUnsafeBufferPointer { name in
        frame.value.withUnsafeBufferPointer { value in readTag(name, value, into: &content) }
      }
    }
    return readTag(name, value, into: &content)
  }

  /// Whether a value is not a text by itself, but for that of UFID.
  private static func mayBeFrame(_ name: Bytes, _ value: Bytes) -> Bool {
    guard let first = value.first, let letter = name.first else { return false }
    return first <= 3 || letter | 0x20 == UInt8(ascii: "u") || letter | 0x20 == UInt8(ascii: "p")
  }

  private mutating func readTag(_ name: Bytes, _ value: Bytes, into content: inout Content) -> AnyField? {
    let (name, value) = Self.extended(name, value) ?? (name, value)
    let found = TagName.find(name)
    kind?.note(name, value, found.map { TagRow.all[$0.row].field })
    guard let tag = found else { return nil }
    let row = TagRow.all[tag.row]
    var (wasRead, isMeant) = (AnyField?.none, false)
    if kind != nil || row.field.belongs(to: content.kind) {
      isMeant = true
      if set(row.field, row.rank &+ tag.rankAdded, row.form, tag, value, &content) { wasRead = row.field }
    }
    if let also = row.also, kind != nil || also.belongs(to: content.kind) {
      isMeant = true
      if set(also, row.alsoRank &+ tag.rankAdded, row.form, tag, value, &content) { wasRead = wasRead ?? also }
    }
    if isMeant, wasRead == nil, unread == nil, !value.isEmpty { unread = Repair.text(name, limit: 64) }
    return wasRead
  }

  /// GStreamer's "extended-comment", whose value is "KEY=value" or "KEY[en]=value". Nil of another tag.
  private static func extended(_ name: Bytes, _ value: Bytes) -> (name: Bytes, value: Bytes)? {
    guard name.isSame(as: "extended-comment"), let end = value.index(of: UInt8(ascii: "=")) else { return nil }
    let key = value.part(from: 0, to: end)
    return (key.part(from: 0, to: key.index(of: UInt8(ascii: "[")) ?? .max), value.part(from: end + 1))
  }

  // MARK: Ranks

  /// The rank of the best tag for each field, at the field's place; `none` without one. Empty before the first tag.
  private var ranks: [UInt8] = []

  private static let none = UInt8.max

  /// Where a field is: the four types of fields have sixteen places each.
  private static func place(_ field: AnyField) -> Int {
    let number = Int(truncatingIfNeeded: field.number)
    return number / 100 * 16 + number % 100 & 15
  }

  private func rank(of field: AnyField) -> UInt8 { ranks.isEmpty ? Self.none : ranks[Self.place(field)] }

  /// Notes that a tag fills a field, or would without a better one.
  private mutating func note(_ field: AnyField, _ rank: UInt8) {
    if ranks.isEmpty { ranks = [UInt8](repeating: Self.none, count: 64) }
    let place = Self.place(field)
    ranks[place] = min(ranks[place], rank)
  }

  // MARK: Fields

  /// Sets a field by a value, unless a better tag has. Returns whether the value could be read.
  private mutating func set(
    _ field: AnyField, _ rank: UInt8, _ form: TagRow.Form, _ tag: TagName, _ value: Bytes, _ content: inout Content
  ) -> Bool {
    var rank = rank
    switch field {
    case .text(let wanted):
      guard let text = wanted == .lyrics ? lyrics(value) : text(value) else { return false }
      if wanted == .lyrics, !text.withBytes(TimedLyrics.hasTimes) { rank &+= 1 }
      if isBest(field, rank) { content.texts[wanted] = text }
    case .list(let wanted):
      let texts = list(wanted, form, value)
      if texts.isEmpty { return false }
      let isNext = self.rank(of: field) == rank
      if isNext || isBest(field, rank) {
        content.lists[wanted] = joined(isNext ? content.lists[wanted] ?? [] : [], texts)
      }
    case .integer(let wanted):
      guard let number = integer(wanted, form, value) else { return false }
      if isBest(field, rank) { content.integers[wanted] = number }
    case .number(let wanted):
      guard let rating = rating(form, tag, value) else { return false }
      if isBest(field, rank) { content.numbers[wanted] = rating }
    }
    note(field, rank)
    return true
  }

  /// Whether no tag of the same or a lower rank has filled the field.
  private func isBest(_ field: AnyField, _ rank: UInt8) -> Bool { rank < self.rank(of: field) }

  /// A text; several with commas between.
  private func text(_ value: Bytes) -> String? {
    var found: String?
    TagText.each(value, isList: false) { text in
      let text = Repair.text(text, limit: Limits.text)
      found = found.map { Repair.text($0 + ", " + text, limit: Limits.text) } ?? text
    }
    return found
  }

  /// Lyrics keep the blanks of their lines. Of several the first counts.
  private func lyrics(_ value: Bytes) -> String? {
    var found: String?
    TagText.first(value) { if !$0.trimmed.isEmpty { found = Repair.text($0, limit: Limits.lyrics) } }
    return found
  }

  private func list(_ field: ListField, _ form: TagRow.Form, _ value: Bytes) -> [String] {
    var list: [String] = []
    // A comment is a sentence, whatever signs it has.
    TagText.each(value, isList: field != .comments) { text in
      guard list.count < Limits.list else { return }
      switch form {
      case .identifiers: TagIdentifiers.add(text, to: &list)
      case .genres: TagGenres.add(text, to: &list)
      default: list.append(Repair.text(text, limit: Limits.text))
      }
    }
    return list
  }

  /// A list with more texts. What it has already is left out: many files have the same in two systems of tags.
  private func joined(_ list: [String], _ more: [String]) -> [String] {
    if list.isEmpty, more.count == 1 { return more }
    var list = list
    for text in more where list.count < Limits.list {
      if !list.contains(where: { $0.exact == text.exact }) { list.append(text) }
    }
    return list
  }

  private func integer(_ field: IntegerField, _ form: TagRow.Form, _ value: Bytes) -> Int64? {
    switch field.row.form {
    case .date:
      var date: Int64?
      TagText.each(value, isList: false) { date = date ?? DateText.seconds($0) }
      return date
    case .truth: return TagNumber.truth(value, isAdvisory: form == .advisory).map { $0 ? 1 : 0 }
    default:
      guard let number = TagNumber.integer(value), number >= field.row.least else { return nil }
      return min(number, Int64(truncatingIfNeeded: Int32.max))
    }
  }

  private func rating(_ form: TagRow.Form, _ tag: TagName, _ value: Bytes) -> Double? {
    switch form {
    case .popularimeter: TagNumber.popularimeter(value, isLinear: tag.isLinear)
    case .windowsMedia: TagNumber.windowsMedia(value)
    default: TagNumber.rating(value, isPercent: form == .percent)
    }
  }
}
