// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

extension Metadata {
  /// The prefix of all track ids. MPRIS forbids one below `/org/mpris`.
  static let trackPrefix: StaticString = "/org/nowplaying/track/"

  /// The track id for a host's id: always a valid object path. Different ids have different track ids; a long one is
  /// cut, and ends in a hash of the whole id.
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

  /// Makes the metadata of a content. MPRIS has no key for feedback: like and dislike are shown as user ratings of 1
  /// and 0 where there is no user rating.
  ///
  /// - path: the track id.
  /// - isInList: whether the item is an entry of a list. Desktops write no "Unknown artist" there.
  init(
    _ content: Content, path: String, artworkURL: String?, feedback: FeedbackStatus?, isInList: Bool = false
  ) {
    self.init(capacity: 12)
    add("mpris:trackid", .path(path))
    if let length = content.length { add(Metadata.lengthKey, .int64(length.count)) }
    if let artworkURL, !artworkURL.isEmpty { add("mpris:artUrl", .string(artworkURL)) }
    var shown = content
    shown.fillCommonFields()
    if shown.numbers[.userRating] == nil, let rating = feedback.flatMap(Self.rating) {
      shown.numbers[.userRating] = rating
    }
    addFields(of: shown)
    if !isInList { addNoArtist(shown) }
    addExtra(content.extra)
  }

  /// Adds the texts under keys of the player's own. The process of a browser, under KDE's key, is sent as a number, as
  /// plasma-browser-integration does it: Plasma 5 compares it with the processes of players by `===`
  /// (`applets/mediacontroller`, updateMprisSourcesModel). A text would equal none, and Plasma would show the browser's
  /// own player beside this one.
  private mutating func addExtra(_ extra: Extra) {
    var words: [String] = []
    var index = 0
    while index + 1 < extra.words.count {
      let (key, text) = (extra.words[index], extra.words[index + 1])
      index += 2
      if key.exact == "kde:pid", let process = Self.process(text) {
        add("kde:pid", .int32(process))
      } else {
        words.append(key)
        words.append(text)
      }
    }
    if !words.isEmpty { add("", .words(words)) }
  }

  /// The process that a text names in digits; nil where it names none.
  private static func process(_ text: String) -> Int32? {
    guard let number = TagNumber.whole(text), number > 0, number <= 0x7fff_ffff,
      Escape.decimal(number).exact == text.exact
    else { return nil }
    return Clamp.int32(number)
  }

  /// Adds an artist "" to an item that has none. GNOME Shell writes "Unknown artist" where the key is missing, also of
  /// a film; it shows nothing for an empty text, as Plasma, KDE Connect, playerctl, Waybar and panels do. The list
  /// itself is not empty, because BlueZ's mpris-proxy does not register a player with an empty list
  /// (`tools/mpris-proxy.c`, parse_metadata_entry). An item with album artists does not get the artist "", because
  /// Plasma shows the album artists where the key is missing.
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
  /// The track id of an entry of the queue, or of an item outside of it.
  func trackPath(_ entry: EntryID) -> String {
    guard entry.number == 0 else {
      // No host can have an id with a NUL in it. The literal is split because Swift 6.2 ends it there otherwise.
      return Metadata.trackPath(entry.id + "\0" + Escape.decimal(Int64(clamping: entry.number)), session: number)
    }
    if !trackPrefix.isEmpty, Escape.isPathElement(entry.id) { return trackPrefix + "/" + entry.id }
    return Metadata.trackPath(entry.id, session: number)
  }
}

extension Content {
  /// Fills the fields that every desktop shows (title, artist, album, numbers) from the fields that only this kind of
  /// content has. A value that the host set stays.
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
      // Audiobooks have their narrator in the composer tag.
      fill(.composers, shown(.narrator))
      fill(.trackNumber, integers[.chapter])
    case .radio:
      fill(.album, shown(.stationName))
      leaveOutRepeatedAlbum()
    }
  }

  /// Removes the album where it repeats the artist and the kind has no albums, because desktops would show both. Music
  /// keeps it: an album may be named after its artist.
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
