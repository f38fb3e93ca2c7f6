// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// A user of an endpoint's connection, which may come and go. Called in the loop.
protocol ConnectionUser: AnyObject {
  /// A connection has been started; the bus has not answered Hello yet.
  func attach(_ connection: Connection)
  /// The bus has answered Hello, so the connection can be used.
  func greeted()
  /// The connection is gone, or could not be made.
  func detach()
}

/// Objects on an endpoint's connection that show sessions. They remember what clients were sent, and emit changes in
/// time. Before they answer a call they take over the newest commits.
protocol Publication: ConnectionUser {
  /// Emits changes, now or when it is time. Returns the time of the next call; `.max` for none.
  ///
  /// - changes: the core's count of changes up to which commits are to be taken over.
  func flush(_ changes: UInt) -> Instant
  /// Whether a commit was not taken over yet.
  func hasNews(_ held: Held) -> Bool
  /// Called when the host has changed the app's properties or playlists.
  func refreshApp()
  /// Called when a session has ended.
  func remove(_ session: Session)
  /// Called when the app ends, or the endpoint is withdrawn.
  func stop()
}

extension Publication {
  func greeted() {}
  func hasNews(_ held: Held) -> Bool { false }
  func refreshApp() {}
  func remove(_ session: Session) {}
}
