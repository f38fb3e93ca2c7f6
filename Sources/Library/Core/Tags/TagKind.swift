// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Finds the kind of an item from its tags, where the host has not named a kind.
public struct TagKind: Sendable {
  private struct Signs: OptionSet {
    let rawValue: UInt16
    static let podcast = Signs(rawValue: 1)
    static let book = Signs(rawValue: 2)
    static let tvShow = Signs(rawValue: 4)
    static let movie = Signs(rawValue: 8)
    /// The name of a show. Podcasts have one, too.
    static let show = Signs(rawValue: 16)
    /// A tag that only films have, as the director.
    static let film = Signs(rawValue: 32)
    static let station = Signs(rawValue: 64)
    static let title = Signs(rawValue: 128)
    /// A tag that a song of a record has and the song of a station has not: the album, or its number there.
    static let record = Signs(rawValue: 256)
  }

  private var signs: Signs = []

  public init() {}

  /// Notes a tag. `field` is the field that its name means; nil where the table does not have the name.
  mutating func note(_ name: TagReader.Bytes, _ value: TagReader.Bytes, _ field: AnyField?) {
    if value.isEmpty { return }
    switch field {
    case .text(.title)?: signs.insert(.title)
    case .text(.album)?, .integer(.trackNumber)?: signs.insert(.record)
    case .text(.narrator)?: signs.insert(.book)
    case .text(.showName)?: signs.insert(.show)
    case .text(.stationName)?, .text(.programName)?: signs.insert(.station)
    case nil: signs.formUnion(Self.sign(of: name, value))
    default: break
    }
  }

  /// Returns the signs of a kind in a tag whose name is not in the tag table; an empty set for most of these tags.
  private static func sign(of name: TagReader.Bytes, _ value: TagReader.Bytes) -> Signs {
    switch TagIndex.hash(name) {
    // The frame PCST of ID3 has four bytes, all of them 0, and still means a podcast.
    case TagIndex.hash("podcast"), TagIndex.hash("pcst"):
      value.count != 4 && TagNumber.truth(value, isAdvisory: false) == false ? [] : .podcast
    case TagIndex.hash("director"), TagIndex.hash("imdb"), TagIndex.hash("tmdb"): .film
    case TagIndex.hash("mediatype"), TagIndex.hash("stik"):
      // The numbers that iTunes uses.
      switch TagNumber.integer(value) {
      case 2: .book
      case 9: .movie
      case 10: .tvShow
      case 21: .podcast
      default: []
      }
    default: []
    }
  }

  /// The kind of an item, from its tags, its media type and its duration.
  private func kind(of content: Content) -> ContentKind {
    let isVideo = content.mediaType == .video
    if content.duration == .live, !isRecord(content), !isVideo || signs.contains(.station) { return .radio }
    if signs.contains(.podcast) || Self.hasGenre("podcast", content) { return .podcast }
    if signs.contains(.book) || Self.hasGenre("audiobook", content) { return .book }
    if signs.contains(.tvShow) { return .tvShow }
    if signs.contains(.show) { return isVideo ? .tvShow : .podcast }
    if signs.contains(.movie) || isVideo && signs.contains(.film) { return .movie }
    // A video without a tag of films may be a music video.
    let isMusic = content.lists[.artists] ?? content.lists[.albumArtists] != nil || content.texts[.album] != nil
    return isMusic || !isVideo ? .music : .generic
  }

  /// Whether something without a length has tags that a station does not have. It is no broadcast, but a file whose
  /// length is not known, as one that a server transcodes while it sends it.
  private func isRecord(_ content: Content) -> Bool {
    content.duration == .live && content.mediaType != .video && signs.contains(.record) && !signs.contains(.station)
  }

  /// Whether a genre contains a word, ignoring case. `word` is in lower case.
  private static func hasGenre(_ word: StaticString, _ content: Content) -> Bool {
    for genre in content.lists[.genres] ?? [] {
      let isThere = genre.withBytes { genre in
        genre.indices.contains { Escape.begins(genre.part(from: $0), with: word) }
      }
      if isThere { return true }
    }
    return false
  }

  /// The content with the kind that its tags mean, without the fields that the kind does not have. In a broadcast, a
  /// title from tags is that of the programme; any other title is the station's name, which the host gave.
  public func decide(_ content: Content) -> Content {
    let kind = kind(of: content)
    let isRecord = isRecord(content)
    var content = content
    if isRecord { content.duration = .unknown }
    if kind == .radio, let title = content.texts[.title] {
      let field: TextField = signs.contains(.title) ? .programName : .stationName
      content.texts[field] = content.texts[field] ?? title
      content.texts[.title] = nil
    }
    return content.described(as: kind)
  }
}
