// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

/// An immutable snapshot of one session.
final class Session {
  let handle: OpaquePointer
  let info: nowplaying_surface_info
  /// The item; nil when there is none.
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
    // The argument is NOWPLAYING_TIME_NOW.
    nowplaying_surface_session_get_snapshot(handle, .min, &playback)
    self.playback = playback
  }

  static func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

  /// The player's instance name, which people and playerctl use: the MPRIS name without its prefix.
  var player: String { PlayerNames.instance(Self.text(info.bus_name)) ?? Self.text(info.bus_name) }
  /// The instance name as a C string, which is valid as long as the session.
  var playerPointer: UnsafePointer<CChar>? {
    guard let name = info.bus_name else { return nil }
    return PlayerNames.instance(Self.text(name)) == nil ? name : name + PlayerNames.prefix.utf8CodeUnitCount
  }
  /// Identifies the surface's entry; equal in all snapshots of it.
  var key: String { Self.text(info.key) }
  var id: String { Self.text(info.session_id) }
  var name: String { Self.text(info.display_name) }
  /// Whether the player publishes the session by org.nowplaying.
  var speaksNowPlaying: Bool { isAble(NOWPLAYING_SURFACE_SPEAKS_NOWPLAYING) }
  /// Whether the player's MPRIS name shows this session.
  var isShownByMPRIS: Bool { info.primary & NOWPLAYING_PRIMARY_APPLICATION != 0 }
  /// Whether the session shows the same playback as another session, which describes it better.
  func isTwin(of other: Session) -> Bool {
    isAble(NOWPLAYING_SURFACE_IS_TWIN) && Self.text(info.twin_key).exact == other.key.exact
  }
  var isRemote: Bool { isAble(NOWPLAYING_SURFACE_IS_REMOTE) }

  /// The first lines to show, without empty ones.
  var lines: [String] {
    guard let item else { return [] }
    return [item.first_line, item.second_line, item.third_line].map { Self.text($0) }.filter { !$0.isEmpty }
  }

  /// Whether the session has an item of which more than the id is known. The library ranks all other sessions lower.
  var hasItem: Bool { item != nil && !isAble(NOWPLAYING_SURFACE_IS_BARE) }

  /// Whether the item has a picture, by an id or by a URL.
  var hasPicture: Bool { item.map { $0.artwork_id.pointee != 0 || $0.artwork_url.pointee != 0 } ?? false }

  var state: StaticString { PlaybackState.word(playback.state, else: .paused) }

  /// Whether it plays, or waits for data.
  var isPlaying: Bool { playback.state == NOWPLAYING_STATE_PLAYING || playback.state == NOWPLAYING_STATE_BUFFERING }

  /// Returns whether an ability of NOWPLAYING_SURFACE_… is set.
  func isAble(_ ability: UInt32) -> Bool { info.abilities & ability != 0 }

  /// The position; nil when it is not known.
  var position: Microseconds? { playback.elapsed_us == .min ? nil : Microseconds(playback.elapsed_us) }

  /// The time at which playback is so much beyond its position; the rate must be greater than 0. It is a microsecond
  /// later, so that the position is never just before that place.
  func time(after distance: Microseconds) -> Instant {
    let left = Microseconds(clamping: Double(distance.count) / playback.rate)
    return Instant(playback.timestamp_us) + left + Microseconds(1)
  }

  /// The duration; nil when the item has no end.
  var duration: Microseconds? {
    guard let item, item.duration_kind == NOWPLAYING_DURATION_FINITE else { return nil }
    return Microseconds(item.duration_us)
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

  /// Returns the name for `list`: the player's instance name; but the display name, if it is unique, for a remote
  /// player and for an instance name without ASCII letters and digits. The session's id is added when the MPRIS
  /// properties of the player show another session. On a terminal the title that stands beside the name tells such a
  /// session, as a tab of a browser, from the others, unless another one has the same title.
  func label(among all: [Session], isTerminal: Bool = false) -> String {
    let first = Array(player.before(46).utf8)
    let isTelling = first.contains { (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) }
    let isAlone = all.filter { $0.name.exact == name.exact }.count < 2
    let known = (isRemote || !isTelling) && isAlone ? name : player
    if isShownByMPRIS { return known }
    let title = lines.first?.exact
    let isTitled = title != nil && all.filter { $0.lines.first?.exact == title }.count == 1
    return isTerminal && isTitled ? known : known + "/" + id
  }

  /// Returns whether a name means the session, as `list` and `show` print it: its id, with or without its player's
  /// name, its application's id, its display name, or the title of a session that MPRIS does not show.
  func isCalled(_ name: String) -> Bool {
    let own = [id, player + "/" + id, Self.text(info.application_id), self.name, self.name + "/" + id]
    let title = isShownByMPRIS ? "" : lines.first ?? ""
    return (own + [title]).contains { !$0.isEmpty && $0.exact == name.exact }
  }
}

extension Panel {
  /// Returns the sessions that the command line means, the most important first.
  ///
  /// - all: whether every session is needed; the first alone is known as soon as its player has answered.
  func sessions(of arguments: Arguments, all: Bool = false, _ console: Console) throws(Failure) -> [Session] {
    let naming = Naming(arguments, self)
    let isListed = try list { naming.haveAnswered({ present }, all: all) }
    let known = present
    let found = naming.asDaemonPlaces(naming.meant(known))
    let missing = isListed || naming.haveAnswered({ known }, all: all) ? nil : naming.missing(known)
    if found.isEmpty {
      var there: [String] = []
      for session in known where !there.has(session.player) { there.append(session.player) }
      throw missing ?? .noPlayers(arguments, among: there)
    }
    if let missing, !arguments.isQuiet { console.complain(missing) }
    return found
  }

  /// All sessions, the most important first.
  var present: [Session] { sessions.map { Session($0) } }

  /// Returns the latest snapshot of a session; nil when it has gone.
  func latest(_ session: Session) -> Session? {
    let key = session.key.exact
    return present.first { $0.key.exact == key }
  }

  /// Returns the latest snapshot of a session.
  func present(_ session: Session) throws(Failure) -> Session {
    guard let found = latest(session) else { throw Failure.noPlayers }
    return found
  }
}

extension nowplaying_command_event {
  /// A command without arguments.
  init(kind: nowplaying_command_kind) {
    self.init()
    struct_size = MemoryLayout<nowplaying_command_event>.size
    self.kind = kind
  }
}
