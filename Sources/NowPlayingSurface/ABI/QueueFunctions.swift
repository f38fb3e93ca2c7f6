// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

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
  return Argument.fill(ret_queue, value, smallest: FirstSize.queue) ? NOWPLAYING_OK : status(.invalidArgument, badPlace)
}

@implementation @_cdecl("nowplaying_surface_session_get_queue_entry")
public func nowplaying_surface_session_get_queue_entry(
  _ session: OpaquePointer!, _ index: Int, _ ret_entry: UnsafeMutablePointer<nowplaying_surface_queue_entry>!
) -> nowplaying_status {
  guard let session = SessionSnapshot.find(session) else { return status(.invalidHandle) }
  guard let entries = session.model.queue?.entries, entries.indices.contains(index) else {
    return status(.noSuchContent, "there are not so many entries")
  }
  let entry = entries[index]
  var value = nowplaying_surface_queue_entry()
  value.id = entry.id.pointer
  value.title = entry.title.pointer
  value.artists = entry.artists.pointer
  value.album = entry.album.pointer
  value.url = entry.url.pointer
  value.artwork_url = entry.artworkURL.pointer
  value.duration_us = entry.duration
  return Argument.fill(ret_entry, value, smallest: FirstSize.queueEntry)
    ? NOWPLAYING_OK : status(.invalidArgument, badPlace)
}

@implementation @_cdecl("nowplaying_surface_follow_queue")
public func nowplaying_surface_follow_queue(
  _ surface: OpaquePointer!, _ session: OpaquePointer!, _ follow: Int32, _ done: Done!,
  _ user_data: UnsafeMutableRawPointer!, _ ret_action: UnsafeMutablePointer<nowplaying_surface_action>!
) -> nowplaying_status {
  Beginning(surface: surface, session: session, done: done, userData: user_data, place: ret_action)
    .begin { () throws(WrongArgument) in
      guard follow == 0 || follow == 1 else { throw WrongArgument(details: "follow is neither 0 nor 1") }
      return .followQueue(follow == 1)
    }
}
