// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The keys of MPRIS's Metadata that the library writes.
public enum MetadataKey: Sendable {
  case trackID, length, artURL
  case title, artist, albumArtist, album, genre, trackNumber, discNumber, url
  case composer, lyricist, comment, lyrics, beatsPerMinute
  case contentCreated, firstUsed, lastUsed, useCount, userRating, autoRating
  // Not of the specification. Rhythmbox began with them, and scrobblers read them.
  case musicBrainzTrackID, musicBrainzAlbumID, musicBrainzArtistID, musicBrainzAlbumArtistID

  public var name: StaticString {
    switch self {
    case .trackID: "mpris:trackid"
    case .length: "mpris:length"
    case .artURL: "mpris:artUrl"
    case .title: "xesam:title"
    case .artist: "xesam:artist"
    case .albumArtist: "xesam:albumArtist"
    case .album: "xesam:album"
    case .genre: "xesam:genre"
    case .trackNumber: "xesam:trackNumber"
    case .discNumber: "xesam:discNumber"
    case .url: "xesam:url"
    case .composer: "xesam:composer"
    case .lyricist: "xesam:lyricist"
    case .comment: "xesam:comment"
    case .lyrics: "xesam:asText"
    case .beatsPerMinute: "xesam:audioBPM"
    case .contentCreated: "xesam:contentCreated"
    case .firstUsed: "xesam:firstUsed"
    case .lastUsed: "xesam:lastUsed"
    case .useCount: "xesam:useCount"
    case .userRating: "xesam:userRating"
    case .autoRating: "xesam:autoRating"
    case .musicBrainzTrackID: "xesam:musicBrainzTrackID"
    case .musicBrainzAlbumID: "xesam:musicBrainzAlbumID"
    case .musicBrainzArtistID: "xesam:musicBrainzArtistID"
    case .musicBrainzAlbumArtistID: "xesam:musicBrainzAlbumArtistID"
    }
  }
}

extension Metadata {
  /// The beginning of all track ids. Outside of `/org/mpris`, as the specification demands.
  static let trackPrefix: StaticString = "/org/nowplaying/track/"

  /// The track id of an item: a valid object path for any id of a host. Two ids never have the same one, for long ones
  /// end in a hash of the whole.
  ///
  /// - session: the number of the session within its app.
  public static func trackPath(_ id: String, session: UInt32) -> String {
    var id = id
    return id.withUTF8 { id in
      let most = trackPrefix.utf8CodeUnitCount + 10 + 1 + Escape.mostPathElement(id)
      return ASCIIWriter.text(capacity: most) { writer in
        writer.write(trackPrefix)
        writer.writeDecimal(session)
        writer.write(47)
        let start = writer.count
        writer.writePathElement(id)
        if writer.count > start + 200 {
          writer.cut(to: start + 180)
          writer.writeHexadecimal(Escape.hash(id))
        }
      }
    }
  }

  /// The metadata of a content. MPRIS has no key for feedback, so it is shown as the user's rating where there is none.
  public init(_ content: Content, session: UInt32, artworkURL: String?, feedback: FeedbackStatus?) {
    let path = Self.trackPath(content.id, session: session)
    self.init(content, path: path, artworkURL: artworkURL, feedback: feedback)
  }

  /// The metadata of a content whose track id is known.
  init(_ content: Content, path: String, artworkURL: String?, feedback: FeedbackStatus?) {
    self.init(capacity: 12)
    let lines = Lines(content)
    func number(_ field: IntegerField) -> Int64? { content.integers[field] }
    add(.trackID, .path(path))
    if let length = content.length { add(.length, .int64(length)) }
    add(.artURL, text: artworkURL)
    add(.title, text: lines.title)
    add(.artist, texts: lines.artists)
    add(.album, text: lines.album)
    add(.albumArtist, texts: content.lists[.albumArtists])
    add(.genre, texts: content.lists[.genres])
    add(.trackNumber, int32: number(.trackNumber) ?? number(.chapter) ?? number(.episode))
    add(.discNumber, int32: number(.discNumber) ?? number(.season))
    add(.url, text: content.texts[.url])
    add(.composer, texts: lines.composers)
    add(.lyricist, texts: content.lists[.lyricists])
    add(.comment, texts: content.lists[.comments])
    add(.lyrics, text: content.texts[.lyrics])
    add(.beatsPerMinute, int32: content.integers[.beatsPerMinute])
    add(.contentCreated, date: content.integers[.releaseDate])
    add(.firstUsed, date: content.integers[.firstPlayed])
    add(.lastUsed, date: content.integers[.lastPlayed])
    add(.useCount, int32: content.integers[.playCount])
    add(.userRating, double: content.numbers[.userRating] ?? feedback.flatMap(Self.rating))
    add(.autoRating, double: content.numbers[.autoRating])
    add(.musicBrainzTrackID, texts: content.lists[.musicBrainzTrackIDs])
    add(.musicBrainzAlbumID, texts: content.lists[.musicBrainzAlbumIDs])
    add(.musicBrainzArtistID, texts: content.lists[.musicBrainzArtistIDs])
    add(.musicBrainzAlbumArtistID, texts: content.lists[.musicBrainzAlbumArtistIDs])
  }

  private static func rating(_ feedback: FeedbackStatus) -> Double? {
    switch feedback {
    case .neutral: nil
    case .positive: 1
    case .negative: 0
    }
  }
}

/// The title, the artist and the album, which every desktop shows, for each kind of content. A list of artists of the
/// host's own always wins. Where there is none GNOME says "Unknown artist", so each kind fills that line with the best
/// that it has.
private struct Lines {
  var title: String?
  var artists: [String]?
  var album: String?
  var composers: [String]?

  init(_ content: Content) {
    // An empty text counts as none.
    func text(_ field: TextField) -> String? {
      guard let text = content.texts[field], !text.isEmpty else { return nil }
      return text
    }
    title = text(.title)
    album = text(.album)
    artists = Metadata.present(content.lists[.artists])
    composers = Metadata.present(content.lists[.composers])
    var second: String?
    switch content.kind {
    case .music, .movie: break
    case .podcast, .tvShow:
      second = text(.showName)
      album = album ?? text(.showName)
    case .book:
      second = text(.author)
      // Audiobooks carry their narrator in the composer tag.
      if let narrator = text(.narrator), composers == nil { composers = [narrator] }
    case .radio:
      let station = text(.stationName)
      title = title ?? text(.programName) ?? station
      if text(.programName) != nil || text(.title) != nil { second = station }
      album = album ?? station
    case .homeMedia:
      title = title ?? text(.description) ?? text(.sourceName)
      if text(.description) != nil { second = text(.sourceName) }
    case .generic: second = text(.subtitle)
    }
    if artists == nil, let second { artists = [second] }
  }
}
