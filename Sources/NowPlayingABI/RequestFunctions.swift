// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingC
import NowPlayingCore
import NowPlayingEngine

/// Requests as C hosts hold them.
enum RequestHandle {
  /// Lends a request to a callback, and answers it by what the callback returns; nil means that there is none.
  static func lend(_ request: Request, _ callback: (OpaquePointer?) -> nowplaying_status?) {
    guard let handle = Handle.make(.request, request) else {
      _ = request.complete(.failed(.system, Failure.system.sentence.description))
      return
    }
    request.startHandle(handle)
    switch callback(handle) {
    case nil: _ = request.complete(failed(.notSupported))
    case NOWPLAYING_PENDING?: break
    case NOWPLAYING_OK?:
      if case .artwork = request.kind {
        // Answered before it returned, or not at all.
        _ = request.complete(.failed(.commandFailed, "The callback returned without giving a picture"))
      } else {
        _ = request.complete(.done)
      }
    case let status?: _ = request.complete(failed(Failure(rawValue: status) ?? .commandFailed))
    }
    release(handle, request)
  }

  static func failed(_ failure: Failure) -> Request.Answer { .failed(failure, failure.sentence.description) }

  static func release(_ handle: OpaquePointer, _ request: Request) {
    if let last = request.releaseForHost() { Handle.free(last) }
  }
}

@implementation @_cdecl("nowplaying_request_ref")
public func nowplaying_request_ref(_ request: OpaquePointer!) -> OpaquePointer! {
  guard let object = Handle.request(request), object.retainForHost() else {
    _ = status(.invalidHandle, "nowplaying_request_ref")
    return nil
  }
  return request
}

@implementation @_cdecl("nowplaying_request_unref")
public func nowplaying_request_unref(_ request: OpaquePointer!) -> OpaquePointer! {
  if let object = Handle.request(request) { RequestHandle.release(request, object) }
  return nil
}

@implementation @_cdecl("nowplaying_request_complete")
public func nowplaying_request_complete(
  _ request: OpaquePointer!, _ answer: nowplaying_status, _ message: UnsafePointer<CChar>!
) -> nowplaying_status {
  guard let request = Handle.request(request) else { return status(.invalidHandle, "nowplaying_request_complete") }
  guard answer <= 0 else {
    return status(.invalidArgument, "nowplaying_request_complete", "status is neither NOWPLAYING_OK nor an error")
  }
  if answer == NOWPLAYING_OK {
    if case .artwork = request.kind {
      return status(.invalidArgument, "nowplaying_request_complete", "an artwork request is answered by a picture")
    }
    return status(request.complete(.done), "nowplaying_request_complete")
  }
  let failure = Failure(rawValue: answer) ?? .commandFailed
  let said = Argument.text(message) ?? failure.sentence.description
  return status(request.complete(.failed(failure, said)), "nowplaying_request_complete")
}

@implementation @_cdecl("nowplaying_request_complete_artwork_data")
public func nowplaying_request_complete_artwork_data(
  _ request: OpaquePointer!, _ data: UnsafeRawPointer!, _ size: Int
) -> nowplaying_status {
  guard let request = Handle.request(request) else {
    return status(.invalidHandle, "nowplaying_request_complete_artwork_data")
  }
  guard let data else {
    return status(.invalidArgument, "nowplaying_request_complete_artwork_data", "data is NULL")
  }
  guard size >= 0, size <= Limits.picture else { return status(.tooLarge, "nowplaying_request_complete_artwork_data") }
  let failure = request.complete(picture: UnsafeRawBufferPointer(start: data, count: size))
  return status(failure, "nowplaying_request_complete_artwork_data")
}

@implementation @_cdecl("nowplaying_request_complete_artwork_file")
public func nowplaying_request_complete_artwork_file(
  _ request: OpaquePointer!, _ path: UnsafePointer<CChar>!
) -> nowplaying_status {
  guard let request = Handle.request(request) else {
    return status(.invalidHandle, "nowplaying_request_complete_artwork_file")
  }
  guard let path else {
    return status(.invalidArgument, "nowplaying_request_complete_artwork_file", "path is NULL")
  }
  guard case .artwork = request.kind else {
    return status(.invalidArgument, "nowplaying_request_complete_artwork_file", "this is not an artwork request")
  }
  if let state = request.state { return status(state, "nowplaying_request_complete_artwork_file") }
  var data: UnsafeRawPointer?
  var size = 0
  let error = np_load_file(path, Limits.picture, &data, &size)
  if error < 0 {
    let reason = String(cString: np_strerror(error))
    // EFBIG is 27.
    return status(error == -27 ? .tooLarge : .io, "nowplaying_request_complete_artwork_file", text: reason)
  }
  defer { np_unload_file(data) }
  let failure = request.complete(picture: UnsafeRawBufferPointer(start: data, count: size))
  return status(failure, "nowplaying_request_complete_artwork_file")
}

@implementation @_cdecl("nowplaying_request_get_state")
public func nowplaying_request_get_state(_ request: OpaquePointer!) -> nowplaying_status {
  guard let request = Handle.request(request) else { return status(.invalidHandle, "nowplaying_request_get_state") }
  return request.state?.rawValue ?? NOWPLAYING_OK
}
