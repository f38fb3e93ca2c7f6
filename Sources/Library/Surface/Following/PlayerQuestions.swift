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
  func takePlain(all properties: [Decoded.Entry])
  func answered(position: Int64)
  /// The player has answered all that it is asked first, or has not in time.
  func answered()
}

/// The questions to a player, each open once at a time. Belongs to the loop.
final class PlayerQuestions {
  private let signals: PlayerSignals
  private unowned(unsafe) let answers: any PlayerAnswers
  private var objects: Subscription?
  private var root = Repeatable()
  private var mprisOnly = Repeatable()
  private var position = Repeatable()
  /// How often it may still be asked for org.nowplaying: it may be at a limit that passes.
  private var repeats = 2
  /// When it is to be asked for that again; `.max` while it is not.
  private(set) var nextTime = Int64.max
  /// Whether the player is of org.nowplaying.
  private var speaksNowPlaying = false
  /// Whether the player has answered for MPRIS before it was known that it is none of org.nowplaying.
  private var hasAnsweredEarly = false

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
  private static let pause: Int64 = 2_000_000

  init(_ signals: PlayerSignals, _ answers: any PlayerAnswers) {
    self.signals = signals
    self.answers = answers
  }

  /// Whether it is not known yet what the player is, and may become so.
  var isOpen: Bool { objects != nil || mprisOnly.question != nil }

  /// Whether the position is asked for, with all else.
  var isAskingMPRIS: Bool { mprisOnly.question != nil }

  /// Asks for everything: who it is first, so that a player that answers in order is never shown without its name;
  /// then for org.nowplaying, and at the same time for MPRIS, so that a player that answers nothing is waited for once.
  func ask() {
    askRoot()
    askObjects()
    askMPRIS()
  }

  /// Asks again what is due.
  func turn(_ now: Int64) {
    guard now >= nextTime else { return }
    nextTime = .max
    askObjects()
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
        speaksNowPlaying = true
        mprisOnly.question = nil
        answers.adoptProtocol(objects)
        answers.answered()
      } else if reply.errorName?.exact == ExactText(Message.limitsExceeded), repeats > 0 {
        repeats -= 1
        nextTime = Clamp.sum(np_now_us(), Self.pause)
        answers.answered()
      } else {
        adoptMPRIS()
      }
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
      if let properties { answers.takeRoot(properties) }
      if root.asksAgain { askRoot() }
    }
  }

  func askMPRIS() {
    guard mprisOnly.begins() else { return }
    mprisOnly.question = getAll("org.mpris.MediaPlayer2.Player") { [unowned(unsafe) self] properties in
      mprisOnly.question = nil
      hasAnsweredEarly = properties != nil
      if objects != nil { return }
      if nextTime != .max { return answers.answered() }
      if let properties { answers.takePlain(all: properties) }
      if mprisOnly.asksAgain { askMPRIS() }
      answers.answered()
    }
    if !isOpen { answers.answered() }
  }

  func askPosition() {
    guard position.begins() else { return }
    position.question = signals.ask(
      MPRISPlayer.object, "org.freedesktop.DBus.Properties", "Get",
      {
        $0.append("org.mpris.MediaPlayer2.Player").then($0.append("Position"))
      }, timeout: Self.timeout
    ) { [unowned(unsafe) self] reply in
      position.question = nil
      var budget = DecodingBudget()
      if position.asksAgain {
        askPosition()
      } else if !reply.isError, let position = reply.decodeVariant(&budget)?.anyInteger {
        answers.answered(position: position)
      }
    }
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
