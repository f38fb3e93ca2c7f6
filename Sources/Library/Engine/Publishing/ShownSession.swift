// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

/// The session that a player shows, and what its host has committed: for what is published and for the calls of
/// clients. Belongs to the loop.
final class ShownSession {
  private(set) var session: Session?
  /// Not the state itself: a copy counts everything that is in it.
  private(set) var committed = ShownSession.nothing
  /// The commands that the host was given and has not committed yet.
  var pending = PendingCommands()

  /// Made anew each time: a constant would stay allocated after the last app has ended.
  static var nothing: CommittedState { CommittedState(SessionState(), contentSerial: .zero) }

  /// Shows a session from now on, or none. What was shown stays until `take`.
  func show(_ session: Session?) {
    self.session = session
    pending.removeAll()
  }

  /// The session's host has committed something.
  func adopt(_ newest: CommittedState) {
    // Nearly always there are none, and then neither state is copied.
    if !pending.isEmpty { pending.committed(from: committed.state, to: newest.state, now: np_now_us()) }
    committed = newest
  }

  /// The session has ended.
  func clear() {
    show(nil)
    committed = Self.nothing
  }
}
