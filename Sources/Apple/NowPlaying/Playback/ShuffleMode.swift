// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore

extension MediaCommand {
  /// The part of the queue that is shuffled.
  public enum ShuffleMode: Hashable, Sendable, CaseIterable {
    /// Nothing.
    case off
    /// The items.
    case items
    /// Whole collections, such as albums.
    case collections

    /// The engine's name for it.
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
