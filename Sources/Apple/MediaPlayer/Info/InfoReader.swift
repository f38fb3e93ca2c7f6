// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
import Foundation
internal import NowPlayingCore

/// Reads the values of `nowPlayingInfo`.
struct InfoReader {
  let info: [String: Any]

  // MARK: The item

  /// The item in the form that the engine takes.
  var content: Content {
    var content = Content(kind: kind, id: id)
    content.mediaType = mediaType
    content.duration = duration
    content.artworkID = artwork?.id
    for ratio in [AspectRatio.square, .tall] { content.animatedArtwork[ratio] = animatedArtwork(ratio)?.name }
    readTexts(into: &content)
    readNumbers(into: &content)
    readExtra(into: &content)
    return content
  }

  /// The artwork of the item.
  var artwork: MPMediaItemArtwork? { info[MPMediaItemPropertyArtwork] as? MPMediaItemArtwork }

  /// The animated artwork of a shape.
  func animatedArtwork(_ ratio: AspectRatio) -> MPMediaItemAnimatedArtwork? {
    info[ratio.key] as? MPMediaItemAnimatedArtwork
  }

  /// The id of the item: an id that the program gives, else one made from the texts that people see. Length and picture
  /// do not count, because they are often added later.
  private var id: String {
    let names = [
      MPNowPlayingInfoPropertyExternalContentIdentifier, MPMediaItemPropertyPersistentID,
      MPMediaItemPropertyPlaybackStoreID, MPNowPlayingInfoPropertyAssetURL, MPMediaItemPropertyAssetURL,
    ]
    for name in names {
      guard let value = info[name] else { continue }
      let text = text(name) ?? url(name) ?? InfoNumber.digits(value) ?? ""
      if !text.isEmpty { return Repair.text(text, limit: Limits.identifier) }
    }
    let words = [MPMediaItemPropertyTitle, MPMediaItemPropertyArtist, MPMediaItemPropertyAlbumTitle].map(text)
    let place = integer(MPNowPlayingInfoPropertyPlaybackQueueIndex).map { String($0) }
    return Repair.text((words + [place]).map { $0 ?? "" }.joined(separator: "/"), limit: Limits.identifier)
  }

  private var mediaTypes: MPMediaType {
    MPMediaType(rawValue: UInt(clamping: integer(MPMediaItemPropertyMediaType) ?? 0))
  }

  private var kind: ContentKind {
    let types = mediaTypes
    if types.isSuperset(of: .anyAudio) || types.isSuperset(of: .anyVideo) { return .generic }
    if types.contains(.podcast) || types.contains(.videoPodcast) { return .podcast }
    if types.contains(.audioBook) { return .book }
    if types.contains(.movie) { return .movie }
    if types.contains(.tvShow) { return .tvShow }
    if types.contains(.homeVideo) { return .homeMedia }
    if types.contains(.music) || types.contains(.musicVideo) { return .music }
    if !types.isEmpty { return .generic }
    if text(MPMediaItemPropertyPodcastTitle) != nil { return .podcast }
    return saidMediaType == .video ? .generic : .music
  }

  private var saidMediaType: MPNowPlayingInfoMediaType {
    let value = integer(MPNowPlayingInfoPropertyMediaType).flatMap { UInt(exactly: $0) }
    return value.flatMap { MPNowPlayingInfoMediaType(rawValue: $0) } ?? .none
  }

  private var mediaType: NowPlayingCore.MediaType {
    switch saidMediaType {
    case .audio: .audio
    case .video: .video
    case .none: mediaTypes.isDisjoint(with: .anyVideo) || !mediaTypes.isDisjoint(with: .anyAudio) ? .audio : .video
    }
  }

  private var duration: MediaDuration {
    if bool(MPNowPlayingInfoPropertyIsLiveStream) == true { return .live }
    guard let seconds = number(MPMediaItemPropertyPlaybackDuration), seconds > 0,
      let time = Microseconds(seconds: seconds)
    else { return .unknown }
    return .finite(time)
  }

  private func readTexts(into content: inout Content) {
    func set(_ field: TextField, _ text: String?) {
      guard let text, field.belongs(to: content.kind) else { return }
      content.set(field, Repair.text(text, limit: field.limit))
    }
    func set(_ field: ListField, _ name: String) {
      if let text = text(name) { content.lists[field] = [Repair.text(text, limit: Limits.text)] }
    }
    set(.title, text(MPMediaItemPropertyTitle))
    set(.album, text(MPMediaItemPropertyAlbumTitle))
    set(.showName, text(MPMediaItemPropertyPodcastTitle) ?? text(MPMediaItemPropertyAlbumTitle))
    set(.author, text(MPMediaItemPropertyArtist))
    set(.lyrics, text(MPMediaItemPropertyLyrics))
    set(.isrc, text(MPNowPlayingInfoPropertyInternationalStandardRecordingCode))
    set(.collectionID, text(MPNowPlayingInfoCollectionIdentifier))
    set(.serviceID, text(MPNowPlayingInfoPropertyServiceIdentifier))
    set(.url, url(MPNowPlayingInfoPropertyAssetURL) ?? url(MPMediaItemPropertyAssetURL))
    set(.artists, MPMediaItemPropertyArtist)
    set(.albumArtists, MPMediaItemPropertyAlbumArtist)
    set(.composers, MPMediaItemPropertyComposer)
    set(.genres, MPMediaItemPropertyGenre)
    set(.comments, MPMediaItemPropertyComments)
  }

  private func readNumbers(into content: inout Content) {
    func set(_ field: IntegerField, _ value: Int64?) {
      guard let value, value >= 0 || field.isDate, field.belongs(to: content.kind) else { return }
      content.integers[field] = value
    }
    set(.trackNumber, integer(MPMediaItemPropertyAlbumTrackNumber))
    set(.discNumber, integer(MPMediaItemPropertyDiscNumber))
    set(.beatsPerMinute, integer(MPMediaItemPropertyBeatsPerMinute))
    set(.playCount, integer(MPMediaItemPropertyPlayCount))
    // Chapters count from zero in the dictionary, and from one in the engine.
    set(.chapter, integer(MPNowPlayingInfoPropertyChapterNumber).flatMap { $0 >= 0 ? Clamp.sum($0, 1) : nil })
    set(.chapterCount, integer(MPNowPlayingInfoPropertyChapterCount).flatMap { $0 > 0 ? $0 : nil })
    set(.releaseDate, date(MPMediaItemPropertyReleaseDate))
    set(.lastPlayed, date(MPMediaItemPropertyLastPlayedDate))
    set(.explicit, bool(MPMediaItemPropertyIsExplicit).map { $0 ? 1 : 0 })
    set(.excludedFromSuggestions, bool(MPNowPlayingInfoPropertyExcludeFromSuggestions).map { $0 ? 1 : 0 })
    if let stars = number(MPMediaItemPropertyRating), stars.isFinite {
      content.numbers[.userRating] = Clamp.number(stars / 5, 0, 1)
    }
  }

  /// Reads the texts that have no field of their own: the place in the queue and the entities, under keys that
  /// docs/org.nowplaying.md names, and the texts under the program's own keys. Each of the latter keys has a colon, and
  /// no key of Apple's has one.
  private func readExtra(into content: inout Content) {
    if let count = integer(MPNowPlayingInfoPropertyPlaybackQueueCount), count > 0 {
      content.extra.add("queue-count", String(count))
    }
    if let index = integer(MPNowPlayingInfoPropertyPlaybackQueueIndex), index >= 0 {
      content.extra.add("queue-index", String(index))
    }
    let entities = (info[MPNowPlayingInfoPropertyAppEntityIdentifiers] as? [Any] ?? []).map { String(describing: $0) }
    if !entities.isEmpty {
      content.extra.add("app-entities", Repair.text(entities.joined(separator: "\n"), limit: Limits.text))
    }
    for (key, value) in info where key.utf8.contains(58) && Extra.isKey(key) {
      guard let text = value as? String, !text.isEmpty else { continue }
      content.extra.add(key, Repair.text(text, limit: Limits.text))
    }
  }

  // MARK: How it plays

  /// The position at the moment that the dictionary was set; nil when it has none.
  var elapsed: Microseconds? {
    number(MPNowPlayingInfoPropertyElapsedPlaybackTime).flatMap { Microseconds(seconds: $0) }.map { max(.zero, $0) }
  }

  /// The present speed; 0 is paused.
  var rate: Double { finite(MPNowPlayingInfoPropertyPlaybackRate) ?? 1 }

  /// The normal speed of the item.
  var defaultRate: Double {
    guard let rate = finite(MPNowPlayingInfoPropertyDefaultPlaybackRate), rate > 0 else { return 1 }
    return rate
  }

  // MARK: Values by their keys

  private func text(_ key: String) -> String? { info[key] as? String }
  private func url(_ key: String) -> String? { (info[key] as? URL)?.absoluteString ?? text(key) }
  private func number(_ key: String) -> Double? { InfoNumber.double(info[key]) }
  private func finite(_ key: String) -> Double? { number(key).flatMap { $0.isFinite ? $0 : nil } }
  private func integer(_ key: String) -> Int64? { InfoNumber.integer(info[key]) }
  private func bool(_ key: String) -> Bool? { InfoNumber.bool(info[key]) }

  private func date(_ key: String) -> Int64? {
    (info[key] as? Date).flatMap { InfoNumber.integer($0.timeIntervalSince1970) }
  }
}

extension AspectRatio {
  /// The key of a moving picture of this shape.
  var key: String {
    switch self {
    case .square: MPNowPlayingInfoProperty1x1AnimatedArtwork
    case .tall: MPNowPlayingInfoProperty3x4AnimatedArtwork
    }
  }
}
