// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import NowPlayingCore

/// An audio or subtitle track of the item that plays. People choose tracks with `MediaCommand.selectTrack(from:_:)`.
public struct MediaTrack: Identifiable, Hashable, Sendable {
  /// The kind of a track.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// Sound. One audio track is always chosen.
    case audio
    /// The spoken words, in the same or another language.
    case subtitles
    /// The spoken words and the sounds, for people who do not hear.
    case captions
  }

  /// Properties of a track, other than its language.
  public struct Characteristics: OptionSet, Hashable, Sendable {
    /// The bits, which are those of `NOWPLAYING_TRACK_…` in nowplaying.h.
    public let rawValue: UInt32
    /// Creates characteristics; unknown bits are ignored.
    public init(rawValue: UInt32) { self.rawValue = rawValue & TrackCharacteristics.known.rawValue }
    private init(_ code: TrackCharacteristics) { self.init(rawValue: code.rawValue) }

    /// The track is chosen where the user has not chosen one.
    public static let isDefault = Characteristics(.isDefault)
    /// The track has subtitles of foreign words alone, which are shown without being asked for.
    public static let isForced = Characteristics(.isForced)
    /// The track describes the picture, for people who do not see.
    public static let describesVideo = Characteristics(.describesVideo)
    /// On the track the item's authors speak about the item.
    public static let isCommentary = Characteristics(.isCommentary)
  }

  /// The kind of the track.
  public let kind: Kind
  /// The id of the track, unique among those of its kind.
  public let id: String
  /// The track's language as a tag of BCP 47, such as "de" or "pt-BR"; nil when it is not known.
  public let languageTag: String?
  /// The track's name, for people; nil where the language is enough.
  public let title: String?
  /// The track's properties, other than the language.
  public let characteristics: Characteristics
  /// Whether the track is the one of its kind that plays.
  public let isSelected: Bool

  /// Creates a track.
  ///
  /// - Parameters:
  ///   - kind: The kind of the track.
  ///   - id: The id of the track, unique among those of its kind; not empty. If two have the same id, the first
  ///     is offered.
  ///   - languageTag: The track's language as a tag of BCP 47.
  ///   - title: The track's name, for people.
  ///   - characteristics: The track's properties, other than the language.
  ///   - isSelected: Whether the track is the one that plays. If two tracks of a kind are selected, the first counts.
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

  /// The id in the form that the engine takes.
  var boundedID: String { Repair.text(id, limit: Limits.identifier) }

  /// Returns tracks in the form that the engine takes: no two have the same id, and at most one of each kind is
  /// selected.
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
  /// The kind in the form that the engine takes.
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
