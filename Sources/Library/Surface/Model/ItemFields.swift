// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// The fields of an item that are kept.
struct Fields: Equatable {
  struct Texts: Equatable {
    let field: Int32
    let texts: [Text]
  }
  struct Integer: Equatable {
    let field: Int32
    let value: Int64
  }
  struct Number: Equatable {
    let field: Int32
    let value: Double
  }

  private(set) var texts: [Texts] = []
  private(set) var integers: [Integer] = []
  private(set) var numbers: [Number] = []
  /// The keys and texts, in turn, that the player has defined itself.
  private(set) var extra: [Text] = []
  private(set) var chapters: [ItemChapter] = []
  /// The bytes of texts that may still be kept.
  private var left = SurfaceLimits.itemBytes

  init() {}

  /// Reads the fields of `Content` of `org.nowplaying.Session1`.
  init(published entries: [Decoded.Entry]) {
    for table in FieldRow.tables { for row in table { add(entries[row.word], row, isMPRIS: false) } }
    if case .words(let own)? = entries["extra"] { addExtra(own) }
    if case .timed(let list)? = entries["chapters"] { chapters = ItemChapter.published(list, left: left) }
  }

  /// Reads the fields of MPRIS's metadata.
  init(mpris entries: [Decoded.Entry]) {
    for table in FieldRow.tables {
      for row in table where row.key.utf8CodeUnitCount > 0 { add(entries[row.key], row, isMPRIS: true) }
    }
    addExtra(entries)
  }

  /// Keeps the texts under keys that the player has defined itself.
  private mutating func addExtra(_ entries: [Decoded.Entry]) {
    var own = Extra()
    // A loop over the entries themselves would copy each.
    for index in entries.indices where Extra.isKey(entries[index].key) {
      if let text = entries[index].value.text ?? Self.process(entries[index]) { own.add(entries[index].key, text) }
    }
    var index = 0
    while index < own.words.count {
      let (key, text) = (Text(own.words[index]), Text(own.words[index + 1]))
      index += 2
      if key.count + text.count > left { continue }
      left -= key.count + text.count
      extra.append(key)
      extra.append(text)
    }
  }

  /// The browser's process, which plasma-browser-integration publishes as "kde:pid", as a text.
  private static func process(_ entry: Decoded.Entry) -> String? {
    guard entry.key.exact == "kde:pid", let id = entry.value.anyInteger, id > 0, id <= 0x7fff_ffff else {
      return nil
    }
    return Escape.decimal(id)
  }

  /// The artists to show for a piece of music: those of its album where no others are named.
  var shownArtists: [Text] {
    let own = self[.artists]
    return own.isEmpty ? self[.albumArtists] : own
  }

  /// The browser's process as a text; nil where the player has not published it.
  var browser: String? {
    let key: StaticString = "kde:pid"
    for index in extra.indices where index % 2 == 0 && extra[index].isSame(as: key.cString) {
      return extra[index + 1].string
    }
    return nil
  }

  /// Keeps a value that has the type of the row and is in its range.
  ///
  /// - isMPRIS: whether other types are accepted, too, because MPRIS players send them.
  private mutating func add(_ value: Decoded?, _ row: FieldRow, isMPRIS: Bool) {
    guard let value else { return }
    switch row.form {
    case .text:
      let text = isMPRIS ? ShownLines.joined(value.anyTexts) : value.text
      add(text.map { [$0] } ?? [], row.number)
    case .list:
      if case .strings = value { add(value.anyTexts, row.number) } else if isMPRIS { add(value.anyTexts, row.number) }
    case .count:
      var count: Int64?
      if case .uint32 = value {
        count = value.anyInteger
      } else if isMPRIS {
        count = value.anyInteger ?? value.text.flatMap { TagNumber.first($0) }
      }
      if let count, count >= row.least { add(count, row.number) }
    case .date:
      if isMPRIS {
        // Some players send a number: the year, or seconds.
        let text = value.text ?? value.anyInteger.map { Escape.decimal($0) }
        if let date = text.flatMap({ DateText.seconds($0) }) { add(date, row.number) }
      } else if case .int64(let date) = value {
        add(date, row.number)
      }
    case .truth: if let truth = value.truth { add(truth ? 1 : 0, row.number) }
    case .rating:
      let rating = isMPRIS ? value.anyNumber ?? value.text.flatMap { TagNumber.rating($0) } : value.number
      if let rating, rating >= 0, rating <= 1 {
        numbers.append(Number(field: row.number, value: rating))
      }
    }
  }

  private mutating func add(_ value: Int64, _ field: Int32) { integers.append(Integer(field: field, value: value)) }

  private mutating func add(_ values: [String], _ field: Int32) {
    var kept: [Text] = []
    let limit = TextField(rawValue: field)?.limit ?? Limits.text
    for value in values.prefix(Limits.list) {
      let text = Text(value, limit: limit)
      if text.isEmpty || text.count > left { continue }
      left -= text.count
      kept.append(text)
    }
    if !kept.isEmpty { texts.append(Texts(field: field, texts: kept)) }
  }

  /// Whether there is no text and no chapter.
  var isBare: Bool { texts.isEmpty && extra.isEmpty && chapters.isEmpty }

  /// The approximate bytes of memory that the fields take.
  var size: Int {
    var size = chapters.count * MemoryLayout<ItemChapter>.stride
    for field in texts { for text in field.texts { size += text.size } }
    for text in extra { size += text.size }
    for chapter in chapters { size += chapter.title.size + chapter.artworkID.size }
    return size
  }

  subscript(field: TextField) -> Text? { self[texts: field.rawValue].first }
  subscript(field: ListField) -> [Text] { self[texts: field.rawValue] }

  /// The texts of a field; empty when it has none.
  subscript(texts field: Int32) -> [Text] {
    for index in texts.indices where texts[index].field == field { return texts[index].texts }
    return []
  }
}
