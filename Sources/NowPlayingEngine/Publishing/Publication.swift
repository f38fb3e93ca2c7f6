// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus

/// A user of the connection of a station, as it comes and goes. Called in the loop.
protocol ConnectionUser: AnyObject {
  /// There is a connection; the bus has not greeted us yet.
  func attach(_ connection: Connection)
  /// The bus has greeted us.
  func greeted()
  /// The connection is gone, or was never made.
  func detach()
}

/// Objects on a station's connection that say what sessions are: compared with what clients were told, and told in
/// time. Whatever a client calls or reads of them, they take over first what hosts have committed.
protocol Publication: ConnectionUser {
  /// A session has ended.
  func forget(_ session: Session)
  /// The app, or all that is published, ends.
  func stop()
}
