// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The name of a tag as a file or a decoder has it, found in the tag table.
struct TagName {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The longest name that is searched for. With prefix and language, no name of the table is longer.
  private static let limit = 256

  /// The index of the row in the tag table.
  let row: Int
  /// Added to the rank of the row: 1 for a comment with a description, which is worse than one without.
  private(set) var rankAdded: UInt8 = 0
  /// Whether the program that wrote the rating uses linear numbers.
  private(set) var isLinear = false

  private init?(_ row: Int?) {
    guard let row else { return nil }
    self.row = row
  }

  /// Finds a name; nil when it is not in the table.
  static func find(_ name: Bytes) -> TagName? {
    guard name.count <= limit else { return nil }
    return TagName(TagIndex.all[name]) ?? byParts(name)
  }

  /// Finds a name of several parts: with a prefix, a description, an e-mail address or a language.
  private static func byParts(_ name: Bytes) -> TagName? {
    let prefix: StaticString = "com.apple.quicktime."
    if name.begins(with: prefix) { return TagName(row(name.part(from: prefix.utf8CodeUnitCount))) }
    guard let colon = name.index(of: UInt8(ascii: ":")) else { return TagName(withoutLanguage(name)) }
    let (base, rest) = (name.part(from: 0, to: colon), name.part(from: colon + 1))
    switch TagIndex.hash(base) {
    case TagIndex.hash("TXXX"), TagIndex.hash("TXX"), TagIndex.hash("xesam"):
      // "TXXX:MusicBrainz Album Id": the description is the name.
      return TagName(row(rest))
    case TagIndex.hash("----"):
      // "----:com.apple.iTunes:LYRICS": the last part is the name.
      return rest.index(of: UInt8(ascii: ":")).flatMap { TagName(row(rest.part(from: $0 + 1))) }
    case TagIndex.hash("UFID"), TagIndex.hash("UFI"):
      return rest.begins(with: "http://musicbrainz.org") ? TagName(TagIndex.all["musicbrainztrackid"]) : nil
    default: break
    }
    // "USLT::eng", "RATING:somebody@example.org": the first part is the name.
    var found = TagName(row(base))
    if found?.means(.list(.comments)) == true {
      // "COMM:description:eng". iTunes stores internal data under descriptions that begin with "iTun".
      if rest.begins(with: "iTun") { return nil }
      found?.rankAdded = rest.isEmpty || rest[0] == UInt8(ascii: ":") ? 0 : 1
    }
    found?.isLinear = TagNumber.isLinear(rest)
    return found
  }

  private func means(_ field: AnyField) -> Bool { TagRow.all[row].target.field == field }

  private static func row(_ name: Bytes) -> Int? { TagIndex.all[name] ?? withoutLanguage(name) }

  /// The row of a name that ends in a language, "lyrics-eng" or "title-pt-BR". Lyrics may also have a description
  /// there.
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

/// A hash table of the names in the tag table.
struct TagIndex: Sendable {
  static let all = TagIndex()

  /// The hash of each name, in the slot of the hash or a later one; 0 in free slots. There are twice as many slots as
  /// names.
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

  /// The slot that has a hash, or the free one in which it belongs.
  private func place(of hash: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: hash & 511)
    while hashes[place] != hash, hashes[place] != 0 { place = (place + 1) & 511 }
    return place
  }

  /// The index of the row with a name; nil when there is none.
  subscript(name: TagName.Bytes) -> Int? {
    let place = place(of: Self.hash(name))
    return hashes[place] == 0 ? nil : Int(truncatingIfNeeded: rows[place])
  }

  subscript(name: StaticString) -> Int? {
    self[TagName.Bytes(start: name.utf8Start, count: name.utf8CodeUnitCount)]
  }

  /// The FNV-1a hash of a name without "-", "_", "/", spaces and case. "©" is C2 A9 in UTF-8 and A9 in MP4, so C2 is
  /// ignored.
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
