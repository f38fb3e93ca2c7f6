// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingC
import NowPlayingCore

/// Remembers the player that played last, and starts it when a client calls Play and no player is there.
final class Starter {
  private var last: LastPlayer?
  /// The player that the file names.
  private var written: LastPlayer?
  /// Whether the file differs from `last`, so that it must be written.
  private var isDue = false
  /// The time before which the file is not written again.
  private var restsUntil: Int64 = 0
  /// The time until which the started player is told to play as soon as it appears; 0 when none was started.
  private var waitsUntil: Int64 = 0

  /// The time that a started program may take to appear on the bus, in µs.
  private static let timeout: Int64 = 30_000_000
  /// The least time between two writes of the file, in µs: a player may change its item all the time.
  private static let rest: Int64 = 5_000_000

  init() {
    last = LastPlayer.remembered()
    written = last
  }

  /// The time at which the file must be written; never while it is up to date.
  var nextTime: Int64 { isDue ? restsUntil : .max }

  /// Remembers which player plays, and tells the started player to play once it appears.
  ///
  /// - sessions: the most important first.
  func look(_ sessions: [Session], _ connection: Connection?) {
    if waitsUntil > 0, let last, let connection,
      let started = sessions.first(where: { $0.isShownByMPRIS && last.isPlayer(of: $0) })
    {
      if np_now_us() < waitsUntil { play(started, connection) }
      waitsUntil = 0
    }
    guard let first = sessions.first, first.playback.state == NOWPLAYING_STATE_PLAYING else { return }
    guard let player = LastPlayer(first), !(last?.isSame(as: player) ?? false) else { return }
    last = player
    isDue = !(written?.isSame(as: player) ?? false)
  }

  /// Writes the file when it is due, or at once because the daemon ends.
  func write(atEnd: Bool = false) {
    let now = np_now_us()
    guard isDue, let last, atEnd || now >= restsUntil else { return }
    last.write()
    (written, isDue, restsUntil) = (last, false, Clamp.sum(now, Self.rest))
  }

  /// Tells a player to play. One without an item first gets the item that it played last.
  private func play(_ session: Session, _ connection: Connection) {
    let name = Session.text(session.info.bus_name)
    if session.item == nil, let uri = last?.uri, !uri.isEmpty {
      connection.tell(name, MPRIS.path, MPRIS.player, "OpenUri") { $0.append(uri) }
    }
    connection.tell(name, MPRIS.path, MPRIS.player, "Play") { _ in 0 }
  }

  // MARK: While no player is there

  /// Whether there is a player to start.
  var canPlay: Bool { last != nil }

  /// Starts the last player for a call of Play or PlayPause. Returns false for any other call, and when there is no
  /// player to start.
  func startPlayer(for call: Message, _ connection: Connection) -> Bool {
    guard let last, call.isCall(MPRIS.player, "Play") || call.isCall(MPRIS.player, "PlayPause") else { return false }
    let client = KeptMessage(call)
    start(last, connection) { error in
      if let error { client.message.reply(error: Message.failed, error) } else { client.message.reply() }
    }
    return true
  }

  /// Starts the last player, for a key that no call waits for. Returns whether there is one.
  func startPlayer(_ connection: Connection) -> Bool {
    guard let last else { return false }
    start(last, connection) { _ in }
    return true
  }

  /// Starts the player by D-Bus activation if possible, else by its desktop file.
  ///
  /// - done: called once the start is under way, or with the reason why not.
  private func start(_ last: LastPlayer, _ connection: Connection, done: @escaping (String?) -> Void) {
    waitsUntil = Clamp.sum(np_now_us(), Self.timeout)
    connection.callBus("StartServiceByName") {
      $0.append(last.name).then($0.append(UInt32.zero))
    } answer: { [unowned(unsafe) self] reply in
      if let reply, !reply.isError || last.launch() { return done(nil) }
      waitsUntil = 0
      done("The last player cannot be started: " + last.name)
    }
  }
}
