// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The system primary, the session that the whole desktop controls: does what `PrimaryClaim` decides.
final class SystemPrimary: ConnectionUser, LoopBound {
  private static let name = "org.nowplaying.SystemPrimary"

  private let core: AppCore
  private let player: PlayerPublication
  private var connection: Connection?
  private var claim = PrimaryClaim()
  private var session: Session?
  private var rival: Subscription?
  private var isWatching = false

  init(_ core: AppCore, _ player: PlayerPublication) {
    self.core = core
    self.player = player
  }

  // MARK: The connection

  func attach(_ connection: Connection) {
    self.connection = connection
    isWatching = false
  }

  /// Subscribes to NameLost and NameAcquired of the token. Only done once it is wanted, because the filter sees every
  /// message.
  private func watch(_ connection: Connection) {
    if isWatching { return }
    isWatching = true
    connection.watchSignals { [unowned(unsafe) self] message in
      guard message.isFromBus else { return }
      if message.isSignal("org.freedesktop.DBus", "NameLost") {
        if message.readString()?.exact == Self.name.exact { perform(claim.lost()) }
      } else if message.isSignal("org.freedesktop.DBus", "NameAcquired") {
        if message.readString()?.exact == Self.name.exact { perform(claim.acquired()) }
      }
    }
  }

  func greeted() { perform(claim.connected(Instant.now)) }

  func detach() {
    connection = nil
    perform(claim.disconnected())
  }

  var nextTime: Instant { claim.nextTime }

  func stop() {
    perform(claim.end())
    (session, connection) = (nil, nil)
  }

  /// Releases the token once surfaces were sent everything that is due.
  ///
  /// - areBehind: whether some surfaces still believe that a session of this app has the token.
  func releaseWhenSent(areBehind: @autoclosure () -> Bool) { perform(claim.told(areBehind: areBehind())) }

  // MARK: What hosts ask

  func claim(for session: Session) {
    if let old = self.session, old !== session { perform(claim.leave()) }
    let isSame = self.session === session
    self.session = session
    perform(claim.claim(isSame: isSame, isConnected: connection != nil, Instant.now))
  }

  func resign(_ session: Session) {
    guard self.session === session else { return }
    perform(claim.resign())
    self.session = nil
  }

  /// Checks the deadlines. To be called in each turn.
  func turn() {
    if nextTime != .max { perform(claim.turn(Instant.now)) }
  }

  // MARK: Effects

  private func perform(_ effects: [PrimaryClaim.Effect]) {
    for effect in effects {
      switch effect {
      case .findRival: findRival()
      case .request(let replaces): request(replaces: replaces)
      case .release: connection?.releaseName(Self.name)
      case .keepSilent: player.hold()
      case .speak(let repeats):
        player.release(repeating: repeats)
        rival = nil
      case .mark(let isPrimary): mark(isPrimary)
      case .answer(let failure, let times):
        for _ in 0..<times { session?.tell { $0.primaryResult(.system, failure) } }
      case .interrupt(let began): interrupt(began)
      }
    }
  }

  /// Asks the bus for the owner of the token, and follows what it plays.
  private func findRival() {
    let asked = claim.serial
    connection?.callBus("GetNameOwner") {
      $0.append(Self.name)
    } answer: { [unowned(unsafe) self] reply in
      guard asked == claim.serial else { return }
      // The owner may be this connection: the bus was not asked yet to take the token from an own session that has
      // resigned.
      if let reply, !reply.isError, let owner = reply.readString(), owner.exact != connection?.uniqueName?.exact {
        let match = "type='signal',sender='" + owner + "',path='/org/mpris/MediaPlayer2',member='PropertiesChanged'"
        rival = connection?.subscribe(match) { [unowned(unsafe) self] message in
          if message.saysNotPlaying { awaitLastSignals(owner) }
        }
      }
      perform(claim.found(rival: rival != nil))
    }
  }

  /// Waits for the last signal of a rival that has stopped playing. The rival's answer to a ping comes after all its
  /// signals, also after its Seeked: playerctld takes the player that sent the last signal for the active one.
  private func awaitLastSignals(_ owner: String) {
    let asked = claim.serial
    connection?.call(owner, "/", "org.freedesktop.DBus.Peer", "Ping") { _ in
      .zero
    } _: { [unowned(unsafe) self] _ in
      if asked == claim.serial { perform(claim.rivalStopped()) }
    }
  }

  private func request(replaces: Bool) {
    guard let connection else { return }
    watch(connection)
    let asked = claim.serial
    let flags = NameFlag.allowReplacement | (replaces ? NameFlag.replaceExisting : .zero)
    connection.requestName(Self.name, flags: flags) { [unowned(unsafe) self] reply in
      guard asked == claim.serial else { return }
      let now = Instant.now
      switch reply {
      case .owner: perform(claim.replied(.owned, now))
      case .queued, .taken: perform(claim.replied(.taken, now))
      case .unknown: perform(claim.replied(.unknown, now))
      case .refused(let error):
        core.log(.warning, "The bus does not let this program own " + Self.name + ": " + error)
        perform(claim.replied(.refused, now))
      }
    }
  }

  private func mark(_ isPrimary: Bool) {
    guard let session else { return }
    let changed = core.locked { held -> Primary? in
      guard !session.isFreed[held], session.primary[held].contains(.system) != isPrimary else { return nil }
      _ = core.changed(held)
      if isPrimary { session.primary[held].insert(.system) } else { session.primary[held].remove(.system) }
      return session.primary[held]
    }
    guard let changed else { return }
    if isPrimary { core.log(.info, "This program drives the whole desktop: it has " + Self.name) }
    session.tell { $0.primaryChanged(changed) }
  }

  private func interrupt(_ began: Bool) {
    if began { core.log(.info, "Another program has taken " + Self.name) }
    guard core.flags.contains(.interruptions), let session else { return }
    session.tell { $0.interrupted(began) }
    player.signals.sendNow()
  }
}
