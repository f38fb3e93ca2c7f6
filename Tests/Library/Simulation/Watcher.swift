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

  /// An action that was asked for a session as it was shown.
  struct Asked {
    let shown: Shown
    let kind: Int32
    let position: Int64
    let time: Int64
    /// Each status with which `done` was called, and when.
    var answers: [(status: Int32, time: Int64)] = []
  }

  private(set) var complaints: [String] = []
  private(set) var destroyed = 0
  /// Whether it has all players that were there when it came.
  private(set) var hasListed = false
  private(set) var asked: [Asked] = []
  private let world: World
  private var surface: OpaquePointer?

  var descriptor: Int32? {
    var descriptor: Int32 = -1
    return surface != nil && nowplaying_surface_get_fd(surface, &descriptor) == NOWPLAYING_OK ? descriptor : nil
  }

  init(_ world: World) {
    self.world = world
    var options = nowplaying_surface_options()
    options.struct_size = MemoryLayout<nowplaying_surface_options>.size
    options.bus_fd = -1
    options.loop = NOWPLAYING_LOOP_FD
    var callbacks = nowplaying_surface_callbacks()
    callbacks.struct_size = MemoryLayout<nowplaying_surface_callbacks>.size
    callbacks.user_data = Unmanaged.passUnretained(self).toOpaque()
    callbacks.destroy = { Unmanaged<Watcher>.fromOpaque($0!).takeUnretainedValue().destroyed += 1 }
    callbacks.listed = { _, user in Unmanaged<Watcher>.fromOpaque(user!).takeUnretainedValue().hasListed = true }
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
  var sessions: [Shown] { eachSession { shown, _ in shown } }

  /// Sends a command to the session of a player that is shown, and notes its answers.
  func send(_ kind: Int32, to busName: String, position: Int64) {
    _ = eachSession { shown, session in
      if shown.busName != busName { return }
      var command = nowplaying_command_event()
      command.struct_size = MemoryLayout<nowplaying_command_event>.size
      (command.kind, command.time_us) = (kind, position)
      asked.append(Asked(shown: shown, kind: kind, position: position, time: world.now))
      let context = Context(self, asked.count - 1)
      let status = nowplaying_surface_send_command(
        surface, session, &command,
        { _, result, user in Unmanaged<Context>.fromOpaque(user!).takeUnretainedValue().note(result!.pointee.status) },
        Unmanaged.passUnretained(context).toOpaque(), nil)
      contexts.append(context)
      check(status)
    }
  }

  /// The place of an action, for its callback.
  private final class Context {
    private unowned let watcher: Watcher
    private let index: Int

    init(_ watcher: Watcher, _ index: Int) { (self.watcher, self.index) = (watcher, index) }

    func note(_ status: Int32) { watcher.asked[index].answers.append((status, watcher.world.now)) }
  }

  private var contexts: [Context] = []

  private func eachSession<Result>(_ read: (Shown, OpaquePointer?) -> Result) -> [Result] {
    var list = [OpaquePointer?](repeating: nil, count: 32)
    var count = 0
    guard nowplaying_surface_get_sessions(surface, &list, list.count, &count) == NOWPLAYING_OK else { return [] }
    return list.prefix(count).map { session in
      defer { _ = nowplaying_surface_session_unref(session) }
      return read(shown(session), session)
    }
  }

  private func shown(_ session: OpaquePointer?) -> Shown {
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

  func end() {
    nowplaying_surface_free(surface)
    surface = nil
  }
}
