// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The questions to a player, as `QuestionPlan` decides.
final class PlayerQuestions: LoopBound {
  private let signals: PlayerSignals
  private unowned(unsafe) let player: Player
  private var plan = QuestionPlan()
  private var (objects, root, mpris): (Subscription?, Subscription?, Subscription?)

  /// The time for an answer. It should be enough even for a player that is busy starting.
  private static let timeout: Microseconds = .seconds(10)

  init(_ signals: PlayerSignals, _ player: Player) {
    self.signals = signals
    self.player = player
  }

  var nextTime: Instant { plan.nextTime }
  var isOpen: Bool { plan.isOpen }
  var isAskingMPRIS: Bool { plan.isAsking(.mpris) }

  func ask() { perform(plan.ask(Instant.now)) }
  func turn(_ now: Instant) { perform(plan.turn(now)) }
  func hear() { plan.hear() }
  func askAnew() { perform(plan.askAnew()) }
  func askRoot() { perform(plan.ask(.root)) }
  func askMPRIS() { perform(plan.ask(.mpris)) }

  private func perform(_ effects: [QuestionPlan.Effect]) {
    for effect in effects {
      switch effect {
      case .ask(let question): send(question)
      case .forget(let question): keep(nil, of: question)
      case .adoptProtocol(let objects): player.adoptProtocol(objects)
      case .takeRoot(let properties): player.takeRoot(properties)
      case .takeMPRISProperties(let properties, let isLast): player.takeMPRISProperties(all: properties, isLast: isLast)
      case .answered: player.answered()
      }
    }
  }

  private func keep(_ subscription: Subscription?, of question: QuestionPlan.Question) {
    switch question {
    case .objects: objects = subscription
    case .root: root = subscription
    case .mpris: mpris = subscription
    }
  }

  private func send(_ question: QuestionPlan.Question) {
    let subscription =
      switch question {
      case .objects:
        signals.ask(
          "/org/nowplaying", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", { _ in .zero },
          timeout: Self.timeout
        ) { [unowned(unsafe) self] in take(Self.objects($0), to: .objects) }
      case .root: getAll("org.mpris.MediaPlayer2", question)
      case .mpris: getAll("org.mpris.MediaPlayer2.Player", question)
      }
    keep(subscription, of: question)
    if subscription != nil { return }
    plan.drop(question)
    if question == .mpris, !isOpen { player.answered() }
  }

  private func getAll(_ interface: StaticString, _ question: QuestionPlan.Question) -> Subscription? {
    signals.ask(
      MPRISPlayer.object, "org.freedesktop.DBus.Properties", "GetAll", { $0.append(interface) }, timeout: Self.timeout
    ) { [unowned(unsafe) self] in take(Self.properties($0), to: question) }
  }

  private func take(_ answer: QuestionPlan.Answer, to question: QuestionPlan.Question) {
    keep(nil, of: question)
    perform(plan.take(answer, to: question, Instant.now))
  }

  private static func objects(_ reply: Message) -> QuestionPlan.Answer {
    if reply.errorName?.exact == ExactText(Message.limitsExceeded) { return .isAtLimit }
    guard !reply.isError, reply.hasSignature("a{oa{sa{sv}}}"),
      let objects = reply.reading({ reply in
        var budget = DecodingBudget()
        return reply.decodeObjects(&budget)
      }),
      objects.contains(where: { $0.path.exact == "/org/nowplaying/app" })
    else { return .nothing }
    return .objects(objects)
  }

  private static func properties(_ reply: Message) -> QuestionPlan.Answer {
    if reply.isError || !reply.hasSignature("a{sv}") { return .nothing }
    let properties = reply.reading { reply in
      var budget = DecodingBudget()
      return reply.decodeMap(&budget)
    }
    return .properties(properties ?? Decoded.unreadable)
  }
}
