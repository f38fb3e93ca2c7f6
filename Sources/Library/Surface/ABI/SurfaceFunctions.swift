// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBoundary
import NowPlayingBus
import NowPlayingC
import NowPlayingCore

@implementation @_cdecl("nowplaying_surface_new")
public func nowplaying_surface_new(
  _ options: UnsafePointer<nowplaying_surface_options>!, _ callbacks: UnsafePointer<nowplaying_surface_callbacks>!,
  _ ret_surface: UnsafeMutablePointer<OpaquePointer?>!
) -> nowplaying_status {
  func refuse(_ details: StaticString, in function: StaticString = #function) -> nowplaying_status {
    status(.invalidArgument, details, in: function)
  }
  guard let ret_surface = Argument.place(ret_surface) else { return refuse("ret_surface is NULL or misaligned") }
  var given = nowplaying_surface_options()
  given.bus_fd = -1
  if let options {
    guard let sized = Argument.sized(options, defaults: given, smallest: NP_FIRST_SURFACE_OPTIONS) else {
      return refuse("options has an impossible struct_size; use NOWPLAYING_SURFACE_OPTIONS_INIT")
    }
    given = sized
  }
  var table = nowplaying_surface_callbacks()
  if let callbacks {
    guard let sized = Argument.sized(callbacks, defaults: table, smallest: NP_FIRST_SURFACE_CALLBACKS) else {
      return refuse("callbacks has an impossible struct_size; use NOWPLAYING_SURFACE_CALLBACKS_INIT")
    }
    table = sized
  }
  do throws(WrongArgument) {
    let options = try SurfaceOptions(given)
    if options.loop == .wakeup, table.wakeup == nil { return refuse("NOWPLAYING_LOOP_WAKEUP needs a wakeup callback") }
    return start(options, SurfaceCallbacks(table), ret_surface)
  } catch {
    return refuse(error.details)
  }
}

private func start(
  _ options: SurfaceOptions, _ handler: SurfaceCallbacks, _ ret_surface: UnsafeMutablePointer<OpaquePointer?>,
  in function: StaticString = #function
) -> nowplaying_status {
  let cancellation = np_cancel_disable()
  defer { np_cancel_restore(cancellation) }
  do throws(Failure) {
    // The handle is set first, because callbacks may be called before this function returns.
    _ = try Surface.make(options, handler) {
      handler.handle = $0.handle
    } ready: {
      ret_surface.pointee = handler.handle
    }
    return NOWPLAYING_OK
  } catch {
    return status(error, in: function)
  }
}

extension SurfaceOptions {
  init(_ given: nowplaying_surface_options) throws(WrongArgument) {
    self.init()
    if let text = Argument.text(given.name, limit: Limits.identifier) { name = text }
    busAddress = Argument.text(given.bus_address, limit: Limits.identifier) ?? ""
    busSocket = try Argument.socket(given.bus_fd)
    loop = try Argument.loop(given.loop)
    guard (0...1).contains(given.twins) else { throw WrongArgument(details: "twins is neither 0 nor 1") }
    givesTwins = given.twins == 1
  }
}

@implementation @_cdecl("nowplaying_surface_free")
public func nowplaying_surface_free(_ surface: OpaquePointer!) {
  let cancellation = np_cancel_disable()
  end(surface)
  np_cancel_restore(cancellation)
}

/// Ends a surface. A function of its own, so that the last reference is released while cancellation is still disabled.
private func end(_ surface: OpaquePointer?) {
  guard let surface = Surface.find(surface), surface.isForked || !surface.isCallingHost else { return }
  surface.close()
}

@implementation @_cdecl("nowplaying_surface_get_fd")
public func nowplaying_surface_get_fd(
  _ surface: OpaquePointer!, _ ret_fd: UnsafeMutablePointer<Int32>!
) -> nowplaying_status {
  guard let surface = Surface.find(surface) else { return status(.invalidHandle) }
  if surface.isForked { return status(.forked) }
  guard let ret_fd = Argument.place(ret_fd) else { return status(.invalidArgument, "ret_fd is NULL or misaligned") }
  guard surface.loopMode == .descriptor else {
    return status(.invalidState, "the surface's loop is not NOWPLAYING_LOOP_FD")
  }
  ret_fd.pointee = surface.descriptor
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_surface_dispatch")
public func nowplaying_surface_dispatch(_ surface: OpaquePointer!) -> nowplaying_status {
  guard let surface = Surface.find(surface) else { return status(.invalidHandle) }
  if surface.isForked { return status(.forked) }
  if surface.loopMode == .thread { return status(.invalidState, "the surface runs a thread of its own") }
  let cancellation = np_cancel_disable()
  defer { np_cancel_restore(cancellation) }
  return status(surface.dispatch())
}

@implementation @_cdecl("nowplaying_surface_get_bus_state")
public func nowplaying_surface_get_bus_state(
  _ surface: OpaquePointer!, _ ret_state: UnsafeMutablePointer<nowplaying_bus_state>!
) -> nowplaying_status {
  guard let surface = Surface.find(surface) else { return status(.invalidHandle) }
  if surface.isForked { return status(.forked) }
  guard let ret_state = Argument.place(ret_state) else {
    return status(.invalidArgument, "ret_state is NULL or misaligned")
  }
  ret_state.pointee = surface.core.currentBusState.rawValue
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_surface_get_sessions")
public func nowplaying_surface_get_sessions(
  _ surface: OpaquePointer!, _ ret_sessions: UnsafeMutablePointer<OpaquePointer?>!, _ capacity: Int,
  _ ret_count: UnsafeMutablePointer<Int>!
) -> nowplaying_status {
  guard let surface = Surface.find(surface) else { return status(.invalidHandle) }
  if surface.isForked { return status(.forked) }
  guard let ret_count = Argument.place(ret_count) else {
    return status(.invalidArgument, "ret_count is NULL or misaligned")
  }
  guard capacity == 0 || Argument.place(ret_sessions) != nil else {
    return status(.invalidArgument, "ret_sessions is NULL or misaligned")
  }
  // A size_t is imported as Int: values above Int.max are negative here.
  let (kept, count) = surface.core.retainedSessions(capacity < 0 ? .max : capacity)
  for (index, session) in kept.enumerated() { ret_sessions?[index] = session.handle }
  ret_count.pointee = count
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_surface_get_names")
public func nowplaying_surface_get_names(
  _ surface: OpaquePointer!, _ ret_names: UnsafeMutablePointer<CChar>!, _ size: Int,
  _ ret_size: UnsafeMutablePointer<Int>!
) -> nowplaying_status {
  guard let surface = Surface.find(surface) else { return status(.invalidHandle) }
  if surface.isForked { return status(.forked) }
  guard let ret_size = Argument.place(ret_size) else {
    return status(.invalidArgument, "ret_size is NULL or misaligned")
  }
  guard size == 0 || ret_names != nil else { return status(.invalidArgument, "ret_names is NULL") }
  guard let names = surface.core.currentNames else { return status(.invalidState, "the names are not known") }
  var (text, kept): ([CChar], Int) = ([], 0)
  for player in names {
    for (index, name) in player.enumerated() {
      text += name.cString
      text[text.count - 1] = index == player.count - 1 ? 10 : 32
    }
    // A size_t is imported as Int: values above Int.max are negative here.
    if size < 0 || text.count < size { kept = text.count }
  }
  if let ret_names, size != 0 {
    ret_names.update(from: text, count: kept)
    ret_names[kept] = 0
  }
  ret_size.pointee = text.count + 1
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_surface_set_aspect_ratios")
public func nowplaying_surface_set_aspect_ratios(_ surface: OpaquePointer!, _ ratios: UInt32) -> nowplaying_status {
  guard let surface = Surface.find(surface) else { return status(.invalidHandle) }
  if surface.isForked { return status(.forked) }
  let ratios = AspectRatios(rawValue: ratios)
  guard ratios.isSubset(of: [.square, .tall]) else { return status(.invalidArgument, "unknown ratios") }
  return status(surface.core.perform(.show(ratios)))
}
