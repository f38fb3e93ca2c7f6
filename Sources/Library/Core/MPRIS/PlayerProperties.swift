// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The values of MPRIS's PlaybackStatus.
public enum PlaybackStatus: CaseIterable, Sendable {
  case playing, paused, stopped

  public var name: String {
    switch self {
    case .playing: "Playing"
    case .paused: "Paused"
    case .stopped: "Stopped"
    }
  }
}

/// The values of MPRIS's LoopStatus.
public enum LoopStatus: CaseIterable, Sendable {
  case none, track, playlist

  public var name: String {
    switch self {
    case .none: "None"
    case .track: "Track"
    case .playlist: "Playlist"
    }
  }

  public var mode: RepeatMode {
    switch self {
    case .none: .off
    case .track: .one
    case .playlist: .all
    }
  }

  public init(_ mode: RepeatMode) {
    switch mode {
    case .off: self = .none
    case .one: self = .track
    case .all: self = .playlist
    }
  }

  /// Returns nil for any other name.
  public init?(name: String) {
    for status in Self.allCases where status.name.exact == name.exact {
      self = status
      return
    }
    return nil
  }
}

/// The properties of `org.mpris.MediaPlayer2.Player` that belong to a session's state. Position is not among them: it
/// changes all the time and is never announced.
public struct PlayerProperties: Equatable, Sendable, ShowsSettings {
  public var playbackStatus = PlaybackStatus.stopped
  public var loopStatus = LoopStatus.none
  /// Whether there are commands to set LoopStatus and Shuffle.
  public var canRepeat = false
  public var canShuffle = false
  public var rate = 1.0
  public var shuffle = false
  public var metadata = Metadata()
  public var settings = SessionSettings.Shown()
  public var minimumRate = 1.0
  public var maximumRate = 1.0
  public var canGoNext = false
  public var canGoPrevious = false
  public var canPlay = false
  public var canPause = false
  public var canSeek = false

  /// The properties of a player that shows nothing.
  public init() {}

  /// - stillPlayingAt: the rate that clients were sent, while a player that loads is still shown as playing (rule 12 in
  ///   Rules.md).
  public init(_ state: __shared SessionState, artworkURL: String?, stillPlayingAt: Double? = nil) {
    settings = SessionSettings.Shown(state)
    guard state.isUsable else { return }
    rate = stillPlayingAt ?? state.snapshot?.rate ?? 1
    canRepeat = state.has(.changeRepeatMode)
    canShuffle = state.has(.changeShuffleMode)
    loopStatus = LoopStatus(state.mode(.changeRepeatMode).flatMap { RepeatMode(rawValue: $0) } ?? .off)
    shuffle = (state.mode(.changeShuffleMode) ?? 0) != 0
    (minimumRate, maximumRate) = Self.rates(state, including: rate)
    canGoNext = state.isEnabled(.next)
    canGoPrevious = state.isEnabled(.previous)
    (canPlay, canPause) = Self.playAndPause(state)
    guard let content = state.content, let id = state.presentID else { return }
    playbackStatus = stillPlayingAt == nil ? Self.status(state.snapshot) : .playing
    canSeek = CommandResolution.canSeek(state)
    let feedback = state.mode(.feedback).flatMap { FeedbackStatus(rawValue: $0) }
    metadata = Metadata(content, path: state.trackPath(id), artworkURL: artworkURL, feedback: feedback)
  }

  private static func status(_ snapshot: PlaybackSnapshot?) -> PlaybackStatus {
    switch snapshot?.state {
    case .playing: .playing
    // MPRIS has no value for these, and clients drop a player that has an unknown one (rule 12 in Rules.md).
    case .paused, .buffering, .interrupted: .paused
    // An item that failed at a known position can go on from there, and so is paused.
    case .error: snapshot?.elapsed == nil ? .stopped : .paused
    case .stopped, nil: .stopped
    }
  }

  /// The bounds of Rate. They always contain 1 and the present rate.
  private static func rates(_ state: SessionState, including rate: Double) -> (Double, Double) {
    var low = min(1, rate)
    var high = max(1, rate)
    if state.isEnabled(.changeRate), let bounds = state.command(.changeRate)?.rateBounds {
      low = min(low, bounds.low)
      high = max(high, bounds.high)
    }
    return (low, high)
  }

  /// The values of CanPlay and CanPause. Hosts enable play only while paused and pause only while playing, but GNOME
  /// hides a player whose CanPlay is false: so both are true whenever one of play, pause and toggle can be given (rule
  /// 11 in Rules.md). CanPause is false for a player that cannot pause, or may not while it plays, as in an
  /// advertisement.
  private static func playAndPause(_ state: SessionState) -> (Bool, Bool) {
    let halt = CommandResolution.halt(state)
    let play = state.isEnabled(.play)
    let pause = state.isEnabled(halt)
    let toggle = state.isEnabled(.togglePlayPause)
    let pauseLater = state.has(halt) && play && !state.isPlaying
    return (play || pause || toggle, pause || toggle || pauseLater)
  }
}
