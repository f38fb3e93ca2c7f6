// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Splits a text with MusicBrainz ids: taggers separate them by "/", ";", "," or spaces.
enum TagIdentifiers {
  /// The bytes of an id, as "8f3471b5-7e6a-48da-86a9-c1c07a0f47ae".
  private static let length = 36

  static func add(_ text: UnsafeBufferPointer<UInt8>, to list: inout [String]) {
    if text.count == length {
      list.append(Repair.text(text, limit: length))
      return
    }
    var start = 0
    for end in 0...text.count where list.count < Limits.list {
      guard end == text.count || !Escape.isAlphanumeric(text[end]) && text[end] != UInt8(ascii: "-") else { continue }
      if start < end { list.append(Repair.text(text.part(from: start, to: end), limit: Limits.text)) }
      start = end + 1
    }
  }
}

/// Splits a text with genres of ID3: names, or numbers of ID3v1: "17", "(17)", "(17)(18)Live".
enum TagGenres {
  static func add(_ text: UnsafeBufferPointer<UInt8>, to list: inout [String]) {
    if let name = name(text) {
      list.append(name)
      return
    }
    var rest = text
    while list.count < Limits.list, rest.begins(with: "("), let end = rest.index(of: UInt8(ascii: ")")),
      let name = name(rest.part(from: 1, to: end))
    {
      list.append(name)
      rest = rest.part(from: end + 1)
    }
    // "((" escapes a "(" at the start of a name.
    if rest.begins(with: "((") { rest = rest.part(from: 1) }
    rest = rest.trimmed
    if !rest.isEmpty { list.append(Repair.text(rest, limit: Limits.text)) }
  }

  /// The name for the number in the atom "gnre" of MP4: two bytes, in which 1 is the first genre. Returns nil for any
  /// other value.
  static func name(ofAtom bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.count == 2, bytes[0] == 0, bytes[1] > 0 else { return nil }
    let number = Int(truncatingIfNeeded: bytes[1]) - 1
    return all.indices.contains(number) ? all[number] : nil
  }

  /// The name for a number of ID3v1; nil for any other text.
  private static func name(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    if text.isSame(as: "RX") { return "Remix" }
    if text.isSame(as: "CR") { return "Cover" }
    guard (1...3).contains(text.count), text.digits(at: 0) == text.count else { return nil }
    let number = Int(truncatingIfNeeded: text.number(0..<text.count))
    return all.indices.contains(number) ? all[number] : nil
  }

  /// The genres of ID3v1, and those that Winamp added.
  private static let all: [String] = names.string.parts(separatedBy: UInt8(ascii: ";"))

  private static let names: StaticString = """
    Blues;Classic Rock;Country;Dance;Disco;Funk;Grunge;Hip-Hop;Jazz;Metal;New Age;Oldies;Other;Pop;R&B;Rap;Reggae;\
    Rock;Techno;Industrial;Alternative;Ska;Death Metal;Pranks;Soundtrack;Euro-Techno;Ambient;Trip-Hop;Vocal;\
    Jazz+Funk;Fusion;Trance;Classical;Instrumental;Acid;House;Game;Sound Clip;Gospel;Noise;Alternative Rock;Bass;\
    Soul;Punk;Space;Meditative;Instrumental Pop;Instrumental Rock;Ethnic;Gothic;Darkwave;Techno-Industrial;\
    Electronic;Pop-Folk;Eurodance;Dream;Southern Rock;Comedy;Cult;Gangsta;Top 40;Christian Rap;Pop/Funk;Jungle;\
    Native American;Cabaret;New Wave;Psychedelic;Rave;Showtunes;Trailer;Lo-Fi;Tribal;Acid Punk;Acid Jazz;Polka;\
    Retro;Musical;Rock & Roll;Hard Rock;Folk;Folk-Rock;National Folk;Swing;Fast Fusion;Bebop;Latin;Revival;Celtic;\
    Bluegrass;Avantgarde;Gothic Rock;Progressive Rock;Psychedelic Rock;Symphonic Rock;Slow Rock;Big Band;Chorus;\
    Easy Listening;Acoustic;Humour;Speech;Chanson;Opera;Chamber Music;Sonata;Symphony;Booty Bass;Primus;Porn Groove;\
    Satire;Slow Jam;Club;Tango;Samba;Folklore;Ballad;Power Ballad;Rhythmic Soul;Freestyle;Duet;Punk Rock;Drum Solo;\
    A Cappella;Euro-House;Dance Hall;Goa;Drum & Bass;Club-House;Hardcore;Terror;Indie;BritPop;Afro-Punk;Polsk Punk;\
    Beat;Christian Gangsta Rap;Heavy Metal;Black Metal;Crossover;Contemporary Christian;Christian Rock;Merengue;\
    Salsa;Thrash Metal;Anime;JPop;Synthpop;Abstract;Art Rock;Baroque;Big Beat;Bhangra;Breakbeat;Chillout;Downtempo;\
    Dub;EBM;Eclectic;Electro;Electroclash;Emo;Experimental;Garage;Global;IDM;Illbient;Industro-Goth;Jam Band;\
    Krautrock;Leftfield;Lounge;Math Rock;New Romantic;Nu-Breakz;Post-Punk;Post-Rock;Psytrance;Shoegaze;Space Rock;\
    Trop Rock;World Music;Neoclassical;Audiobook;Audio Theatre;Neue Deutsche Welle;Podcast;Indie Rock;G-Funk;Dubstep;\
    Garage Rock;Psybient
    """
}
