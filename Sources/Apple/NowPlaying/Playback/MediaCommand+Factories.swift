// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore

extension MediaCommand {
  /// Starts or resumes playback.
  public static func play(_ action: @escaping () async throws -> Void) -> MediaCommand {
    MediaCommand(.play, .plain(action))
  }

  /// Pauses playback.
  public static func pause(_ action: @escaping () async throws -> Void) -> MediaCommand {
    MediaCommand(.pause, .plain(action))
  }

  /// Stops playback.
  public static func stop(_ action: @escaping () async throws -> Void) -> MediaCommand {
    MediaCommand(.stop, .plain(action))
  }

  /// Pauses when it plays, else plays. The one button of a headset does it.
  public static func togglePlayPause(_ action: @escaping () async throws -> Void) -> MediaCommand {
    MediaCommand(.togglePlayPause, .plain(action))
  }

  /// Goes to the next item.
  public static func next(_ action: @escaping () async throws -> Void) -> MediaCommand {
    MediaCommand(.next, .plain(action))
  }

  /// Goes to the previous item.
  public static func previous(_ action: @escaping () async throws -> Void) -> MediaCommand {
    MediaCommand(.previous, .plain(action))
  }

  /// Goes to a position. The closure is given seconds from the start.
  public static func seekToPosition(_ action: @escaping (TimeInterval) async throws -> Void) -> MediaCommand {
    MediaCommand(.seekToPosition, .time(action))
  }

  /// Jumps forward. The closure is given a number of seconds.
  public static func skipForward(
    preferredIntervals: [TimeInterval] = [10], _ action: @escaping (TimeInterval) async throws -> Void
  ) -> MediaCommand {
    MediaCommand(.skipForward, .time(action), Options(intervals: preferredIntervals))
  }

  /// Jumps backward. The closure is given a number of seconds.
  public static func skipBackward(
    preferredIntervals: [TimeInterval] = [10], _ action: @escaping (TimeInterval) async throws -> Void
  ) -> MediaCommand {
    MediaCommand(.skipBackward, .time(action), Options(intervals: preferredIntervals))
  }

  /// Plays forward fast, while a button is held.
  public static func seekForward(
    beginAction: @escaping () async throws -> Void, endAction: @escaping () async throws -> Void
  ) -> MediaCommand {
    MediaCommand(.seekForward, .press(begin: beginAction, end: endAction))
  }

  /// Plays backward fast, while a button is held.
  public static func seekBackward(
    beginAction: @escaping () async throws -> Void, endAction: @escaping () async throws -> Void
  ) -> MediaCommand {
    MediaCommand(.seekBackward, .press(begin: beginAction, end: endAction))
  }

  /// Changes the speed. The closure is given one of the supported rates.
  public static func changePlaybackRate(
    supported: [Float], _ action: @escaping (Float) async throws -> Void
  ) -> MediaCommand {
    MediaCommand(.changeRate, .rate(action), Options(rates: supported))
  }

  /// Changes the repeat mode. `supported` has the modes that can be chosen; nil means every mode.
  public static func changeRepeatMode(
    current: RepeatMode, supported: [RepeatMode]? = nil, _ action: @escaping (RepeatMode) async throws -> Void
  ) -> MediaCommand {
    let options = Options(current: current.code.rawValue, supported: modes(supported?.map(\.code.rawValue)))
    return MediaCommand(.changeRepeatMode, .repeatMode(action), options)
  }

  /// Changes the shuffle mode. `supported` has the modes that can be chosen; nil means every mode.
  public static func changeShuffleMode(
    current: ShuffleMode, supported: [ShuffleMode]? = nil, _ action: @escaping (ShuffleMode) async throws -> Void
  ) -> MediaCommand {
    let options = Options(current: current.code.rawValue, supported: modes(supported?.map(\.code.rawValue)))
    return MediaCommand(.changeShuffleMode, .shuffleMode(action), options)
  }

  /// Records whether the user likes the item. A session may have several such commands, as one to like and one to
  /// dislike. On Linux the status of the first one shows as the user's rating of the item.
  public static func feedback(
    title: String? = nil, shortTitle: String? = nil, status: FeedbackStatus = .neutral,
    _ action: @escaping (FeedbackStatus) async throws -> Void
  ) -> MediaCommand {
    let options = Options(current: status.code.rawValue, title: title, shortTitle: shortTitle)
    return MediaCommand(.feedback, .feedback(action), options)
  }

  private static func modes(_ codes: [Int32]?) -> UInt32 {
    (codes ?? []).reduce(0) { $0 | 1 << UInt32($1) }
  }
}
