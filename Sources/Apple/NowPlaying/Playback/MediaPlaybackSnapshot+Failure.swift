// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import AppleSupport
internal import NowPlayingCore

// The type below is an addition of this library: Apple's framework does not have it.

extension MediaPlaybackSnapshot {
  /// Why media cannot be played, for people.
  ///
  /// An addition of this library: Apple's framework does not have it, so put it between `#if os(Linux)` and `#endif`.
  public struct Failure: Hashable, Sendable {
    /// The cause of the failure, by which a surface may offer help.
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

  /// The engine's form of the values of a snapshot other than the position; nil when it has none of them.
  var detail: PlaybackDetail? {
    guard failure != nil || seekableRange != nil || bufferedTime != nil || isAtLiveEdge else { return nil }
    let range = seekableRange.flatMap { range in
      microseconds(range.lowerBound).flatMap { start in
        microseconds(range.upperBound).flatMap { PlaybackDetail.Range(start, $0) }
      }
    }
    return PlaybackDetail(
      seekable: range, buffered: bufferedTime.flatMap(microseconds), isAtLiveEdge: isAtLiveEdge,
      error: Content.bounded(failure?.message), errorKind: failure?.kind.code ?? .other)
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
}
