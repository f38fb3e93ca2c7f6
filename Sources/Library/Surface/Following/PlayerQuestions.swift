// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The callbacks for a player's answers.
protocol PlayerAnswers: AnyObject {
  /// The player speaks org.nowplaying, and has these objects.
  func adoptProtocol(_ objects: [DecodedObject])
  /// The player has these properties of `org.mpris.MediaPlayer2`.
  func takeRoot(_ properties: [Decoded.Entry])
  /// A player that has MPRIS alone has these properties of `org.mpris.MediaPlayer2.Player`.
  ///
  /// - isLast: false when the properties are asked for again at once, because they may have changed meanwhile.
  func takePlain(all properties: [Decoded.Entry], isLast: Bool)
  /// The player has answered the first questions, or has not in time.
  func answered()
}

/// The questions to a player, each sent once at a time. A question that was not answered is asked again, because a
/// player may have its name before its objects, or still be starting.
final class PlayerQuestions: LoopBound {
  private let signals: PlayerSignals
  private unowned(unsafe) let answers: any PlayerAnswers
  private var objects: Subscription?
  private var root = Repeatable()
  private var mprisOnly = Repeatable()
  private var retries = Retries()
  /// Whether the player has refused a question by the error LimitsExceeded, as while too many calls wait for it, and
  /// how often it may still be asked again after this error.
  private var isAtLimit = false
  private var limits = 2
  /// Whether the player speaks org.nowplaying.
  private var speaksNowPlaying = false
  /// Whether the player has answered for `org.mpris.MediaPlayer2`.
  private var hasRoot = false
  /// Whether the player has answered for MPRIS before it answered for org.nowplaying.
  private var hasAnsweredEarly = false
  /// Whether it is known if the player speaks org.nowplaying, or MPRIS alone.
  private var isKnown = false
  /// Whether the player has answered the first questions, or has not in time.
  private var hasEnded = false

  /// A question whose answer may be outdated when it comes.
  private struct Repeatable {
    var question: Subscription?
    /// Whether the question is to be asked again after the present answer.
    var asksAgain = false

    /// Called before the question. Returns whether it may be sent now.
    mutating func begins() -> Bool {
      asksAgain = question != nil
      return !asksAgain
    }
  }

  /// The time for an answer in µs. It should be enough even for a player that is busy starting.
  private static let timeout: UInt64 = 10_000_000
  /// The pause in µs before a player that has refused a question by the error LimitsExceeded is asked again.
  private static let limitPause: Int64 = 2_000_000

  init(_ signals: PlayerSignals, _ answers: any PlayerAnswers) {
    self.signals = signals
    self.answers = answers
  }

  /// The time at which to ask again; `.max` for none.
  var nextTime: Int64 { retries.nextTime }

  /// Whether it is not known yet which protocol the player speaks, and an answer that shows it may still come.
  var isOpen: Bool { !hasEnded && (objects != nil || mprisOnly.question != nil) }

  /// Asks everything that is unknown. The player's name is asked first, so that a player which answers in order is
  /// never shown without it; then org.nowplaying and MPRIS at the same time, so that a player which answers neither
  /// costs one timeout.
  func ask() {
    retries.begin(np_now_us())
    if !hasRoot { askRoot() }
    if !isKnown || isAtLimit { askObjects() }
    isAtLimit = false
    if isKnown { return }
    hasAnsweredEarly = false
    askMPRIS()
  }

  /// Asks again when it is time.
  func turn(_ now: Int64) {
    guard now >= nextTime else { return }
    if isWaiting { retries.wait(until: .max) } else { ask() }
  }

  /// Notes that the player has sent a signal, and may answer now.
  func hear() {
    if !isKnown, !isWaiting, !isAtLimit { retries.hear() }
  }

  /// Whether an answer is awaited.
  private var isWaiting: Bool { objects != nil || mprisOnly.question != nil || root.question != nil }

  /// Checks, after an answer, whether it was the last one. Missing answers are asked for again later.
  private func noticeEnd() {
    if isWaiting { return }
    hasEnded = true
    if isAtLimit {
      if nextTime == .max { retries.wait(until: Clamp.sum(np_now_us(), Self.limitPause)) }
    } else if !isKnown || !hasRoot {
      retries.fail(np_now_us())
    }
  }

  /// Asks again for everything that the player has, as far as it is known.
  func askAnew(_ state: PlayerState) {
    askRoot()
    if state.mprisOnly == nil { askObjects() }
    if !state.speaksNowPlaying { askMPRIS() }
  }

  private func askObjects() {
    objects = signals.ask(
      "/org/nowplaying", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", { _ in .zero },
      timeout: Self.timeout
    ) { [unowned(unsafe) self] reply in
      objects = nil
      // Any other answer means that the player does not speak org.nowplaying.
      if !reply.isError, reply.hasSignature("a{oa{sa{sv}}}"),
        let objects = reply.reading({ reply in
          var budget = DecodingBudget()
          return reply.decodeObjects(&budget)
        }),
        objects.contains(where: { $0.path.exact == "/org/nowplaying/app" })
      {
        (isKnown, speaksNowPlaying) = (true, true)
        mprisOnly.question = nil
        answers.adoptProtocol(objects)
        answers.answered()
      } else if reply.errorName?.exact == ExactText(Message.limitsExceeded), limits > 0 {
        limits -= 1
        isAtLimit = true
        answers.answered()
      } else {
        adoptMPRIS()
      }
      noticeEnd()
    }
  }

  /// Takes the player for one of MPRIS alone. An earlier answer for MPRIS may be outdated.
  private func adoptMPRIS() {
    // A player that spoke org.nowplaying before has not given it up: it is over a limit, or about to end.
    guard mprisOnly.question == nil, !speaksNowPlaying else { return }
    if hasAnsweredEarly { askMPRIS() } else { answers.answered() }
  }

  func askRoot() {
    guard root.begins() else { return }
    root.question = getAll("org.mpris.MediaPlayer2") { [unowned(unsafe) self] properties in
      root.question = nil
      if let properties {
        hasRoot = true
        answers.takeRoot(properties)
      }
      if root.asksAgain { askRoot() }
      noticeEnd()
    }
  }

  func askMPRIS() {
    guard mprisOnly.begins() else { return }
    mprisOnly.question = getAll("org.mpris.MediaPlayer2.Player") { [unowned(unsafe) self] properties in
      mprisOnly.question = nil
      hasAnsweredEarly = properties != nil
      if objects == nil, !isAtLimit {
        if let properties {
          isKnown = true
          answers.takePlain(all: properties, isLast: !mprisOnly.asksAgain)
        }
        if mprisOnly.asksAgain { askMPRIS() }
      }
      if objects == nil { answers.answered() }
      noticeEnd()
    }
    if !isOpen { answers.answered() }
  }

  private func getAll(_ interface: StaticString, _ answer: @escaping ([Decoded.Entry]?) -> Void) -> Subscription? {
    signals.ask(
      MPRISPlayer.object, "org.freedesktop.DBus.Properties", "GetAll", { $0.append(interface) },
      timeout: Self.timeout
    ) { reply in
      if reply.isError || !reply.hasSignature("a{sv}") { return answer(nil) }
      answer(
        reply.reading { reply in
          var budget = DecodingBudget()
          return reply.decodeMap(&budget)
        } ?? Decoded.unreadable)
    }
  }
}
