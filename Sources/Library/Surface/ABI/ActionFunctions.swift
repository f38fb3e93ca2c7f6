// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBoundary
import NowPlayingBus
import NowPlayingC
import NowPlayingCore

/// The type of the C callback, for Swift signatures.
public typealias Done = nowplaying_surface_done

/// The common part of all functions that begin an action.
struct ActionStart {
  let surface: OpaquePointer?
  let session: OpaquePointer?
  let done: nowplaying_surface_done?
  let userData: UnsafeMutableRawPointer?
  let place: UnsafeMutablePointer<nowplaying_surface_action>?

  /// Begins the action that a closure makes of the arguments. Fails with the error that the closure throws.
  func begin(
    in function: StaticString = #function, _ request: () throws(WrongArgument) -> Action.Request
  ) -> nowplaying_status {
    guard let object = Surface.find(surface) else { return status(.invalidHandle, in: function) }
    if object.isForked { return status(.forked, in: function) }
    guard let session = SessionSnapshot.find(session) else { return status(.invalidHandle, in: function) }
    guard place == nil || Argument.place(place) != nil else {
      return status(.invalidArgument, "ret_action is misaligned", in: function)
    }
    let cancellation = np_cancel_disable()
    defer { np_cancel_restore(cancellation) }
    do throws(WrongArgument) {
      let request = try request()
      let failure = object.core.begin(session, request) {
        place?.pointee = $0
      } done: {
        tell($0, $1)
      }
      return status(failure, failure == .busy ? "too many actions wait already" : nil, in: function)
    } catch {
      return status(.invalidArgument, error.details, in: function)
    }
  }

  /// Calls the host's callback with the outcome of the action.
  private func tell(_ id: UInt64, _ outcome: Outcome) {
    guard let done else { return }
    let noMessage: StaticString = ""
    var result = nowplaying_surface_result()
    result.struct_size = MemoryLayout<nowplaying_surface_result>.size
    result.action = id
    result.message = noMessage.cString
    result.fd = -1
    switch outcome {
    case .done: done(surface, &result, userData)
    case .failed(let failure, let text):
      result.status = failure.rawValue
      text.cString.withUnsafeBufferPointer { text in
        result.message = text.baseAddress
        done(surface, &result, userData)
      }
    case .picture(let file, let mime, let size, let orientation):
      result.mime_type = mime.cString
      result.width = Int32(clamping: size.width)
      result.height = Int32(clamping: size.height)
      result.orientation = Int32(truncatingIfNeeded: orientation.rawValue)
      tell(&result, file)
    case .video(let file, let mime):
      result.mime_type = mime.cString
      tell(&result, file)
    }
  }

  private func tell(_ result: inout nowplaying_surface_result, _ file: ReceivedFile) {
    result.fd = file.descriptor
    result.data = file.bytes
    result.size = file.size
    withExtendedLifetime(file) { done?(surface, &result, userData) }
  }
}

private func pixels(_ width: Int32, _ height: Int32) throws(WrongArgument) -> (width: UInt32, height: UInt32) {
  guard width >= 0, width <= Limits.pixels, height >= 0, height <= Limits.pixels else {
    throw WrongArgument(details: "a width or height is out of its range")
  }
  return (UInt32(bitPattern: width), UInt32(bitPattern: height))
}

private func known(_ ratio: nowplaying_aspect_ratio) throws(WrongArgument) -> AspectRatio {
  guard let ratio = AspectRatio(rawValue: ratio) else { throw WrongArgument(details: "unknown ratio") }
  return ratio
}

private func known(_ given: UnsafePointer<nowplaying_command_event>?) throws(WrongArgument) -> Action.Command {
  guard let given,
    let event = Argument.sized(
      given, defaults: nowplaying_command_event(), smallest: NP_FIRST_COMMAND_EVENT)
  else { throw WrongArgument(details: "command is NULL, misaligned or of an impossible struct_size") }
  guard let kind = CommandKind(rawValue: event.kind) else { throw WrongArgument(details: "unknown kind") }
  var command = Action.Command(kind: kind)
  command.time = Microseconds(event.time_us)
  command.toggles = event.toggle != 0
  switch kind.takes {
  case .phase:
    guard let phase = CommandEvent.Phase(rawValue: event.phase) else { throw WrongArgument(details: "unknown phase") }
    command.phase = phase
  case .rate:
    guard event.rate.isFinite else { throw WrongArgument(details: "the rate is not finite") }
    command.rate = event.rate
  case .mode:
    guard (NOWPLAYING_SURFACE_NEXT_MODE...2).contains(event.mode) else { throw WrongArgument(details: "unknown mode") }
    command.mode = event.mode == NOWPLAYING_SURFACE_NEXT_MODE ? nil : event.mode
    command.button = event.button
  case .fraction:
    guard event.rating >= 0, event.rating <= 1 else { throw WrongArgument(details: "the rating is not from 0 to 1") }
    command.rate = event.rating
  case .truth:
    guard (NOWPLAYING_SURFACE_NEXT_MODE...1).contains(event.mode) else { throw WrongArgument(details: "unknown mode") }
    command.mode = event.mode == NOWPLAYING_SURFACE_NEXT_MODE ? nil : event.mode
  case .id:
    guard let id = Argument.text(event.id, limit: Limits.identifier) else {
      throw WrongArgument(details: "a CUSTOM has no id")
    }
    command.id = id
  case .interval:
    guard event.time_us >= 0 else { throw WrongArgument(details: "the time of a skip is below 0") }
  case .none, .position: break
  }
  return command
}

@implementation @_cdecl("nowplaying_surface_send_command")
public func nowplaying_surface_send_command(
  _ surface: OpaquePointer!, _ session: OpaquePointer!, _ command: UnsafePointer<nowplaying_command_event>!,
  _ done: Done!, _ user_data: UnsafeMutableRawPointer!,
  _ ret_action: UnsafeMutablePointer<nowplaying_surface_action>!
) -> nowplaying_status {
  ActionStart(surface: surface, session: session, done: done, userData: user_data, place: ret_action)
    .begin { () throws(WrongArgument) in .command(try known(command)) }
}

@implementation @_cdecl("nowplaying_surface_set_volume")
public func nowplaying_surface_set_volume(
  _ surface: OpaquePointer!, _ session: OpaquePointer!, _ device_id: UnsafePointer<CChar>!, _ volume: Double,
  _ done: Done!, _ user_data: UnsafeMutableRawPointer!,
  _ ret_action: UnsafeMutablePointer<nowplaying_surface_action>!
) -> nowplaying_status {
  ActionStart(surface: surface, session: session, done: done, userData: user_data, place: ret_action)
    .begin { () throws(WrongArgument) in
      guard volume >= 0, volume <= 1 else { throw WrongArgument(details: "volume is out of its range") }
      return .volume(volume, device: Argument.text(device_id, limit: Limits.identifier))
    }
}

@implementation @_cdecl("nowplaying_surface_step_volume")
public func nowplaying_surface_step_volume(
  _ surface: OpaquePointer!, _ session: OpaquePointer!, _ device_id: UnsafePointer<CChar>!, _ step: Int32,
  _ done: Done!, _ user_data: UnsafeMutableRawPointer!,
  _ ret_action: UnsafeMutablePointer<nowplaying_surface_action>!
) -> nowplaying_status {
  ActionStart(surface: surface, session: session, done: done, userData: user_data, place: ret_action)
    .begin { () throws(WrongArgument) in
      guard let device = Argument.text(device_id, limit: Limits.identifier) else {
        throw WrongArgument(details: "device_id is required")
      }
      guard step == 1 || step == -1 else { throw WrongArgument(details: "step is neither 1 nor -1") }
      return .step(step, device: device)
    }
}

@implementation @_cdecl("nowplaying_surface_get_artwork")
public func nowplaying_surface_get_artwork(
  _ surface: OpaquePointer!, _ session: OpaquePointer!, _ width: Int32, _ height: Int32,
  _ done: Done!, _ user_data: UnsafeMutableRawPointer!,
  _ ret_action: UnsafeMutablePointer<nowplaying_surface_action>!
) -> nowplaying_status {
  ActionStart(surface: surface, session: session, done: done, userData: user_data, place: ret_action)
    .begin { () throws(WrongArgument) in
      let size = try pixels(width, height)
      return .artwork(width: size.width, height: size.height)
    }
}

@implementation @_cdecl("nowplaying_surface_get_chapter_artwork")
public func nowplaying_surface_get_chapter_artwork(
  _ surface: OpaquePointer!, _ session: OpaquePointer!, _ index: Int, _ width: Int32, _ height: Int32,
  _ done: Done!, _ user_data: UnsafeMutableRawPointer!,
  _ ret_action: UnsafeMutablePointer<nowplaying_surface_action>!
) -> nowplaying_status {
  ActionStart(surface: surface, session: session, done: done, userData: user_data, place: ret_action)
    .begin { () throws(WrongArgument) in
      let size = try pixels(width, height)
      return .chapterArtwork(index, width: size.width, height: size.height)
    }
}

@implementation @_cdecl("nowplaying_surface_select_track")
public func nowplaying_surface_select_track(
  _ surface: OpaquePointer!, _ session: OpaquePointer!, _ kind: nowplaying_track_kind,
  _ track_id: UnsafePointer<CChar>!, _ done: Done!, _ user_data: UnsafeMutableRawPointer!,
  _ ret_action: UnsafeMutablePointer<nowplaying_surface_action>!
) -> nowplaying_status {
  ActionStart(surface: surface, session: session, done: done, userData: user_data, place: ret_action)
    .begin { () throws(WrongArgument) in
      guard let kind = TrackKind(rawValue: kind) else { throw WrongArgument(details: "unknown kind of track") }
      let id = Argument.text(track_id, limit: Limits.identifier)
      guard id != nil || kind.mayBeNone else { throw WrongArgument(details: "track_id is required for this kind") }
      return .select(kind, id ?? "")
    }
}

@implementation @_cdecl("nowplaying_surface_get_preview")
public func nowplaying_surface_get_preview(
  _ surface: OpaquePointer!, _ session: OpaquePointer!, _ ratio: nowplaying_aspect_ratio, _ width: Int32,
  _ height: Int32, _ done: Done!, _ user_data: UnsafeMutableRawPointer!,
  _ ret_action: UnsafeMutablePointer<nowplaying_surface_action>!
) -> nowplaying_status {
  ActionStart(surface: surface, session: session, done: done, userData: user_data, place: ret_action)
    .begin { () throws(WrongArgument) in
      let size = try pixels(width, height)
      return .preview(try known(ratio), width: size.width, height: size.height)
    }
}

@implementation @_cdecl("nowplaying_surface_get_video")
public func nowplaying_surface_get_video(
  _ surface: OpaquePointer!, _ session: OpaquePointer!, _ ratio: nowplaying_aspect_ratio, _ width: Int32,
  _ height: Int32, _ done: Done!, _ user_data: UnsafeMutableRawPointer!,
  _ ret_action: UnsafeMutablePointer<nowplaying_surface_action>!
) -> nowplaying_status {
  ActionStart(surface: surface, session: session, done: done, userData: user_data, place: ret_action)
    .begin { () throws(WrongArgument) in
      let size = try pixels(width, height)
      return .video(try known(ratio), width: size.width, height: size.height)
    }
}

@implementation @_cdecl("nowplaying_surface_raise")
public func nowplaying_surface_raise(
  _ surface: OpaquePointer!, _ session: OpaquePointer!, _ done: Done!,
  _ user_data: UnsafeMutableRawPointer!, _ ret_action: UnsafeMutablePointer<nowplaying_surface_action>!
) -> nowplaying_status {
  ActionStart(surface: surface, session: session, done: done, userData: user_data, place: ret_action)
    .begin { () throws(WrongArgument) in .raise }
}

@implementation @_cdecl("nowplaying_surface_quit")
public func nowplaying_surface_quit(
  _ surface: OpaquePointer!, _ session: OpaquePointer!, _ done: Done!,
  _ user_data: UnsafeMutableRawPointer!, _ ret_action: UnsafeMutablePointer<nowplaying_surface_action>!
) -> nowplaying_status {
  ActionStart(surface: surface, session: session, done: done, userData: user_data, place: ret_action)
    .begin { () throws(WrongArgument) in .quit }
}

@implementation @_cdecl("nowplaying_surface_cancel")
public func nowplaying_surface_cancel(
  _ surface: OpaquePointer!, _ action: nowplaying_surface_action
) -> nowplaying_status {
  guard let surface = Surface.find(surface) else { return status(.invalidHandle) }
  if surface.isForked { return status(.forked) }
  let cancellation = np_cancel_disable()
  defer { np_cancel_restore(cancellation) }
  return status(surface.core.perform(.cancel(action)))
}
