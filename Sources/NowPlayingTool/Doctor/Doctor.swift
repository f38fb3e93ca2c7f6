// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// `nowplaying doctor`: asks the questions of the README's "It does not show up", and says what to do.
struct Doctor {
  private let console: Console
  private var isWell = true

  /// Returns the exit code: 1 when something is wrong.
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) -> Int32 {
    var doctor = Doctor(console)
    let named = arguments.words.count > 1 ? [arguments.words[1]] : arguments.players
    doctor.examine(named)
    return doctor.isWell ? 0 : 1
  }

  private init(_ console: Console) { self.console = console }

  private static let titles = [
    "Does the bus know the player?", "What does the library say?", "Is there a session bus?",
    "Is the library switched off?", "Is there something to show?", "Does the client drive another player?",
    "Does the sandbox permit the name?", "Does the desktop find the application?", "Does the player answer?",
    "Can the desktop read the picture?",
  ]

  private mutating func examine(_ named: [String]) {
    let bus: SessionBus?
    do throws(Failure) { bus = try SessionBus.open() } catch { bus = nil }
    let instances = bus.map { MPRIS.instances($0) } ?? []
    // A name as it is before those that only begin so.
    let known = named.first { name in instances.contains { $0.exact == name.exact } }
    let meant =
      known
      ?? instances.first { instance in
        named.isEmpty || named.contains { PlayerNames.matches($0, instance) }
      }
    if let bus, let meant {
      answer(Examination(bus, meant, instances))
    } else {
      answerWithoutPlayer(bus, named.first, instances)
    }
  }

  private mutating func answer(_ seen: Examination) {
    let questions = Questions(seen: seen)
    say(1, .right(PlayerNames.prefix.description + seen.instance))
    say(2, questions.library())
    say(3, .right("yes"))
    say(4, switchedOff())
    say(5, questions.content())
    say(6, questions.primary())
    say(7, questions.sandbox())
    say(8, questions.desktopFile())
    say(9, questions.answers())
    say(10, questions.picture())
    let breaches = RuleCheck.breaches(seen)
    for breach in breaches {
      say(.wrong("rule \(breach.rule): " + breach.text, "In the player: " + breach.next + "."))
    }
    if breaches.isEmpty, seen.player != nil { say(.right("it keeps the rules of publishing that can be seen")) }
  }

  private mutating func answerWithoutPlayer(_ bus: SessionBus?, _ name: String?, _ instances: [String]) {
    let wanted = name ?? "a player"
    let there = instances.isEmpty ? "" : "; there are " + instances.joined(separator: ", ")
    let running = name.map { ProcessFacts.named($0) } ?? []
    say(1, .wrong("it does not know " + wanted + there, "Start it, and go on with question 2."))
    if let process = running.first {
      say(
        2,
        process.hasLibrary
          ? .odd("process \(process.id) uses libnowplaying", "Start it with NOWPLAYING_LOG=debug, and read its stderr.")
          : .wrong(
            "process \(process.id) has not loaded libnowplaying", "Does it speak MPRIS at all? Ask its documentation."))
    } else {
      say(
        2, .unknown("no process of this name is there", name == nil ? "Name the player: nowplaying doctor NAME." : ""))
    }
    if bus == nil {
      say(
        3, .wrong("there is none", "Type this in a terminal of the desktop session, or set DBUS_SESSION_BUS_ADDRESS."))
    } else {
      say(3, otherBus(running.first))
    }
    say(4, switchedOff(running.first))
    say(5, .unknown("a player without a content has no name", "Set one, commit it, ask to be application primary."))
    for number in 6...10 { say(number, .unknown("there is no player to look at")) }
  }

  /// Whether a process that the bus does not know is on another bus.
  private func otherBus(_ process: ProcessFacts?) -> Finding {
    guard let process, let theirs = process.variable("DBUS_SESSION_BUS_ADDRESS"),
      let ours = Environment.value("DBUS_SESSION_BUS_ADDRESS"), theirs.exact != ours.exact
    else { return .right("yes") }
    return .wrong(
      "process \(process.id) has another bus: " + theirs, "Start it in this session, and not by sudo or a service.")
  }

  private func switchedOff(_ process: ProcessFacts? = nil) -> Finding {
    let ours = Environment.value("NOWPLAYING_BUS")
    let theirs = process?.variable("NOWPLAYING_BUS")
    if ours?.exact != "none", theirs?.exact != "none" { return .right("no") }
    return .wrong("NOWPLAYING_BUS is none", "Unset it, and start the player again.")
  }

  // MARK: Printing

  private mutating func say(_ number: Int, _ finding: Finding) {
    let digits = String(number)
    console.write(
      (digits.utf8.count < 2 ? " " : "") + digits + ". " + console.styled(Self.titles[number - 1], .strong) + "\n")
    say(finding)
  }

  private mutating func say(_ finding: Finding) {
    let (mark, style): (String, Console.Style) =
      switch finding.kind {
      case .right: ("ok", .good)
      case .odd: ("look", .warning)
      case .wrong: ("WRONG", .bad)
      case .unknown: ("?", .faint)
      }
    if case .wrong = finding.kind { isWell = false }
    console.write("    " + console.styled(mark, style) + "  " + CleanText.line(finding.text) + "\n")
    if !finding.next.isEmpty { console.write("    → " + CleanText.line(finding.next) + "\n") }
  }
}
