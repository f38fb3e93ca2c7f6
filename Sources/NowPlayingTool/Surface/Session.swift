// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

/// What one session was at one moment.
struct Session {
  let handle: OpaquePointer
  let info: nowplaying_surface_info
  /// Nil without an item.
  let item: nowplaying_surface_item?
  let playback: nowplaying_snapshot

  init(_ handle: OpaquePointer) {
    self.handle = handle
    var info = nowplaying_surface_info()
    info.struct_size = MemoryLayout<nowplaying_surface_info>.size
    nowplaying_surface_session_get_info(handle, &info)
    self.info = info
    var item = nowplaying_surface_item()
    item.struct_size = MemoryLayout<nowplaying_surface_item>.size
    self.item = nowplaying_surface_session_get_item(handle, &item) == NOWPLAYING_OK ? item : nil
    var playback = nowplaying_snapshot()
    playback.struct_size = MemoryLayout<nowplaying_snapshot>.size
    // NOWPLAYING_TIME_NOW.
    nowplaying_surface_session_get_snapshot(handle, .min, &playback)
    self.playback = playback
  }

  static func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

  /// The end of the MPRIS name, by which people and playerctl call a player.
  var player: String { PlayerNames.instance(Self.text(info.bus_name)) ?? Self.text(info.bus_name) }
  /// The same, as long as the session lives.
  var playerPointer: UnsafePointer<CChar>? {
    guard let name = info.bus_name else { return nil }
    return PlayerNames.instance(Self.text(name)) == nil ? name : name + PlayerNames.prefix.utf8CodeUnitCount
  }
  var id: String { Self.text(info.session_id) }
  var name: String { Self.text(info.display_name) }
  var isWhole: Bool { info.abilities & NOWPLAYING_SURFACE_IS_WHOLE != 0 }
  var isRemote: Bool { info.abilities & NOWPLAYING_SURFACE_IS_REMOTE != 0 }

  /// The first lines to show, without empty ones.
  var lines: [String] {
    guard let item else { return [] }
    return [item.first_line, item.second_line, item.third_line].map { Self.text($0) }.filter { !$0.isEmpty }
  }

  var state: StaticString {
    switch playback.state {
    case NOWPLAYING_STATE_STOPPED: "stopped"
    case NOWPLAYING_STATE_PLAYING: "playing"
    case NOWPLAYING_STATE_BUFFERING: "buffering"
    case NOWPLAYING_STATE_INTERRUPTED: "interrupted"
    default: "paused"
    }
  }

  /// In µs; nil when it is not known.
  var position: Int64? { playback.elapsed_us == .min ? nil : playback.elapsed_us }

  /// In µs; nil when it has no end.
  var duration: Int64? {
    guard let item, item.duration_kind == NOWPLAYING_DURATION_FINITE else { return nil }
    return item.duration_us
  }

  var commands: [nowplaying_command] {
    var found: [nowplaying_command] = []
    while true {
      var command = nowplaying_command()
      command.struct_size = MemoryLayout<nowplaying_command>.size
      guard nowplaying_surface_session_get_command(handle, found.count, &command) == NOWPLAYING_OK else { return found }
      found.append(command)
    }
  }

  var devices: [nowplaying_device] {
    var found: [nowplaying_device] = []
    while true {
      var device = nowplaying_device()
      device.struct_size = MemoryLayout<nowplaying_device>.size
      guard nowplaying_surface_session_get_device(handle, found.count, &device) == NOWPLAYING_OK else { return found }
      found.append(device)
    }
  }

  /// Whether a list of names on the command line means it: by its player's name, as playerctl has it, or by the id of
  /// the session or its application, or the name that people see.
  func isNamed(by names: [String]) -> Bool {
    names.contains { wanted in
      PlayerNames.matches(wanted, player)
        || [id, Self.text(info.application_id), name].contains { !$0.isEmpty && $0.exact == wanted.exact }
    }
  }
}

extension Panel {
  /// The sessions that the command line means, the most important first.
  func sessions(of arguments: Arguments, _ console: Console) throws(Failure) -> [Session] {
    let isListed = try list()
    if !isListed, !arguments.isQuiet, !sessions.isEmpty {
      console.complain("Not every player has answered within 3 seconds: 'nowplaying doctor' says which.")
    }
    let found = sessions.map { Session($0) }.filter {
      !$0.isNamed(by: arguments.ignored) && (arguments.players.isEmpty || $0.isNamed(by: arguments.players))
    }
    if found.isEmpty { throw isListed || !sessions.isEmpty ? Failure.noPlayers : Failure.noAnswer }
    // The first name that has a session, as with playerctl.
    guard let first = arguments.players.first(where: { name in found.contains { $0.isNamed(by: [name]) } }) else {
      return found
    }
    return found.filter { $0.isNamed(by: [first]) } + found.filter { !$0.isNamed(by: [first]) }
  }

  /// A session as it is now.
  func present(_ session: Session) throws(Failure) -> Session {
    let key = Session.text(session.info.key).exact
    for handle in sessions {
      let present = Session(handle)
      if Session.text(present.info.key).exact == key { return present }
    }
    throw Failure.noPlayers
  }
}
