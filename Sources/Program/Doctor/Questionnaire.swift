// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

extension SessionBus {
  /// A call whose arguments are texts.
  struct Question {
    let destination: String
    let path: String
    let interface: StaticString
    let member: StaticString
    var arguments: [String] = []

    static func bus(_ member: StaticString, _ name: String) -> Question {
      Question(
        destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
        member: member, arguments: [name])
    }

    static func properties(of name: String, _ interface: StaticString) -> Question {
      Question(
        destination: name, path: MPRIS.path, interface: MPRIS.properties, member: "GetAll",
        arguments: [interface.description])
    }

    static func objects(of name: String) -> Question {
      Question(
        destination: name, path: "/org/nowplaying", interface: "org.freedesktop.DBus.ObjectManager",
        member: "GetManagedObjects")
    }
  }

  private final class Answers {
    var list: [Answer?]
    var missing: Int

    init(_ count: Int) {
      list = Array(repeating: nil, count: count)
      missing = count
    }
  }

  /// Sends all calls at once, and waits until each is answered or has timed out: at most `timeout` for all of them.
  func ask(_ questions: [Question], timeout: Microseconds) -> [Answer] {
    let answers = Answers(questions.count)
    var open: [Subscription] = []
    for (index, question) in questions.enumerated() {
      let sent = connection.ask(
        question.destination, question.path, question.interface, question.member,
        { message in
          var result: Int32 = 0
          for argument in question.arguments where !result.isFailure { result = message.append(argument) }
          return result
        }, timeout: timeout
      ) { reply in
        if let name = reply.errorName {
          answers.list[index] = .error(name: name, text: reply.errorText)
        } else {
          answers.list[index] = self.answer(in: reply, from: question.destination)
        }
        answers.missing -= 1
      }
      if let sent { open.append(sent) } else { answers.missing -= 1 }
    }
    return withExtendedLifetime(open) {
      while answers.missing > 0, connection.turn() {}
      return answers.list.map { $0 ?? .error(name: "", text: "It cannot be asked, or the answer is none") }
    }
  }
}

extension SessionBus.Answer {
  /// Whether no answer came in time.
  var isSilence: Bool {
    if case .error(let name, _) = self { return name.equals("org.freedesktop.DBus.Error.NoReply") }
    return false
  }
}
