// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore
import NowPlayingEngine

/// Calls the C callbacks of a session's host.
final class SessionCallbacks: SessionHandler {
  let table: nowplaying_session_callbacks
  /// The session's handle, which each callback gets. It is set before the session can be shown.
  var handle: OpaquePointer?

  init(_ table: nowplaying_session_callbacks) { self.table = table }

  var takesCommands: Bool { table.command != nil }
  var takesDeviceVolume: Bool { table.device_volume != nil }
  var takesDeviceSteps: Bool { table.device_step != nil }
  var givesArtwork: Bool { table.artwork != nil }
  var answersPosition: Bool { table.position != nil }
  var givesAnimatedArtwork: Bool { table.preview != nil || table.video != nil }

  @_optimize(speed)
  func perform(_ event: CommandEvent, _ request: Request) {
    var given = nowplaying_command_event()
    given.struct_size = MemoryLayout<nowplaying_command_event>.size
    given.kind = event.kind.rawValue
    given.phase = event.phase.rawValue
    given.tag = event.tag
    given.time_us = event.time.count
    given.rate = event.rate
    given.mode = event.mode
    if event.kind.rawValue >= NOWPLAYING_COMMAND_SET_RATING { return perform(event, given, request) }
    RequestHandle.lend(request) { request in
      withUnsafePointer(to: given) { table.command?(handle, request, $0, table.user_data) }
    }
  }

  /// Adds the values that only commands of org.nowplaying have. It is a separate function so that the commands of MPRIS
  /// need no time for it.
  private func perform(_ event: CommandEvent, _ given: nowplaying_command_event, _ request: Request) {
    var given = given
    if event.kind.takes == .fraction { (given.rating, given.rate) = (event.rate, 0) }
    lend(request, event.id ?? "") { request, id in
      given.id = event.id == nil ? nil : id
      return withUnsafePointer(to: given) { table.command?(handle, request, $0, table.user_data) }
    }
  }

  func setVolume(_ volume: Double, ofDevice id: String, _ request: Request) {
    lend(request, id) { table.device_volume?(handle, $0, $1, volume, table.user_data) }
  }

  func step(_ step: Int32, device id: String, _ request: Request) {
    lend(request, id) { table.device_step?(handle, $0, $1, step, table.user_data) }
  }

  /// Lends a request to a callback that also gets an id, with the same bytes as the host gave it.
  func lend(
    _ request: Request, _ id: String, _ callback: (OpaquePointer?, UnsafePointer<CChar>?) -> nowplaying_status?
  ) {
    RequestHandle.lend(request) { request in
      Repair.original(id).withUnsafeBufferPointer { callback(request, $0.baseAddress) }
    }
  }

  func preview(_ id: String, _ ratio: AspectRatio, _ width: Int32, _ height: Int32, _ request: Request) {
    lend(request, id, ratio, width, height, table.preview)
  }

  func video(_ id: String, _ ratio: AspectRatio, _ width: Int32, _ height: Int32, _ request: Request) {
    lend(request, id, ratio, width, height, table.video)
  }

  /// The type of a callback that gives a part of an animated artwork.
  private typealias Animated =
    @convention(c) (
      OpaquePointer?, OpaquePointer?, UnsafePointer<nowplaying_animated_artwork_event>?, UnsafeMutableRawPointer?
    ) -> nowplaying_status

  private func lend(
    _ request: Request, _ id: String, _ ratio: AspectRatio, _ width: Int32, _ height: Int32, _ callback: Animated?
  ) {
    lend(request, id) { request, id in
      var event = nowplaying_animated_artwork_event()
      event.struct_size = MemoryLayout<nowplaying_animated_artwork_event>.size
      event.artwork_id = id
      event.ratio = ratio.rawValue
      event.width = width
      event.height = height
      return withUnsafePointer(to: event) { callback?(handle, request, $0, table.user_data) }
    }
  }

  func artwork(_ id: String, _ width: Int32, _ height: Int32, _ request: Request) {
    var given = nowplaying_artwork_event()
    given.struct_size = MemoryLayout<nowplaying_artwork_event>.size
    given.width = width
    given.height = height
    lend(request, id) { request, id in
      given.artwork_id = id
      return withUnsafePointer(to: given) { table.artwork?(handle, request, $0, table.user_data) }
    }
  }

  func cancelled(_ request: Request) {
    // The host is told only if it still holds the request. The request's handle must stay valid during the callback.
    guard let callback = table.request_cancelled, request.retainForHost(), let held = request.handle else { return }
    callback(handle, held, table.user_data)
    RequestHandle.release(held, request)
  }

  func position() -> Microseconds? {
    var elapsed = Int64.zero
    return table.position?(handle, &elapsed, table.user_data) == NOWPLAYING_OK ? Microseconds(elapsed) : nil
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
