// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A value that has a word in org.nowplaying. Both libraries and the program write, read and print such words by these
/// tables; the program's help, manual and completions repeat some. The tests compare the words with the C header.
public protocol ProtocolWord: CaseIterable {
  var word: StaticString { get }
}

extension ProtocolWord {
  /// Nil for a word that is none.
  public init?(word: String) {
    for value in Self.allCases where ExactText(value.word) == word.exact {
      self = value
      return
    }
    return nil
  }
}

extension ContentKind: ProtocolWord {
  public var word: StaticString {
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
}

extension MediaType: ProtocolWord {
  public var word: StaticString { self == .video ? "video" : "audio" }
}

extension AspectRatio: ProtocolWord {
  public var word: StaticString { self == .square ? "1:1" : "3:4" }
}

extension DurationKind: ProtocolWord {
  public var word: StaticString {
    switch self {
    case .unknown: "unknown"
    case .finite: "finite"
    case .live: "live"
    case .continuous: "continuous"
    }
  }
}

extension PlaybackState: ProtocolWord {
  public var word: StaticString {
    switch self {
    case .stopped: "stopped"
    case .playing: "playing"
    case .paused: "paused"
    case .buffering: "buffering"
    case .interrupted: "interrupted"
    case .error: "error"
    }
  }
}

extension CommandKind: ProtocolWord {
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
    case .nextChapter: "next-chapter"
    case .previousChapter: "previous-chapter"
    case .seekToLive: "seek-to-live"
    case .setRating: "set-rating"
    case .bookmark: "bookmark"
    case .mute: "mute"
    case .custom: "custom"
    }
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

extension CommandSlot: ProtocolWord {
  public var word: StaticString {
    switch self {
    case .any: ""
    case .central: "central"
    case .back: "back"
    case .forward: "forward"
    case .backSecondary: "back-secondary"
    case .forwardSecondary: "forward-secondary"
    case .overflow: "overflow"
    }
  }
}

extension ErrorKind: ProtocolWord {
  public var word: StaticString {
    switch self {
    case .other: "other"
    case .network: "network"
    case .signIn: "sign-in"
    case .region: "region"
    case .format: "format"
    case .notAvailable: "not-available"
    }
  }
}

extension TrackKind: ProtocolWord {
  public var word: StaticString {
    switch self {
    case .audio: "audio"
    case .subtitles: "subtitles"
    case .captions: "captions"
    }
  }
}

extension TrackCharacteristics {
  /// The words of the bits, the lowest first.
  public static var allWords: [StaticString] { ["default", "forced", "describes-video", "commentary"] }

  /// The words of the bits that are set.
  public var words: [String] {
    var words: [String] = []
    for (bit, word) in Self.allWords.enumerated() where rawValue & (1 << UInt32(truncatingIfNeeded: bit)) != 0 {
      words.append(word.string)
    }
    return words
  }
}

extension DeviceType: ProtocolWord {
  public var word: StaticString {
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
}
