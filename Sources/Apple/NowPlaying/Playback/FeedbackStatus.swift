// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore

extension MediaCommand {
  /// The user's opinion of an item.
  public enum FeedbackStatus: Hashable, Sendable, CaseIterable {
    /// The user likes the item.
    case positive
    /// The user has given no opinion.
    case neutral
    /// The user dislikes the item.
    case negative

    /// The opinion in the form that the engine takes.
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
