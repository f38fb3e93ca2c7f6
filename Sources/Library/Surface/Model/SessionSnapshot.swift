// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBoundary

/// A session at one moment, which C programs hold by a handle.
///
/// `@unchecked`: it is immutable.
final class SessionSnapshot: HandledObject, @unchecked Sendable {
  let model: SessionModel
  /// The unique name of the session's player.
  let player: String
  /// The path of the session's object of org.nowplaying; nil for a player with MPRIS alone.
  let path: String?

  init(_ model: SessionModel, player: String, path: String?) {
    self.model = model
    self.player = player
    self.path = path
    super.init(.snapshot)
  }

  static func find(_ handle: OpaquePointer?) -> SessionSnapshot? { Handle.object(.snapshot, handle) }

  var speaksNowPlaying: Bool { path != nil }
}
