// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Decides when an app asks the bus for the token of the system primary, and when it gives the token back. A value
/// without I/O: its owner says what has happened, and does the effects, in their order.
///
/// The users of this library pass a token, which is a bus name that each may take from the other. The name is requested
/// with the flag that replaces its owner, because bus implementations differ in the order of waiting processes. The
/// replaced owner, called the rival here, stays in the bus's queue, so that it gets the name back by itself. Other
/// clients go by PlaybackStatus, and desktops stay with a player while it plays. So a process that takes the token
/// emits nothing until the rival has stopped playing, or had the time to.
public struct PrimaryClaim: Sendable {
  /// The time that a rival has to stop playing.
  public static let timeout: Microseconds = .milliseconds(300)
  /// The time that the bus has to answer a host's request.
  public static let busTimeout: Microseconds = .seconds(5)
  /// How long after a restart of the bus an app that waited for the token does not ask for it, so that the app
  /// that had the token gets it first. It is longer than a `Reconnector` needs to find the bus.
  public static let reclaimDelay: Microseconds = .seconds(2)

  public enum Effect: Equatable, Sendable {
    /// The bus is to be asked for the token's owner.
    case findRival
    /// The bus is to be asked for the token.
    case request(replaces: Bool)
    case release
    /// The player is to emit nothing until `speak`. A rival has stopped playing for a player that `repeats` then.
    case keepSilent
    case speak(repeats: Bool)
    /// The session has the token, or has it no more.
    case mark(Bool)
    /// The host's requests are answered: as done, or with a failure.
    case answer(Failure?, times: Int)
    /// Another app has taken the token, or the token has come back.
    case interrupt(Bool)
  }

  /// The bus's answer to the request for the token.
  public enum Reply: Sendable {
    case owned
    /// Another process has the token, which does not let others replace it.
    case taken
    case refused
    case unknown
  }

  private enum State {
    /// The token is not wanted.
    case none
    /// The token is wanted, and the bus was asked for it.
    case asked
    case owned
    /// Another process has the token. The bus gives it back when that process releases it.
    case waiting
  }

  private var state = State.none
  /// Whether a session wants the token.
  private var isWanted = false
  /// The number of the session's requests whose results its host was not told yet.
  private var owedResults = 0
  private var wasInterrupted = false
  private var hasRival = false
  private var isSilent = false
  /// Whether the token is to be released as soon as surfaces know that the session no longer has it, so that surfaces
  /// never see two sessions with the token.
  private var givesBack = false
  /// The time by which the rival must have stopped playing, the time by which the bus must have answered the host's
  /// request, and the time at which to ask for the token again; `.max` for none.
  private var (stepsDownBy, answersBy, rejoinsAt) = (Instant.max, Instant.max, Instant.max)
  /// Differs for each question to the bus whose answer still counts.
  public private(set) var serial = UInt32.zero

  public init() {}

  /// The time of the next `turn`; `.max` for none.
  public var nextTime: Instant { min(min(stepsDownBy, answersBy), rejoinsAt) }

  // MARK: The connection

  /// The bus has greeted a new connection. An app that had the token asks at once. An app that waited for the token
  /// lets the app that had it ask first, and then waits again without taking it from anybody.
  public mutating func connected(_ now: Instant) -> [Effect] {
    guard isWanted, state != .asked else { return [] }
    if state == .waiting {
      rejoinsAt = now + Self.reclaimDelay
      return []
    }
    state = .asked
    return [.request(replaces: true)]
  }

  /// The connection is gone. The token is still wanted, and is requested when a bus comes.
  public mutating func disconnected() -> [Effect] {
    givesBack = false
    serial.advance()
    rejoinsAt = .max
    var effects = endSilence()
    if state == .owned { effects.append(.mark(false)) }
    if state != .waiting { state = .none }
    return effects + answer(.noBus)
  }

  /// The app ends.
  public mutating func end() -> [Effect] {
    let effects: [Effect] = state != .none || givesBack ? [.release] : []
    let last = serial
    self = PrimaryClaim()
    serial = last
    serial.advance()
    return effects
  }

  // MARK: What hosts ask

  /// A session's host asks for the token.
  ///
  /// - isSame: whether the session wanted it already. Another one must have left by `leave`.
  public mutating func claim(isSame: Bool, isConnected: Bool, _ now: Instant) -> [Effect] {
    givesBack = false
    // The next answer of the bus is for all requests until then. If each request asked the bus anew, the answer might
    // be delayed for ever.
    let isAskedAlready = isSame && state == .asked
    (isWanted, wasInterrupted) = (true, false)
    owedResults += 1
    if isAskedAlready { return [] }
    rejoinsAt = .max
    guard isConnected else { return answer(.noBus) }
    if state == .owned { return [.mark(true)] + answer(nil) }
    // Watches the present owner of the token, to see it stop playing, before the token is taken.
    (state, isSilent) = (.asked, true)
    serial.advance()
    (stepsDownBy, answersBy) = (now + Self.timeout, now + Self.busTimeout)
    return [.keepSilent, .findRival]
  }

  /// The session that wants the token makes room for another one.
  public mutating func leave() -> [Effect] { answer(.cancelled) + (state == .owned ? [.mark(false)] : []) }

  /// The session's host resigns.
  public mutating func resign() -> [Effect] {
    let effects = leave()
    if state != .none { givesBack = true }
    (state, isWanted, rejoinsAt) = (.none, false, .max)
    serial.advance()
    return effects + endSilence()
  }

  /// Surfaces were sent everything that is due.
  ///
  /// - areBehind: whether some surfaces still believe that a session of this app has the token.
  public mutating func told(areBehind: @autoclosure () -> Bool) -> [Effect] {
    guard givesBack, !areBehind() else { return [] }
    givesBack = false
    return [.release]
  }

  // MARK: What the bus says

  /// The bus has said whether the token has another owner.
  public mutating func found(rival: Bool) -> [Effect] {
    // The rival has released the token meanwhile.
    if state == .owned { return endSilence() }
    (hasRival, state) = (rival, .asked)
    return [.request(replaces: true)]
  }

  /// The rival has stopped playing.
  public mutating func rivalStopped() -> [Effect] { endSilence() }

  public mutating func replied(_ reply: Reply, _ now: Instant) -> [Effect] {
    switch reply {
    case .owned: return acquired() + (hasRival ? [] : endSilence())
    case .unknown where state == .owned: return []  // The bus has said so already, by NameAcquired.
    case .taken, .refused:
      state = reply == .taken ? .waiting : .none
      return answer(.notPermitted) + endSilence()
    case .unknown:
      // The bus may have given the token: it is still wanted, and requested again.
      (state, rejoinsAt) = (.waiting, now + Self.reclaimDelay)
      return answer(.noBus) + endSilence()
    }
  }

  public mutating func acquired() -> [Effect] {
    guard state != .owned, isWanted else { return [] }
    state = .owned
    let effects = [.mark(true)] + answer(nil) + (wasInterrupted ? [.interrupt(false)] : [])
    wasInterrupted = false
    return effects
  }

  public mutating func lost() -> [Effect] {
    guard state == .owned else { return [] }
    (state, wasInterrupted) = (.waiting, true)
    return [.mark(false), .interrupt(true)]
  }

  // MARK: Time

  /// To be called in each turn of the loop.
  public mutating func turn(_ now: Instant) -> [Effect] {
    var effects: [Effect] = []
    if now >= stepsDownBy { effects += endSilence() }
    if now >= answersBy { effects += answer(.noBus) }
    if now >= rejoinsAt {
      (rejoinsAt, state) = (.max, .asked)
      effects.append(.request(replaces: false))
    }
    return effects
  }

  /// Ends the wait for the rival, which has stopped playing or need not.
  private mutating func endSilence() -> [Effect] {
    stepsDownBy = .max
    guard isSilent else { return [] }
    let repeats = hasRival
    (isSilent, hasRival) = (false, false)
    return [.speak(repeats: repeats)]
  }

  private mutating func answer(_ failure: Failure?) -> [Effect] {
    answersBy = .max
    let owed = owedResults
    owedResults = 0
    return owed > 0 ? [.answer(failure, times: owed)] : []
  }
}
