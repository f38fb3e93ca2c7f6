// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import NowPlaying
internal import NowPlayingCore

// Commands that Apple's framework does not have, which surfaces of org.nowplaying give. MPRIS has no call for them; of
// their values it shows the rating only.

extension MediaCommand {
  /// Goes to the next chapter. A surface that knows the ``ExtendedMediaContentRepresentable/chapters`` may use
  /// `seekToPosition(_:)` instead.
  public static func nextChapter(_ action: @escaping () async throws -> Void) -> MediaCommand {
    MediaCommand(.nextChapter, .plain(action))
  }

  /// Goes to the previous chapter, or to the beginning of the one that plays.
  public static func previousChapter(_ action: @escaping () async throws -> Void) -> MediaCommand {
    MediaCommand(.previousChapter, .plain(action))
  }

  /// Goes to the live position of a broadcast.
  public static func seekToLive(_ action: @escaping () async throws -> Void) -> MediaCommand {
    MediaCommand(.seekToLive, .plain(action))
  }

  /// Rates the item.
  ///
  /// - Parameters:
  ///   - current: The user's present rating, 0 to 1, which MPRIS shows too; nil for none. Numbers beyond are clamped,
  ///     and NaN is none.
  ///   - steps: 5 for five stars, 10 for half stars, at most 100; 0, or any other number, for any rating.
  ///   - action: Given a rating, 0 to 1, that is one of the steps.
  public static func setRating(
    current: Double? = nil, steps: Int = 0, _ action: @escaping (Double) async throws -> Void
  ) -> MediaCommand {
    let rating = current.flatMap { $0.isNaN ? nil : Clamp.number($0, 0, 1) }
    let look = steps == 0 ? nil : CommandLook(steps: Int32(clamping: steps))
    return MediaCommand(.setRating, .rating(action), Options(look: look, rating: rating))
  }

  /// Sets a bookmark at the present position, or removes it.
  ///
  /// - Parameters:
  ///   - title: The title of the button.
  ///   - shortTitle: A shorter title.
  ///   - isActive: Whether a bookmark is set.
  ///   - action: Called for each press of the button.
  public static func bookmark(
    title: String? = nil, shortTitle: String? = nil, isActive: Bool = false,
    _ action: @escaping () async throws -> Void
  ) -> MediaCommand {
    let look = CommandLook(
      title: Content.bounded(title), shortTitle: Content.bounded(shortTitle), isActive: isActive)
    return MediaCommand(.bookmark, .plain(action), Options(look: look))
  }

  /// Mutes the sound, or makes it heard again.
  ///
  /// - Parameters:
  ///   - isMuted: Whether the sound is muted at present. Surfaces show it even while the command is not enabled.
  ///   - action: Given whether the sound shall be muted.
  public static func mute(isMuted: Bool, _ action: @escaping (Bool) async throws -> Void) -> MediaCommand {
    MediaCommand(.mute, .isOn(action), Options(isOn: isMuted))
  }

  /// Chooses an audio or subtitle track. While the command is not enabled, no tracks are shown. If there are two
  /// such commands, the first that is enabled counts.
  ///
  /// ```swift
  /// .selectTrack(from: [
  ///   MediaTrack(.audio, id: "1", languageTag: "de", isSelected: true),
  ///   MediaTrack(.subtitles, id: "2", languageTag: "en"),
  /// ]) { kind, track in
  ///   self.engine.select(kind, track?.id)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - tracks: The tracks of the item, in the order to show; at most 256.
  ///   - action: Given the kind, and the track as it was when the model was read last; nil for no track of this kind,
  ///     which never occurs for ``MediaTrack/Kind/audio``.
  public static func selectTrack(
    from tracks: [MediaTrack], _ action: @escaping (MediaTrack.Kind, MediaTrack?) async throws -> Void
  ) -> MediaCommand {
    let change: Change = { change, _ in
      guard case .select(let code, let id) = change else { return }
      let kind = MediaTrack.Kind(code)
      let track = id.flatMap { id in tracks.first { $0.kind == kind && $0.boundedID.exact == id.exact } }
      try await action(kind, track)
    }
    return MediaCommand(nil, .change(change), Options(value: .tracks(MediaTrack.engineTracks(of: tracks))))
  }
}
