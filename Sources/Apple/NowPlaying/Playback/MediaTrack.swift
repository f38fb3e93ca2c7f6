// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import NowPlayingCore

// Additions of this library, which Apple's framework does not have.

/// An audio or subtitle track of what plays, of which people can choose one:
/// ``MediaCommand/selectTrack(from:_:)``.
///
/// An addition of this library: Apple's framework does not have it, so put it between `#if os(Linux)` and `#endif`.
public struct MediaTrack: Identifiable, Hashable, Sendable {
  /// The part of an item that a track is.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// Sound. One is always chosen.
    case audio
    /// The spoken words, in the same or another language.
    case subtitles
    /// The spoken words and the sounds, for those who do not hear.
    case captions
  }

  /// The nature of a track, beyond its language.
  public struct Characteristics: OptionSet, Hashable, Sendable {
    /// The bits, which are those of the C header.
    public let rawValue: UInt32
    /// Creates characteristics; bits that mean nothing are left out.
    public init(rawValue: UInt32) { self.rawValue = rawValue & TrackCharacteristics.known.rawValue }
    private init(_ code: TrackCharacteristics) { self.init(rawValue: code.rawValue) }

    /// It is chosen where people have said nothing.
    public static let isDefault = Characteristics(.isDefault)
    /// Subtitles of foreign words alone, which are shown without being asked for.
    public static let isForced = Characteristics(.isForced)
    /// It says what is to be seen, for those who do not see.
    public static let describesVideo = Characteristics(.describesVideo)
    /// Its authors speak about the item.
    public static let isCommentary = Characteristics(.isCommentary)
  }

  /// The part of the item that it is.
  public let kind: Kind
  /// Names it among those of its kind.
  public let id: String
  /// Its language as BCP 47 writes it, "de" or "pt-BR"; nil when that is not known.
  public let languageTag: String?
  /// Its name, for people; nil where the language says it all.
  public let title: String?
  /// Its nature, beyond the language.
  public let characteristics: Characteristics
  /// Whether it is the one of its kind that plays.
  public let isSelected: Bool

  /// Creates a track.
  ///
  /// - Parameters:
  ///   - kind: The part of the item that it is.
  ///   - id: Names it among those of its kind; not empty, and of two with the same id the first is offered.
  ///   - languageTag: Its language as BCP 47 writes it.
  ///   - title: Its name, for people.
  ///   - characteristics: Its nature, beyond the language.
  ///   - isSelected: Whether it is the one that plays; of two of a kind the first is.
  public init(
    _ kind: Kind, id: String, languageTag: String? = nil, title: String? = nil, characteristics: Characteristics = [],
    isSelected: Bool = false
  ) {
    self.kind = kind
    self.id = id
    self.languageTag = languageTag
    self.title = title
    self.characteristics = characteristics
    self.isSelected = isSelected
  }

  /// The id as the engine has it.
  var boundedID: String { Repair.text(id, limit: Limits.identifier) }

  /// Tracks as the engine wants them: no two of the same id, and one of each kind selected at most.
  static func engineTracks(of tracks: [MediaTrack]) -> [Track] {
    var made: [Track] = []
    for track in tracks where !track.id.isEmpty && made.count < Limits.tracks {
      let (kind, id) = (track.kind.code, track.boundedID)
      let others = made.filter { $0.kind == kind }
      if others.contains(where: { $0.id.exact == id.exact }) { continue }
      made.append(
        Track(
          kind, id: id, language: boundedText(track.languageTag, limit: Limits.identifier),
          title: boundedText(track.title, limit: Limits.identifier),
          characteristics: TrackCharacteristics(rawValue: track.characteristics.rawValue),
          isSelected: track.isSelected && !others.contains(where: \.isSelected)))
    }
    return made
  }
}

extension MediaTrack.Kind {
  /// The engine's name for it.
  var code: TrackKind {
    switch self {
    case .audio: .audio
    case .subtitles: .subtitles
    case .captions: .captions
    }
  }

  init(_ code: TrackKind) {
    switch code {
    case .audio: self = .audio
    case .subtitles: self = .subtitles
    case .captions: self = .captions
    }
  }
}
