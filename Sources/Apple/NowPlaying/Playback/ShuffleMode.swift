// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore

extension MediaCommand {
  /// The part of the queue that is shuffled.
  public enum ShuffleMode: Hashable, Sendable, CaseIterable {
    /// Nothing is shuffled.
    case off
    /// The items are shuffled.
    case items
    /// Whole collections are shuffled, such as albums.
    case collections

    /// The mode in the form that the engine takes.
    var code: NowPlayingCore.ShuffleMode {
      switch self {
      case .off: .off
      case .items: .items
      case .collections: .collections
      }
    }

    init(_ code: NowPlayingCore.ShuffleMode) {
      switch code {
      case .off: self = .off
      case .items: self = .items
      case .collections: self = .collections
      }
    }
  }
}
