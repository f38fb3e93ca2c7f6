// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Finds secrets in addresses. The address of a stream or a picture often permits more than to play or show it. Every
/// program of the user can read what is published, and people paste it into reports.
public enum Secret {
  /// Marks the addresses of Subsonic.
  private static let mark: StaticString = "/rest/"

  /// The text that replaces a secret.
  static let replacement: StaticString = "***"

  /// A character of a text, decoded from percent-encoding, which may be repeated where one address contains another.
  struct Character {
    let byte: UInt8
    let range: Range<Int>
    var isEncoded: Bool { range.count > 1 }

    func isOne(of bytes: StaticString) -> Bool {
      UnsafeBufferPointer(start: bytes.utf8Start, count: bytes.utf8CodeUnitCount).contains(byte)
    }
  }

  /// The text with "***" for each secret in its addresses: user and password, and the values of parameters and
  /// fragments that are known to be secrets, also where the address is the parameter of another one.
  ///
  /// So are keys that only look like secrets, as a query of letters and digits alone.
  public static func redacted(_ text: String) -> String { redacted(text, Names(isForPrint: true)) }

  private static func redacted(_ text: String, _ names: Names) -> String {
    let found = secrets(in: text, names)
    if found.isEmpty { return text }
    let bytes = text.bytes
    var kept: [UInt8] = []
    var start = 0
    for secret in found where secret.lowerBound >= start {
      kept += bytes[start..<secret.lowerBound]
      kept += replacement.string.bytes
      start = secret.upperBound
    }
    kept += bytes[start...]
    return String(decoding: kept, as: UTF8.self)
  }

  /// The address without user and password. It may have any scheme, or contain another address, as "ytdl://" does. An
  /// "@" in a path or a query stays.
  public static func withoutUser(_ address: String) -> String {
    // Nearly every item has an address that passes here.
    if address.exact.begins(with: "file:///") || !hasAny(of: UInt8(ascii: "@"), address) { return address }
    let bytes = address.bytes
    var kept: [UInt8] = []
    var start = 0
    for index in bytes.indices where index >= start && isAuthority(bytes, at: index) {
      let host = index + 2
      // "udp://@:1234" has an "@" and no user.
      guard let end = afterUser(bytes, from: host), end > host + 1 else { continue }
      kept += bytes[start..<host]
      start = end
    }
    return start == 0 ? address : String(decoding: kept + bytes[start...], as: UTF8.self)
  }

  /// The title of an item without user, password, query and fragment, where it is an address or the end of one, as
  /// "stream?id=7". Players use such titles for items without tags, and everybody sees a title.
  static func title(_ text: String) -> String {
    let text = withoutUser(text)
    let end: Int? = text.withBytes { bytes in
      // The end of the address, if what is behind it is the name of a parameter.
      var end: Int?
      for index in bytes.indices {
        switch bytes[index] {
        case UInt8(ascii: "?"), UInt8(ascii: "#"): end = end ?? index
        case UInt8(ascii: "="):
          if let end, end > 0, end < index - 1 { return end }
          end = nil
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "%"), UInt8(ascii: "&"): break
        default: if !Escape.isAlphanumeric(bytes[index]) { end = nil }
        }
      }
      return nil
    }
    return end.map { text.part(to: $0) } ?? text
  }

  /// Whether a text has a given byte, "@" or "%". An address of a file without these has no secret and is not searched.
  @inline(never)
  @_optimize(speed)
  private static func hasAny(of byte: UInt8, _ text: String) -> Bool {
    text.withBytes { bytes in
      for index in bytes.indices
      where bytes[index] == byte || bytes[index] == UInt8(ascii: "@") || bytes[index] == UInt8(ascii: "%") {
        return true
      }
      return false
    }
  }

  /// Whether the "//" before a host is at an index: behind a colon, or at the start.
  private static func isAuthority(_ bytes: [UInt8], at index: Int) -> Bool {
    let slash = UInt8(ascii: "/")
    guard bytes[index] == slash, index + 1 < bytes.count, bytes[index + 1] == slash else { return false }
    return index == 0 || bytes[index - 1] == UInt8(ascii: ":")
  }

  /// The index after the last "@" of a host, percent-encoded or not; nil when it has none.
  private static func afterUser(_ bytes: [UInt8], from start: Int) -> Int? {
    var end: Int?
    for index in start..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"): return end
      case UInt8(ascii: "@"): end = index + 1
      case UInt8(ascii: "%")
      where bytes[index...].starts(with: [UInt8(ascii: "%"), UInt8(ascii: "4"), UInt8(ascii: "0")]):
        end = index + 3
      default: break
      }
    }
    return end
  }

  /// Whether a text has an address with a secret in it. What only looks like a secret does not count.
  @inline(never)
  public static func isIn(_ text: String) -> Bool { redacted(text, Names(isForPrint: false)).exact != text.exact }

  /// The byte ranges of the secrets, in their order.
  private static func secrets(in text: String, _ names: Names) -> [Range<Int>] {
    // Nearly every item has an address that passes here.
    if text.exact.begins(with: "file:///"), !hasAny(of: UInt8(ascii: "="), text) { return [] }
    let characters = decoded(text.bytes)
    var names = names
    var found: [Range<Int>] = []
    var index = 0
    while index < characters.count {
      if begins(characters, at: index, mark) { names.withSubsonic = true }
      if begins(characters, at: index, "://") {
        names.withSubsonic = false
        let user = user(characters, from: index + 3, isNested: characters[index].isEncoded)
        let key = names.isForPrint ? streamKey(characters, at: index) : nil
        for case let secret? in [user, key] { found.append(place(characters, secret)) }
        if let last = key ?? user {
          index = last.upperBound
          continue
        }
      } else if begins(characters, at: index, "//"),
        let user = user(characters, from: index + 2, isNested: characters[index].isEncoded),
        characters[user].contains(where: { $0.byte == UInt8(ascii: ":") })
      {
        // Without a scheme, a user counts only where it has a password.
        found.append(place(characters, user))
        index = user.upperBound
        continue
      } else if characters[index].isOne(of: "?&;#/~="),
        let value = value(characters, from: index + 1, names)
      {
        found.append(place(characters, value))
        index = value.upperBound
        continue
      } else if let value = quotedValue(characters, at: index, names)
        ?? (names.isForPrint ? likelySecret(characters, at: index, names) : nil)
      {
        found.append(place(characters, value))
        index = value.upperBound
        continue
      }
      index += 1
    }
    return found
  }

  private static func decoded(_ bytes: [UInt8]) -> [Character] {
    var characters: [Character] = []
    characters.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      var character = Character(byte: bytes[index], range: index..<index + 1)
      // Where one address contains another, "%" is encoded again: "%253D".
      var last = index
      while bytes[index] == UInt8(ascii: "%"), last + 2 < bytes.count,
        last == index || character.byte == UInt8(ascii: "%"),
        let high = Escape.hexValue(bytes[last + 1]), let low = Escape.hexValue(bytes[last + 2])
      {
        last += 2
        character = Character(byte: high << 4 | low, range: index..<last + 1)
      }
      characters.append(character)
      index = character.range.upperBound
    }
    return characters
  }

  static func begins(_ characters: [Character], at index: Int, _ text: StaticString) -> Bool {
    let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard index + bytes.count <= characters.count else { return false }
    for place in bytes.indices where characters[index + place].byte != bytes[place] { return false }
    return true
  }

  /// The range of user and password in an address, before the last "@" of its host; nil for none.
  private static func user(_ characters: [Character], from start: Int, isNested: Bool) -> Range<Int>? {
    var end: Int?
    var index = start
    while index < characters.count, !ends(characters[index], of: "/?#\\", isNested: isNested) {
      if characters[index].isOne(of: "@") { end = index }
      index += 1
    }
    guard let end, end > start else { return nil }
    return start..<end
  }

  /// The range of a parameter's value, if it is a secret.
  private static func value(_ characters: [Character], from start: Int, _ names: Names) -> Range<Int>? {
    var name: [UInt8] = []
    var index = start
    var isInName = true
    let isPart = characters[start - 1].isOne(of: "/~")
    while index < characters.count, !characters[index].isOne(of: "=") {
      // "/token/abc/": the value is the next element of the path.
      if isPart, characters[index].isOne(of: "/"), names.have(name, "*token") { break }
      // A longer name is not in the table.
      if characters[index].isOne(of: "?&;#/~ \"") || index - start > 64 { return nil }
      // "token[]" is the parameter of a list.
      if characters[index].isOne(of: "[") { isInName = false }
      if isInName, !characters[index].isOne(of: "-_.") { name.append(Escape.lowercased(characters[index].byte)) }
      index += 1
    }
    guard index + 1 < characters.count else { return nil }
    let isName = names.have(name)
    guard isName || names.mayHave(name) else { return nil }
    let first = characters[index + 1].isOne(of: "\"<") ? index + 2 : index + 1
    let isNested = characters[start - 1].isEncoded || characters[index].isEncoded
    // A parameter in a path ends with its element.
    index = first
    while index < characters.count, !ends(characters[index], of: isPart ? "/~?&;#" : "&;#", isNested: isNested) {
      index += 1
    }
    // The address may be part of a sentence, whose punctuation does not belong to the value.
    while index > first, !characters[index - 1].isEncoded, characters[index - 1].isOne(of: ",.:)'") { index -= 1 }
    return index > first && (isName || isKey(characters[first..<index])) ? first..<index : nil
  }

  /// Whether a character ends a part of an address: it is one of `bytes`, or no address can have it.
  ///
  /// - isNested: whether the address is a parameter of another one. Then the characters that end its own parts are
  ///   encoded.
  static func ends(_ character: Character, of bytes: StaticString, isNested: Bool) -> Bool {
    if character.isEncoded { return isNested && character.isOne(of: bytes) }
    return character.byte <= 32 || character.isOne(of: "\"<>") || character.isOne(of: isNested ? "/?&;#" : bytes)
  }

  private static func place(_ characters: [Character], _ part: Range<Int>) -> Range<Int> {
    characters[part.lowerBound].range.lowerBound..<characters[part.upperBound - 1].range.upperBound
  }
}
