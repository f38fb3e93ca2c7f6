// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus

/// A user of the connection of an endpoint, as it comes and goes. Called in the loop.
protocol ConnectionUser: AnyObject {
  /// There is a connection; the bus has not greeted us yet.
  func attach(_ connection: Connection)
  /// The bus has greeted us.
  func greeted()
  /// The connection is gone, or was never made.
  func detach()
}

/// Objects on an endpoint's connection that say what sessions are: compared with what clients were sent, and emitted in
/// time. Whatever a client calls or reads of them, they take over first what hosts have committed.
protocol Publication: ConnectionUser {
  /// Emits what clients do not know yet, now or when it is time. Returns when that is; `.max` when nothing is left.
  ///
  /// - changes: how many changes of hosts there are to take over, as the core counts them.
  func flush(_ changes: UInt) -> Int64
  /// Whether hosts have committed something that was not taken over yet.
  func hasNews(_ held: Held) -> Bool
  /// The host has said something of the app itself, or of its playlists.
  func refreshApp()
  /// A session has ended.
  func remove(_ session: Session)
  /// The app, or all that is published, ends.
  func stop()
}

extension Publication {
  func greeted() {}
  func hasNews(_ held: Held) -> Bool { false }
  func refreshApp() {}
  func remove(_ session: Session) {}
}
