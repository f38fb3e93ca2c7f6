// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Secrets that are no value of a parameter: they are found by their place, and by their look.
extension Secret {
  /// The words before user and password in the addresses of Xtream: "/live/USER/PASSWORD/123.ts".
  private static let channels: StaticString = "live movie series timeshift"
  /// The headers of HTTP whose whole value is a secret.
  private static let headers: StaticString = "authorization cookie proxyauthorization setcookie"
  /// The ends of names whose value is a secret where it looks like a key: "X-Api-Key: abc1def2".
  private static let fields: StaticString = "*apikey *password *secret *token"
  /// The fewest characters of a key.
  private static let leastKey = 8
  /// The most characters of the name of a cookie.
  private static let mostCookie = 128

  /// The range of a value in JSON, if its name is that of a secret: {"token":"abc"}. Quotes may be escaped, where JSON
  /// is in a text of JSON.
  static func quotedValue(_ characters: [Character], at index: Int, _ names: Names) -> Range<Int>? {
    guard characters[index].isOne(of: "\"'") else { return nil }
    var place = index + 1
    let name = name(characters, from: &place)
    guard !name.isEmpty, place < characters.count, characters[place].isOne(of: "\"'\\") else { return nil }
    skip(characters, &place, "\\\"' ")
    guard place < characters.count, characters[place].isOne(of: ":"), names.have(name) else { return nil }
    place += 1
    skip(characters, &place, "\\\"' ")
    return range(characters, from: place) { $0.isOne(of: "\\\"',}]") || $0.byte < 32 }
  }

  /// The range of what looks like a secret, and may be something else.
  static func likelySecret(_ characters: [Character], at index: Int, _ names: Names) -> Range<Int>? {
    switch characters[index].byte {
    case UInt8(ascii: "/"): return element(characters, at: index, names)
    case UInt8(ascii: "?"):
      // Only the whole query: "?abc1def2", and no part of one.
      guard let key = key(characters, from: index + 1) else { return nil }
      let isWhole = key.upperBound == characters.count || ends(characters[key.upperBound], of: "#", isNested: false)
      return isWhole ? key : nil
    default:
      let isInWord = index > 0 && Escape.isAlphanumeric(characters[index - 1].byte)
      return isInWord ? nil : header(characters, at: index, names)
    }
  }

  /// Whether characters look like a key: letters and digits, as nobody writes them.
  static func isKey(_ characters: ArraySlice<Character>) -> Bool {
    characters.count >= leastKey && characters.contains { isDigit($0) } && characters.contains { isLetter($0) }
      && characters.allSatisfy { isOfKey($0) }
  }

  /// The range of what looks like a key; nil if it does not begin at a place.
  private static func key(_ characters: [Character], from start: Int) -> Range<Int>? {
    let found = range(characters, from: start) { !isOfKey($0) }
    return found.flatMap { isKey(characters[$0]) ? $0 : nil }
  }

  private static func isDigit(_ character: Character) -> Bool { (48...57).contains(character.byte) }
  private static func isLetter(_ character: Character) -> Bool {
    Escape.isAlphanumeric(character.byte) && !isDigit(character)
  }
  private static func isOfKey(_ character: Character) -> Bool {
    Escape.isAlphanumeric(character.byte) || character.isOne(of: "-_.~+/=%")
  }

  /// The range of user and password of an address of Xtream, or of the key of a private feed, "/private/abc1def2.rss".
  private static func element(_ characters: [Character], at slash: Int, _ names: Names) -> Range<Int>? {
    var place = slash + 1
    let word = name(characters, from: &place)
    func next() -> Range<Int>? {
      guard place < characters.count, characters[place].isOne(of: "/") else { return nil }
      let element = range(characters, from: place + 1) { ends($0, of: "/?#", isNested: false) }
      place = element?.upperBound ?? place
      return element
    }
    guard names.have(word, channels) || names.have(word, "private"), let first = next() else { return nil }
    if names.have(word, "private") {
      let end = characters[first].firstIndex { $0.isOne(of: ".") } ?? first.upperBound
      return isKey(characters[first.lowerBound..<end]) ? first.lowerBound..<end : nil
    }
    guard !begins(characters, at: first.lowerBound, replacement), let second = next(), let number = next(),
      characters[number].prefix(while: { !$0.isOne(of: ".") }).allSatisfy({ isDigit($0) })
    else { return nil }
    return first.lowerBound..<second.upperBound
  }

  /// The range of the key of a stream of RTMP, which is behind host and application: "rtmp://host/live/KEY".
  static func streamKey(_ characters: [Character], at colon: Int) -> Range<Int>? {
    guard begins(characters, at: colon, "://"), colon >= 4 else { return nil }
    // "rtmps", "rtmpt" and "rtmpe" are schemes, too.
    guard begins(characters, at: colon - 4, "rtmp") || (colon >= 5 && begins(characters, at: colon - 5, "rtmp")) else {
      return nil
    }
    var place = colon + 3
    for _ in 0..<2 {
      while place < characters.count, !ends(characters[place], of: "/?#", isNested: false) { place += 1 }
      guard place < characters.count, characters[place].isOne(of: "/") else { return nil }
      place += 1
    }
    return range(characters, from: place) { ends($0, of: "?#", isNested: false) }
  }

  /// The range of the value of a header: "Authorization: Bearer abc1def2", also without the name of the header.
  private static func header(_ characters: [Character], at index: Int, _ names: Names) -> Range<Int>? {
    var place = index
    let name = name(characters, from: &place)
    guard !name.isEmpty, place < characters.count else { return nil }
    let isNamed = characters[place].isOne(of: ":")
    guard isNamed || (characters[place].isOne(of: " ") && names.have(name, "bearer")) else { return nil }
    place += 1
    skip(characters, &place, " \"'")
    if isNamed, names.have(name, headers) {
      // A cookie has a name, "a=b"; a song of cookies has none.
      let isCookie = !names.have(name, "*authorization")
      if isCookie, !characters[place...].prefix(mostCookie).contains(where: { $0.isOne(of: "=") }) { return nil }
      return begins(characters, at: place, replacement)
        ? nil : range(characters, from: place) { $0.isOne(of: "\"'") || $0.byte < 32 }
    }
    return !isNamed || names.have(name, fields) ? key(characters, from: place) : nil
  }

  // MARK: Reading

  /// A name in lower case, without "-" and "_", and the place behind it; empty for a longer one than any that is known.
  private static func name(_ characters: [Character], from place: inout Int) -> [UInt8] {
    var name: [UInt8] = []
    let start = place
    while place < characters.count, Escape.isAlphanumeric(characters[place].byte) || characters[place].isOne(of: "-_") {
      if place - start > 64 { return [] }
      if !characters[place].isOne(of: "-_") { name.append(Escape.lowercased(characters[place].byte)) }
      place += 1
    }
    return name
  }

  private static func skip(_ characters: [Character], _ place: inout Int, _ bytes: StaticString) {
    while place < characters.count, characters[place].isOne(of: bytes) { place += 1 }
  }

  /// The range up to a character that ends it; nil if it is empty.
  private static func range(
    _ characters: [Character], from start: Int, _ isEnd: (Character) -> Bool
  ) -> Range<Int>? {
    var end = start
    while end < characters.count, !isEnd(characters[end]) { end += 1 }
    return end > start ? start..<end : nil
  }
}
