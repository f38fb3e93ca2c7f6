// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import NowPlayingCore

extension MediaCommand {
  /// The part of the queue that is repeated.
  public enum RepeatMode: Hashable, Sendable, CaseIterable {
    /// Nothing is repeated.
    case off
    /// The item is repeated.
    case one
    /// The list of items is repeated.
    case all

    /// The mode in the form that the engine takes.
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
