// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Chooses the session that a player shows: the one of the app's own sessions that asked last. A session that plays on
/// other devices has a player of its own.
final class ApplicationPrimary: LoopBound {
  private let core: AppCore
  private let player: PlayerPublication
  /// The session that is shown, if it has not ended.
  private var shown: Session?

  /// Removes a session that has ended.
  func remove(_ session: Session) { if shown === session { shown = nil } }

  init(_ core: AppCore, _ player: PlayerPublication) {
    self.core = core
    self.player = player
  }

  /// Makes a session the application primary, if it has not ended.
  func claim(for session: Session) {
    let (isNew, old) = core.locked { held -> (Bool, Session?) in
      let old = shown.flatMap { $0.isFreed[held] ? nil : $0 }
      guard !session.isFreed[held], old !== session else { return (false, nil) }
      _ = core.changed(held)
      old?.primary[held].remove(.application)
      session.primary[held].insert(.application)
      return (true, old)
    }
    guard isNew else { return }
    shown = session
    player.show(session)
    if let old { old.tell { $0.primaryChanged(old.currentPrimary) } }
    session.tell { $0.primaryChanged(session.currentPrimary) }
  }
}
