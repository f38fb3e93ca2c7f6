// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The kind of an item.
public struct MPMediaType: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// The kinds whose bits are set.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Music.
  public static let music = MPMediaType(rawValue: 1 << 0)
  /// An episode of a podcast.
  public static let podcast = MPMediaType(rawValue: 1 << 1)
  /// An audiobook.
  public static let audioBook = MPMediaType(rawValue: 1 << 2)
  /// A lecture as audio.
  public static let audioITunesU = MPMediaType(rawValue: 1 << 3)
  /// Any kind of audio.
  public static let anyAudio = MPMediaType(rawValue: 0x00FF)
  /// A movie.
  public static let movie = MPMediaType(rawValue: 1 << 8)
  /// An episode of a TV show.
  public static let tvShow = MPMediaType(rawValue: 1 << 9)
  /// An episode of a podcast with pictures.
  public static let videoPodcast = MPMediaType(rawValue: 1 << 10)
  /// A music video.
  public static let musicVideo = MPMediaType(rawValue: 1 << 11)
  /// A lecture as video.
  public static let videoITunesU = MPMediaType(rawValue: 1 << 12)
  /// A video that somebody made at home.
  public static let homeVideo = MPMediaType(rawValue: 1 << 13)
  /// Any kind of video.
  public static let anyVideo = MPMediaType(rawValue: 0xFF00)
  /// Any kind of item.
  public static let any = MPMediaType(rawValue: .max)
}

/// Audio or video, for `MPNowPlayingInfoPropertyMediaType`.
public enum MPNowPlayingInfoMediaType: UInt, Sendable {
  /// The kind of media is not given.
  case none = 0
  /// The item is audio.
  case audio = 1
  /// The item is video.
  case video = 2
}

/// Whether the program plays.
public enum MPNowPlayingPlaybackState: UInt, Sendable {
  /// The program does not say: the state is derived from the playback rate of the dictionary.
  case unknown = 0
  /// The program plays.
  case playing = 1
  /// The program is paused.
  case paused = 2
  /// The program is stopped.
  case stopped = 3
  /// Another program or the system has interrupted playback.
  case interrupted = 4
}
