// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The name of a tag, as a file or a decoder has it.
struct TagName {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The longest name that is looked at. None of the table is longer, with its prefix and language.
  private static let limit = 256

  /// The index of the row of the table that has the name.
  let row: Int
  /// A lower place among tags for its field: a comment with a name of its own.
  private(set) var rankAdded: UInt8 = 0
  /// Whether the writer of a rating is one whose numbers are even steps.
  private(set) var isLinear = false

  private init?(_ row: Int?) {
    guard let row else { return nil }
    self.row = row
  }

  /// Looks a name up; nil when it is not in the table.
  static func find(_ name: Bytes) -> TagName? {
    guard name.count <= limit else { return nil }
    return TagName(TagIndex.all[name]) ?? byParts(name)
  }

  /// Looks up a name of several parts: with a prefix, a description, an e-mail address or a language.
  private static func byParts(_ name: Bytes) -> TagName? {
    let prefix: StaticString = "com.apple.quicktime."
    if name.begins(with: prefix) { return TagName(row(name.part(from: prefix.utf8CodeUnitCount))) }
    guard let colon = name.index(of: UInt8(ascii: ":")) else { return TagName(withoutLanguage(name)) }
    let (base, rest) = (name.part(from: 0, to: colon), name.part(from: colon + 1))
    switch TagIndex.hash(base) {
    case TagIndex.hash("TXXX"), TagIndex.hash("TXX"), TagIndex.hash("xesam"):
      // A description of the tagger's: "TXXX:MusicBrainz Album Id".
      return TagName(row(rest))
    case TagIndex.hash("----"):
      // "----:com.apple.iTunes:LYRICS".
      return rest.index(of: UInt8(ascii: ":")).flatMap { TagName(row(rest.part(from: $0 + 1))) }
    case TagIndex.hash("UFID"), TagIndex.hash("UFI"):
      return rest.begins(with: "http://musicbrainz.org") ? TagName(TagIndex.all["musicbrainztrackid"]) : nil
    default: break
    }
    // "USLT::eng", "RATING:somebody@example.org".
    var found = TagName(row(base))
    if found?.means(.list(.comments)) == true {
      // "COMM:description:eng". iTunes keeps its own notes there.
      if rest.begins(with: "iTun") { return nil }
      found?.rankAdded = rest.isEmpty || rest[0] == UInt8(ascii: ":") ? 0 : 1
    }
    found?.isLinear = TagNumber.isLinear(rest)
    return found
  }

  private func means(_ field: AnyField) -> Bool { TagRow.all[row].target.field == field }

  private static func row(_ name: Bytes) -> Int? { TagIndex.all[name] ?? withoutLanguage(name) }

  /// "lyrics-eng", "title-pt-BR": a name with a language at its end. Of lyrics there may be a description between.
  private static func withoutLanguage(_ name: Bytes) -> Int? {
    var name = name
    while let dash = name.lastIndex(of: UInt8(ascii: "-")) {
      let end = name.part(from: dash + 1)
      name = name.part(from: 0, to: dash)
      guard let row = TagIndex.all[name] else { continue }
      let isLanguage = (2...3).contains(end.count) && TagIndex.hash(end) != TagIndex.hash("url")
      return isLanguage || TagRow.all[row].target.field == .text(.lyrics) ? row : nil
    }
    return nil
  }
}

/// The names of the table, by their hashes.
struct TagIndex: Sendable {
  static let all = TagIndex()

  /// A place for each name, at its hash or behind; 0 for none. Twice as many as there are names.
  private var hashes = [UInt64](repeating: 0, count: 512)
  private var rows = [UInt8](repeating: 0, count: 512)

  private init() {
    for row in TagRow.all.indices {
      for name in TagRow.all[row].names.string.parts(separatedBy: UInt8(ascii: " ")) {
        let hash = name.withBytes { Self.hash($0) }
        let place = place(of: hash)
        (hashes[place], rows[place]) = (hash, UInt8(truncatingIfNeeded: row))
      }
    }
  }

  /// Where a hash is, or where it would be.
  private func place(of hash: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: hash & 511)
    while hashes[place] != hash, hashes[place] != 0 { place = (place + 1) & 511 }
    return place
  }

  /// The index of the row that has a name; nil when none has.
  subscript(name: TagName.Bytes) -> Int? {
    let place = place(of: Self.hash(name))
    return hashes[place] == 0 ? nil : Int(truncatingIfNeeded: rows[place])
  }

  subscript(name: StaticString) -> Int? {
    self[TagName.Bytes(start: name.utf8Start, count: name.utf8CodeUnitCount)]
  }

  /// FNV-1a over the characters that count: all but "-", "_", "/", spaces and the case of letters. "©" is C2 A9 in
  /// UTF-8, and A9 in MP4: the C2 does not count.
  static func hash(_ name: TagName.Bytes) -> UInt64 {
    let prime: UInt64 = 0x100_0000_01B3
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name {
      let lower = byte | 0x20
      if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower) {
        hash = (hash ^ UInt64(truncatingIfNeeded: lower)) &* prime
        continue
      }
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: " "), 0xC2: continue
      default: break
      }
      hash = (hash ^ UInt64(truncatingIfNeeded: byte)) &* prime
    }
    return hash
  }

  static func hash(_ name: StaticString) -> UInt64 {
    hash(TagName.Bytes(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }
}
