// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The callbacks of the questions to a player.
protocol PlayerAnswers: AnyObject {
  /// The player is of org.nowplaying, and has these objects.
  func adoptProtocol(_ objects: [DecodedObject])
  /// The properties of `org.mpris.MediaPlayer2`.
  func takeRoot(_ properties: [Decoded.Entry])
  /// All properties of `org.mpris.MediaPlayer2.Player`, of a player that has MPRIS alone.
  ///
  /// - isLast: whether it is not asked once more.
  func takePlain(all properties: [Decoded.Entry], isLast: Bool)
  /// The player has answered all that it is asked first, or has not in time.
  func answered()
}

/// The questions to a player, each open once at a time. What is not answered is asked anew, because a player may have
/// its name before its objects, or be busy starting. Belongs to the loop.
final class PlayerQuestions {
  private let signals: PlayerSignals
  private unowned(unsafe) let answers: any PlayerAnswers
  private var objects: Subscription?
  private var root = Repeatable()
  private var mprisOnly = Repeatable()
  private var retries = Retries()
  /// Whether the player is at a limit, which may pass, and how often it may still be asked for org.nowplaying then.
  private var isAtLimit = false
  private var limits = 2
  /// Whether the player is of org.nowplaying.
  private var speaksNowPlaying = false
  /// Whether it has said who it is.
  private var hasRoot = false
  /// Whether the player has answered for MPRIS before it was known that it is none of org.nowplaying.
  private var hasAnsweredEarly = false
  /// Whether it has answered what it is.
  private var isKnown = false
  /// Whether it has answered all that it was asked first, or has not in time.
  private var hasEnded = false

  /// A question whose answer may be outdated when it comes.
  private struct Repeatable {
    var question: Subscription?
    /// Whether it is to be asked once more, after the present answer.
    var asksAgain = false

    /// To be called before the question: whether it may be asked.
    mutating func begins() -> Bool {
      asksAgain = question != nil
      return !asksAgain
    }
  }

  /// In µs; for an answer from memory, also of a program that is busy starting.
  private static let timeout: UInt64 = 10_000_000
  /// In µs, before a player that was at a limit is asked again.
  private static let limitPause: Int64 = 2_000_000

  init(_ signals: PlayerSignals, _ answers: any PlayerAnswers) {
    self.signals = signals
    self.answers = answers
  }

  /// When what was not answered is to be asked anew; `.max` while it is not.
  var nextTime: Int64 { retries.nextTime }

  /// Whether it is not known yet what the player is, and may become so by an answer that is waited for.
  var isOpen: Bool { !hasEnded && (objects != nil || mprisOnly.question != nil) }

  /// Asks for what is not known: who it is first, so that a player that answers in order is never shown without its
  /// name; then for org.nowplaying, and at the same time for MPRIS, so that a player that answers nothing is waited for
  /// once.
  func ask() {
    retries.begin(np_now_us())
    if !hasRoot { askRoot() }
    if !isKnown || isAtLimit { askObjects() }
    isAtLimit = false
    if isKnown { return }
    hasAnsweredEarly = false
    askMPRIS()
  }

  /// Asks anew when it is time.
  func turn(_ now: Int64) {
    guard now >= nextTime else { return }
    if isWaiting { retries.wait(until: .max) } else { ask() }
  }

  /// The player has sent a signal: it may answer now.
  func hear() {
    if !isKnown, !isWaiting, !isAtLimit { retries.hear() }
  }

  /// Whether an answer is waited for.
  private var isWaiting: Bool { objects != nil || mprisOnly.question != nil || root.question != nil }

  /// An answer has come. Where something is missing when the last has, it is asked for later.
  private func noticeEnd() {
    if isWaiting { return }
    hasEnded = true
    if isAtLimit {
      if nextTime == .max { retries.wait(until: Clamp.sum(np_now_us(), Self.limitPause)) }
    } else if !isKnown || !hasRoot {
      retries.fail(np_now_us())
    }
  }

  /// Asks once more for everything that the player has said it is.
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
      // Any other reply means: not a player of org.nowplaying.
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

  /// The player is none of org.nowplaying. What it has said of MPRIS before is not so any more, perhaps.
  private func adoptMPRIS() {
    // A player that has been one before is at a limit, or ends.
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
