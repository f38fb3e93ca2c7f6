// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBoundary
import NowPlayingBus
import NowPlayingC
import NowPlayingCore
import NowPlayingEngine

@implementation @_cdecl("nowplaying_app_new")
public func nowplaying_app_new(
  _ options: UnsafePointer<nowplaying_app_options>!, _ callbacks: UnsafePointer<nowplaying_app_callbacks>!,
  _ ret_app: UnsafeMutablePointer<OpaquePointer?>!
) -> nowplaying_status {
  func refuse(_ details: StaticString, in function: StaticString = #function) -> nowplaying_status {
    status(.invalidArgument, details, in: function)
  }
  guard let ret_app = Argument.place(ret_app) else { return refuse("ret_app is NULL or misaligned") }
  guard let options else { return refuse("options is NULL") }
  guard
    let given = Argument.sized(
      options, defaults: nowplaying_app_options.defaults, smallest: NP_FIRST_APP_OPTIONS)
  else { return refuse("impossible struct_size; use NOWPLAYING_APP_OPTIONS_INIT") }
  var table = nowplaying_app_callbacks()
  if let callbacks {
    guard let sized = Argument.sized(callbacks, defaults: table, smallest: NP_FIRST_APP_CALLBACKS) else {
      return refuse("impossible struct_size; use NOWPLAYING_APP_CALLBACKS_INIT")
    }
    table = sized
  }
  do throws(WrongArgument) {
    let options = try AppOptions(given)
    if options.loop == .wakeup, table.wakeup == nil { return refuse("NOWPLAYING_LOOP_WAKEUP needs a wakeup callback") }
    return start(options, AppCallbacks(table), ret_app)
  } catch {
    return refuse(error.details)
  }
}

private func start(
  _ options: AppOptions, _ handler: AppCallbacks, _ ret_app: UnsafeMutablePointer<OpaquePointer?>,
  in function: StaticString = #function
) -> nowplaying_status {
  let cancellation = np_cancel_disable()
  defer { np_cancel_restore(cancellation) }
  do throws(Failure) {
    // The handle is made first, because callbacks may be called before this function returns.
    _ = try App.make(options, handler) { app in
      handler.handle = Handle.make(.app, app)
      return handler.handle != nil
    } ready: {
      ret_app.pointee = handler.handle
    }
    return NOWPLAYING_OK
  } catch {
    if let handle = handler.handle { Handle.free(handle) }
    return status(error, in: function)
  }
}

extension nowplaying_app_options {
  /// The default options, for the fields that an older program's smaller struct does not have.
  static var defaults: nowplaying_app_options {
    var options = nowplaying_app_options()
    options.bus_fd = -1
    return options
  }
}

extension AppOptions {
  init(_ given: nowplaying_app_options) throws(WrongArgument) {
    guard let id = Argument.text(given.application_id, limit: Limits.identifier) else {
      throw WrongArgument(details: "application_id is required")
    }
    self.init(applicationID: id)
    displayName = Argument.text(given.display_name, limit: Limits.identifier) ?? ""
    desktopEntry = Argument.text(given.desktop_entry, limit: Limits.identifier) ?? ""
    instance = Argument.text(given.instance, limit: Limits.identifier) ?? ""
    trackPrefix = Argument.text(given.track_path_prefix, limit: Limits.identifier + 1) ?? ""
    guard Self.takes(trackPrefix: trackPrefix) else {
      throw WrongArgument(
        details: "track_path_prefix is not an object path, too long, or below /org/mpris or /org/nowplaying")
    }
    busName = Argument.text(given.bus_name, limit: Limits.identifier) ?? ""
    guard Self.takes(busName: busName) else {
      throw WrongArgument(
        details:
          "bus_name is too long, or other than elements of letters, digits, \"-\" and \"_\", no digit first, and dots")
    }
    busAddress = Argument.text(given.bus_address, limit: Limits.identifier) ?? ""
    busSocket = try Argument.socket(given.bus_fd)
    loop = try Argument.loop(given.loop)
    guard let level = LogLevel(rawValue: given.log_level) else { throw WrongArgument(details: "unknown log_level") }
    logLevel = level
    flags = AppFlags(rawValue: given.flags)
    guard flags.isSubset(of: .known) else { throw WrongArgument(details: "unknown flags") }
    guard (0...Limits.schemes).contains(given.uri_scheme_count),
      given.uri_scheme_count == 0 || given.uri_schemes != nil
    else {
      throw WrongArgument(details: "uri_schemes is NULL with a count, or has more than NOWPLAYING_MAX_URI_SCHEMES")
    }
    guard (0...Limits.mimeTypes).contains(given.mime_type_count),
      given.mime_type_count == 0 || given.mime_types != nil
    else {
      throw WrongArgument(details: "mime_types is NULL with a count, or has more than NOWPLAYING_MAX_MIME_TYPES")
    }
    uriSchemes = Argument.texts(given.uri_schemes, given.uri_scheme_count, limit: Limits.identifier)
    mimeTypes = Argument.texts(given.mime_types, given.mime_type_count, limit: Limits.identifier)
  }
}

@implementation @_cdecl("nowplaying_app_free")
public func nowplaying_app_free(_ app: OpaquePointer!) {
  let cancellation = np_cancel_disable()
  end(app)
  np_cancel_restore(cancellation)
}

/// Frees the app. It is a separate function so that the last reference is given up while cancellation is still
/// disabled: releasing the app closes descriptors, and must not be cancelled half-way.
private func end(_ app: OpaquePointer?) {
  guard let app, let object = Handle.app(app) else { return }
  if !object.isForked, object.isCallingHost {
    return object.clientBug("nowplaying_app_free: it was called inside `wakeup`, and has no effect there")
  }
  object.close()
  object.whenCallbackReturns { Handle.free(app) }
}

/// Refuses a wrong argument, and also writes it to the app's log.
private func refuse(_ details: StaticString, _ app: App, in function: StaticString = #function) -> nowplaying_status {
  refuse(WrongArgument(details: details), in: function) { app.clientBug($0) }
}

@implementation @_cdecl("nowplaying_app_get_fd")
public func nowplaying_app_get_fd(_ app: OpaquePointer!, _ ret_fd: UnsafeMutablePointer<Int32>!) -> nowplaying_status {
  guard let app = Handle.app(app) else { return status(.invalidHandle) }
  if app.isForked { return status(.forked) }
  guard let ret_fd = Argument.place(ret_fd) else { return refuse("ret_fd is NULL or misaligned", app) }
  guard app.loopMode == .descriptor else { return status(.invalidState, "the app's loop is not NOWPLAYING_LOOP_FD") }
  ret_fd.pointee = app.descriptor
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_app_dispatch")
public func nowplaying_app_dispatch(_ app: OpaquePointer!) -> nowplaying_status {
  guard let app = Handle.app(app) else { return status(.invalidHandle) }
  if app.isForked { return status(.forked) }
  if app.loopMode == .thread { return status(.invalidState, "the app runs a thread of its own") }
  let cancellation = np_cancel_disable()
  defer { np_cancel_restore(cancellation) }
  return status(app.dispatch())
}

@implementation @_cdecl("nowplaying_app_get_bus_state")
public func nowplaying_app_get_bus_state(
  _ app: OpaquePointer!, _ ret_state: UnsafeMutablePointer<nowplaying_bus_state>!
) -> nowplaying_status {
  guard let app = Handle.app(app) else { return status(.invalidHandle) }
  if app.isForked { return status(.forked) }
  guard let ret_state = Argument.place(ret_state) else { return refuse("ret_state is NULL or misaligned", app) }
  ret_state.pointee = app.currentBusState.rawValue
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_app_get_bus_name")
public func nowplaying_app_get_bus_name(
  _ app: OpaquePointer!, _ ret_name: UnsafeMutablePointer<CChar>!, _ size: Int
) -> nowplaying_status {
  guard let app = Handle.app(app) else { return status(.invalidHandle) }
  if app.isForked { return status(.forked) }
  guard let ret_name else { return refuse("ret_name is NULL", app) }
  return Argument.write(app.currentBusName, ret_name, size)
    ? NOWPLAYING_OK
    : status(.tooLarge, "the name does not fit; NOWPLAYING_MAX_BUS_NAME_BYTES + 1 is always enough")
}

@implementation @_cdecl("nowplaying_app_get_aspect_ratios")
public func nowplaying_app_get_aspect_ratios(
  _ app: OpaquePointer!, _ ret_ratios: UnsafeMutablePointer<UInt32>!
) -> nowplaying_status {
  guard let app = Handle.app(app) else { return status(.invalidHandle) }
  if app.isForked { return status(.forked) }
  guard let ret_ratios = Argument.place(ret_ratios) else { return refuse("ret_ratios is NULL or misaligned", app) }
  ret_ratios.pointee = app.shownRatios.rawValue
  return NOWPLAYING_OK
}

@implementation @_cdecl("nowplaying_app_set_display_name")
public func nowplaying_app_set_display_name(
  _ app: OpaquePointer!, _ display_name: UnsafePointer<CChar>!
) -> nowplaying_status {
  guard let app = Handle.app(app) else { return status(.invalidHandle) }
  if app.isForked { return status(.forked) }
  return status(app.set(displayName: Argument.text(display_name, limit: Limits.identifier) ?? ""))
}
