// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBoundary
import NowPlayingBus
import NowPlayingC
import NowPlayingCore

@implementation @_cdecl("nowplaying_surface_session_ref")
public func nowplaying_surface_session_ref(_ session: OpaquePointer!) -> OpaquePointer! {
  guard let object = SessionSnapshot.find(session) else {
    _ = status(.invalidHandle)
    return nil
  }
  object.retainForHost()
  return session
}

@implementation @_cdecl("nowplaying_surface_session_unref")
public func nowplaying_surface_session_unref(_ session: OpaquePointer!) -> OpaquePointer! {
  SessionSnapshot.find(session)?.releaseForHost()
  return nil
}

let badPlace: StaticString = "the struct for the result is NULL, misaligned or of an impossible struct_size"

/// Writes a result to the address that the host has given. Fails where the result cannot be written to that address.
func give<Result>(
  _ value: inout Result, _ place: UnsafeMutablePointer<Result>?, smallest: Int, in function: StaticString = #function
) -> nowplaying_status {
  Argument.fill(place, &value, smallest: smallest) ? NOWPLAYING_OK : status(.invalidArgument, badPlace, in: function)
}

@implementation @_cdecl("nowplaying_surface_session_get_info")
public func nowplaying_surface_session_get_info(
  _ session: OpaquePointer!, _ ret_info: UnsafeMutablePointer<nowplaying_surface_info>!
) -> nowplaying_status {
  guard let session = SessionSnapshot.find(session) else { return status(.invalidHandle) }
  let info = session.model.info
  var value = nowplaying_surface_info()
  value.key = info.key.pointer
  value.session_id = info.sessionID.pointer
  value.bus_name = info.busName.pointer
  value.application_id = info.applicationID.pointer
  value.display_name = info.displayName.pointer
  value.desktop_entry = info.desktopEntry.pointer
  value.volume = info.volume
  value.primary = info.primary.rawValue
  value.abilities = info.abilities.rawValue
  value.process_id = info.process
  value.twin_key = info.twinKey.pointer
  return give(&value, ret_info, smallest: NP_FIRST_SURFACE_INFO)
}

@implementation @_cdecl("nowplaying_surface_session_get_item")
public func nowplaying_surface_session_get_item(
  _ session: OpaquePointer!, _ ret_item: UnsafeMutablePointer<nowplaying_surface_item>!
) -> nowplaying_status {
  guard let session = SessionSnapshot.find(session) else { return status(.invalidHandle) }
  guard let item = session.model.item else { return status(.noSuchContent, "the session has no item") }
  var value = nowplaying_surface_item()
  value.id = item.id.pointer
  value.first_line = item.lines.first.pointer
  value.second_line = item.lines.second.pointer
  value.third_line = item.lines.third.pointer
  value.artwork_id = item.artworkID.pointer
  value.artwork_url = item.artworkURL.pointer
  value.animated_square_id = item.animated.square.pointer
  value.animated_tall_id = item.animated.tall.pointer
  value.duration_us = item.length?.count ?? 0
  value.kind = item.kind.rawValue
  value.media_type = item.mediaType.rawValue
  value.duration_kind = item.duration.kind.rawValue
  return give(&value, ret_item, smallest: NP_FIRST_SURFACE_ITEM)
}

@implementation @_cdecl("nowplaying_surface_session_get_text")
public func nowplaying_surface_session_get_text(
  _ session: OpaquePointer!, _ field: nowplaying_field, _ index: Int
) -> UnsafePointer<CChar>! {
  guard let session = SessionSnapshot.find(session) else {
    _ = status(.invalidHandle)
    return nil
  }
  guard let texts = session.model.item?.fields[texts: field], texts.indices.contains(index) else { return nil }
  return texts[index].pointer
}

@implementation @_cdecl("nowplaying_surface_session_get_extra")
public func nowplaying_surface_session_get_extra(
  _ session: OpaquePointer!, _ key: UnsafePointer<CChar>!
) -> UnsafePointer<CChar>! {
  guard let extra = extra(session), let key else { return nil }
  for index in extra.indices where index % 2 == 0 && extra[index].isSame(as: key) { return extra[index + 1].pointer }
  return nil
}

@implementation @_cdecl("nowplaying_surface_session_get_extra_key")
public func nowplaying_surface_session_get_extra_key(
  _ session: OpaquePointer!, _ index: Int
) -> UnsafePointer<CChar>! {
  guard let extra = extra(session), index >= 0, index < extra.count / 2 else { return nil }
  return extra[2 * index].pointer
}

/// The texts of a session's item under keys that the player has defined itself.
private func extra(_ session: OpaquePointer?, in function: StaticString = #function) -> [Text]? {
  guard let session = SessionSnapshot.find(session) else {
    _ = status(.invalidHandle, in: function)
    return nil
  }
  return session.model.item?.fields.extra
}

@implementation @_cdecl("nowplaying_surface_session_get_integer")
public func nowplaying_surface_session_get_integer(
  _ session: OpaquePointer!, _ field: nowplaying_field, _ ret_value: UnsafeMutablePointer<Int64>!
) -> nowplaying_status {
  give(ret_value, session) { fields in fields.integers.first { $0.field == field }?.value }
}

@implementation @_cdecl("nowplaying_surface_session_get_number")
public func nowplaying_surface_session_get_number(
  _ session: OpaquePointer!, _ field: nowplaying_field, _ ret_value: UnsafeMutablePointer<Double>!
) -> nowplaying_status {
  give(ret_value, session) { fields in fields.numbers.first { $0.field == field }?.value }
}

/// Writes a value from the fields of a session's item to the host's address.
private func give<Value>(
  _ place: UnsafeMutablePointer<Value>?, _ session: OpaquePointer?, in function: StaticString = #function,
  _ find: (Fields) -> Value?
) -> nowplaying_status {
  guard let session = SessionSnapshot.find(session) else { return status(.invalidHandle, in: function) }
  guard let place = Argument.place(place) else { return status(.invalidArgument, badPlace, in: function) }
  guard let value = (session.model.item?.fields).flatMap(find) else {
    return status(.noSuchContent, "the item has no such field", in: function)
  }
  place.pointee = value
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_surface_session_get_snapshot")
public func nowplaying_surface_session_get_snapshot(
  _ session: OpaquePointer!, _ at_us: Int64, _ ret_snapshot: UnsafeMutablePointer<nowplaying_snapshot>!
) -> nowplaying_status {
  guard let session = SessionSnapshot.find(session) else { return status(.invalidHandle) }
  // The values of NOWPLAYING_TIME_NOW and NOWPLAYING_TIME_UNKNOWN.
  let (now, unknown) = (Int64.min, Int64.min)
  let time = at_us == now ? Instant.now : Instant(at_us)
  let playback = session.model.playback
  var value = nowplaying_snapshot()
  value.elapsed_us = playback.position(at: time, length: session.model.item?.length)?.count ?? unknown
  value.timestamp_us = time.count
  value.rate = playback.state == .playing ? playback.speed : 0
  value.default_rate = playback.defaultRate
  value.state = playback.state.rawValue
  let seekable = playback.seekable(at: time, isLive: session.model.item?.duration == .live)
  (value.seekable_start_us, value.seekable_end_us) = (seekable?.start.count ?? unknown, seekable?.end.count ?? unknown)
  value.buffered_us = playback.buffered?.count ?? unknown
  value.is_at_live_edge = playback.isAtLiveEdge ? 1 : 0
  value.error = playback.error?.pointer
  value.error_kind = playback.errorKind.rawValue
  return give(&value, ret_snapshot, smallest: NP_FIRST_SNAPSHOT)
}

@implementation @_cdecl("nowplaying_surface_session_get_command")
public func nowplaying_surface_session_get_command(
  _ session: OpaquePointer!, _ index: Int, _ ret_command: UnsafeMutablePointer<nowplaying_command>!
) -> nowplaying_status {
  guard let session = SessionSnapshot.find(session) else { return status(.invalidHandle) }
  let commands = session.model.commands
  guard commands.indices.contains(index) else { return status(.noSuchContent, "there is no such command") }
  let command = commands[index]
  var value = nowplaying_command()
  value.kind = command.kind.rawValue
  value.enabled = command.enabled ? 1 : 0
  value.button = command.button
  value.derived = command.isDerived ? 1 : 0
  if let intervals = command.intervals {
    (value.intervals_us, value.interval_count) = (intervals.pointer, intervals.count)
  }
  if let rates = command.rates { (value.rates, value.rate_count) = (rates.pointer, rates.count) }
  (value.rate_minimum, value.rate_maximum) = (command.lowestRate, command.highestRate)
  value.current = command.current
  value.supported = command.supported
  value.title = command.title?.pointer
  value.short_title = command.shortTitle?.pointer
  value.id = command.id?.pointer
  value.icon = command.icon?.pointer
  value.slot = command.slot.rawValue
  value.active = command.isActive || command.current != 0 ? 1 : 0
  value.steps = Int32(clamping: command.steps)
  return give(&value, ret_command, smallest: NP_FIRST_COMMAND)
}

@implementation @_cdecl("nowplaying_surface_session_get_control")
public func nowplaying_surface_session_get_control(
  _ session: OpaquePointer!, _ index: Int, _ ret_control: UnsafeMutablePointer<nowplaying_surface_control>!
) -> nowplaying_status {
  guard let session = SessionSnapshot.find(session) else { return status(.invalidHandle) }
  let controls = session.controls
  guard controls.indices.contains(index) else { return status(.noSuchContent, "there is no such control") }
  let control = controls[index]
  var value = nowplaying_surface_control()
  value.kind = control.kind.rawValue
  value.mode = control.mode
  value.button = control.button
  value.time_us = control.time
  value.rating = control.rating
  value.id = control.id?.pointer
  value.toggle = control.isTakenBack ? 1 : 0
  value.row = control.row.rawValue
  value.slot = control.slot.rawValue
  value.enabled = control.enabled ? 1 : 0
  value.is_switch = control.isSwitch ? 1 : 0
  value.active = control.isOn ? 1 : 0
  value.is_held = control.isHeld ? 1 : 0
  value.busy = control.isBusy ? 1 : 0
  value.icon = control.icon?.pointer
  value.title = control.title?.pointer
  value.short_title = control.shortTitle?.pointer
  value.name = control.name.name.cString
  value.name_plural = control.name.plural?.cString
  value.number = control.number
  if let rates = control.rates { (value.rates, value.rate_count) = (rates.pointer, rates.count) }
  return give(&value, ret_control, smallest: NP_FIRST_SURFACE_CONTROL)
}

@implementation @_cdecl("nowplaying_surface_session_get_device")
public func nowplaying_surface_session_get_device(
  _ session: OpaquePointer!, _ index: Int, _ ret_device: UnsafeMutablePointer<nowplaying_device>!
) -> nowplaying_status {
  guard let session = SessionSnapshot.find(session) else { return status(.invalidHandle) }
  let devices = session.model.devices
  guard devices.indices.contains(index) else { return status(.noSuchContent, "there is no such device") }
  let device = devices[index]
  var value = nowplaying_device()
  value.id = device.id.pointer
  value.name = device.name.pointer
  value.volume = device.volume ?? -1
  value.type = device.type.rawValue
  value.can_step = device.canStep ? 1 : 0
  return give(&value, ret_device, smallest: NP_FIRST_DEVICE)
}
