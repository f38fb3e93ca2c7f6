// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC

/// A surface: what the library for surfaces shows.
final class Watcher: Program {
  /// A session as it is shown.
  struct Shown: Equatable {
    let busName: String
    let title: String
    let state: Int32
    let key: String
  }

  private(set) var complaints: [String] = []
  private(set) var destroyed = 0
  /// The results of actions: how often each was answered.
  private(set) var results: [Int] = []
  private var surface: OpaquePointer?

  var descriptor: Int32? {
    var descriptor: Int32 = -1
    return surface != nil && nowplaying_surface_get_fd(surface, &descriptor) == NOWPLAYING_OK ? descriptor : nil
  }

  init() {
    var options = nowplaying_surface_options()
    options.struct_size = MemoryLayout<nowplaying_surface_options>.size
    options.bus_fd = -1
    options.loop = NOWPLAYING_LOOP_FD
    var callbacks = nowplaying_surface_callbacks()
    callbacks.struct_size = MemoryLayout<nowplaying_surface_callbacks>.size
    callbacks.user_data = Unmanaged.passUnretained(self).toOpaque()
    callbacks.destroy = { Unmanaged<Watcher>.fromOpaque($0!).takeUnretainedValue().destroyed += 1 }
    callbacks.log = { _, level, text, user in
      guard level <= NOWPLAYING_LOG_WARNING else { return }
      Unmanaged<Watcher>.fromOpaque(user!).takeUnretainedValue().complaints.append(String(cString: text!))
    }
    "unix:path=\(Bus.socket)".withCString { address in
      options.bus_address = address
      check(nowplaying_surface_new(&options, &callbacks, &surface))
    }
  }

  func dispatch() { if surface != nil { check(nowplaying_surface_dispatch(surface)) } }

  private func check(_ status: Int32) {
    if status != NOWPLAYING_OK {
      complaints.append("a call failed: \(String(cString: nowplaying_surface_strerror(status)))")
    }
  }

  /// The sessions, the most important first.
  var sessions: [Shown] {
    var list = [OpaquePointer?](repeating: nil, count: 32)
    var count = 0
    guard nowplaying_surface_get_sessions(surface, &list, list.count, &count) == NOWPLAYING_OK else { return [] }
    return list.prefix(count).map { session in
      defer { _ = nowplaying_surface_session_unref(session) }
      var info = nowplaying_surface_info()
      info.struct_size = MemoryLayout<nowplaying_surface_info>.size
      var snapshot = nowplaying_snapshot()
      snapshot.struct_size = MemoryLayout<nowplaying_snapshot>.size
      check(nowplaying_surface_session_get_info(session, &info))
      let state =
        nowplaying_surface_session_get_snapshot(session, .min, &snapshot) == NOWPLAYING_OK
        ? snapshot.state : NOWPLAYING_STATE_STOPPED
      let title = nowplaying_surface_session_get_text(session, NOWPLAYING_FIELD_TITLE, 0)
      return Shown(
        busName: String(cString: info.bus_name), title: title.map { String(cString: $0) } ?? "", state: state,
        key: String(cString: info.key))
    }
  }

  func end() {
    nowplaying_surface_free(surface)
    surface = nil
  }
}
