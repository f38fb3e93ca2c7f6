// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
public import NowPlaying
internal import NowPlayingCore

extension MediaPlaybackSnapshot {
  /// The reason why the media cannot be played; nil while it can. A snapshot with a failure is an error, whatever its
  /// state: surfaces of org.nowplaying say so, and try again with `MediaCommand.play(_:)`. MPRIS shows it as paused, or
  /// without a position as stopped.
  public var failure: Failure? {
    get { additions.failure.map { Failure(Failure.Kind($0.kind), $0.message) } }
    set { additions.failure = newValue.map { SnapshotAdditions.Failure($0.kind.code, $0.message) } }
  }

  /// The positions that people can go to at the time of the timestamp, in seconds; nil for the whole item. With a
  /// range, people can go to positions in a broadcast too: its upper bound is then taken to move on with the clock. A
  /// range with infinite bounds, and one without an elapsed time, is ignored.
  public var seekableRange: ClosedRange<TimeInterval>? {
    get { additions.seekableRange }
    set { additions.seekableRange = newValue }
  }

  /// The position, in seconds, up to which there is data; nil when that is not known.
  public var bufferedTime: TimeInterval? {
    get { additions.bufferedTime }
    set { additions.bufferedTime = newValue }
  }

  /// Whether a broadcast is played live, as nearly as the player can.
  public var isAtLiveEdge: Bool {
    get { additions.isAtLiveEdge }
    set { additions.isAtLiveEdge = newValue }
  }

  /// Why media cannot be played, for people.
  public struct Failure: Hashable, Sendable {
    /// The cause of the failure, from which a surface may choose the help that it offers.
    public enum Kind: Hashable, Sendable, CaseIterable {
      /// Any other cause.
      case other
      /// The network, or a server, does not answer.
      case network
      /// The user must sign in first.
      case signIn
      /// The media may not be played in this country.
      case region
      /// The player cannot play media of this format.
      case format
      /// The media does not exist, or does not exist any more.
      case notAvailable
    }

    /// The cause.
    public let kind: Kind
    /// A sentence in the language of the player; nil when there is none.
    public let message: String?

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - kind: The cause.
    ///   - message: A sentence in the language of the player; nil when there is none.
    public init(_ kind: Kind = .other, _ message: String? = nil) {
      self.kind = kind
      self.message = message
    }

    /// Creates a failure from an error, whose text is shown.
    public init(_ kind: Kind = .other, _ error: any Error) { self.init(kind, errorText(error)) }
  }
}

extension MediaPlaybackSnapshot.Failure.Kind {
  /// The cause in the form that the engine takes.
  fileprivate var code: ErrorKind {
    switch self {
    case .other: .other
    case .network: .network
    case .signIn: .signIn
    case .region: .region
    case .format: .format
    case .notAvailable: .notAvailable
    }
  }

  fileprivate init(_ code: ErrorKind) {
    switch code {
    case .other: self = .other
    case .network: self = .network
    case .signIn: self = .signIn
    case .region: self = .region
    case .format: self = .format
    case .notAvailable: self = .notAvailable
    }
  }
}
