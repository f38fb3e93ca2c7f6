// Made by contract/generate of contract/data/words.toml: do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

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
  public var word: StaticString {
    switch self {
    case .audio: "audio"
    case .video: "video"
    }
  }
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

extension AspectRatio: ProtocolWord {
  public var word: StaticString {
    switch self {
    case .square: "1:1"
    case .tall: "3:4"
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

extension CommandPhase: ProtocolWord {
  public var word: StaticString {
    switch self {
    case .begin: "begin"
    case .end: "end"
    }
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

extension LogLevel: ProtocolWord {
  public var word: StaticString {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "info"
    case .debug: "debug"
    }
  }
}

extension TrackCharacteristics {
  /// The words of all bits, the lowest bit first.
  public static var allWords: [StaticString] { ["default", "forced", "describes-video", "commentary"] }
}
