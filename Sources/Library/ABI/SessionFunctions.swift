// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBoundary
import NowPlayingBus
import NowPlayingC
import NowPlayingCore
import NowPlayingEngine

@implementation @_cdecl("nowplaying_session_new")
public func nowplaying_session_new(
  _ app: OpaquePointer!, _ id: UnsafePointer<CChar>!, _ callbacks: UnsafePointer<nowplaying_session_callbacks>!,
  _ ret_session: UnsafeMutablePointer<OpaquePointer?>!
) -> nowplaying_status {
  make(app, id, callbacks, ret_session, isRemote: false)
}

@implementation @_cdecl("nowplaying_session_new_remote")
public func nowplaying_session_new_remote(
  _ app: OpaquePointer!, _ id: UnsafePointer<CChar>!, _ callbacks: UnsafePointer<nowplaying_session_callbacks>!,
  _ ret_session: UnsafeMutablePointer<OpaquePointer?>!
) -> nowplaying_status {
  make(app, id, callbacks, ret_session, isRemote: true)
}

private func make(
  _ app: OpaquePointer?, _ id: UnsafePointer<CChar>?, _ callbacks: UnsafePointer<nowplaying_session_callbacks>?,
  _ ret_session: UnsafeMutablePointer<OpaquePointer?>?, isRemote: Bool, in function: StaticString = #function
) -> nowplaying_status {
  guard let app = Handle.app(app) else { return status(.invalidHandle, in: function) }
  if app.isForked { return status(.forked, in: function) }
  let cancellation = np_cancel_disable()
  defer { np_cancel_restore(cancellation) }
  func wrong(_ details: StaticString) -> nowplaying_status {
    refuse(WrongArgument(details: details), in: function) { app.clientBug($0) }
  }
  guard let ret_session = Argument.place(ret_session) else { return wrong("ret_session is NULL or misaligned") }
  var table = nowplaying_session_callbacks()
  if let callbacks {
    guard let sized = Argument.sized(callbacks, defaults: table, smallest: NP_FIRST_SESSION_CALLBACKS) else {
      return wrong("impossible struct_size; use NOWPLAYING_SESSION_CALLBACKS_INIT")
    }
    table = sized
  }
  let handler = SessionCallbacks(table)
  do throws(Failure) {
    let session = try Session(app, id: Argument.identifier(id) ?? "", isRemote: isRemote, handler)
    guard let handle = Handle.make(.session, session) else { return status(.system, in: function) }
    handler.handle = handle
    ret_session.pointee = handle
    // Done last, because the loop may call the host before this function returns.
    session.appear()
    return NOWPLAYING_OK
  } catch {
    return error == .invalidArgument
      ? wrong("another session of the app has this id") : status(error, in: function)
  }
}

@implementation @_cdecl("nowplaying_session_free")
public func nowplaying_session_free(_ session: OpaquePointer!) {
  let cancellation = np_cancel_disable()
  end(session)
  np_cancel_restore(cancellation)
}

/// Frees the session. It is a separate function so that the last reference is given up while cancellation is still
/// disabled.
private func end(_ session: OpaquePointer?) {
  guard let session, let object = Handle.session(session) else { return }
  object.free()
  object.whenCallbackReturns { Handle.free(session) }
}

/// Runs the body with the session of a handle, unless the handle is invalid or comes from the parent process of a fork.
/// Cancellation need not be disabled here: the body's only system calls, to wake the loop and to log, disable it
/// themselves.
func withSession(
  _ handle: OpaquePointer?, in function: StaticString = #function,
  _ body: (Session) throws(WrongArgument) -> Failure?
) -> nowplaying_status {
  guard let session = Handle.session(handle) else { return status(.invalidHandle, in: function) }
  if session.isForked { return status(.forked, in: function) }
  do throws(WrongArgument) {
    return status(try body(session), in: function)
  } catch {
    return refuse(error, session, in: function)
  }
}

/// Refuses a wrong argument. It is a separate function so that the code that the compiler copies into each caller is
/// short.
private func refuse(_ error: WrongArgument, _ session: Session, in function: StaticString) -> nowplaying_status {
  refuse(error, in: function) { session.clientBug($0) }
}

@implementation @_cdecl("nowplaying_session_set_content")
public func nowplaying_session_set_content(_ session: OpaquePointer!, _ content: OpaquePointer!) -> nowplaying_status {
  withSession(session) { (session) throws(WrongArgument) in
    let box = Handle.content(content)
    if content != nil, box == nil {
      throw WrongArgument(failure: .invalidHandle, details: "content is not a content")
    }
    if let box, box.refused != 0 {
      session.clientBug(named(#function, "a setter has refused " + FieldRow.constant(box.refused)))
      box.refused = 0
    }
    if let unread = box?.tags.unread {
      session.debug("the tag " + unread + " of an item could not be read, and is left out")
      box?.tags.unread = nil
    }
    return session.set(content: box?.described)
  }
}

@implementation @_cdecl("nowplaying_session_set_snapshot")
public func nowplaying_session_set_snapshot(
  _ session: OpaquePointer!, _ snapshot: UnsafePointer<nowplaying_snapshot>!
) -> nowplaying_status {
  withSession(session) { (session) throws(WrongArgument) in
    guard let snapshot else { return session.set(snapshot: nil) }
    let (value, detail) = try PlaybackSnapshot.read(snapshot, session)
    return session.set(snapshot: value, detail: detail, isOfNow: snapshot.pointee.timestamp_us == Time.unset)
  }
}

extension PlaybackSnapshot {
  /// Checks the snapshot of a C program, and copies it.
  fileprivate static func read(
    _ pointer: UnsafePointer<nowplaying_snapshot>, _ session: Session, in function: StaticString = #function
  ) throws(WrongArgument) -> (PlaybackSnapshot, PlaybackDetail?) {
    guard let given = Argument.sized(pointer, defaults: .nothing, smallest: NP_FIRST_SNAPSHOT) else {
      throw WrongArgument(details: "impossible struct_size; use NOWPLAYING_SNAPSHOT_INIT")
    }
    guard let state = PlaybackState(rawValue: given.state) else {
      throw WrongArgument(details: "unknown state", unknown: given.state)
    }
    guard given.reserved == 0 else { throw WrongArgument(details: "reserved is not 0") }
    let detail = try PlaybackDetail.read(given)
    let now = Instant.now
    var timestamp = given.timestamp_us == Time.unset ? now : Instant(given.timestamp_us)
    if timestamp - now > Time.day {
      session.clientBug(
        named(
          function,
          "timestamp_us is more than a day ahead of CLOCK_MONOTONIC; is it of another clock? Taken as now"))
      timestamp = now
    }
    let value = PlaybackSnapshot(
      state: state, rate: given.rate, defaultRate: given.defaultRate,
      elapsed: Time.known(given.elapsed_us), timestamp: timestamp)
    guard let value else {
      throw WrongArgument(details: "rate must be finite and not 0 while playing, default_rate finite and not negative")
    }
    return (value, detail)
  }
}

extension nowplaying_snapshot {
  /// The speed that playback returns to. A player that does not set it returns to its present speed; to 1 where that is
  /// no speed to return to.
  fileprivate var defaultRate: Double {
    if default_rate != 0 { return default_rate }
    return rate.isFinite && rate > 0 ? rate : 1
  }

  /// The default snapshot, for the fields that an older header's struct does not have.
  fileprivate static var nothing: nowplaying_snapshot {
    var snapshot = nowplaying_snapshot()
    snapshot.seekable_start_us = Time.unset
    snapshot.seekable_end_us = Time.unset
    snapshot.buffered_us = Time.unset
    return snapshot
  }
}

extension PlaybackDetail {
  /// Reads the parts of a snapshot other than the position; nil when none of them is set.
  fileprivate static func read(_ given: nowplaying_snapshot) throws(WrongArgument) -> PlaybackDetail? {
    guard let kind = ErrorKind(rawValue: given.error_kind) else { throw WrongArgument(details: "unknown error_kind") }
    let (start, end) = (Time.known(given.seekable_start_us), Time.known(given.seekable_end_us))
    if start != nil, given.elapsed_us == Time.unset {
      throw WrongArgument(details: "the seekable range needs a position; give elapsed_us too")
    }
    let (buffered, isAtEdge) = (Time.known(given.buffered_us), given.is_at_live_edge != 0)
    let error = given.state == NOWPLAYING_STATE_ERROR ? Argument.text(given.error) : nil
    if start == nil, end == nil, buffered == nil, error == nil, kind == .other, !isAtEdge { return nil }
    var range: Range?
    if let start, let end { range = Range(start, end) }
    guard range != nil || start == nil && end == nil else {
      throw WrongArgument(details: "seekable_end_us is before seekable_start_us, or only one of them is set")
    }
    return PlaybackDetail(
      seekable: range, buffered: buffered, isAtLiveEdge: isAtEdge, error: error, errorKind: kind)
  }
}

/// Constants of times.
private enum Time {
  /// The value of NOWPLAYING_TIME_UNKNOWN and NOWPLAYING_TIME_NOW, which are not imported because they are casts.
  static let unset = Int64.min
  static let day: Microseconds = .seconds(86_400)

  static func known(_ time: Int64) -> Microseconds? { time == unset ? nil : Microseconds(time) }
}

@implementation @_cdecl("nowplaying_session_set_commands")
public func nowplaying_session_set_commands(
  _ session: OpaquePointer!, _ commands: UnsafePointer<nowplaying_command>!, _ count: Int
) -> nowplaying_status {
  withSession(session) { (session) throws(WrongArgument) in
    guard count >= 0, count <= Limits.commands else {
      throw WrongArgument(failure: .tooLarge, details: "more than NOWPLAYING_MAX_COMMANDS")
    }
    var list: [CommandDescriptor] = []
    let refusal: StaticString = "commands is NULL with a count, or misaligned"
    try Argument.each(commands, count, MemoryLayout<nowplaying_command>.alignment, refusal: refusal) {
      (place, stride) throws(WrongArgument) in
      let command = try CommandDescriptor.read(place.assumingMemoryBound(to: nowplaying_command.self), stride)
      if let id = command.look?.id, list.contains(where: { $0.look?.id?.exact == id.exact }) {
        throw WrongArgument(details: "two CUSTOM commands have the same id")
      }
      list.append(command)
    }
    return session.set(commands: list)
  }
}

@implementation @_cdecl("nowplaying_session_set_command")
public func nowplaying_session_set_command(
  _ session: OpaquePointer!, _ command: UnsafePointer<nowplaying_command>!
) -> nowplaying_status {
  withSession(session) { (session) throws(WrongArgument) in
    guard let command, Argument.isAligned(command) else {
      throw WrongArgument(details: "command is NULL or misaligned")
    }
    let failure = session.set(command: try CommandDescriptor.read(command, command.pointee.struct_size))
    guard failure == .tooLarge else { return failure }
    throw WrongArgument(failure: .tooLarge, details: "more than NOWPLAYING_MAX_COMMANDS")
  }
}

private func change(
  _ kind: CommandKind, of session: Session, _ change: (inout CommandDescriptor) -> Void
) throws(WrongArgument) -> Failure? {
  let failure = session.change(kind, change)
  guard failure == .invalidState, session.isAlive else { return failure }
  throw WrongArgument(failure: .invalidState, details: "the session has no command of this kind; set it first")
}

@implementation @_cdecl("nowplaying_session_set_command_enabled")
public func nowplaying_session_set_command_enabled(
  _ session: OpaquePointer!, _ kind: nowplaying_command_kind, _ enabled: Int32
) -> nowplaying_status {
  withSession(session) { (session) throws(WrongArgument) in
    guard let command = CommandKind(rawValue: kind) else {
      throw WrongArgument(details: "unknown command", unknown: kind)
    }
    return try change(command, of: session) { $0.enabled = enabled != 0 }
  }
}

@implementation @_cdecl("nowplaying_session_set_command_mode")
public func nowplaying_session_set_command_mode(
  _ session: OpaquePointer!, _ kind: nowplaying_command_kind, _ mode: Int32
) -> nowplaying_status {
  withSession(session) { (session) throws(WrongArgument) in
    guard let kind = CommandKind(rawValue: kind), kind.hasMode, (0...2).contains(mode) else {
      throw WrongArgument(details: "this command has no such mode")
    }
    return try change(kind, of: session) { $0.current = mode }
  }
}

@implementation @_cdecl("nowplaying_session_set_custom_command")
public func nowplaying_session_set_custom_command(
  _ session: OpaquePointer!, _ id: UnsafePointer<CChar>!, _ enabled: Int32, _ active: Int32
) -> nowplaying_status {
  withSession(session) { (session) throws(WrongArgument) in
    guard let id = Argument.identifier(id) else { throw WrongArgument(details: "id is NULL or empty") }
    let failure = session.changeCustom(id, enabled: enabled != 0, isActive: active != 0)
    guard failure == .invalidState, session.isAlive else { return failure }
    throw WrongArgument(failure: .invalidState, details: "the session has no CUSTOM with this id; set it first")
  }
}

@implementation @_cdecl("nowplaying_session_set_tracks")
public func nowplaying_session_set_tracks(
  _ session: OpaquePointer!, _ tracks: UnsafePointer<nowplaying_track>!, _ count: Int
) -> nowplaying_status {
  withSession(session) { (session) throws(WrongArgument) in
    guard (0...Limits.tracks).contains(count) else {
      throw WrongArgument(failure: .tooLarge, details: "more than NOWPLAYING_MAX_TRACKS")
    }
    return session.set(tracks: try Track.read(tracks, count))
  }
}

@implementation @_cdecl("nowplaying_session_commit")
public func nowplaying_session_commit(_ session: OpaquePointer!) -> nowplaying_status {
  withSession(session) { $0.commit() }
}

@implementation @_cdecl("nowplaying_session_discard")
public func nowplaying_session_discard(_ session: OpaquePointer!) -> nowplaying_status {
  withSession(session) { $0.discard() }
}

@implementation @_cdecl("nowplaying_session_request_application_primary")
public func nowplaying_session_request_application_primary(_ session: OpaquePointer!) -> nowplaying_status {
  withSession(session) { $0.requestApplicationPrimary() }
}

@implementation @_cdecl("nowplaying_session_request_system_primary")
public func nowplaying_session_request_system_primary(_ session: OpaquePointer!) -> nowplaying_status {
  withSession(session) { $0.requestSystemPrimary() }
}

@implementation @_cdecl("nowplaying_session_resign_system_primary")
public func nowplaying_session_resign_system_primary(_ session: OpaquePointer!) -> nowplaying_status {
  withSession(session) { $0.resignSystemPrimary() }
}

@implementation @_cdecl("nowplaying_session_get_primary")
public func nowplaying_session_get_primary(
  _ session: OpaquePointer!, _ ret_primary: UnsafeMutablePointer<nowplaying_primary_flags>!
) -> nowplaying_status {
  withSession(session) { (session) throws(WrongArgument) in
    guard let ret_primary = Argument.place(ret_primary) else {
      throw WrongArgument(details: "ret_primary is NULL or misaligned")
    }
    guard session.isAlive else { return .invalidState }
    ret_primary.pointee = session.currentPrimary.rawValue
    return nil
  }
}

@implementation @_cdecl("nowplaying_session_set_devices")
public func nowplaying_session_set_devices(
  _ session: OpaquePointer!, _ devices: UnsafePointer<nowplaying_device>!, _ count: Int
) -> nowplaying_status {
  withSession(session) { (session) throws(WrongArgument) in
    guard session.isRemote else {
      throw WrongArgument(failure: .invalidState, details: "the session is not one of nowplaying_session_new_remote()")
    }
    guard (0...Limits.devices).contains(count) else {
      throw WrongArgument(failure: .tooLarge, details: "more than NOWPLAYING_MAX_DEVICES")
    }
    return session.set(devices: try Device.read(devices, count))
  }
}
