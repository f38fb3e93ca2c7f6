// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingC
import NowPlayingCore
import NowPlayingEngine

@implementation @_cdecl("nowplaying_session_new")
public func nowplaying_session_new(
  _ app: OpaquePointer!, _ id: UnsafePointer<CChar>!, _ callbacks: UnsafePointer<nowplaying_session_callbacks>!,
  _ ret_session: UnsafeMutablePointer<OpaquePointer?>!
) -> nowplaying_status {
  guard let app = Handle.app(app) else { return status(.invalidHandle, "nowplaying_session_new") }
  if app.isForked { return status(.forked, "nowplaying_session_new") }
  guard let ret_session, Argument.isAligned(ret_session) else {
    return status(.invalidArgument, "nowplaying_session_new", "ret_session is NULL or misaligned")
  }
  var table = nowplaying_session_callbacks()
  if let callbacks {
    guard let sized = Argument.sized(callbacks, defaults: table, smallest: FirstSize.sessionCallbacks) else {
      return status(
        .invalidArgument, "nowplaying_session_new",
        "callbacks has an impossible struct_size; use NOWPLAYING_SESSION_CALLBACKS_INIT")
    }
    table = sized
  }
  let handler = SessionCallbacks(table)
  do throws(Failure) {
    let session = try Session(app, id: Argument.identifier(id) ?? "", handler)
    guard let handle = Handle.make(.session, session) else { return status(.system, "nowplaying_session_new") }
    handler.handle = handle
    ret_session.pointee = handle
    return NOWPLAYING_OK
  } catch {
    return status(error, "nowplaying_session_new")
  }
}

@implementation @_cdecl("nowplaying_session_free")
public func nowplaying_session_free(_ session: OpaquePointer!) {
  guard let object = Handle.session(session) else { return }
  object.free()
  guard let session else { return }
  object.whenCallbackReturns { Handle.free(session) }
}

/// Runs the body with the session of a handle that may be used in this process.
private func with(
  _ handle: OpaquePointer?, _ function: StaticString, _ body: (Session) -> Failure?
) -> nowplaying_status {
  guard let session = Handle.session(handle) else { return status(.invalidHandle, function) }
  if session.isForked { return status(.forked, function) }
  return status(body(session), function)
}

@implementation @_cdecl("nowplaying_session_set_content")
public func nowplaying_session_set_content(_ session: OpaquePointer!, _ content: OpaquePointer!) -> nowplaying_status {
  let box = Handle.content(content)
  if content != nil, box == nil {
    return status(.invalidHandle, "nowplaying_session_set_content", "content is not a content")
  }
  return with(session, "nowplaying_session_set_content") { $0.set(content: box?.content) }
}

@implementation @_cdecl("nowplaying_session_set_snapshot")
public func nowplaying_session_set_snapshot(
  _ session: OpaquePointer!, _ snapshot: UnsafePointer<nowplaying_snapshot>!
) -> nowplaying_status {
  guard let snapshot else {
    return with(session, "nowplaying_session_set_snapshot") { $0.set(snapshot: nil) }
  }
  guard Handle.session(session) != nil else { return status(.invalidHandle, "nowplaying_session_set_snapshot") }
  guard let given = Argument.sized(snapshot, defaults: nowplaying_snapshot(), smallest: FirstSize.snapshot) else {
    return status(
      .invalidArgument, "nowplaying_session_set_snapshot",
      "snapshot has an impossible struct_size; use NOWPLAYING_SNAPSHOT_INIT")
  }
  guard let state = PlaybackState(rawValue: given.state) else {
    return status(.invalidArgument, "nowplaying_session_set_snapshot", "unknown state")
  }
  guard given.elapsed_us >= 0 || given.elapsed_us == -1,
    let value = PlaybackSnapshot(
      state: state, rate: given.rate, defaultRate: given.default_rate,
      elapsed: given.elapsed_us == -1 ? nil : given.elapsed_us,
      timestamp: given.timestamp_us == 0 ? np_now_us() : given.timestamp_us)
  else {
    return status(
      .invalidArgument, "nowplaying_session_set_snapshot",
      "rate must be finite and not 0, default_rate finite and positive, times not negative")
  }
  return with(session, "nowplaying_session_set_snapshot") { $0.set(snapshot: value) }
}

@implementation @_cdecl("nowplaying_session_set_commands")
public func nowplaying_session_set_commands(
  _ session: OpaquePointer!, _ commands: UnsafePointer<nowplaying_command>!, _ count: Int
) -> nowplaying_status {
  guard Handle.session(session) != nil else { return status(.invalidHandle, "nowplaying_session_set_commands") }
  guard count >= 0, count <= Limits.commands else {
    return status(.tooLarge, "nowplaying_session_set_commands", "more than 64 commands")
  }
  guard count == 0 || commands != nil && Argument.isAligned(commands) else {
    return status(.invalidArgument, "nowplaying_session_set_commands", "commands is NULL or misaligned")
  }
  var list: [CommandDescriptor] = []
  // Elements are as far apart as the caller's header says.
  let stride = count == 0 ? 0 : commands.pointee.struct_size
  for index in 0..<count {
    let element = UnsafeRawPointer(commands) + index * stride
    switch CommandDescriptor.read(element.assumingMemoryBound(to: nowplaying_command.self), stride) {
    case .success(let descriptor): list.append(descriptor)
    case .failure(let wrong): return status(wrong.failure, "nowplaying_session_set_commands", wrong.details)
    }
  }
  return with(session, "nowplaying_session_set_commands") { $0.set(commands: list) }
}

@implementation @_cdecl("nowplaying_session_set_command_enabled")
public func nowplaying_session_set_command_enabled(
  _ session: OpaquePointer!, _ kind: nowplaying_command_kind, _ enabled: Int32
) -> nowplaying_status {
  guard Handle.session(session) != nil else { return status(.invalidHandle, "nowplaying_session_set_command_enabled") }
  guard let kind = CommandKind(rawValue: kind) else {
    return status(.invalidArgument, "nowplaying_session_set_command_enabled", "unknown command")
  }
  return with(session, "nowplaying_session_set_command_enabled") {
    $0.change(kind) { $0.enabled = enabled != 0 }
  }
}

@implementation @_cdecl("nowplaying_session_set_command_mode")
public func nowplaying_session_set_command_mode(
  _ session: OpaquePointer!, _ kind: nowplaying_command_kind, _ mode: Int32
) -> nowplaying_status {
  guard Handle.session(session) != nil else { return status(.invalidHandle, "nowplaying_session_set_command_mode") }
  guard let kind = CommandKind(rawValue: kind), kind.hasMode, (0...2).contains(mode) else {
    return status(.invalidArgument, "nowplaying_session_set_command_mode", "no such mode of this command")
  }
  return with(session, "nowplaying_session_set_command_mode") { $0.change(kind) { $0.current = mode } }
}

@implementation @_cdecl("nowplaying_session_set_volume")
public func nowplaying_session_set_volume(_ session: OpaquePointer!, _ volume: Double) -> nowplaying_status {
  guard Handle.session(session) != nil else { return status(.invalidHandle, "nowplaying_session_set_volume") }
  guard volume.isFinite else {
    return status(.invalidArgument, "nowplaying_session_set_volume", "volume is not a finite number")
  }
  return with(session, "nowplaying_session_set_volume") {
    $0.set(volume: volume < 0 ? nil : min(volume, Limits.volume))
  }
}

@implementation @_cdecl("nowplaying_session_commit")
public func nowplaying_session_commit(_ session: OpaquePointer!) -> nowplaying_status {
  with(session, "nowplaying_session_commit") { $0.commit() }
}

@implementation @_cdecl("nowplaying_session_request_application_primary")
public func nowplaying_session_request_application_primary(_ session: OpaquePointer!) -> nowplaying_status {
  with(session, "nowplaying_session_request_application_primary") { $0.requestApplicationPrimary() }
}

@implementation @_cdecl("nowplaying_session_request_system_primary")
public func nowplaying_session_request_system_primary(_ session: OpaquePointer!) -> nowplaying_status {
  with(session, "nowplaying_session_request_system_primary") { $0.requestSystemPrimary() }
}

@implementation @_cdecl("nowplaying_session_resign_system_primary")
public func nowplaying_session_resign_system_primary(_ session: OpaquePointer!) -> nowplaying_status {
  with(session, "nowplaying_session_resign_system_primary") { $0.resignSystemPrimary() }
}

@implementation @_cdecl("nowplaying_session_get_primary")
public func nowplaying_session_get_primary(
  _ session: OpaquePointer!, _ ret_primary: UnsafeMutablePointer<nowplaying_primary>!
) -> nowplaying_status {
  guard Handle.session(session) != nil else { return status(.invalidHandle, "nowplaying_session_get_primary") }
  guard let ret_primary, Argument.isAligned(ret_primary) else {
    return status(.invalidArgument, "nowplaying_session_get_primary", "ret_primary is NULL or misaligned")
  }
  return with(session, "nowplaying_session_get_primary") { session in
    guard session.isAlive else { return .invalidState }
    ret_primary.pointee = session.currentPrimary.rawValue
    return nil
  }
}
