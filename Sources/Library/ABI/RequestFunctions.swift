// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBoundary
import NowPlayingC
import NowPlayingCore
import NowPlayingEngine

/// The handles of requests, which are given to callbacks, kept by hosts, and released.
enum RequestHandle {
  /// Lends a request to a callback of the host, and answers the request by the status that the callback returns. The
  /// closure `callback` returns nil where the host has no such callback: the answer is then that the host does not
  /// support the request.
  ///
  /// The work is done in two functions without a closure, because the compiler copies a function with a closure into
  /// each caller.
  static func lend(_ request: Request, _ callback: (OpaquePointer?) -> nowplaying_status?) {
    guard let handle = begin(request) else { return }
    end(request, handle, callback(handle) ?? NOWPLAYING_ERROR_NOT_SUPPORTED)
  }

  /// Makes the handle that is lent. When there is no memory, makes the request fail and returns nil.
  private static func begin(_ request: Request) -> OpaquePointer? {
    guard let handle = Handle.make(.request, request) else {
      _ = request.fail(.system)
      return nil
    }
    request.startHandle(handle)
    return handle
  }

  /// Called when the callback has returned: answers the request by the status, and releases the caller's reference and,
  /// unless the host answers later, the host's.
  private static func end(_ request: Request, _ handle: OpaquePointer, _ status: nowplaying_status) {
    if status == NOWPLAYING_OK, !request.kind.isAsset {
      if let last = request.complete(releasing: 2) { Handle.free(last) }
      return
    }
    answer(request, by: status)
    release(handle, request, references: status == NOWPLAYING_PENDING ? 1 : 2)
  }

  private static func answer(_ request: Request, by status: nowplaying_status) {
    switch status {
    case NOWPLAYING_PENDING: break
    case NOWPLAYING_OK:
      // The answer is refused when the callback has given the picture before it returned, or when the request has
      // failed.
      let what = request.kind.isVideo ? "video" : "picture"
      let failure = request.complete(.failed(.commandFailed, "The callback returned without giving a " + what))
      if failure == nil { bug(request, "NOWPLAYING_OK was returned without a " + what) }
    default:
      if status > 0 { bug(request, "an unknown status was returned") }
      _ = request.fail(Failure(rawValue: status) ?? .commandFailed)
    }
  }

  /// Releases references to a request. If the last reference is among them and the request has no answer yet, this is
  /// logged as an error of the host.
  static func release(_ handle: OpaquePointer, _ request: Request, references: Int = 1) {
    let last = request.releaseForHost(references) {
      bug(request, "the last reference to a request was dropped without an answer")
    }
    if let last { Handle.free(last) }
  }

  private static func bug(_ request: Request, _ sentence: String) {
    request.clientBug(request.kind.callback.string + ": " + sentence)
  }
}

/// Runs the body with the request of a handle, unless the handle is invalid or comes from the parent process of a fork.
/// Cancellation is disabled meanwhile. Not inlined, because there are many callers.
@inline(never)
private func with(
  _ handle: OpaquePointer?, in function: StaticString = #function,
  _ body: (Request) throws(WrongArgument) -> Failure?
) -> nowplaying_status {
  guard let request = Handle.request(handle) else { return status(.invalidHandle, in: function) }
  if request.isForked { return status(.forked, in: function) }
  let cancellation = np_cancel_disable()
  defer { np_cancel_restore(cancellation) }
  do throws(WrongArgument) {
    return status(try body(request), in: function)
  } catch {
    return refuse(error, in: function) { request.clientBug($0) }
  }
}

@implementation @_cdecl("nowplaying_request_ref")
public func nowplaying_request_ref(_ request: OpaquePointer!) -> OpaquePointer! {
  guard let object = Handle.request(request) else {
    _ = status(.invalidHandle)
    return nil
  }
  if object.isForked {
    _ = status(.forked)
    return nil
  }
  return object.retainForHost() ? request : nil
}

@implementation @_cdecl("nowplaying_request_unref")
public func nowplaying_request_unref(_ request: OpaquePointer!) -> OpaquePointer! {
  let cancellation = np_cancel_disable()
  end(request)
  np_cancel_restore(cancellation)
  return nil
}

/// Releases the host's reference. It is a separate function so that the reference is given up while cancellation is
/// still disabled.
private func end(_ request: OpaquePointer?) {
  guard let request, let object = Handle.request(request) else { return }
  RequestHandle.release(request, object)
}

@implementation @_cdecl("nowplaying_request_complete")
public func nowplaying_request_complete(
  _ request: OpaquePointer!, _ answer: nowplaying_status, _ message: UnsafePointer<CChar>!
) -> nowplaying_status {
  with(request) { (request) throws(WrongArgument) in
    guard answer <= 0 else { throw WrongArgument(details: "status is neither NOWPLAYING_OK nor an error") }
    guard answer == NOWPLAYING_OK else {
      return request.fail(Failure(rawValue: answer) ?? .commandFailed, Argument.text(message))
    }
    if request.kind.isVideo { throw WrongArgument(details: "a video request is answered by a video") }
    if request.kind.isPicture { throw WrongArgument(details: "an artwork request is answered by a picture") }
    return request.complete(.done)
  }
}

@implementation @_cdecl("nowplaying_request_complete_video_data")
public func nowplaying_request_complete_video_data(
  _ request: OpaquePointer!, _ data: UnsafeRawPointer!, _ size: Int
) -> nowplaying_status {
  with(request) { (request) throws(WrongArgument) in
    guard let data else { throw WrongArgument(details: "data is NULL") }
    guard request.kind.isVideo else { throw WrongArgument(details: "this is not a video request") }
    // A size_t is imported as Int, so that a value beyond Int.max is negative here.
    guard size >= 0, size <= Limits.video else { return .tooLarge }
    return request.complete(video: UnsafeRawBufferPointer(start: data, count: size))
  }
}

@implementation @_cdecl("nowplaying_request_complete_video_file")
public func nowplaying_request_complete_video_file(
  _ request: OpaquePointer!, _ path: UnsafePointer<CChar>!
) -> nowplaying_status {
  withFile(request) { (request, unreadable) throws(WrongArgument) in
    guard let path else { throw WrongArgument(details: "path is NULL") }
    guard request.kind.isVideo else { throw WrongArgument(details: "this is not a video request") }
    return request.complete(videoIn: path, unreadable: unreadable)
  }
}

@implementation @_cdecl("nowplaying_request_complete_video_url")
public func nowplaying_request_complete_video_url(
  _ request: OpaquePointer!, _ url: UnsafePointer<CChar>!
) -> nowplaying_status {
  withFile(request) { (request, unreadable) throws(WrongArgument) in
    guard request.kind.isVideo else { throw WrongArgument(details: "this is not a video request") }
    guard let text = Argument.uncutText(url) else {
      throw WrongArgument(details: "url is NULL, empty or longer than NOWPLAYING_MAX_TEXT_BYTES")
    }
    let failure = request.complete(videoAt: text, unreadable: unreadable)
    if failure == .invalidArgument { throw WrongArgument(details: "url is not a URL") }
    return failure
  }
}

/// Does what `with` does, for an answer that reads a file. The closure is given a function that takes the system's
/// error.
func withFile(
  _ handle: OpaquePointer?, in function: StaticString = #function,
  _ body: (Request, (String) -> Void) throws(WrongArgument) -> Failure?
) -> nowplaying_status {
  reading(in: function) { reason in
    with(handle, in: function) { (request) throws(WrongArgument) in
      try body(request) {
        reason = $0
        request.fileFailed($0)
      }
    }
  }
}

/// Runs a function that reads a file. When it fails, the details are the system's error for the file.
func reading(in function: StaticString, _ body: (_ reason: inout String?) -> nowplaying_status) -> nowplaying_status {
  var reason: String?
  let result = body(&reason)
  guard let reason, let failure = Failure(rawValue: result) else { return result }
  return status(failure, text: reason, in: function)
}

@implementation @_cdecl("nowplaying_request_get_state")
public func nowplaying_request_get_state(_ request: OpaquePointer!) -> nowplaying_status {
  guard let request = Handle.request(request) else { return status(.invalidHandle) }
  return status(request.isForked ? .forked : request.state)
}

@implementation @_cdecl("nowplaying_request_get_queue_row")
public func nowplaying_request_get_queue_row(
  _ request: OpaquePointer!, _ ret_row: UnsafeMutablePointer<Int64>!
) -> nowplaying_status {
  with(request) { (request) throws(WrongArgument) in
    guard let place = Argument.place(ret_row) else { throw WrongArgument(details: "ret_row is NULL or misaligned") }
    guard case .entry(_, let entry) = request.kind else {
      throw WrongArgument(details: "this request is not about the queue")
    }
    guard let entry else {
      place.pointee = -1
      return nil
    }
    guard let row = request.row(of: entry) else { return .noSuchContent }
    place.pointee = Int64(clamping: row)
    return nil
  }
}
