// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Finds the kind of an item by its tags, for a content that is of none until it is set to a session.
public struct TagKind: Sendable {
  private struct Signs: OptionSet {
    let rawValue: UInt8
    static let podcast = Signs(rawValue: 1)
    static let book = Signs(rawValue: 2)
    static let tvShow = Signs(rawValue: 4)
    static let movie = Signs(rawValue: 8)
    /// A show, which podcasts have too.
    static let show = Signs(rawValue: 16)
    /// Somebody or something that only films have.
    static let film = Signs(rawValue: 32)
    static let station = Signs(rawValue: 64)
    static let title = Signs(rawValue: 128)
  }

  private var signs: Signs = []

  public init() {}

  /// Notes what a tag says. field: that of its name; nil where that is not in the table.
  mutating func note(_ name: TagReader.Bytes, _ value: TagReader.Bytes, _ field: AnyField?) {
    if value.isEmpty { return }
    switch field {
    case .text(.title)?: signs.insert(.title)
    case .text(.narrator)?: signs.insert(.book)
    case .text(.showName)?: signs.insert(.show)
    case .text(.stationName)?, .text(.programName)?: signs.insert(.station)
    case nil: signs.formUnion(Self.sign(of: name, value))
    default: break
    }
  }

  /// The signs of names that mean no field.
  private static func sign(of name: TagReader.Bytes, _ value: TagReader.Bytes) -> Signs {
    switch TagIndex.hash(name) {
    // The frame of ID3 is four bytes, all of them 0.
    case TagIndex.hash("podcast"), TagIndex.hash("pcst"):
      value.count != 4 && TagNumber.truth(value, isAdvisory: false) == false ? [] : .podcast
    case TagIndex.hash("director"), TagIndex.hash("imdb"), TagIndex.hash("tmdb"): .film
    case TagIndex.hash("mediatype"), TagIndex.hash("stik"):
      // The numbers that iTunes made usual.
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

  /// Of which kind an item is, by its tags, by whether it is to be watched, and by whether it has an end.
  private func kind(of content: Content) -> ContentKind {
    let isVideo = content.mediaType == .video
    if content.duration == .live, !isVideo || signs.contains(.station) { return .radio }
    if signs.contains(.podcast) || Self.hasGenre("podcast", content) { return .podcast }
    if signs.contains(.book) || Self.hasGenre("audiobook", content) { return .book }
    if signs.contains(.tvShow) { return .tvShow }
    if signs.contains(.show) { return isVideo ? .tvShow : .podcast }
    if signs.contains(.movie) || isVideo && signs.contains(.film) { return .movie }
    // A film that does not say what it is may be a video of music.
    let isMusic = content.lists[.artists] ?? content.lists[.albumArtists] != nil || content.texts[.album] != nil
    return isMusic || !isVideo ? .music : .generic
  }

  /// Whether a genre has a word in it, in letters of either case. word: lower case.
  private static func hasGenre(_ word: StaticString, _ content: Content) -> Bool {
    for genre in content.lists[.genres] ?? [] {
      let isThere = genre.withBytes { genre in
        genre.indices.contains { Escape.begins(genre.part(from: $0), with: word) }
      }
      if isThere { return true }
    }
    return false
  }

  /// The content as an item of the kind that its tags mean, without the fields of others. The title that the tags of a
  /// broadcast have is that of the programme; another is the host's word for the station.
  public func decide(_ content: Content) -> Content {
    let kind = kind(of: content)
    var content = content
    if kind == .radio, let title = content.texts[.title] {
      let field: TextField = signs.contains(.title) ? .programName : .stationName
      content.texts[field] = content.texts[field] ?? title
      content.texts[.title] = nil
    }
    return content.described(as: kind)
  }
}
