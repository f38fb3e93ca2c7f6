// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBoundary

/// An entry at one moment, and the player to ask of it.
///
/// Checked by hand to be safe across threads: nothing of it changes.
final class SessionSnapshot: HandledObject, @unchecked Sendable {
  let model: SessionModel
  /// The unique name of its player.
  let player: String
  /// The object of org.nowplaying; nil of MPRIS.
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
