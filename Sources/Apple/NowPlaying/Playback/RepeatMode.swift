// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore

extension MediaCommand {
  /// The part of the queue that is repeated.
  public enum RepeatMode: Hashable, Sendable, CaseIterable {
    /// Nothing.
    case off
    /// The item.
    case one
    /// The list of items.
    case all

    /// The engine's name for it.
    var code: NowPlayingCore.RepeatMode {
      switch self {
      case .off: .off
      case .one: .one
      case .all: .all
      }
    }

    init(_ code: NowPlayingCore.RepeatMode) {
      switch code {
      case .off: self = .off
      case .one: self = .one
      case .all: self = .all
      }
    }
  }
}
