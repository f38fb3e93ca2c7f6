// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBoundary
import NowPlayingBus

/// A session at one moment, which C programs hold by a handle.
///
/// `@unchecked`: it is immutable, but for what is made of it.
final class SessionSnapshot: HandledObject, @unchecked Sendable {
  let model: SessionModel
  /// The unique name of the session's player.
  let player: String
  /// The path of the session's object of org.nowplaying; nil for a player with MPRIS alone.
  let path: String?
  private let monitor = Monitor()
  /// The controls, made when they are first asked for; most surfaces ask for those of few sessions.
  private var made = Guarded<[Control]?>(nil)

  init(_ model: SessionModel, player: String, path: String?) {
    self.model = model
    self.player = player
    self.path = path
    super.init(.snapshot)
  }

  deinit { monitor.free() }

  /// The buttons to show, in the order of the C interface.
  var controls: [Control] {
    monitor.locked { held in
      if let controls = made[held] { return controls }
      let controls = ControlPlan.controls(of: model)
      made[held] = controls
      return controls
    }
  }

  static func find(_ handle: OpaquePointer?) -> SessionSnapshot? { Handle.object(.snapshot, handle) }

  var speaksNowPlaying: Bool { path != nil }
}
