// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

// The session that headsets and cars show and drive.
extension Daemon {
  /// Returns the session of the first player in the order of clients: of this machine, else of another one. A player
  /// that mpris-proxy made of headphones is never driven by them.
  private func headsetSession(_ sessions: [Session]) -> Session? {
    let players = sessions.filter { !Session.text($0.info.application_id).equals("mpris-proxy") }
    let ranked = queue.names.compactMap { name in
      players.first { Session.text($0.info.bus_name).exact == name.exact }
    }
    return ranked.first { !$0.isElsewhere } ?? ranked.first
  }

  /// Shows the session on headsets.
  func showHeadset(_ sessions: [Session]) {
    guard let headset = services.headset else { return }
    var state = HeadsetScreen.State()
    if let session = headsetSession(sessions) {
      state = HeadsetScreen.State(session)
    } else if starter?.canPlay ?? false {
      state.keys = .play
    }
    headset.show(state)
  }

  /// Takes a key of a headset. Returns whether a player takes it.
  func press(_ key: Headset.Key) -> Bool {
    panel.withSessions { press(key, naming.meant($0)) }
  }

  private func press(_ key: Headset.Key, _ sessions: [Session]) -> Bool {
    guard let session = headsetSession(sessions) else {
      guard key.equals("Play"), let connection else { return false }
      return starter?.startPlayer(connection) ?? false
    }
    let wanted: [nowplaying_command_kind]
    switch key.exact {
    case "Play": wanted = [NOWPLAYING_COMMAND_PLAY, NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE]
    case "Pause": wanted = [NOWPLAYING_COMMAND_PAUSE, NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE]
    case "Stop": wanted = [NOWPLAYING_COMMAND_STOP, NOWPLAYING_COMMAND_PAUSE]
    case "Next": wanted = [NOWPLAYING_COMMAND_NEXT]
    default: wanted = [NOWPLAYING_COMMAND_PREVIOUS]
    }
    let offered = session.enabledCommands
    guard let kind = wanted.first(where: { offered.contains($0) }) else { return false }
    send(kind, to: session.key, sessions)
    return true
  }
}

extension Session {
  fileprivate var enabledCommands: [nowplaying_command_kind] { commands.filter { $0.enabled != 0 }.map { $0.kind } }
}

extension HeadsetScreen.State {
  /// The most bytes of a text: no screen of a headset or car shows more, and each is sent by radio.
  private static let most = 512

  fileprivate init(_ session: Session) {
    self.init()
    func line(_ pointer: UnsafePointer<CChar>?) -> String { Repair.text(Session.text(pointer), limit: Self.most) }
    key = session.key
    identity = Repair.text(session.name, limit: Self.most)
    plays = session.isPlaying
    isStopped = session.playback.state == NOWPLAYING_STATE_STOPPED
    if let item = session.item {
      (title, artist, album) = (line(item.first_line), line(item.second_line), line(item.third_line))
    }
    length = session.duration ?? .zero
    var track: Int64 = 0
    _ = nowplaying_surface_session_get_integer(session.handle, NOWPLAYING_FIELD_TRACK_NUMBER, &track)
    number = Clamp.int32(track)
    position = session.position.map { max(.zero, $0) }
    let offered = session.enabledCommands
    let toggles = offered.contains(NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE)
    if toggles || offered.contains(NOWPLAYING_COMMAND_PLAY) { keys.insert(.play) }
    if toggles || offered.contains(NOWPLAYING_COMMAND_PAUSE) { keys.insert(.pause) }
    if offered.contains(NOWPLAYING_COMMAND_NEXT) { keys.insert(.next) }
    if offered.contains(NOWPLAYING_COMMAND_PREVIOUS) { keys.insert(.previous) }
  }
}
