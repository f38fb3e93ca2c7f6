// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Fills a content from tags, one after the other. Where several tags mean one field, the best counts, in any order: a
/// release date before an original date, timed lyrics before plain ones.
public struct TagReader: Sendable {
  public typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The first tag whose name is known and whose value could not be read; nil for none.
  public var unread: String?
  /// Finds the kind of the content, where tags decide it. Until then the content takes fields of all kinds. Nil where
  /// the host has named the kind.
  public private(set) var kind: TagKind?

  public init(decidesKind: Bool = false) { kind = decidesKind ? TagKind() : nil }

  /// Whether a content can have a field.
  public func takes(_ field: some FieldName, _ content: Content) -> Bool {
    kind != nil || field.belongs(to: content.kind)
  }

  /// Sets the field that a tag means. Values that cannot be read are ignored.
  ///
  /// - Returns: the field; nil where the name is unknown, this kind of content does not have the field, or the value
  ///   cannot be read.
  public mutating func read(_ name: Bytes, _ value: Bytes, into content: inout Content) -> AnyField? {
    if Self.mayBeFrame(name, value), let frame = TagFrame(name, value) {
      return frame.name.withUnsafeBufferPointer { name in
        frame.value.withUnsafeBufferPointer { value in readTag(name, value, into: &content) }
      }
    }
    return readTag(name, value, into: &content)
  }

  /// Whether a tag may be a frame with more than a text in its body.
  private static func mayBeFrame(_ name: Bytes, _ value: Bytes) -> Bool {
    guard let first = value.first, name.count > 2 else { return false }
    if first <= 3 { return true }
    // The names "UFID", "UFI" and "private-id3v2-frame" are recognised by two letters, before any search.
    switch (name[0] | 0x20, name[1] | 0x20) {
    case (UInt8(ascii: "u"), UInt8(ascii: "f")), (UInt8(ascii: "p"), UInt8(ascii: "r")): return true
    default: return false
    }
  }

  private mutating func readTag(_ name: Bytes, _ value: Bytes, into content: inout Content) -> AnyField? {
    let (name, value) = Self.extended(name, value) ?? (name, value)
    let found = TagName.find(name)
    kind?.note(name, value, found.map { TagRow.all[$0.row].target.field })
    guard let tag = found else { return nil }
    let row = TagRow.all[tag.row]
    let kinds = ContentKinds(content.kind)
    var (wasRead, isMeant) = (AnyField?.none, false)
    if kind != nil || row.target.kinds.contains(kinds) {
      isMeant = true
      if set(row.target, row.form, tag, value, &content) { wasRead = row.target.field }
    }
    if let also = row.also, kind != nil || also.kinds.contains(kinds) {
      isMeant = true
      if set(also, row.form, tag, value, &content) { wasRead = wasRead ?? also.field }
    }
    if case .text(.programName)? = wasRead { readStreamTitle(name, &content) }
    if isMeant, wasRead == nil, unread == nil, !value.isEmpty { unread = Repair.text(name, limit: 64) }
    return wasRead
  }

  /// Splits GStreamer's "extended-comment", whose value is "KEY=value" or "KEY[en]=value". Returns nil for another tag.
  private static func extended(_ name: Bytes, _ value: Bytes) -> (name: Bytes, value: Bytes)? {
    guard name.isSame(as: "extended-comment"), let end = value.index(of: UInt8(ascii: "=")) else { return nil }
    let key = value.part(from: 0, to: end)
    return (key.part(from: 0, to: key.index(of: UInt8(ascii: "[")) ?? .max), value.part(from: end + 1))
  }

  /// Whether the artists are from the title of a stream.
  private var hasStreamArtist = false

  /// Splits the title of a stream, which is "Artist - Title" by the convention of SHOUTcast, into artist and programme,
  /// because scrobblers need the artist. A title with no " - ", or with several, stays as it is, and so does one beside
  /// artists that other tags name.
  private mutating func readStreamTitle(_ name: Bytes, _ content: inout Content) {
    if hasStreamArtist { content.lists[.artists] = nil }
    hasStreamArtist = false
    switch TagIndex.hash(name) {
    case TagIndex.hash("icytitle"), TagIndex.hash("streamtitle"), TagIndex.hash("nowplaying"): break
    default: return
    }
    let parts: (String, String)? = content.texts[.programName]?.withBytes { text in
      let mark: StaticString = " - "
      let places = text.indices.filter { text.part(from: $0).begins(with: mark) }
      guard places.count == 1, let place = places.first else { return nil }
      let artist = text.part(from: 0, to: place).trimmed
      let title = text.part(from: place + mark.utf8CodeUnitCount).trimmed
      if artist.isEmpty || title.isEmpty { return nil }
      return (String(decoding: artist, as: UTF8.self), String(decoding: title, as: UTF8.self))
    }
    guard let (artist, title) = parts, content.lists[.artists] == nil, content.lists[.albumArtists] == nil else {
      return
    }
    content.lists[.artists] = [artist]
    content.texts[.programName] = title
    hasStreamArtist = true
  }

  // MARK: Fields

  /// The rank of the best tag so far for each field, by `Target.place`; 255 for none. Empty before the first tag.
  private var ranks: [UInt8] = []

  /// Sets a field, unless a better tag has set it. Returns whether the value could be read.
  private mutating func set(
    _ target: TagRow.Target, _ form: TagRow.Form, _ tag: TagName, _ value: Bytes, _ content: inout Content
  ) -> Bool {
    if ranks.isEmpty { ranks = [UInt8](repeating: .max, count: TagRow.Target.places) }
    let best = ranks[target.place]
    var rank = target.rank &+ tag.rankAdded
    switch target.field {
    case .text(let wanted):
      guard let text = wanted == .lyrics ? lyrics(value) : text(value) else { return false }
      if wanted == .lyrics, !text.withBytes(TimedLyrics.hasTimes) { rank &+= 1 }
      if rank < best { content.set(wanted, text) }
    case .list(let wanted):
      let texts = list(wanted, form, value)
      if texts.isEmpty { return false }
      if rank <= best { content.lists[wanted] = joined(rank == best ? content.lists[wanted] ?? [] : [], texts) }
    case .integer(let wanted):
      guard let number = integer(wanted, form, value) else { return false }
      if rank < best { content.integers[wanted] = number }
    case .number(let wanted):
      guard let rating = rating(form, tag, value) else { return false }
      if rank < best { content.numbers[wanted] = rating }
    }
    ranks[target.place] = min(rank, best)
    return true
  }

  /// The text of a value; several texts are joined by ", ".
  private func text(_ value: Bytes) -> String? {
    var found: String?
    TagText.each(value, isList: false) { text, isPlain in
      let text = kept(text, isPlain)
      found = found.map { $0 + ", " + text } ?? text
      return found?.byteCount ?? 0 < Limits.text
    }
    return found.map { Repair.text($0, limit: Limits.text) }
  }

  /// Cuts and repairs a text. A plain one needs no repair.
  private func kept(_ text: Bytes, _ isPlain: Bool) -> String {
    isPlain
      ? String(decoding: text.part(from: 0, to: Limits.text), as: UTF8.self) : Repair.text(text, limit: Limits.text)
  }

  /// The lyrics of a value, with the spaces at the start of their lines. The first of several texts counts.
  private func lyrics(_ value: Bytes) -> String? {
    var found: String?
    TagText.first(value) { if !$0.trimmed.isEmpty { found = Repair.text($0, limit: Limits.lyrics) } }
    return found
  }

  private func list(_ field: ListField, _ form: TagRow.Form, _ value: Bytes) -> [String] {
    if form == .atomOfGenre, let genre = TagGenres.name(ofAtom: value) { return [genre] }
    var list: [String] = []
    // A comment is one sentence, whatever separators it has.
    TagText.each(value, isList: field != .comments) { text, isPlain in
      switch form {
      case .identifiers: TagIdentifiers.add(text, to: &list)
      case .genres, .atomOfGenre: TagGenres.add(text, to: &list)
      default: list.append(kept(text, isPlain))
      }
      return list.count < Limits.list
    }
    return list
  }

  /// Joins two lists without repeating texts: many files have the same values in two tag formats.
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
      var (date, count) = (Int64?.none, 0)
      TagText.each(value, isList: false) { text, _ in
        date = DateText.seconds(text)
        count += 1
        return date == nil && count < Limits.list
      }
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
    case .scaled: TagNumber.rating(value, integersOf: 0)
    case .percent: TagNumber.rating(value, integersOf: 100)
    default: TagNumber.rating(value, integersOf: 1)
    }
  }
}
