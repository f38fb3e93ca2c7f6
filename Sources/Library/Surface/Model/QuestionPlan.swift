// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Decides what a player is asked, when again, and what its answers mean. A value without I/O: its owner sends the
/// questions, each once at a time. A question that was not answered is asked again, because a player may have its name
/// before its objects, or still be starting.
struct QuestionPlan {
  /// The questions for all objects of org.nowplaying, and for all properties of two interfaces of MPRIS.
  enum Question { case objects, root, mpris }

  enum Answer {
    case objects([DecodedObject])
    case properties([Decoded.Entry])
    /// The error LimitsExceeded, as while too many calls wait for the player.
    case isAtLimit
    /// Any other answer, or none in time.
    case nothing
  }

  /// The work of the owner, in this order.
  enum Effect {
    case ask(Question)
    /// The answer to a question is not wanted any more.
    case forget(Question)
    case adoptProtocol([DecodedObject])
    case takeRoot([Decoded.Entry])
    /// - isLast: false when the properties are asked for again at once, because they may have changed meanwhile.
    case takeMPRISProperties([Decoded.Entry], isLast: Bool)
    /// The player has answered the first questions, or has not in time.
    case answered
  }

  /// The questions that wait for an answer, and those that are to be asked again after it, which may be outdated.
  private var open: [Question] = []
  private var repeated: [Question] = []
  /// The questions that the player has answered before and not this time: what is shown of it may be outdated.
  private var missed: [Question] = []
  private var retries = Retries()
  /// Whether the player is at its limit, and how often it may still be asked again after this error.
  private var isAtLimit = false
  private var limits = 2
  private var speaksNowPlaying = false
  /// Whether the player has answered for `org.mpris.MediaPlayer2`, and for MPRIS before it did for org.nowplaying.
  private var (hasRoot, hasAnsweredEarly) = (false, false)
  /// Whether it is known if the player speaks org.nowplaying, or MPRIS alone.
  private var isKnown = false
  private var hasEnded = false

  /// The pause before a player that is at its limit is asked again.
  static let limitPause: Microseconds = .seconds(2)

  /// The time at which to ask again; `.max` for none.
  var nextTime: Instant { retries.nextTime }

  /// Whether it is not known yet which protocol the player speaks, and an answer that shows it may still come.
  var isOpen: Bool { !hasEnded && (open.contains(.objects) || open.contains(.mpris)) }

  /// Whether an answer to a question is awaited.
  func isAsking(_ question: Question) -> Bool { open.contains(question) }

  /// Asks everything that is unknown. The player's name is asked first, so that a player which answers in order is
  /// never shown without it; then org.nowplaying and MPRIS at the same time, so that a player which answers neither
  /// costs one timeout.
  mutating func ask(_ now: Instant) -> [Effect] {
    retries.begin(now)
    var effects = hasRoot ? [] : ask(.root)
    for question in missed { effects += ask(question) }
    missed = []
    if !isKnown || isAtLimit { effects += ask(.objects) }
    isAtLimit = false
    if isKnown { return effects }
    hasAnsweredEarly = false
    return effects + ask(.mpris)
  }

  /// Asks a question, or notes that it is to be asked again after the answer for which it waits.
  mutating func ask(_ question: Question) -> [Effect] {
    let waits = open.contains(question)
    if !waits { open.append(question) }
    // Objects that are asked for again are not what the first answer says.
    if !waits || question == .objects { return [.ask(question)] }
    if !repeated.contains(question) { repeated.append(question) }
    return []
  }

  /// Asks again when it is time.
  mutating func turn(_ now: Instant) -> [Effect] {
    if now < nextTime { return [] }
    if open.isEmpty { return ask(now) }
    retries.wait(until: .max)
    return []
  }

  /// Asks again for everything that the player has, as far as it is known.
  mutating func askAnew() -> [Effect] {
    var effects = ask(.root)
    if !isKnown || speaksNowPlaying { effects += ask(.objects) }
    if !speaksNowPlaying { effects += ask(.mpris) }
    return effects
  }

  /// Notes that the player has sent a signal, and may answer now.
  mutating func hear() {
    if !isKnown || !missed.isEmpty, open.isEmpty, !isAtLimit { retries.hear() }
  }

  /// Notes that a question could not be sent.
  mutating func drop(_ question: Question) { open.removeAll { $0 == question } }

  /// Takes an answer.
  mutating func take(_ answer: Answer, to question: Question, _ now: Instant) -> [Effect] {
    drop(question)
    let isRepeated = repeated.contains(question)
    repeated.removeAll { $0 == question }
    if case .nothing = answer, hasAnswered(question), !missed.contains(question) { missed.append(question) }
    let effects =
      switch question {
      case .objects: takeObjects(answer)
      case .root: takeRoot(answer) + (isRepeated ? ask(.root) : [])
      case .mpris: takeMPRIS(answer, asksAgain: isRepeated)
      }
    if open.isEmpty { end(now) }
    return effects
  }

  /// Whether the player has answered a question before, by the protocol that it speaks.
  private func hasAnswered(_ question: Question) -> Bool {
    switch question {
    case .objects: speaksNowPlaying
    case .root: hasRoot
    case .mpris: isKnown && !speaksNowPlaying
    }
  }

  /// Any answer but its objects means that the player does not speak org.nowplaying.
  private mutating func takeObjects(_ answer: Answer) -> [Effect] {
    switch answer {
    case .objects(let objects):
      (isKnown, speaksNowPlaying) = (true, true)
      drop(.mpris)
      return [.forget(.mpris), .adoptProtocol(objects), .answered]
    case .isAtLimit where limits > 0:
      limits -= 1
      isAtLimit = true
      return [.answered]
    default:
      // A player that spoke org.nowplaying before has not given it up: it is over a limit, or about to end.
      if open.contains(.mpris) || speaksNowPlaying { return [] }
      // An earlier answer for MPRIS may be outdated.
      return hasAnsweredEarly ? ask(.mpris) : [.answered]
    }
  }

  private mutating func takeRoot(_ answer: Answer) -> [Effect] {
    guard case .properties(let properties) = answer else { return [] }
    hasRoot = true
    return [.takeRoot(properties)]
  }

  private mutating func takeMPRIS(_ answer: Answer, asksAgain: Bool) -> [Effect] {
    var effects: [Effect] = []
    hasAnsweredEarly = false
    if case .properties(let properties) = answer {
      hasAnsweredEarly = true
      effects = [.takeMPRISProperties(properties, isLast: !asksAgain)]
    }
    if open.contains(.objects) { return [] }
    if isAtLimit { return [.answered] }
    isKnown = isKnown || hasAnsweredEarly
    return effects + (asksAgain ? ask(.mpris) : []) + [.answered]
  }

  /// Notes that the last answer has come. Missing ones are asked for again later.
  private mutating func end(_ now: Instant) {
    hasEnded = true
    if isAtLimit {
      if nextTime == .max { retries.wait(until: now + Self.limitPause) }
    } else if !isKnown || !hasRoot || !missed.isEmpty {
      retries.fail(now)
    }
  }
}
