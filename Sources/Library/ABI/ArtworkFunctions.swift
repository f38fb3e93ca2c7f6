// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBoundary
import NowPlayingC
import NowPlayingCore
import NowPlayingEngine

extension PictureSource {
  /// Checks the bytes of a picture. Of too many bytes, one more than the limit is passed on: the code that reads the
  /// picture refuses it then.
  fileprivate static func data(_ data: UnsafeRawPointer?, _ size: Int) throws(WrongArgument) -> PictureSource {
    guard let data else { throw WrongArgument(details: "data is NULL") }
    // A size_t is imported as Int, so that a value beyond Int.max is negative here.
    let count = size < 0 ? Limits.picture + 1 : min(size, Limits.picture + 1)
    return .bytes(UnsafeRawBufferPointer(start: data, count: count))
  }

  fileprivate static func path(_ path: UnsafePointer<CChar>?) throws(WrongArgument) -> PictureSource {
    guard let path else { throw WrongArgument(details: "path is NULL") }
    return .file(path)
  }

  fileprivate static func url(_ url: UnsafePointer<CChar>?) throws(WrongArgument) -> PictureSource {
    // A URL that is too long is refused and not cut, because the cut one would be another address.
    guard let text = Argument.uncutText(url) else {
      throw WrongArgument(details: "url is NULL, empty or longer than NOWPLAYING_MAX_TEXT_BYTES")
    }
    return .address(text)
  }
}

/// Throws when an address was refused as not being a legal URL.
private func checked(_ failure: Failure?) throws(WrongArgument) -> Failure? {
  if failure == .invalidArgument { throw WrongArgument(details: "url is not an https:, http: or file:/// URL") }
  return failure
}

// MARK: Answers

private func complete(
  _ handle: OpaquePointer?, in function: StaticString = #function, _ source: () throws(WrongArgument) -> PictureSource
) -> nowplaying_status {
  withFile(handle, in: function) { (request, unreadable) throws(WrongArgument) in
    let source = try source()
    guard request.kind.isPicture else { throw WrongArgument(details: "this is not an artwork request") }
    return try checked(request.complete(source, unreadable: unreadable))
  }
}

@implementation @_cdecl("nowplaying_request_complete_artwork_data")
public func nowplaying_request_complete_artwork_data(
  _ request: OpaquePointer!, _ data: UnsafeRawPointer!, _ size: Int
) -> nowplaying_status {
  complete(request) { () throws(WrongArgument) in try .data(data, size) }
}

@implementation @_cdecl("nowplaying_request_complete_artwork_file")
public func nowplaying_request_complete_artwork_file(
  _ request: OpaquePointer!, _ path: UnsafePointer<CChar>!
) -> nowplaying_status {
  complete(request) { () throws(WrongArgument) in try .path(path) }
}

@implementation @_cdecl("nowplaying_request_complete_artwork_url")
public func nowplaying_request_complete_artwork_url(
  _ request: OpaquePointer!, _ url: UnsafePointer<CChar>!
) -> nowplaying_status {
  complete(request) { () throws(WrongArgument) in try .url(url) }
}

// MARK: Pictures given before they are asked for

/// Provides a picture. Cancellation is disabled meanwhile, because the call writes to the disk and must not be
/// interrupted half-way.
private func provide(
  _ handle: OpaquePointer?, _ artwork_id: UnsafePointer<CChar>?, in function: StaticString = #function,
  _ source: () throws(WrongArgument) -> PictureSource?
) -> nowplaying_status {
  let cancellation = np_cancel_disable()
  defer { np_cancel_restore(cancellation) }
  return reading(in: function) { reason in
    withSession(handle, in: function) { (session) throws(WrongArgument) in
      guard let id = Argument.identifier(artwork_id) else {
        throw WrongArgument(details: "artwork_id is NULL or empty")
      }
      return try checked(session.provide(try source(), for: id) { reason = $0 })
    }
  }
}

@implementation @_cdecl("nowplaying_session_provide_artwork_data")
public func nowplaying_session_provide_artwork_data(
  _ session: OpaquePointer!, _ artwork_id: UnsafePointer<CChar>!, _ data: UnsafeRawPointer!, _ size: Int
) -> nowplaying_status {
  provide(session, artwork_id) { () throws(WrongArgument) in try .data(data, size) }
}

@implementation @_cdecl("nowplaying_session_provide_artwork_file")
public func nowplaying_session_provide_artwork_file(
  _ session: OpaquePointer!, _ artwork_id: UnsafePointer<CChar>!, _ path: UnsafePointer<CChar>!
) -> nowplaying_status {
  provide(session, artwork_id) { () throws(WrongArgument) in try .path(path) }
}

@implementation @_cdecl("nowplaying_session_provide_artwork_url")
public func nowplaying_session_provide_artwork_url(
  _ session: OpaquePointer!, _ artwork_id: UnsafePointer<CChar>!, _ url: UnsafePointer<CChar>!
) -> nowplaying_status {
  provide(session, artwork_id) { () throws(WrongArgument) in try .url(url) }
}

@implementation @_cdecl("nowplaying_session_provide_artwork_none")
public func nowplaying_session_provide_artwork_none(
  _ session: OpaquePointer!, _ artwork_id: UnsafePointer<CChar>!
) -> nowplaying_status {
  provide(session, artwork_id) { () throws(WrongArgument) in nil }
}
