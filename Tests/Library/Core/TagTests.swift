// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

@testable import NowPlayingCore

/// Tests reading tags with the values that taggers write, under the names that decoders give them.
@Suite struct TagTests {
  typealias Bytes = [UInt8]

  /// Returns the content made from tags, read in order.
  private func content(of kind: ContentKind = .music, _ tags: [(String, Bytes)]) -> Content {
    var content = Content(kind: kind, id: "")
    var reader = TagReader()
    for (name, value) in tags { _ = read(&reader, Bytes(name.utf8), value, &content) }
    return content
  }

  private func content(of kind: ContentKind = .music, _ tags: KeyValuePairs<String, String>) -> Content {
    content(of: kind, tags.map { ($0.key, Bytes($0.value.utf8)) })
  }

  private func read(_ reader: inout TagReader, _ name: Bytes, _ value: Bytes, _ content: inout Content) -> AnyField? {
    name.withUnsafeBufferPointer { name in
      value.withUnsafeBufferPointer { reader.read(name, $0, into: &content) }
    }
  }

  private func field(_ name: Bytes, _ value: String = "1", _ kind: ContentKind = .music) -> AnyField? {
    var content = Content(kind: kind, id: "")
    var reader = TagReader()
    return read(&reader, name, Bytes(value.utf8), &content)
  }

  // MARK: Names

  @Test func eachNameOfTheTableIsThereOnceAndCanBeFound() {
    var names: [String] = []
    for row in TagRow.all.indices {
      for name in TagRow.all[row].names.description.split(separator: " ") {
        names.append(String(name))
        let found = Bytes(name.utf8).withUnsafeBufferPointer { TagIndex.all[$0] }
        #expect(found == row, "\(name)")
        #expect(name.allSatisfy { !"-_/ ".contains($0) && $0.lowercased() == String($0) }, "\(name)")
      }
    }
    #expect(Set(names).count == names.count)
    #expect(names.count < 256)
  }

  @Test func theWordsOfTheProtocolAreNames() {
    let without = ["url", "collection-id", "service-id"]
    for row in FieldRow.tables.joined() where !without.contains(row.word.description) {
      let found = TagName.find(row.word.description)
      #expect(found.map { TagRow.all[$0.row].target.field.row.number } == row.number, "\(row.word)")
    }
    for word in without { #expect(TagName.find(word) == nil, "\(word)") }
  }

  @Test(arguments: [
    "TITLE", "title", "Title", "TIT2", "TT2", "\u{A9}nam", "INAM", "ti_t-le", "title-eng", "title-pt-BR", "xesam:title",
    "com.apple.quicktime.title", "TXXX:TITLE",
  ])
  func namesOfATitle(_ name: String) { #expect(field(Bytes(name.utf8)) == .text(.title)) }

  @Test func anAtomsNameInLatin1() { #expect(field([0xA9] + Bytes("nam".utf8)) == .text(.title)) }

  @Test(arguments: [
    ("USLT", AnyField.text(.lyrics)), ("USLT::eng", .text(.lyrics)), ("USLT:by me:eng", .text(.lyrics)),
    ("lyrics-eng", .text(.lyrics)), ("lyrics-XXX", .text(.lyrics)), ("lyrics-a description-eng", .text(.lyrics)),
    ("UNSYNCEDLYRICS", .text(.lyrics)), ("UNSYNCED LYRICS", .text(.lyrics)), ("SYNCEDLYRICS", .text(.lyrics)),
    ("WM/Lyrics", .text(.lyrics)), ("\u{A9}lyr", .text(.lyrics)), ("----:com.apple.iTunes:LYRICS", .text(.lyrics)),
    ("TXXX:LYRICS", .text(.lyrics)), ("TPE1", .list(.artists)), ("Author", .list(.artists)),
    ("album_artist", .list(.albumArtists)), ("AlbumArtist", .list(.albumArtists)), ("aART", .list(.albumArtists)),
    ("WM/AlbumArtist", .list(.albumArtists)), ("album-artist", .list(.albumArtists)), ("TPE2", .list(.albumArtists)),
    ("Band", .list(.albumArtists)), ("IPRT", .integer(.trackNumber)), ("icy-genre", .list(.genres)),
    ("MUSICBRAINZ_TRACKID", .list(.musicBrainzTrackIDs)), ("MusicBrainz/Track Id", .list(.musicBrainzTrackIDs)),
    ("UFID:http://musicbrainz.org", .list(.musicBrainzTrackIDs)),
    ("TXXX:MusicBrainz Album Artist Id", .list(.musicBrainzAlbumArtistIDs)),
    ("----:com.apple.iTunes:MusicBrainz Album Id", .list(.musicBrainzAlbumIDs)),
    ("TRCK", .integer(.trackNumber)), ("PART_NUMBER", .integer(.trackNumber)),
    ("WM/TrackNumber", .integer(.trackNumber)),
    ("album-disc-number", .integer(.discNumber)), ("WM/PartOfSet", .integer(.discNumber)),
    ("beats-per-minute", .integer(.beatsPerMinute)), ("COMM::eng", .list(.comments)),
    ("COMM:a note:deu", .list(.comments)),
    ("DESCRIPTION", .list(.comments)), ("RATING:me@example.org", .number(.userRating)),
  ])
  func names(_ name: String, _ expected: AnyField) { #expect(field(Bytes(name.utf8), "1.0") == expected) }

  @Test(arguments: [
    "", "encoder", "artist-sort", "artist-url", "TSOP", "COMM:iTunNORM:eng", "iTunSMPB", "UFID:http://example.org",
    "APIC:",
    "----:com.apple.iTunes", "----:", "TXXX:", ":", "url", "WM/Track", "-eng", "METADATA_BLOCK_PICTURE",
    String(repeating: "title", count: 1000),
  ])
  func namesOfNothing(_ name: String) { #expect(field(Bytes(name.utf8)) == nil) }

  @Test func aFieldThatTheKindDoesNotHave() {
    #expect(field(Bytes("isrc".utf8), "X", .podcast) == nil)
    #expect(field(Bytes("isrc".utf8), "X") == .text(.isrc))
    #expect(field(Bytes("organization".utf8), "A Label") == nil)
    #expect(field(Bytes("organization".utf8), "A Station", .radio) == .text(.stationName))
  }

  // MARK: Texts

  @Test func aWorseTagAddsNothingToABetterOne() {
    #expect(
      content(["artist": "One & Two", "artists": "One", "artists": "Two"]).lists[.artists] == ["One & Two"])
    #expect(content(["artists": "One", "artists": "Two"]).lists[.artists] == ["One", "Two"])
    let dates = content(["date": "2006", "year": "1999", "date": "2007"])
    #expect(dates.integers[.releaseDate] == content(["date": "2006"]).integers[.releaseDate])
  }

  @Test func whatSaysThatItIsLatin1IsWindows1252() {
    #expect(content(["title": "\u{93}Grün\u{94} \u{96} \u{80} 5"]).texts[.title] == "“Grün” – € 5")
    #expect(content(["title": "Дом \u{96}"]).texts[.title] != "Дом –")
    #expect(content(["title": "Grün"]).texts[.title] == "Grün")
  }

  @Test func severalValues() {
    #expect(content(["artist": "One\0Two\0"]).lists[.artists] == ["One", "Two"])
    #expect(content(["artist": "One;Two"]).lists[.artists] == ["One", "Two"])
    #expect(content(["artist": "Kairon; IRSE!"]).lists[.artists] == ["Kairon; IRSE!"])
    #expect(content(["artist": "One;"]).lists[.artists] == ["One;"])
    #expect(content(["artist": "One", "ARTIST": "Two"]).lists[.artists] == ["One", "Two"])
    #expect(content(["artist": "One", "TPE1": "One"]).lists[.artists] == ["One"])
    #expect(content(["comment": "Live; by hand;good"]).lists[.comments] == ["Live; by hand;good"])
    #expect(content(["description": "a;b"]).lists[.comments] == ["a;b"])
    #expect(content(["title": "One\0Two"]).texts[.title] == "One, Two")
    #expect(content(["musicbrainz_artistid": "a-1/b-2; c-3"]).lists[.musicBrainzArtistIDs] == ["a-1", "b-2", "c-3"])
    #expect(content(["artist": " \0\0 "]).lists[.artists] == nil)
    let many = (0..<100).map { String($0) }
    #expect(content(["artist": many.joined(separator: "\0")]).lists[.artists] == Array(many.prefix(64)))
  }

  @Test func encodings() {
    func title(_ bytes: Bytes) -> String? { content([("title", bytes)]).texts[.title] }
    #expect(title([0x63, 0xE9]) == "cé")
    #expect(title([0x93, 0x61, 0x94, 0x20, 0x80]) == "“a” €")
    #expect(title(Bytes("日本".utf8) + [0xFF]) == "日本\u{FFFD}")
    #expect(title([0xEF, 0xBB, 0xBF, 0x61]) == "a")
    #expect(title([0xFF, 0xFE, 0x61, 0, 0xE9, 0]) == "aé")
    #expect(title([0xFE, 0xFF, 0, 0x61, 0xD8, 0x3D, 0xDE, 0]) == "a😀")
    #expect(title([0xFE, 0xFF, 0xDB, 0xFF, 0xDF, 0xFD]) == "\u{10FFFD}")
    #expect(title([0xFE, 0xFF, 0xD8, 0x3D, 0, 0x61, 0xDE, 0]) == "\u{FFFD}a\u{FFFD}")
    #expect(title([1, 0xFF, 0xFE, 0x61, 0, 0, 0]) == "a")
    #expect(title([2, 0, 0x61]) == "a")
    #expect(title([3] + Bytes("é".utf8)) == "é")
    #expect(title([0xFF, 0xFE, 0x61]) == nil)
    #expect(title([0x20, 0x61, 0x20, 0, 0]) == "a")
  }

  @Test func textsOfTheTimeBeforeUTF8AtTheSetters() {
    func repaired(_ bytes: Bytes) -> String { bytes.withUnsafeBufferPointer { Repair.text($0, limit: 100) } }
    #expect(repaired([0x63, 0xE9]) == "cé")
    // A character that the limit divides is not taken for Windows-1252.
    for count in 98...100 {
      let cut = Bytes(repeating: 0x63, count: count) + Bytes("😀".utf8).prefix(101 - count)
      #expect(repaired(cut) == String(repeating: "c", count: count))
    }
    #expect(repaired(Bytes("é".utf8) + [0xE9]) == "é\u{FFFD}")
    #expect(repaired(Bytes(repeating: 0xE9, count: 200)) == String(repeating: "é", count: 50))
  }

  @Test func longTextsAreCut() {
    let long = String(repeating: "é", count: 100_000)
    #expect(content(["title": long]).texts[.title] == String(repeating: "é", count: 2048))
    #expect(content(["lyrics": long]).texts[.lyrics]?.utf8.count == Limits.lyrics)
    #expect(content(["artist": long]).lists[.artists]?.first?.utf8.count == Limits.text)
  }

  @Test func genresOfID3() {
    func genres(_ text: String) -> [String]? { content(["TCON": text]).lists[.genres] }
    #expect(genres("17") == ["Rock"])
    #expect(genres("(17)") == ["Rock"])
    #expect(genres("(17)(18)Live") == ["Rock", "Techno", "Live"])
    #expect(genres("(17)Rock") == ["Rock"])
    #expect(genres("((Foo)") == ["(Foo)"])
    #expect(genres("(RX)(CR)") == ["Remix", "Cover"])
    #expect(genres("191") == ["Psybient"])
    #expect(genres("192") == ["192"])
    #expect(genres("Rock;Pop\0Jazz") == ["Rock", "Pop", "Jazz"])
    #expect(genres("(Foo) Bar") == ["(Foo) Bar"])
    // The numbers of MP4's atom are one higher than those of ID3; a text in it is read like ID3's.
    func atom(_ bytes: Bytes) -> [String]? { content([("gnre", bytes)]).lists[.genres] }
    #expect(atom([0, 18]) == ["Rock"] && atom([0, 1]) == ["Blues"] && atom([0, 192]) == ["Psybient"])
    #expect(atom([0, 0]) == nil && atom([0, 193]) != ["Blues"] && atom(Bytes("Rock".utf8)) == ["Rock"])
    // The genre in a server's header is that of the whole station, so that the genre of the song counts more.
    #expect(content(["icy-genre": "Mixed", "genre": "Rock"]).lists[.genres] == ["Rock"])
    #expect(content(["genre": "Rock", "icy-genre": "Mixed"]).lists[.genres] == ["Rock"])
    #expect(content(of: .radio, ["icy-genre": "Jazz"]).lists[.genres] == ["Jazz"])
  }

  @Test func ofLyricsThoseWithTimesCount() {
    let timed = "[ar:A]\n[00:01.00]la\n"
    #expect(content(["lyrics": "la", "SYNCEDLYRICS": timed]).texts[.lyrics] == timed)
    #expect(content(["SYNCEDLYRICS": timed, "lyrics": "la"]).texts[.lyrics] == timed)
    let dialect = "[ar:A]\r\n \t[1:02:03,5]la"
    #expect(content(["lyrics": "la", "SYNCEDLYRICS": "\u{FEFF}" + dialect]).texts[.lyrics] == dialect)
    #expect(content(["lyrics-eng": "one", "lyrics-deu": "two"]).texts[.lyrics] == "one")
    #expect(content(["lyrics": "  a\n  b \n"]).texts[.lyrics] == "  a\n  b \n")
  }

  // MARK: Ranks

  @Test func ofDatesThatOfTheReleaseCounts() {
    let (old, new) = (DateText.seconds("1970"), DateText.seconds("2006"))
    #expect(content(["originaldate": "1970", "date": "2006"]).integers[.releaseDate] == new)
    #expect(content(["date": "2006", "originaldate": "1970"]).integers[.releaseDate] == new)
    #expect(content(["originaldate": "1970"]).integers[.releaseDate] == old)
    #expect(content(["date": "soon", "originaldate": "1970"]).integers[.releaseDate] == old)
    #expect(content(["date": "0000\02006"]).integers[.releaseDate] == new)
  }

  @Test func ofArtistsTheOneTagCounts() {
    #expect(content(["ARTISTS": "A\0B", "ARTIST": "A feat. B"]).lists[.artists] == ["A feat. B"])
    #expect(content(["ARTIST": "A feat. B", "ARTISTS": "A\0B"]).lists[.artists] == ["A feat. B"])
    #expect(content(["ARTISTS": "A\0B"]).lists[.artists] == ["A", "B"])
  }

  @Test func aTagReplacesWhatASetterHasSet() {
    var content = Content(kind: .music, id: "")
    var reader = TagReader()
    content.texts[.title] = "file.mp3"
    content.lists[.artists] = ["Unknown"]
    _ = read(&reader, Bytes("title".utf8), Bytes("T".utf8), &content)
    _ = read(&reader, Bytes("artist".utf8), Bytes("A".utf8), &content)
    #expect(content.texts[.title] == "T" && content.lists[.artists] == ["A"])
  }

  @Test func aTitleThatIsAnAddressHasNoSecret() {
    let address = "https://u:p@h/live?token=abc"
    let content = content(["title": address, "album": address])
    #expect(content.texts[.title] == "https://h/live" && content.texts[.album] == address)
  }

  @Test func fieldsOfKinds() {
    let book = content(of: .book, ["album_artist": "B", "composer": "N", "artist": "A", "narrator": "R"])
    #expect(book.texts[.author] == "A" && book.texts[.narrator] == "R" && book.lists[.artists] == ["A"])
    let podcast = content(of: .podcast, ["album": "S", "TVSHOW": "T"])
    #expect(podcast.texts[.showName] == "T" && podcast.texts[.album] == "S")
    let radio = content(of: .radio, ["icy-name": "S", "icy-title": "P"])
    #expect(radio.texts[.stationName] == "S" && radio.texts[.programName] == "P")
  }

  // MARK: Kinds

  private func decided(
    _ tags: [String: String], _ media: MediaType = .audio, _ duration: MediaDuration = .unknown, title: String? = nil
  ) -> Content {
    var content = Content(kind: .generic, id: "")
    var reader = TagReader(decidesKind: true)
    for (name, value) in tags { _ = read(&reader, Bytes(name.utf8), Bytes(value.utf8), &content) }
    content.mediaType = media
    content.duration = duration
    if let title { content.texts[.title] = title }
    return reader.kind?.decide(content) ?? content
  }

  @Test(
    arguments: [
      ([:], .music), (["title": "T"], .music), (["podcast": "1"], .podcast), (["GENRE": "News podcasts"], .podcast),
      (["TCON": "(186)"], .podcast), (["stik": "21", "show": "S"], .podcast), (["show": "S"], .podcast),
      (["media_type": "2"], .book), (["Narrator": "N"], .book), (["composer": "C"], .music),
      (["genre": "Audiobook"], .book), (["genre": "Book"], .music), (["media_type": "10"], .tvShow),
      (["media_type": "9"], .movie), (["director": "D"], .music), (["icy-name": "S"], .music),
      (["media_type": "x"], .music),
      (["podcast": "0"], .music), (["pcst": "false"], .music), (["PCST": "\0\0\0\0"], .podcast),
      (["album": "A", "description": "D", "season": "1"], .music),
    ] as [([String: String], ContentKind)])
  func kindsOfSound(_ tags: [String: String], _ kind: ContentKind) { #expect(decided(tags).kind == kind) }

  @Test(
    arguments: [
      ([:], .generic), (["title": "T"], .generic), (["artist": "A"], .music), (["album_artist": "A"], .music),
      (["album": "A"], .music), (["SHOW": "S"], .tvShow), (["Director": "D", "artist": "A"], .movie),
      (["IMDB": "tt1"], .movie), (["genre": "Podcast"], .podcast), (["stik": "9"], .movie),
    ] as [([String: String], ContentKind)])
  func kindsOfVideos(_ tags: [String: String], _ kind: ContentKind) { #expect(decided(tags, .video).kind == kind) }

  @Test func whatIsLiveIsARadio() {
    let radio = decided(["title": "P", "genre": "Podcast"], .audio, .live)
    #expect(radio.kind == .radio && radio.texts[.programName] == "P" && radio.texts[.title] == nil)
    let named = decided(["icy-name": "S", "icy-title": "P"], .video, .live, title: "stream")
    #expect(named.kind == .radio && named.texts[.stationName] == "S" && named.texts[.programName] == "P")
    #expect(decided([:], .audio, .live, title: "stream").texts[.stationName] == "stream")
    #expect(decided(["title": "T"], .video, .live).kind == .generic)
    #expect(decided(["icy-title": "P"], .audio, .finite(1)).kind == .music)
  }

  @Test func fieldsOfOtherKindsAreLeftOut() {
    let song = decided(["album": "A", "artist": "B", "description": "D", "season": "1", "isrc": "I"])
    #expect(song.texts[.showName] == nil && song.texts[.author] == nil && song.integers[.season] == nil)
    #expect(song.lists[.comments] == ["D"] && song.texts[.isrc] == "I" && song.mediaType == .audio)
    let episode = decided(["show": "S", "season": "2", "isrc": "I"], .video)
    #expect(episode.integers[.season] == 2 && episode.texts[.isrc] == nil && episode.texts[.showName] == "S")
    #expect(decided(["stik": "9"]).mediaType == .video)
  }

  // MARK: Numbers

  @Test(arguments: [
    ("3/12", 3), ("07", 7), (" 5 of 9", 5), ("3 out of 12", 3), ("127.6", 128), ("127,4", 127),
    ("+4", 4), ("3/12\0", 3),
    (String(repeating: "9", count: 5000), Int64(Int32.max)), ("A3", nil), ("", nil), ("-1", nil), ("0", nil),
    ("٣", nil),
    ("1e5", 1), ("0x10", nil),
  ])
  func numbers(_ text: String, _ number: Int64?) { #expect(content(["track": text]).integers[.trackNumber] == number) }

  @Test func binaryAtoms() {
    func value(_ name: String, _ bytes: Bytes, _ field: IntegerField) -> Int64? {
      content(of: .tvShow, [(name, bytes)]).integers[field]
    }
    #expect(value("trkn", [0, 0, 0, 3, 0, 12, 0, 0], .trackNumber) == 3)
    #expect(value("disk", [0, 0, 0, 1, 0, 2], .discNumber) == 1)
    #expect(value("tmpo", [0, 128], .beatsPerMinute) == 128)
    #expect(value("tvsn", [0, 0, 0, 2], .season) == 2)
    #expect(value("rtng", [1], .explicit) == 1)
    #expect(value("PCNT", [0, 0, 1, 0], .playCount) == 256)
    #expect(value("TRCK", [3, 0x35], .trackNumber) == 5)
    #expect(value("TRCK", [1, 0xFF, 0xFE, 0x35, 0, 0, 0], .trackNumber) == 5)
    #expect(value("tmpo", [0, 0], .beatsPerMinute) == 0)
  }

  // The type is written out, because inferring it takes the compiler half a minute.
  static let textsOfRatings: [(String, String, Double?)] = [
    ("rating", "0.8", 0.8), ("rating", "4/5", 0.8), ("rating", "4 of 5", 0.8), ("rating", "80 %", 0.8),
    ("rating", "4 out of 5", 0.8), ("rating", "4 Out Of 5", 0.8), ("rating", "4 or 5", nil), ("rating", "4 out", nil),
    ("rating", ",5", 0.5), ("rating", "1", nil), ("rating", "1.0", 1), ("rating", "0", nil), ("FMPS_Rating", "1", 1),
    ("rating", "4", nil), ("rating", "4/0", nil), ("rating", "-1", nil),
    ("rating", "*****", nil), ("rating", "6/5", nil), ("FMPS_Rating", "0.75", 0.75), ("user-rating", "80", 0.8),
    ("user-rating", "0.8", 0.8), ("rate", "100", 1), ("WM/SharedUserRating", "99", 1),
    ("WM/SharedUserRating", "25", 0.4), ("WM/SharedUserRating", "0", nil), ("POPM", "255", 1), ("POPM", "196", 0.8),
    ("POPM", "1", 0.2), ("POPM", "0", nil), ("POPM", "256", nil), ("POPM:Banshee", "128", 128.0 / 255),
    ("POPM", "51", 0.2), ("POPM", "117", 0.4), ("POPM", "118", 0.5),
    ("POPM", "Windows Media Player 9 Series rating=196", 0.8), ("POPM", "a@b rating=64 counter=0", 0.4),
    ("POPM", "a@b\0\u{1}\0\0\0\0", 0.2), ("POPM", "a@b\0", nil),
    ("rating", "0." + String(repeating: "3", count: 1000), 1.0 / 3),
  ]

  @Test(arguments: textsOfRatings)
  func ratings(_ name: String, _ text: String, _ rating: Double?) {
    let found = content([name: text]).numbers[.userRating]
    #expect(found.map { Int($0 * 1_000_000) } == rating.map { Int($0 * 1_000_000) })
  }

  @Test(arguments: [
    ("explicit", "Yes", 1), ("explicit", "no", 0), ("explicit", "2.0", 1), ("explicit", "perhaps", nil),
    ("rtng", "2", 0),
    ("rtng", "4", 1), ("ITUNESADVISORY", "1", 1), ("ITUNESADVISORY", "0", 0), ("explicit", "Clean", 0),
  ])
  func truths(_ name: String, _ text: String, _ truth: Int64?) {
    #expect(content([name: text]).integers[.explicit] == truth)
  }

  @Test func aTagThatCannotBeReadIsNamedOnce() {
    var content = Content(kind: .music, id: "")
    var reader = TagReader()
    #expect(read(&reader, Bytes("TRCK".utf8), Bytes("A3".utf8), &content) == nil)
    #expect(read(&reader, Bytes("date".utf8), Bytes("soon".utf8), &content) == nil)
    #expect(read(&reader, Bytes("title".utf8), [], &content) == nil)
    #expect(reader.unread == "TRCK")
  }

  @Test func noBytesTrap() {
    var random = SystemRandomNumberGenerator()
    let names = TagRow.all.flatMap { $0.names.description.split(separator: " ").map { Bytes($0.utf8) } }
    for _ in 0..<20_000 {
      let name = Bool.random() ? names.randomElement() ?? [] : (0..<Int.random(in: 0...12)).map { _ in random.next() }
      let value: Bytes = (0..<Int.random(in: 0...24)).map { _ in
        Bool.random() ? random.next() : UInt8.random(in: 0...60)
      }
      _ = content(of: ContentKind.music, [(String(decoding: name, as: UTF8.self), value)])
    }
  }
}

extension TagName {
  fileprivate static func find(_ name: String) -> TagName? {
    Array(name.utf8).withUnsafeBufferPointer { find($0) }
  }
}
