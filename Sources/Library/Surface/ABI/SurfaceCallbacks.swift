// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBoundary
import NowPlayingC
import NowPlayingCore

/// Calls the host of a surface through the C functions in its table.
final class SurfaceCallbacks: SurfaceHandler {
  private let table: nowplaying_surface_callbacks
  /// The surface's handle for the callbacks; set before the loop starts.
  var handle: OpaquePointer?

  init(_ table: nowplaying_surface_callbacks) { self.table = table }

  func log(_ level: LogLevel, _ message: String) {
    guard let log = table.log else { return }
    log(handle, level.rawValue, CleanText.line(message).cString, table.user_data)
  }

  func busChanged(_ state: BusState) { table.bus_state?(handle, state.rawValue, table.user_data) }
  func everybodyListed() { table.listed?(handle, table.user_data) }
  func listed(_ sessions: [SessionSnapshot]) {}
  func added(_ session: SessionSnapshot) { table.added?(handle, session.handle, table.user_data) }
  func changed(_ session: SessionSnapshot, _ changes: SessionModel.Changes) {
    table.changed?(handle, session.handle, changes.rawValue, table.user_data)
  }
  func removed(_ session: SessionSnapshot) { table.removed?(handle, session.handle, table.user_data) }
  func ordered() { table.ordered?(handle, table.user_data) }
  func wakeUp() { table.wakeup?(handle, table.user_data) }
  func finish() { table.destroy?(table.user_data) }
}
