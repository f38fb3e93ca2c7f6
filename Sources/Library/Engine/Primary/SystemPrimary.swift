// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Decides which session the whole desktop should drive: a token among the users of this library. Belongs to the loop.
///
/// The token is a bus name that everybody may take from everybody: `replace`, so that order among waiters, which
/// differs between bus implementations, never matters; and `queue`, so that the one before resumes by itself.
/// For everybody else the truth is PlaybackStatus, and desktops stay with a player while it plays. So the one that
/// takes over says nothing until the one before has stepped down, or has had the time to.
final class SystemPrimary: ConnectionUser {
  private enum State: Equatable {
    /// Nothing is wanted.
    case none
    /// Wanted, and the bus has been asked.
    case asked
    case owned
    /// Another has it; it comes back when that one goes.
    case waiting
  }

  private static let name = "org.nowplaying.SystemPrimary"
  /// How long a rival has to step down, in µs.
  static let timeout: Int64 = 300_000
  /// How long the bus has to answer a host's request, in µs.
  static let busTimeout: Int64 = 5_000_000
  /// After a restart of the bus, how long an app that waited for the token gives the app that had it to take it again,
  /// in µs. Longer than a `Reconnector` needs to find the bus.
  static let reclaimDelay: Int64 = 2_000_000

  private let core: AppCore
  private let player: PlayerPublication
  private var connection: Connection?
  private var state = State.none
  private var session: Session?
  /// How many requests of the session wait for their answer.
  private var owedResults = 0
  private var wasInterrupted = false
  private var rival: Subscription?
  private var isWatching = false
  /// Whether the token is to be given back when surfaces know that it is lost, so that there are never two who have it.
  private var givesBack = false
  private var serial = UInt32.zero
  /// Deadlines: the rival's, that of a host's answer, and when the token may be asked for again.
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

  /// Subscribes to NameLost and NameAcquired of the token. Not before it is wanted: each message would be matched for
  /// nothing.
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

  /// The bus has greeted this connection. An app that had the token asks for it at once; one that waited for it leaves
  /// the other that time, and then waits again, without taking it from anybody.
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
    // Wanted all the same: it is asked for again when a bus comes.
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

  /// Surfaces have been sent all there is, as far as it is time for that.
  ///
  /// - areBehind: whether some still believe that a session of ours has the token.
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
    // One answer of the bus is for all who ask meanwhile; to begin anew would put it off for ever.
    if isAskedAlready { return }
    rejoinsAt = .max
    guard connection != nil else {
      // Wanted all the same: the token is asked for when a bus comes.
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

  /// Watches the present owner, so that we see it step down, and then takes the token.
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
      // The other has given the token back meanwhile.
      if state == .owned { return stopWaiting() }
      // The bus has not been asked yet to take the token from a session of ours that has resigned.
      if let reply, !reply.isError, let owner = reply.readString(), owner.exact != self.connection?.uniqueName?.exact {
        let match = "type='signal',sender='" + owner + "',path='/org/mpris/MediaPlayer2',member='PropertiesChanged'"
        rival = self.connection?.subscribe(match) { [unowned(unsafe) self] message in
          if message.saysNotPlaying { hearOut(owner) }
        }
      }
      ask(replace: true)
    }
  }

  /// The rival has stepped down. When it answers a question after that, all that belongs to it is out, its Seeked
  /// too: whoever speaks last is the active player for playerctld.
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
        // Somebody holds it who does not let go: not one of us.
        state = .waiting
        answer(.notPermitted)
        stopWaiting()
      case .refused(let error):
        state = .none
        core.log(.warning, "The bus does not let this program own " + Self.name + ": " + error)
        answer(.notPermitted)
        stopWaiting()
      case .unknown where state == .owned: break  // The bus has said so by NameAcquired.
      case .unknown:
        // Wanted all the same, and asked for again: the bus may have given it.
        state = .waiting
        rejoinsAt = Clamp.sum(np_now_us(), Self.reclaimDelay)
        answer(.noBus)
        stopWaiting()
      }
    }
  }

  /// The rival has stepped down, or need not.
  private func stopWaiting() {
    stepsDownBy = .max
    guard player.isHeld else { return }
    player.release(repeating: rival != nil)
    rival = nil
  }

  /// To be called in each turn.
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
    player.sendNow()
  }

  private func answer(_ failure: Failure?) {
    answersBy = .max
    let owed = owedResults
    owedResults = 0
    guard let session else { return }
    for _ in 0..<owed { session.tell { $0.primaryResult(.system, failure) } }
  }
}
