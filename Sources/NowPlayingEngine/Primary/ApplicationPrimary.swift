// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Which of an app's sessions its player shows. Belongs to the loop.
final class ApplicationPrimary {
  private let core: AppCore
  private let player: PlayerPublication

  init(_ core: AppCore, _ player: PlayerPublication) {
    self.core = core
    self.player = player
  }

  /// Makes a session the application primary, if it has not ended.
  func take(for session: Session) {
    let (isNew, old) = core.locked { held -> (Bool, Session?) in
      let old = core.applicationPrimary[held]
      guard !session.isFreed[held], old !== session else { return (false, nil) }
      core.applicationPrimary[held] = session
      old?.primary[held].remove(.application)
      session.primary[held].insert(.application)
      return (true, old)
    }
    guard isNew else { return }
    player.show(session)
    if let old { old.tell { $0.primaryChanged(old.currentPrimary) } }
    session.tell { $0.primaryChanged(session.currentPrimary) }
  }
}
