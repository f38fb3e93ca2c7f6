// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The session that a player shows, with its last commit, for publications and for clients' calls.
final class ShownSession: LoopBound {
  private(set) var session: Session?
  /// The last commit. A reference, because a copy of the state counts a reference to each of its values.
  private(set) var committed = ShownSession.nothing
  /// The last commit that is all of the host: by it `pending` tells what the host has done.
  private var hosts = ShownSession.nothing
  /// The commit that clients were sent. It is kept until the next one, because freeing an item takes time.
  var sent = ShownSession.nothing
  /// The core's count of changes that were taken over.
  private(set) var seen = UInt.zero
  /// Whether what is shown must be computed again although there was no commit.
  var isOutdated = false
  /// The commands that the host was given and has not committed yet.
  var pending = PendingCommands()
  /// The values that clients have set and may not be followed by a change.
  var unmet = UnmetSets()

  /// An empty state. Not a constant, which would stay allocated after the last app has ended.
  static var nothing: CommittedState { CommittedState(SessionState(), contentSerial: .zero) }

  /// Shows another session, or none. `committed` stays until `adopt`.
  func show(_ session: Session?) {
    self.session = session
    pending.removeAll()
  }

  /// Returns the session's newest commit; nil if nothing has changed since the last call.
  func takeNewest(_ core: AppCore) -> CommittedState? {
    core.locked { held in
      if core.changes.value == seen { return nil }
      seen = core.changes.value
      return session?.committed(held)
    }
  }

  /// Takes over a commit of the session's host.
  func adopt(_ newest: CommittedState) {
    // Nearly always no commands are pending, and then neither state is copied.
    if !pending.isEmpty, newest.isOfHost { pending.committed(from: hosts.state, to: newest.state, now: Instant.now) }
    committed = newest
    if newest.isOfHost { hosts = newest }
  }

  /// Shows nothing, because the session has ended.
  func clear() {
    show(nil)
    committed = Self.nothing
    hosts = committed
  }
}
