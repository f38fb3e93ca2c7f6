// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBoundary
import NowPlayingC
import NowPlayingCore
import NowPlayingEngine

// Functions for the queue of a session and the playlists of an app.

@implementation @_cdecl("nowplaying_session_set_queue")
public func nowplaying_session_set_queue(
  _ session: OpaquePointer!, _ entries: UnsafePointer<OpaquePointer?>!, _ count: Int
) -> nowplaying_status {
  withSession(session) { (session) throws(WrongArgument) in
    // A size_t is imported as Int, so that a value beyond Int.max is negative here.
    guard (0...Limits.queue).contains(count) else {
      throw WrongArgument(failure: .tooLarge, details: "more than NOWPLAYING_MAX_QUEUE_ENTRIES")
    }
    if count == 0 { return session.set(queue: []) }
    guard let entries, Argument.isAligned(entries) else {
      throw WrongArgument(details: "entries is NULL with a count, or misaligned")
    }
    var contents: [Content] = []
    contents.reserveCapacity(count)
    for index in 0..<count {
      guard let box = Handle.content(entries[index]) else {
        throw WrongArgument(details: "an entry is not a content", index: index)
      }
      if box.content.id.isEmpty { throw WrongArgument(details: "an entry has no id", index: index) }
      contents.append(box.described)
    }
    return session.set(queue: contents)
  }
}

@implementation @_cdecl("nowplaying_session_set_queue_row")
public func nowplaying_session_set_queue_row(_ session: OpaquePointer!, _ row: Int64) -> nowplaying_status {
  withSession(session) { (session) throws(WrongArgument) in
    let failure = session.set(queueRow: Int(clamping: row))
    if failure == .invalidArgument { throw WrongArgument(details: "the queue has no such row") }
    return failure
  }
}

@implementation @_cdecl("nowplaying_app_set_playlists")
public func nowplaying_app_set_playlists(
  _ app: OpaquePointer!, _ playlists: UnsafePointer<nowplaying_playlist>!, _ count: Int
) -> nowplaying_status {
  guard let app = Handle.app(app) else { return status(.invalidHandle) }
  if app.isForked { return status(.forked) }
  do throws(WrongArgument) {
    let lists = try Playlist.read(playlists, count)
    return status(app.changePlaylists { $0.lists = lists })
  } catch {
    return refuse(error, in: #function) { app.clientBug($0) }
  }
}

@implementation @_cdecl("nowplaying_app_set_active_playlist")
public func nowplaying_app_set_active_playlist(
  _ app: OpaquePointer!, _ playlist_id: UnsafePointer<CChar>!
) -> nowplaying_status {
  guard let app = Handle.app(app) else { return status(.invalidHandle) }
  if app.isForked { return status(.forked) }
  let id = Argument.identifier(playlist_id)
  return status(app.changePlaylists { $0.active = id })
}

extension Playlist {
  /// Checks the playlists of a C program, and copies them.
  fileprivate static func read(
    _ pointer: UnsafePointer<nowplaying_playlist>?, _ count: Int
  ) throws(WrongArgument) -> [Playlist] {
    guard (0...Limits.playlists).contains(count) else {
      throw WrongArgument(failure: .tooLarge, details: "more than NOWPLAYING_MAX_PLAYLISTS")
    }
    var playlists: [Playlist] = []
    let refusal: StaticString = "playlists is NULL with a count, or misaligned"
    try Argument.each(pointer, count, MemoryLayout<nowplaying_playlist>.alignment, refusal: refusal) {
      (place, stride) throws(WrongArgument) in
      playlists.append(try read(place.assumingMemoryBound(to: nowplaying_playlist.self), stride))
    }
    if let index = repeated(playlists) { throw WrongArgument(details: "two playlists have the same id", index: index) }
    return playlists
  }

  /// Returns the index of a playlist with the same id as one before it; nil when there is none. Sorting by the id puts
  /// the same ids side by side.
  private static func repeated(_ playlists: [Playlist]) -> Int? {
    let order = Order.indices(playlists.count) {
      Order.precedes(playlists[$0].id, playlists[$1].id, ignoringCase: false)
    }
    for place in order.indices.dropFirst()
    where playlists[order[place]].id.exact == playlists[order[place - 1]].id.exact {
      return max(order[place], order[place - 1])
    }
    return nil
  }

  private static func read(
    _ pointer: UnsafePointer<nowplaying_playlist>, _ stride: Int
  ) throws(WrongArgument) -> Playlist {
    guard let given = Argument.sized(pointer, defaults: nowplaying_playlist(), smallest: NP_FIRST_PLAYLIST),
      given.struct_size == stride
    else { throw WrongArgument(details: "impossible struct_size; use NOWPLAYING_PLAYLIST_INIT") }
    guard let id = Argument.identifier(given.id), let name = Argument.text(given.name, limit: Limits.identifier) else {
      throw WrongArgument(details: "a playlist has no id or no name")
    }
    func date(_ seconds: Int64) -> Int64? { seconds == Int64.min ? nil : seconds }
    return Playlist(
      id: id, name: name, iconURL: Argument.text(given.icon_url) ?? "", created: date(given.created),
      modified: date(given.modified), lastPlayed: date(given.last_played))
  }
}
