// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingProgram
import NowPlayingBus
import NowPlayingCore

/// `nowplaying doctor`: answers the questions of docs/troubleshooting.md for a player, and advises what to do.
struct Doctor {
  private let console: Console
  private var isWell = true
  /// The author of the examined player, by whose language the advice is worded.
  private var author = Author.other
  /// The numbers of the questions whose answers are not as they should be.
  private var doubtful: [Int] = []

  /// Returns the exit code: 1 when something is wrong.
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) -> Int32 {
    let words = Array(arguments.words.dropFirst())
    if words.count > 1 {
      throw Failure(
        text: "doctor takes one name, not '" + words.joined(separator: "' and '") + "'",
        next: "A name of several words is put in quotes.")
    }
    let names = words.isEmpty ? arguments.players : words
    if names.contains(where: { $0.isEmpty }) {
      throw Failure(
        text: "The name of the player is empty", next: "'nowplaying doctor' without a name lists every player.")
    }
    var doctor = Doctor(console)
    doctor.examine(names)
    doctor.report("Which player does a key of a headset reach?", HeadsetReport.findings())
    doctor.report("What keeps the machine awake?", AwakeReport.findings())
    doctor.namePages()
    return doctor.isWell ? 0 : 1
  }

  private init(_ console: Console) { self.console = console }

  private static let titles = [
    "Does the bus know the player?", "What does the library say?", "Is there a session bus?",
    "Is the library switched off?", "Is there something to show?", "Does the client drive another player?",
    "Does the sandbox permit the name?", "Does the desktop find the application?", "Does the player answer?",
    "Can the desktop read the picture?",
  ]

  private mutating func examine(_ names: [String]) {
    if Environment.value("NOWPLAYING_BUS")?.exact == "none" { return answerSwitchedOff() }
    let opened: SessionBus?
    // Pictures come as descriptors.
    do throws(Failure) { opened = try SessionBus.open(descriptors: true) } catch { opened = nil }
    guard let bus = opened else { return answerWithoutBus(names.first) }
    let roster = Roster(bus)
    let unshown = SilentProcess.all(bus, roster)
    if names.isEmpty { list(roster, unshown) }
    if let entry = names.isEmpty ? roster.entries.first : names.compactMap({ roster.entry(named: $0) }).first {
      return answer(Examination(bus, entry, roster))
    }
    if let named = unshown.first(where: { process in names.contains { process.isNamed($0) } }) {
      return answer(named, names.first)
    }
    let processes = names.first.map { name in ProcessFacts.all().filter { $0.isNamed(name) } } ?? []
    let process = processes.first
    // A name that neither a player nor a process has may mean any process that has the library and is not shown.
    let here = unshown.filter { $0.isMissed }
    let near = names.first.flatMap { roster.near($0) }
    if process == nil, near == nil, let first = here.first {
      if !names.isEmpty { list(Roster.none, here) }
      return answer(first, names.first)
    }
    answerAbsent(names.first, processes, near, roster)
  }

  /// Prints what was found about the machine, under its title; nothing where nothing was found.
  private mutating func report(_ title: StaticString, _ findings: [Finding]) {
    if findings.isEmpty { return }
    console.write("    " + console.styled(title.description, .strong) + "\n")
    for finding in findings { say(finding) }
  }

  // MARK: All players

  /// Prints a line for each player, and for each process that has the library and is not shown.
  private mutating func list(_ roster: Roster, _ unshown: [SilentProcess]) {
    for entry in roster.entries {
      if entry.answers {
        let title = entry.player.value?.properties?["Metadata"]?.properties?.text("xesam:title") ?? ""
        say(.right(entry.instance + ", " + entry.status + (title.isEmpty ? "" : ": \"" + title + "\"")))
      } else {
        let isStopped = entry.process?.isStopped ?? false
        let why = isStopped ? " does not answer: its process is stopped" : " does not answer"
        say(.wrong(entry.instance + why, .nearName, entry.instance))
      }
    }
    for each in unshown where each.isMissed {
      say(.odd(each.process.label + ": has the library, shows nothing", .nearName, String(each.process.id)))
    }
  }

  /// Prints which player is examined, and to whom the advice is addressed.
  private mutating func introduce(_ name: String, _ author: Author) {
    self.author = author
    let readers =
      author == .other
      ? ["its users", author.words] : [author.words, "its users"]
    console.write(Self.line("About " + name + ": advice for " + readers.joined(separator: ", and for ")) + ".\n")
  }

  // MARK: One player

  private mutating func answer(_ seen: Examination) {
    let questions = Questions(seen: seen)
    introduce(seen.instance, seen.entry.author)
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
      say(.wrong(breach.text, breach.cause), rule: breach.sentence)
    }
    if !breaches.isEmpty { advise(.broken) }
    if let other = RuleCheck.bridged(seen) {
      let text = other.instance + " shows the same: one is the browser's own player, and one that of its extension"
      say(.odd(text, .bridged))
    }
    if let twin = RuleCheck.twin(seen) {
      let text = twin.instance + " is another instance of the same program, with the same name for people"
      say(.odd(text, .twin, twin.instance))
    }
    if seen.hasRefusedText {
      let text = "a text has a noncharacter, such as U+FFFE, so some clients, all on sd-bus, do not show it"
      say(.odd(text, .refusedText))
    }
    if breaches.isEmpty, seen.player != nil { say(.right("it keeps the rules of publishing that can be seen")) }
  }

  /// Answers the questions about a process that has the library and is not shown as a player.
  private mutating func answer(_ unshown: SilentProcess, _ name: String?) {
    let process = unshown.process
    let known = name.map { unshown.isNamed($0) } ?? true
    introduce(process.label, process.author)
    say(
      1,
      .wrong(
        (known ? "" : "it does not know " + (name ?? "") + "; ") + process.label
          + ", has the library, and no name on the bus", .nameless))
    say(2, Questions.library(of: process))
    say(3, otherBus(process))
    say(4, switchedOff(process))
    let why = self.why(unshown)
    for number in 5...10 {
      if let why, why.number == number {
        say(number, why.finding)
      } else if number == 9, unshown.published != nil {
        say(number, .right("yes, the library in it answers"))
      } else {
        say(number, .unknown("there is no player to look at"))
      }
    }
  }

  /// Returns why a process with the library is not shown, and the number of the question that covers it.
  private func why(_ unshown: SilentProcess) -> (number: Int, finding: Finding)? {
    switch unshown.reason {
    case .elsewhere: nil
    case .unconnected: (9, .wrong("the library in it is not connected to the bus", .unconnected))
    case .silent: (9, Questions.silence(of: unshown.process))
    case .notAsked(let title):
      (
        5,
        .wrong(
          "it has \"" + title + "\", and no session that has content asks to be shown (one that did may have ended)",
          .notAsked)
      )
    case .noContent: (5, .odd("no session of it both has content and has asked to be shown", .noContent))
    case .unnamed: (7, .wrong("the bus has not given it the name that it asks for", .log))
    }
  }

  // MARK: No player

  /// - processes: those that have the name. The first is examined.
  private mutating func answerAbsent(
    _ name: String?, _ processes: [ProcessFacts], _ near: String?, _ roster: Roster
  ) {
    let process = processes.first
    let instances = roster.entries.map { $0.instance }
    let there = instances.isEmpty ? "" : "; it knows " + instances.joined(separator: ", ")
    if let name, let near, process == nil {
      say(1, .wrong("it does not know " + name + "; did you mean " + near + "?", .nearName, near))
    } else if let name {
      say(1, .wrong("it does not know " + name + there, process == nil ? .unknownName : .nameless))
    } else {
      say(1, .wrong("it does not know a player", .noPlayer))
    }
    if let process {
      let others = processes.dropFirst().map { String($0.id) }.joined(separator: ", ")
      let also = others.isEmpty ? "" : "; processes with the same name: " + others
      say(
        2,
        .wrong(process.label + ", has not loaded libnowplaying, and speaks no MPRIS here" + also, .foreignNameless))
    } else {
      say(2, .unknown(name == nil ? "there is none" : "there is no process of this name"))
    }
    say(3, otherBus(process))
    say(4, switchedOff(process))
    for number in 5...10 { say(number, .unknown("there is no player to look at")) }
  }

  /// Prints the cause first, and skips the questions that need a bus.
  private mutating func answerWithoutBus(_ name: String?) {
    let process = name.flatMap { name in ProcessFacts.all().first { $0.isNamed(name) } }
    if let process, process.isElsewhere {
      let its = "there is none here; " + process.label + ", has "
      say(
        3,
        process.isWithoutBus
          ? .wrong(its + "none either: nothing is at " + process.busAddress, .nowhere)
          : .wrong(its + "another", .theirBus, Self.command(name, process.busAddress)))
    } else if let address = BusAddress.session, !BusAddress.isNowhere(address) {
      say(3, .wrong("none answers this program at " + address, .othersBus))
    } else {
      say(3, .wrong("there is none", .noBus))
    }
    say(1, .unknown("there is no bus to ask"))
    say(2, running(process))
    say(4, switchedOff(process))
    for number in 5...10 { say(number, .unknown("there is no player to look at")) }
  }

  /// Returns the command that examines a player on another bus.
  private static func command(_ name: String?, _ address: String) -> String {
    "DBUS_SESSION_BUS_ADDRESS=" + quoted(address) + " nowplaying doctor" + (name.map { " " + quoted($0) } ?? "")
  }

  /// Returns a word as shells read it, between single quotes.
  private static func quoted(_ word: String) -> String {
    "'" + word.parts(39, all: true).joined(separator: "'\\''") + "'"
  }

  private func running(_ process: ProcessFacts?) -> Finding {
    guard let process else { return .unknown("there is no player to look at") }
    if process.library != .none { return Questions.library(of: process) }
    return .unknown(process.label + ", runs; only a bus can tell whether it speaks MPRIS")
  }

  /// NOWPLAYING_DISABLE also keeps the doctor's own library off the bus.
  private mutating func answerSwitchedOff() {
    say(4, switchedOff())
    for number in [1, 2, 3, 5, 6, 7, 8, 9, 10] { say(number, .unknown("not examined, because of question 4")) }
  }

  /// Returns whether a process that this bus does not know is on another bus.
  private func otherBus(_ process: ProcessFacts?) -> Finding {
    guard let process, process.isElsewhere else { return .right("yes") }
    let (id, address) = (String(process.id), process.busAddress)
    if process.isWithoutBus { return .wrong("process " + id + " has none: nothing is at " + address, .nowhere) }
    return .wrong("process " + id + " has another bus: " + address, .otherBus, Self.command(id, address))
  }

  private func switchedOff(_ process: ProcessFacts? = nil) -> Finding {
    let ours = Environment.value("NOWPLAYING_BUS")
    let theirs = process?.variable("NOWPLAYING_BUS")
    if ours?.exact != "none", theirs?.exact != "none" { return .right("no") }
    return .wrong("NOWPLAYING_BUS is none", .switchedOff)
  }

  // MARK: Printing

  /// Returns a line for a terminal that may be pasted into a report: without the secrets of addresses, and without the
  /// end of texts that a player has made too long to be read.
  ///
  /// - limit: the most bytes.
  static func line(_ text: String, limit: Int = 1000) -> String {
    CleanText.line(Repair.text(Secret.redacted(Repair.text(text, limit: 16384)), limit: limit))
  }

  private mutating func say(_ number: Int, _ finding: Finding) {
    let digits = String(number)
    console.write(
      (digits.utf8.count < 2 ? " " : "") + digits + ". " + console.styled(Self.titles[number - 1], .strong) + "\n")
    switch finding.kind {
    case .odd, .wrong: doubtful.append(number)
    case .right, .unknown: break
    }
    say(finding)
  }

  /// Prints which pages of the documentation cover the questions that have found something.
  private func namePages() {
    if doubtful.isEmpty { return }
    // Filters all numbers in order instead of sorting: the standard library's sort would add three kilobytes of code.
    let numbers = (0...Self.titles.count).filter { doubtful.contains($0) }
    let list = numbers.map { String($0) }.joined(separator: ", ")
    let page = Self.page("docs/troubleshooting.md")
    console.write(
      "More: " + (page ?? "docs/troubleshooting.md of libnowplaying") + ", question"
        + (numbers.count == 1 ? " " : "s ") + list
        + (page == nil ? "; Debian has it in libnowplaying-dev.\n" : ".\n"))
  }

  /// Returns the path of a page of the documentation; nil where it is not installed.
  private static func page(_ name: String) -> String? {
    var path = [CChar](repeating: 0, count: 4096)
    guard tool_find_page(name, &path, path.count) else { return nil }
    return path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
  }

  private mutating func say(_ finding: Finding, rule: StaticString? = nil) {
    let (mark, style): (String, Console.Style) =
      switch finding.kind {
      case .right: ("ok", .good)
      case .odd: ("look", .warning)
      case .wrong: ("WRONG", .bad)
      case .unknown: ("?", .faint)
      }
    if case .wrong = finding.kind { isWell = false }
    console.writeLine("    " + console.styled(mark, style) + "  ", Self.line(finding.text), indent: mark.utf8.count + 6)
    if let rule { console.writeLine("    rule  ", rule.description, indent: 10) }
    if let cause = finding.cause { advise(cause, finding.subject) }
  }

  /// Prints what users and authors can do about a cause.
  private func advise(_ cause: Cause, _ subject: String = "") {
    let advice = Advice.of(cause, author)
    // The advice for users comes first when the author does not use the library.
    var lines = [("", advice.all), ("author: ", advice.author)]
    lines.insert(("user: ", advice.user), at: author == .other ? 1 : 2)
    for (reader, text) in lines where !text.isEmpty {
      console.writeLine("    → ", Self.line(reader + text.parts(64, all: true).joined(separator: subject)), indent: 6)
    }
  }
}
