// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Decides which session is the system primary, the one that the whole desktop controls.
///
/// The users of this library pass a token, which is a bus name that each may take from the other. The name is requested
/// with the flag that replaces its owner, because bus implementations differ in the order of waiting processes. The
/// replaced owner, called the rival here, stays in the bus's queue, so that it gets the name back by itself. Other
/// clients go by PlaybackStatus, and desktops stay with a player while it plays. So a process that takes the token
/// emits nothing until the rival has stopped playing, or had the time to.
final class SystemPrimary: ConnectionUser, LoopBound {
  private enum State: Equatable {
    /// The token is not wanted.
    case none
    /// The token is wanted, and the bus was asked for it.
    case asked
    case owned
    /// Another process has the token. The bus gives it back when that process releases it.
    case waiting
  }

  private static let name = "org.nowplaying.SystemPrimary"
  /// The time that a rival has to stop playing, in µs.
  static let timeout: Int64 = 300_000
  /// The time that the bus has to answer a host's request, in µs.
  static let busTimeout: Int64 = 5_000_000
  /// How long after a restart of the bus, in µs, an app that waited for the token does not ask for it, so that the app
  /// that had the token gets it first. It is longer than a `Reconnector` needs to find the bus.
  static let reclaimDelay: Int64 = 2_000_000

  private let core: AppCore
  private let player: PlayerPublication
  private var connection: Connection?
  private var state = State.none
  private var session: Session?
  /// The number of the session's requests to become the system primary whose results its host was not told yet.
  private var owedResults = 0
  private var wasInterrupted = false
  private var rival: Subscription?
  private var isWatching = false
  /// Whether the token is to be released as soon as surfaces know that the session no longer has it, so that surfaces
  /// never see two sessions with the token.
  private var givesBack = false
  private var serial = UInt32.zero
  /// The time by which the rival must have stopped playing, the time by which the bus must have answered the host's
  /// request, and the time at which to ask for the token again; `.max` for none.
  private var stepsDownBy = Int64.max
  private var answersBy = Int64.max
  private var rejoinsAt = Int64.max

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
        if message.readString()?.exact == Self.name.exact { lost() }
      } else if message.isSignal("org.freedesktop.DBus", "NameAcquired") {
        if message.readString()?.exact == Self.name.exact { acquired() }
      }
    }
  }

  /// Asks for the token after a connect. An app that had the token asks at once. An app that waited for the token lets
  /// the app that had it ask first, and then waits again without taking it from anybody.
  func greeted() {
    guard session != nil, state != .asked else { return }
    if state == .waiting { rejoinsAt = Clamp.sum(np_now_us(), Self.reclaimDelay) } else { ask(replace: true) }
  }

  func detach() {
    connection = nil
    givesBack = false
    serial.advance()
    rejoinsAt = .max
    stopWaiting()
    if state == .owned { mark(false) }
    // The token is still wanted, and is requested when a bus comes.
    if state != .waiting { state = .none }
    answer(.noBus)
  }

  var nextTime: Int64 { min(min(stepsDownBy, answersBy), rejoinsAt) }

  func stop() {
    if state != .none || givesBack { connection?.releaseName(Self.name) }
    state = .none
    session = nil
    connection = nil
  }

  /// Releases the token once surfaces were sent everything that is due.
  ///
  /// - areBehind: whether some surfaces still believe that a session of this app has the token.
  func releaseWhenSent(areBehind: @autoclosure () -> Bool) {
    guard givesBack, !areBehind() else { return }
    givesBack = false
    connection?.releaseName(Self.name)
  }

  // MARK: What hosts ask

  func claim(for session: Session) {
    givesBack = false
    if let old = self.session, old !== session {
      answer(.cancelled)
      if state == .owned { mark(false) }
    }
    let isAskedAlready = self.session === session && state == .asked
    self.session = session
    wasInterrupted = false
    owedResults += 1
    // The next answer of the bus is for all requests until then. If each request asked the bus anew, the answer might
    // be delayed for ever.
    if isAskedAlready { return }
    rejoinsAt = .max
    guard connection != nil else {
      // The token is still wanted, and is requested when a bus comes.
      return answer(.noBus)
    }
    if state == .owned {
      mark(true)
      return answer(nil)
    }
    findRival()
  }

  func resign(_ session: Session) {
    guard self.session === session else { return }
    answer(.cancelled)
    if state == .owned { mark(false) }
    if state != .none { givesBack = true }
    state = .none
    serial.advance()
    self.session = nil
    rejoinsAt = .max
    stopWaiting()
  }

  // MARK: Taking over

  /// Watches the present owner of the token, to see it stop playing, and then takes the token.
  private func findRival() {
    guard let connection else { return }
    state = .asked
    serial.advance()
    let asked = serial
    player.hold()
    stepsDownBy = Clamp.sum(np_now_us(), Self.timeout)
    answersBy = Clamp.sum(np_now_us(), Self.busTimeout)
    connection.callBus("GetNameOwner") {
      $0.append(Self.name)
    } answer: { [unowned(unsafe) self] reply in
      guard asked == serial else { return }
      // The rival has released the token meanwhile.
      if state == .owned { return stopWaiting() }
      // The owner may be this connection: the bus was not asked yet to take the token from an own session that has
      // resigned.
      if let reply, !reply.isError, let owner = reply.readString(), owner.exact != self.connection?.uniqueName?.exact {
        let match = "type='signal',sender='" + owner + "',path='/org/mpris/MediaPlayer2',member='PropertiesChanged'"
        rival = self.connection?.subscribe(match) { [unowned(unsafe) self] message in
          if message.saysNotPlaying { hearOut(owner) }
        }
      }
      ask(replace: true)
    }
  }

  /// Waits for the last signal of a rival that has stopped playing. The rival's answer to a ping comes after all its
  /// signals, also after its Seeked: playerctld takes the player that sent the last signal for the active one.
  private func hearOut(_ owner: String) {
    let asked = serial
    connection?.call(owner, "/", "org.freedesktop.DBus.Peer", "Ping") { _ in
      .zero
    } _: { [unowned(unsafe) self] _ in
      if asked == serial { stopWaiting() }
    }
  }

  private func ask(replace: Bool) {
    guard let connection else { return }
    watch(connection)
    state = .asked
    let asked = serial
    let flags = NameFlag.allowReplacement | (replace ? NameFlag.replaceExisting : .zero)
    connection.requestName(Self.name, flags: flags) { [unowned(unsafe) self] reply in
      guard asked == serial else { return }
      switch reply {
      case .owner:
        acquired()
        if rival == nil { stopWaiting() }
      case .queued, .taken:
        // The owner does not allow replacement, so it is no user of this library.
        state = .waiting
        answer(.notPermitted)
        stopWaiting()
      case .refused(let error):
        state = .none
        core.log(.warning, "The bus does not let this program own " + Self.name + ": " + error)
        answer(.notPermitted)
        stopWaiting()
      case .unknown where state == .owned: break  // The bus has said so already, by NameAcquired.
      case .unknown:
        // The bus may have given the token: it is still wanted, and requested again.
        state = .waiting
        rejoinsAt = Clamp.sum(np_now_us(), Self.reclaimDelay)
        answer(.noBus)
        stopWaiting()
      }
    }
  }

  /// Ends the wait for the rival, which has stopped playing or need not.
  private func stopWaiting() {
    stepsDownBy = .max
    guard player.signals.isHeld else { return }
    player.release(repeating: rival != nil)
    rival = nil
  }

  /// Checks the deadlines. To be called in each turn.
  func turn() {
    if nextTime == .max { return }
    let now = np_now_us()
    if now >= stepsDownBy { stopWaiting() }
    if now >= answersBy { answer(.noBus) }
    if now >= rejoinsAt {
      rejoinsAt = .max
      ask(replace: false)
    }
  }

  private func acquired() {
    guard state != .owned, session != nil else { return }
    state = .owned
    core.log(.info, "This program drives the whole desktop: it has " + Self.name)
    mark(true)
    answer(nil)
    if wasInterrupted {
      wasInterrupted = false
      interrupt(false)
    }
  }

  private func lost() {
    guard state == .owned else { return }
    core.log(.info, "Another program has taken " + Self.name)
    state = .waiting
    mark(false)
    wasInterrupted = core.flags.contains(.interruptions)
    interrupt(true)
  }

  // MARK: Calling the host

  private func mark(_ isPrimary: Bool) {
    guard let session else { return }
    let changed = core.locked { held -> Primary? in
      guard !session.isFreed[held], session.primary[held].contains(.system) != isPrimary else { return nil }
      _ = core.changed(held)
      if isPrimary { session.primary[held].insert(.system) } else { session.primary[held].remove(.system) }
      return session.primary[held]
    }
    if let changed { session.tell { $0.primaryChanged(changed) } }
  }

  private func interrupt(_ began: Bool) {
    guard core.flags.contains(.interruptions), let session else { return }
    session.tell { $0.interrupted(began) }
    player.signals.sendNow()
  }

  private func answer(_ failure: Failure?) {
    answersBy = .max
    let owed = owedResults
    owedResults = 0
    guard let session else { return }
    for _ in 0..<owed { session.tell { $0.primaryResult(.system, failure) } }
  }
}
