// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingProgram
import NowPlayingBus
import NowPlayingCore

/// `nowplaying doctor --strict`: drives a player through the rules of MPRIS and of org.nowplaying, and reports which it
/// breaks.
struct Strict {
  private let console: Console
  private let driven: DrivenPlayer
  private let verdicts = Verdicts()
  private let before: Settings
  private let instance: String
  private let identity: String
  /// The settings that could not be restored, each with the value before and now.
  private var left: [(name: String, change: String)] = []

  /// The settings of a player that are restored at the end.
  private struct Settings {
    let status: String
    let title: String
    let trackID: String?
    let position: Microseconds?
    let time: Instant
    let values: [(property: StaticString, value: Variant)]
    /// The track ids of the queue, in order; empty when the player does not show it.
    let queue: [String]

    init(_ driven: DrivenPlayer) {
      (status, trackID, position, time) = (driven.status, driven.trackID, driven.position, Instant.now)
      title = Strict.title(driven)
      let properties: [StaticString] = ["Volume", "LoopStatus", "Shuffle"]
      values = properties.compactMap { property in driven.value(property).map { (property, $0) } }
      queue = driven.queue
    }
  }

  /// Returns the exit code: 1 when a rule is broken.
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) -> Int32 {
    let words = Array(arguments.words.dropFirst())
    let names = words.isEmpty ? arguments.players : words
    guard names.count == 1, let name = names.first, !name.isEmpty else {
      throw Failure(text: "doctor --strict takes the name of one player", next: "'nowplaying list' names them.")
    }
    let required = try arguments.required.map { (id: String) throws(Failure) -> StrictRule in
      if let rule = StrictRule.named(id) { return rule }
      throw Failure(
        text: "--require takes ids of rules, not '" + id + "'", next: "docs/strict.md of the library has a table.")
    }
    let bus = try SessionBus.open()
    let roster = Roster(bus)
    guard let entry = roster.entry(named: name) else {
      throw Failure(text: "There is no player " + name, next: "'nowplaying list' names them.")
    }
    guard entry.answers else {
      throw Failure(text: entry.instance + " does not answer", next: "Type: nowplaying doctor " + entry.instance)
    }
    try confirm(entry.instance, arguments, console)
    var strict = Strict(console, bus, entry)
    let isJudged = strict.drive(bus)
    if strict.driven.isGone { throw Failure(text: entry.instance + " has gone while it was driven") }
    guard isJudged else {
      throw Failure(
        text: entry.instance + " shows no item and does not play: it was not judged",
        next: "Give it a song of more than ten seconds, better two, and start the command again.")
    }
    for rule in required { strict.verdicts.require(rule) }
    if arguments.isJSON { strict.writeJSON() } else { strict.write() }
    return strict.faults > 0 ? 1 : 0
  }

  private init(_ console: Console, _ bus: SessionBus, _ entry: Roster.Entry) {
    self.console = console
    instance = entry.instance
    identity = entry.identity
    driven = DrivenPlayer(bus, PlayerNames.prefix.description + entry.instance, owner: entry.owner)
    driven.settle()
    before = Settings(driven)
  }

  /// Prints what will be pressed, and asks for permission.
  private static func confirm(_ name: String, _ arguments: Arguments, _ console: Console) throws(Failure) {
    let plan =
      "It presses Play, Pause, PlayPause, Next and Previous of " + CleanText.line(name)
      + ", seeks, sets its volume and its modes, and then restores what it found.\n"
    if arguments.isConfirmed {
      if !arguments.isJSON { console.write(plan) }
      return
    }
    guard tool_is_terminal(0), tool_is_terminal(2) else {
      throw Failure(text: "doctor --strict presses buttons: it needs --yes if nobody can be asked")
    }
    Console.mention(plan + "Go on? [y/N]")
    if !tool_confirms() { throw Failure(text: "Nothing was pressed") }
  }

  // MARK: Driving

  /// Returns false, and judges nothing, if there is no item and nothing plays.
  private mutating func drive(_ bus: SessionBus) -> Bool {
    let driving = Driving(driven, verdicts)
    let plays = driving.play()
    // A player that was stopped may show its item only now.
    if !driven.wait(Self.moment, until: { driven.hasItem }), !plays { return false }
    let roster = Roster(bus)
    if let entry = roster.entries.first(where: { $0.instance.exact == instance.exact }) {
      let seen = Examination(bus, entry, roster)
      Reading(driven: driven, seen: seen, verdicts: verdicts).run()
      if let published = entry.published {
        NowPlayingReading(driven: driven, published: published, verdicts: verdicts).run()
      } else {
        verdicts.cannot(StrictRule.nowPlaying, "it does not speak org.nowplaying")
      }
    }
    if plays { driving.playAndPause() }
    driving.seek()
    if driving.settings() {
      driving.items()
    } else {
      verdicts.cannot([.newTrackID, .noStop], "its modes cannot be set back")
    }
    driving.unoffered()
    driving.judgeSignals()
    putBack()
    return true
  }

  /// Restores the player's settings.
  private mutating func putBack() {
    for (property, value) in before.values where driven.value(property)?.printed.exact != value.printed.exact {
      driven.set(property, value)
    }
    if let id = before.trackID, !driven.goBack(to: id) { leave("item", was: before.title, is: Self.title(driven)) }
    if let id = before.trackID, let position = before.position, left.isEmpty, driven.can("CanSeek") {
      driven.call("SetPosition") { $0.append(path: id).then($0.append(position.count)) }
    }
    let status = before.status
    if driven.status.exact != status.exact {
      driven.call(status.equals("Playing") ? "Play" : status.equals("Paused") ? "Pause" : "Stop")
      if !driven.wait(until: { driven.status.exact == status.exact }) {
        leave("state", was: status, is: driven.status)
      }
    }
    for (property, value) in before.values {
      let isBack = driven.wait(Self.moment) { driven.value(property)?.printed.exact == value.printed.exact }
      if !isBack {
        leave(property.description, was: value.printed, is: driven.value(property)?.printed ?? "gone")
      }
    }
    // If the entries are others, the user or the player has changed the queue.
    if !driven.wait(Self.moment, until: { !driven.hasReordered(before.queue) }) {
      left.append(("queue", "queue (it has another order)"))
    }
  }

  /// Notes a setting that could not be restored.
  private mutating func leave(_ name: String, was: String, is now: String) {
    left.append((name, name + " (it was " + was + ", and is " + now + ")"))
  }

  /// The title of the item, in quotes, or its track id.
  private static func title(_ driven: DrivenPlayer) -> String {
    let title = driven.metadata.text("xesam:title") ?? ""
    return title.isEmpty ? driven.trackID ?? "none" : "\"" + title + "\""
  }

  /// The time that the player may take to restore a setting.
  private static let moment: Microseconds = .milliseconds(500)

  // MARK: Printing

  private var faults: Int {
    StrictRule.allCases.filter { if case .broken = verdicts[$0] { true } else { false } }.count
  }

  private func write() {
    var kept = 0
    // Rules that cannot be checked for the same reason share one line.
    var unseen: [(reason: String, rules: [String])] = []
    for row in StrictRule.rows {
      switch verdicts[row.kind] {
      case .kept: kept += 1
      case .unseen(let reason):
        if let index = unseen.indices.first(where: { unseen[$0].reason.exact == reason.exact }) {
          unseen[index].rules.append(row.id.description)
        } else {
          unseen.append((reason, [row.id.description]))
        }
      case .broken(let text):
        let head = console.styled("WRONG", .bad) + "  " + console.styled(row.id.description, .strong)
        console.write(head + "  " + Self.line(text) + "\n")
        console.write("       rule " + row.rule.description + "  " + row.sentence.description + "\n")
        console.write("       suffers  " + row.client.description + "\n")
        console.write("       → " + row.advice.description + "\n")
      }
    }
    let count = unseen.map { $0.rules.count }.reduce(0, +)
    let counts = [String(faults) + " broken", String(kept) + " kept", String(count) + " not seen"]
    console.write(counts.joined(separator: ", ") + "\n")
    for each in unseen {
      console.write("  not seen: " + each.rules.joined(separator: ", ") + " (" + each.reason + ")\n")
    }
    let changes = left.map { $0.change }.joined(separator: ", ")
    if !changes.isEmpty { console.write("Could not be put back: " + Self.line(changes) + "\n") }
  }

  /// Returns a text of the player for a terminal or a report, shortened when it is too long.
  private static func line(_ text: String) -> String { Doctor.line(text, limit: 500) }

  private func writeJSON() {
    var json = JSON()
    json.object { json in
      instance.withCString { json.text("player", $0) }
      Self.line(identity).withCString { json.text("identity", $0) }
      json.integer("faults", Int64(clamping: faults))
      json.array("rules") { json in
        for row in StrictRule.rows { write(row, &json) }
      }
      json.array("left") { json in for each in left { each.name.withCString { json.text(nil, $0) } } }
    }
    json.endLine()
    console.write(json.bytes)
  }

  private func write(_ row: StrictRule.Clause, _ json: inout JSON) {
    json.object { json in
      let (result, text): (StaticString, String) =
        switch verdicts[row.kind] {
        case .kept: ("kept", "")
        case .broken(let text): ("broken", Self.line(text))
        case .unseen(let reason): ("unseen", reason)
        }
      json.text("id", row.id)
      json.text("rule", row.rule)
      row.severity.word.withCString { json.text("severity", $0) }
      json.text("result", result)
      text.withCString { json.text("found", $0) }
      json.text("sentence", row.sentence)
      json.text("client", row.client)
      json.text("advice", row.advice)
    }
  }
}
