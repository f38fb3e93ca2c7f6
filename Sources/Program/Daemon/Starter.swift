// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingC
import NowPlayingCore

/// Remembers the player that played last, and starts it when a client calls Play and no player is there.
final class Starter {
  private var starting = Starting(LastPlayer.remembered())

  /// The time at which the file must be written; never while it is up to date.
  var nextTime: Instant { starting.nextTime }

  /// Remembers which player plays, and tells the started player to play once it appears.
  ///
  /// - sessions: the most important first.
  func look(_ sessions: [Session], _ connection: Connection?) {
    if let connection,
      let started = sessions.first(where: { $0.isShownByMPRIS && starting.awaits(LastPlayer($0)) }),
      starting.appear(Instant.now)
    {
      play(started, connection)
    }
    guard let first = sessions.first, first.playback.state == NOWPLAYING_STATE_PLAYING else { return }
    if let player = LastPlayer(first) { starting.plays(player) }
  }

  /// Writes the file when it is due, or at once because the daemon ends.
  func write(atEnd: Bool = false) { starting.write(atEnd: atEnd, Instant.now)?.write() }

  /// Tells a player to play. One without an item, or with the id of none, first gets the item that it played last.
  private func play(_ session: Session, _ connection: Connection) {
    let name = Session.text(session.info.bus_name)
    if !session.hasItem, let uri = starting.last?.uri { open(uri, name, connection) }
    connection.tell(name, MPRIS.path, MPRIS.player, "Play") { _ in 0 }
  }

  private func open(_ uri: String, _ name: String, _ connection: Connection) {
    if uri.isEmpty {
      return Console.log("daemon", .warning, name + " is back, and the item that it played had no address")
    }
    connection.call(name, MPRIS.path, MPRIS.player, "OpenUri", { $0.append(uri) }) { reply in
      guard let reply, reply.isError else { return }
      Console.log("daemon", .warning, name + " is back, and does not open " + uri + ": " + reply.errorText)
    }
  }

  // MARK: While no player is there

  /// Whether there is a player to start.
  var canPlay: Bool { starting.last != nil }

  /// Starts the last player for a call of Play or PlayPause. Returns false for any other call, and when there is no
  /// player to start.
  func startPlayer(for call: Message, _ connection: Connection) -> Bool {
    guard let last = starting.last, call.isCall(MPRIS.player, "Play") || call.isCall(MPRIS.player, "PlayPause") else {
      return false
    }
    let client = KeptMessage(call)
    start(last, connection) { error in
      if let error { client.message.reply(error: Message.failed, error) } else { client.message.reply() }
    }
    return true
  }

  /// Starts the last player, for a key that no call waits for. Returns whether there is one.
  func startPlayer(_ connection: Connection) -> Bool {
    guard let last = starting.last else { return false }
    start(last, connection) { _ in }
    return true
  }

  /// Starts the player by D-Bus activation if possible, else by its desktop file.
  ///
  /// - done: called once the start is under way, or with the reason why not.
  private func start(_ last: LastPlayer, _ connection: Connection, done: @escaping (String?) -> Void) {
    starting.start(Instant.now)
    connection.callBus("StartServiceByName") {
      $0.append(last.name).then($0.append(UInt32.zero))
    } answer: { [unowned(unsafe) self] reply in
      if let reply, !reply.isError || last.launch() { return done(nil) }
      starting.fail()
      done("The last player cannot be started: " + last.name)
    }
  }
}
