// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

extension Metadata {
  /// The beginning of all track ids. Outside of `/org/mpris`, as the specification demands.
  static let trackPrefix: StaticString = "/org/nowplaying/track/"

  /// The track id of an item: a valid object path for any id of a host. Two ids never have the same one, for long ones
  /// end in a hash of the whole.
  ///
  /// - session: the number of the session within its app.
  public static func trackPath(_ id: String, session: UInt32) -> String {
    id.withBytes { id in
      let most = trackPrefix.utf8CodeUnitCount + 10 + 1 + Escape.maxPathElement(id)
      return ASCIIWriter.text(capacity: most) { writer in
        writer.write(trackPrefix)
        writer.writeDecimal(UInt64(clamping: session))
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
  ///
  /// - path: its track id.
  /// - isInList: whether it is an entry of a list, of which desktops show what is there.
  init(
    _ content: Content, path: String, artworkURL: String?, feedback: FeedbackStatus?, isInList: Bool = false
  ) {
    self.init(capacity: 12)
    add("mpris:trackid", .path(path))
    if let length = content.length { add("mpris:length", .int64(length)) }
    if let artworkURL, !artworkURL.isEmpty { add("mpris:artUrl", .string(artworkURL)) }
    var shown = content
    shown.fillCommonFields()
    if shown.numbers[.userRating] == nil, let rating = feedback.flatMap(Self.rating) {
      shown.numbers[.userRating] = rating
    }
    addFields(of: shown)
    if !isInList { addNoArtist(shown) }
    if !content.extra.words.isEmpty { add("", .words(content.extra.words)) }
  }

  /// Says of an item that it has no artist. GNOME Shell writes "Unknown artist" where the key is missing, also of a
  /// film; it shows nothing for an empty text, as Plasma, KDE Connect, playerctl, Waybar and panels do. The
  /// list is not empty, because BlueZ's mpris-proxy does not register a player whose list is (`tools/mpris-proxy.c`,
  /// parse_metadata_entry). Where the item has artists of an album, Plasma shows these in the place of a missing key.
  private mutating func addNoArtist(_ content: Content) {
    if Self.present(content.lists[.artists]) == nil, Self.present(content.lists[.albumArtists]) == nil {
      add(ListField.artists.row.key, .strings([""]))
    }
  }

  private static func rating(_ feedback: FeedbackStatus) -> Double? {
    switch feedback {
    case .neutral: nil
    case .positive: 1
    case .negative: 0
    }
  }
}

extension SessionState {
  /// The track id of an entry of the queue, or of an item that is in none.
  func trackPath(_ entry: EntryID) -> String {
    guard entry.number == 0 else {
      // No id of a host's own holds a NUL. Swift 6.2 ends a literal there.
      return Metadata.trackPath(entry.id + "\0" + Escape.decimal(Int64(clamping: entry.number)), session: number)
    }
    if !trackPrefix.isEmpty, Escape.isPathElement(entry.id) { return trackPrefix + "/" + entry.id }
    return Metadata.trackPath(entry.id, session: number)
  }
}

extension Content {
  /// Fills the fields that every desktop shows (title, artist, album, numbers) from the fields of the content's kind.
  /// The host's own value always wins. GNOME says "Unknown artist" where there is none, so each kind fills that line
  /// with the best that it has.
  fileprivate mutating func fillCommonFields() {
    let own = ShownLines.own(kind) { shown($0) }
    fill(.title, own.first)
    fill(.artists, own.second)
    switch kind {
    case .music, .movie, .homeMedia, .generic: break
    case .podcast, .tvShow:
      fill(.album, shown(.showName))
      leaveOutRepeatedAlbum()
      fill(.trackNumber, integers[.episode])
      fill(.discNumber, integers[.season])
    case .book:
      // Audiobooks carry their narrator in the composer tag.
      fill(.composers, shown(.narrator))
      fill(.trackNumber, integers[.chapter])
    case .radio:
      fill(.album, shown(.stationName))
      leaveOutRepeatedAlbum()
    }
  }

  /// Leaves out an album that is the artist once more, of a kind that has no albums: desktops and bars would show both.
  /// A song's may well be named as its artist.
  private mutating func leaveOutRepeatedAlbum() {
    if let album = texts[.album], isOnlyArtist(album) { texts[.album] = nil }
  }

  private mutating func fill(_ field: TextField, _ text: String?) {
    if let text, shown(field) == nil { texts[field] = text }
  }

  private mutating func fill(_ field: ListField, _ text: String?) {
    if let text, Metadata.present(lists[field]) == nil { lists[field] = [text] }
  }

  private mutating func fill(_ field: IntegerField, _ number: Int64?) {
    if let number, integers[field] == nil { integers[field] = number }
  }
}
