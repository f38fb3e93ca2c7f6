// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A value that has a word in org.nowplaying. Both libraries and the program use these tables to write, read and print
/// words. CommandTable.swift has those of commands. Tests compare the words with the C header.
public protocol ProtocolWord: CaseIterable {
  var word: StaticString { get }
}

extension ProtocolWord {
  /// Returns nil for an unknown word.
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

extension CommandKind: ProtocolWord {}

extension CommandEvent.Phase: ProtocolWord {
  public var word: StaticString { self == .begin ? "begin" : "end" }
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
  /// The words of all bits, the lowest bit first.
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
