// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform

/// An entry at one moment, and the player to ask of it.
///
/// Checked by hand to be safe across threads: nothing of it changes.
final class SessionSnapshot: HandledObject, @unchecked Sendable {
  static let kind: UInt64 = 0x6E70_2D76_6965_0006

  let model: SessionModel
  /// The unique name of its player.
  let player: String
  /// The object of org.nowplaying; nil of MPRIS.
  let path: String?

  init(_ model: SessionModel, player: String, path: String?) {
    self.model = model
    self.player = player
    self.path = path
    super.init(Self.kind)
  }

  static func find(_ handle: OpaquePointer?) -> SessionSnapshot? { find(SessionSnapshot.self, kind, handle) }

  var isWhole: Bool { path != nil }
}
