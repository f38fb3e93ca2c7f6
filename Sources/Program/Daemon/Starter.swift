// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingC
import NowPlayingCore

/// Remembers the player that played last, and starts it when somebody asks to play and no player is there.
final class Starter {
  private var last: LastPlayer?
  /// The player that the file has.
  private var written: LastPlayer?
  /// Whether the file has another player than `last`, or another item of it.
  private var isDue = false
  /// The time before which the file is not written again.
  private var restsUntil: Int64 = 0
  /// Until when the player that was started is to play as soon as it is there; 0 when none was.
  private var waitsUntil: Int64 = 0

  /// The time that a program may take to show itself, in µs.
  private static let timeout: Int64 = 30_000_000
  /// How long the file rests after it was written, in µs: a player may change its item all the time.
  private static let rest: Int64 = 5_000_000

  init() {
    last = LastPlayer.remembered()
    written = last
  }

  /// When the file is to be written; never where it says what is so.
  var nextTime: Int64 { isDue ? restsUntil : .max }

  /// Remembers who plays, and has the player that was started play.
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

  /// Writes the file when it is time, or at once because the daemon ends.
  func write(atEnd: Bool = false) {
    let now = np_now_us()
    guard isDue, let last, atEnd || now >= restsUntil else { return }
    last.write()
    (written, isDue, restsUntil) = (last, false, Clamp.sum(now, Self.rest))
  }

  /// Has a player play what it played last, unless it has something itself.
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

  /// Starts the last player for a call to play. Returns whether the call is one, and there is a player.
  func startPlayer(for call: Message, _ connection: Connection) -> Bool {
    guard let last, call.isCall(MPRIS.player, "Play") || call.isCall(MPRIS.player, "PlayPause") else { return false }
    start(last, call, connection)
    return true
  }

  /// Starts the player, by D-Bus where that can, else by its desktop file, and answers once that is under way.
  private func start(_ last: LastPlayer, _ call: Message, _ connection: Connection) {
    waitsUntil = Clamp.sum(np_now_us(), Self.timeout)
    let client = KeptMessage(call)
    connection.callBus("StartServiceByName") {
      $0.append(last.name).then($0.append(UInt32.zero))
    } answer: { [unowned(unsafe) self] reply in
      if let reply, !reply.isError || last.launch() { return client.message.reply() }
      waitsUntil = 0
      client.message.reply(error: Message.failed, "The last player cannot be started: " + last.name)
    }
  }
}
