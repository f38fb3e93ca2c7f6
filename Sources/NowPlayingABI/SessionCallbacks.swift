// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore
import NowPlayingEngine

/// Calls the host of a session by the C functions of its table.
final class SessionCallbacks: SessionHandler {
  private let table: nowplaying_session_callbacks
  /// The session's handle, which each callback gets; set before the session can be shown.
  var handle: OpaquePointer?

  init(_ table: nowplaying_session_callbacks) { self.table = table }

  var takesCommands: Bool { table.command != nil }
  var takesVolume: Bool { table.volume != nil }
  var givesArtwork: Bool { table.artwork != nil }

  func perform(_ event: CommandEvent, _ request: Request) {
    var given = nowplaying_command_event()
    given.struct_size = MemoryLayout<nowplaying_command_event>.size
    given.kind = event.kind.rawValue
    given.phase = event.phase.rawValue
    given.tag = event.tag
    given.time_us = event.time
    given.rate = event.rate
    given.mode = event.mode
    RequestHandle.lend(request) { request in
      withUnsafePointer(to: given) { table.command?(handle, request, $0, table.user_data) }
    }
  }

  func setVolume(_ volume: Double, _ request: Request) {
    RequestHandle.lend(request) { table.volume?(handle, $0, volume, table.user_data) }
  }

  func artwork(_ id: String, width: Int32, height: Int32, _ request: Request) {
    var given = nowplaying_artwork_event()
    given.struct_size = MemoryLayout<nowplaying_artwork_event>.size
    given.width = width
    given.height = height
    RequestHandle.lend(request) { request in
      Repair.original(id).withUnsafeBufferPointer { id in
        given.artwork_id = id.baseAddress
        return withUnsafePointer(to: given) { table.artwork?(handle, request, $0, table.user_data) }
      }
    }
  }

  func cancelled(_ request: Request) {
    // Only if the host still holds the request; and during the callback its handle must stay valid.
    guard let callback = table.request_cancelled, request.retainForHost(), let held = request.handle else { return }
    callback(handle, held, table.user_data)
    RequestHandle.release(held, request)
  }

  func primaryChanged(_ primary: Primary) { table.primary_changed?(handle, primary.rawValue, table.user_data) }

  func primaryResult(_ which: Primary, _ failure: Failure?) {
    table.primary_result?(handle, which.rawValue, failure?.rawValue ?? NOWPLAYING_OK, table.user_data)
  }

  func interrupted(_ began: Bool) {
    table.interruption?(handle, began ? NOWPLAYING_INTERRUPTION_BEGAN : NOWPLAYING_INTERRUPTION_ENDED, table.user_data)
  }

  func finish() { table.destroy?(table.user_data) }
}
