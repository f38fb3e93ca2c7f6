// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore

extension MediaCommand {
  /// The user's opinion of an item.
  public enum FeedbackStatus: Hashable, Sendable, CaseIterable {
    /// They like it.
    case positive
    /// They have not said.
    case neutral
    /// They dislike it.
    case negative

    /// The engine's name for it.
    var code: NowPlayingCore.FeedbackStatus {
      switch self {
      case .positive: .positive
      case .neutral: .neutral
      case .negative: .negative
      }
    }

    init(_ code: NowPlayingCore.FeedbackStatus) {
      switch code {
      case .positive: self = .positive
      case .neutral: self = .neutral
      case .negative: self = .negative
      }
    }
  }
}
