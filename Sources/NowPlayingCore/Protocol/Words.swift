// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The words of org.nowplaying.

extension ContentKind {
  var word: StaticString {
    switch self {
    case .music: "music"
    case .podcast: "podcast"
    case .movie: "movie"
    case .tvShow: "tv-show"
    case .book: "book"
    case .radio: "radio"
    case .homeMedia: "home-media"
    case .generic: "generic"
    }
  }

  /// Nil for a word that is none.
  public init?(word: String) {
    let all: [ContentKind] = [.music, .podcast, .movie, .tvShow, .book, .radio, .homeMedia, .generic]
    for kind in all where ExactText(kind.word) == word.exact {
      self = kind
      return
    }
    return nil
  }
}

extension MediaDuration {
  var word: StaticString {
    switch self {
    case .unknown: "unknown"
    // Of no length nobody can say how long it is.
    case .finite(let length): length > 0 ? "finite" : "unknown"
    case .live: "live"
    case .continuous: "continuous"
    }
  }
}

extension PlaybackState {
  var word: StaticString {
    switch self {
    case .stopped: "stopped"
    case .playing: "playing"
    case .paused: "paused"
    case .buffering: "buffering"
    case .interrupted: "interrupted"
    }
  }
}

extension CommandKind {
  public static let all: [CommandKind] = [
    .play, .pause, .stop, .togglePlayPause, .next, .previous, .seekToPosition, .skipForward, .skipBackward,
    .seekForward, .seekBackward, .changeRate, .changeRepeatMode, .changeShuffleMode, .feedback,
  ]

  public var word: StaticString {
    switch self {
    case .play: "play"
    case .pause: "pause"
    case .stop: "stop"
    case .togglePlayPause: "toggle-play-pause"
    case .next: "next"
    case .previous: "previous"
    case .seekToPosition: "seek-to-position"
    case .skipForward: "skip-forward"
    case .skipBackward: "skip-backward"
    case .seekForward: "seek-forward"
    case .seekBackward: "seek-backward"
    case .changeRate: "change-rate"
    case .changeRepeatMode: "change-repeat-mode"
    case .changeShuffleMode: "change-shuffle-mode"
    case .feedback: "feedback"
    }
  }

  /// Nil for a word that is none.
  public init?(word: String) {
    for kind in Self.all where ExactText(kind.word) == word.exact {
      self = kind
      return
    }
    return nil
  }

  /// The words of its modes, by their numbers; empty for a command without.
  public var modes: [StaticString] {
    switch self {
    case .changeRepeatMode: ["off", "one", "all"]
    case .changeShuffleMode: ["off", "items", "collections"]
    case .feedback: ["neutral", "positive", "negative"]
    default: []
    }
  }

  /// The number of a mode; nil for a word that is none.
  public func mode(word: String) -> Int32? {
    for (number, mode) in modes.enumerated() where ExactText(mode) == word.exact { return Int32(clamping: number) }
    return nil
  }
}

extension DeviceType {
  var word: StaticString {
    switch self {
    case .speaker: "speaker"
    case .tv: "tv"
    case .setTopBox: "set-top-box"
    case .mediaStick: "media-stick"
    case .gamingConsole: "gaming-console"
    case .phone: "phone"
    case .tablet: "tablet"
    case .laptop: "laptop"
    case .desktop: "desktop"
    case .wearable: "wearable"
    case .car: "car"
    case .web: "web"
    }
  }

  /// Nil for a word that is none.
  public init?(word: String) {
    let all: [DeviceType] = [
      .speaker, .tv, .setTopBox, .mediaStick, .gamingConsole, .phone, .tablet, .laptop, .desktop, .wearable, .car, .web,
    ]
    for type in all where ExactText(type.word) == word.exact {
      self = type
      return
    }
    return nil
  }
}
