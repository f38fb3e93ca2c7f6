// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBoundary
import NowPlayingC
import NowPlayingCore

@implementation @_cdecl("nowplaying_surface_session_get_queue")
public func nowplaying_surface_session_get_queue(
  _ session: OpaquePointer!, _ ret_queue: UnsafeMutablePointer<nowplaying_surface_queue>!
) -> nowplaying_status {
  guard let session = SessionSnapshot.find(session) else { return status(.invalidHandle) }
  guard let queue = session.model.queue else { return status(.noSuchContent, "the session has no queue") }
  var value = nowplaying_surface_queue()
  value.count = queue.entries.count
  value.total = queue.total
  value.present = queue.present.map { Int64(clamping: $0) } ?? -1
  value.can_edit = queue.canEdit ? 1 : 0
  return give(&value, ret_queue, smallest: NP_FIRST_SURFACE_QUEUE)
}

@implementation @_cdecl("nowplaying_surface_session_get_queue_entry")
public func nowplaying_surface_session_get_queue_entry(
  _ session: OpaquePointer!, _ index: Int, _ ret_entry: UnsafeMutablePointer<nowplaying_surface_queue_entry>!
) -> nowplaying_status {
  guard let session = SessionSnapshot.find(session) else { return status(.invalidHandle) }
  guard let entries = session.model.queue?.entries, entries.indices.contains(index) else {
    return status(.noSuchContent, "there is no such entry")
  }
  let entry = entries[index]
  var value = nowplaying_surface_queue_entry()
  value.id = entry.id.pointer
  value.title = entry.title.pointer
  value.artists = entry.artists.pointer
  value.album = entry.album.pointer
  value.url = entry.url.pointer
  value.artwork_url = entry.artworkURL.pointer
  value.duration_us = entry.duration.count
  return give(&value, ret_entry, smallest: NP_FIRST_SURFACE_QUEUE_ENTRY)
}

@implementation @_cdecl("nowplaying_surface_follow_queue")
public func nowplaying_surface_follow_queue(
  _ surface: OpaquePointer!, _ session: OpaquePointer!, _ follow: Int32, _ done: Done!,
  _ user_data: UnsafeMutableRawPointer!, _ ret_action: UnsafeMutablePointer<nowplaying_surface_action>!
) -> nowplaying_status {
  ActionStart(surface: surface, session: session, done: done, userData: user_data, place: ret_action)
    .begin { () throws(WrongArgument) in .followQueue(try checkedTruth(follow)) }
}

@implementation @_cdecl("nowplaying_surface_queue_go_to")
public func nowplaying_surface_queue_go_to(
  _ surface: OpaquePointer!, _ session: OpaquePointer!, _ id: UnsafePointer<CChar>!, _ done: Done!,
  _ user_data: UnsafeMutableRawPointer!, _ ret_action: UnsafeMutablePointer<nowplaying_surface_action>!
) -> nowplaying_status {
  ActionStart(surface: surface, session: session, done: done, userData: user_data, place: ret_action)
    .begin { () throws(WrongArgument) in .goTo(try checkedPath(id)) }
}

@implementation @_cdecl("nowplaying_surface_queue_add")
public func nowplaying_surface_queue_add(
  _ surface: OpaquePointer!, _ session: OpaquePointer!, _ uri: UnsafePointer<CChar>!,
  _ after_id: UnsafePointer<CChar>!, _ play: Int32, _ done: Done!, _ user_data: UnsafeMutableRawPointer!,
  _ ret_action: UnsafeMutablePointer<nowplaying_surface_action>!
) -> nowplaying_status {
  ActionStart(surface: surface, session: session, done: done, userData: user_data, place: ret_action)
    .begin { () throws(WrongArgument) in
      guard let text = Argument.uncutText(uri, limit: Limits.uri)
      else { throw WrongArgument(details: "uri is NULL, empty or too long") }
      return .add(uri: text, after: after_id == nil ? nil : try checkedPath(after_id), plays: try checkedTruth(play))
    }
}

@implementation @_cdecl("nowplaying_surface_queue_remove")
public func nowplaying_surface_queue_remove(
  _ surface: OpaquePointer!, _ session: OpaquePointer!, _ id: UnsafePointer<CChar>!, _ done: Done!,
  _ user_data: UnsafeMutableRawPointer!, _ ret_action: UnsafeMutablePointer<nowplaying_surface_action>!
) -> nowplaying_status {
  ActionStart(surface: surface, session: session, done: done, userData: user_data, place: ret_action)
    .begin { () throws(WrongArgument) in .remove(try checkedPath(id)) }
}

/// Checks that a C string is an object path, and not longer than ids that are kept.
func checkedPath(_ id: UnsafePointer<CChar>?) throws(WrongArgument) -> String {
  guard let path = Argument.uncutText(id, limit: Limits.identifier), ObjectPath.isValid(path)
  else { throw WrongArgument(details: "an id is not an object path") }
  return path
}

func checkedTruth(_ value: Int32) throws(WrongArgument) -> Bool {
  guard value == 0 || value == 1 else { throw WrongArgument(details: "a flag is neither 0 nor 1") }
  return value == 1
}
