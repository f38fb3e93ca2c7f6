// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBoundary
import NowPlayingC
import NowPlayingCore
import NowPlayingEngine

// The properties that clients can change: for each, the callback by which the host carries out a change, and the
// function by which the host reports the present value.

// MARK: Properties of an app

extension AppCallbacks {
  func takes(_ change: AppChange) -> Bool {
    switch change {
    case .fullscreen: table.fullscreen != nil
    }
  }

  func make(_ change: AppChange, _ request: Request) {
    RequestHandle.lend(request) { request in
      switch change {
      case .fullscreen(let isOn): table.fullscreen?(handle, request, isOn ? 1 : 0, table.user_data)
      }
    }
  }
}

@implementation @_cdecl("nowplaying_app_set_fullscreen")
public func nowplaying_app_set_fullscreen(_ app: OpaquePointer!, _ fullscreen: Int32) -> nowplaying_status {
  guard let app = Handle.app(app) else { return status(.invalidHandle) }
  if app.isForked { return status(.forked) }
  return status(app.set(.fullscreen(fullscreen != 0)))
}

// MARK: Properties of a session

extension SessionCallbacks {
  func takes(_ change: SessionChange) -> Bool {
    switch change {
    case .volume: table.volume != nil
    case .goTo: table.queue_go_to != nil
    case .add: table.queue_add != nil
    case .remove: table.queue_remove != nil
    case .select: table.select_track != nil
    }
  }

  func make(_ change: SessionChange, _ request: Request) {
    switch change {
    case .volume(let volume):
      RequestHandle.lend(request) { table.volume?(handle, $0, volume, table.user_data) }
    case .goTo(let entry): lend(request, entry.id) { table.queue_go_to?(handle, $0, $1, table.user_data) }
    case .remove(let entry): lend(request, entry.id) { table.queue_remove?(handle, $0, $1, table.user_data) }
    case .add(let uri, let after, let plays):
      let uri = uri.cString
      let play: Int32 = plays ? 1 : 0
      guard let after else {
        return RequestHandle.lend(request) { table.queue_add?(handle, $0, uri, nil, play, table.user_data) }
      }
      lend(request, after.id) { table.queue_add?(handle, $0, uri, $1, play, table.user_data) }
    case .select(let kind, let id):
      lend(request, id ?? "") {
        table.select_track?(handle, $0, kind.rawValue, id == nil ? nil : $1, table.user_data)
      }
    }
  }
}

@implementation @_cdecl("nowplaying_session_set_volume")
public func nowplaying_session_set_volume(_ session: OpaquePointer!, _ volume: Double) -> nowplaying_status {
  withSession(session) { (session) throws(WrongArgument) in
    guard volume.isFinite else { throw WrongArgument(details: "volume is not a finite number") }
    return session.change { $0.volume = volume < 0 ? nil : min(volume, Limits.volume) }
  }
}

@implementation @_cdecl("nowplaying_session_set_muted")
public func nowplaying_session_set_muted(_ session: OpaquePointer!, _ muted: Int32) -> nowplaying_status {
  withSession(session) { $0.change { $0.isMuted = muted != 0 } }
}

@implementation @_cdecl("nowplaying_session_set_volume_maximum")
public func nowplaying_session_set_volume_maximum(_ session: OpaquePointer!, _ maximum: Double) -> nowplaying_status {
  withSession(session) { (session) throws(WrongArgument) in
    guard maximum.isFinite, maximum > 0 else {
      throw WrongArgument(details: "maximum is not a finite number greater than 0")
    }
    return session.change { $0.volumeMaximum = min(maximum, Limits.volume) }
  }
}
