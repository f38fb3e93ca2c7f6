// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBoundary
import NowPlayingC
import NowPlayingCore

@implementation @_cdecl("nowplaying_surface_session_get_playlists")
public func nowplaying_surface_session_get_playlists(
  _ session: OpaquePointer!, _ ret_playlists: UnsafeMutablePointer<nowplaying_surface_playlists>!
) -> nowplaying_status {
  guard let session = SessionSnapshot.find(session) else { return status(.invalidHandle) }
  guard let playlists = session.model.playlists else { return status(.noSuchContent, "the player has no playlists") }
  var value = nowplaying_surface_playlists()
  value.count = playlists.lists.count
  value.active = playlists.active.map { Int64(clamping: $0) } ?? -1
  value.orders = playlists.orders.rawValue
  return give(&value, ret_playlists, smallest: NP_FIRST_SURFACE_PLAYLISTS)
}

@implementation @_cdecl("nowplaying_surface_session_get_playlist")
public func nowplaying_surface_session_get_playlist(
  _ session: OpaquePointer!, _ index: Int, _ ret_playlist: UnsafeMutablePointer<nowplaying_surface_playlist>!
) -> nowplaying_status {
  guard let session = SessionSnapshot.find(session) else { return status(.invalidHandle) }
  guard let lists = session.model.playlists?.lists, lists.indices.contains(index) else {
    return status(.noSuchContent, "there is no such playlist")
  }
  var value = nowplaying_surface_playlist()
  value.id = lists[index].id.pointer
  value.name = lists[index].name.pointer
  value.icon_url = lists[index].iconURL.pointer
  return give(&value, ret_playlist, smallest: NP_FIRST_SURFACE_PLAYLIST)
}

@implementation @_cdecl("nowplaying_surface_follow_playlists")
public func nowplaying_surface_follow_playlists(
  _ surface: OpaquePointer!, _ session: OpaquePointer!, _ follow: Int32, _ order: nowplaying_surface_order,
  _ reverse: Int32, _ done: Done!, _ user_data: UnsafeMutableRawPointer!,
  _ ret_action: UnsafeMutablePointer<nowplaying_surface_action>!
) -> nowplaying_status {
  ActionStart(surface: surface, session: session, done: done, userData: user_data, place: ret_action)
    .begin { () throws(WrongArgument) in
      guard (NOWPLAYING_SURFACE_ORDER_ANY...NOWPLAYING_SURFACE_ORDER_USER).contains(order) else {
        throw WrongArgument(details: "unknown order")
      }
      let request = PlaylistsRequest(order: order, isReversed: try checkedTruth(reverse))
      return .followPlaylists(try checkedTruth(follow) ? request : nil)
    }
}

@implementation @_cdecl("nowplaying_surface_activate_playlist")
public func nowplaying_surface_activate_playlist(
  _ surface: OpaquePointer!, _ session: OpaquePointer!, _ id: UnsafePointer<CChar>!, _ done: Done!,
  _ user_data: UnsafeMutableRawPointer!, _ ret_action: UnsafeMutablePointer<nowplaying_surface_action>!
) -> nowplaying_status {
  ActionStart(surface: surface, session: session, done: done, userData: user_data, place: ret_action)
    .begin { () throws(WrongArgument) in .activate(try checkedPath(id)) }
}
