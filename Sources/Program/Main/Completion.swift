// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

/// `nowplaying complete -- WORD…`: prints the words that may stand in the place of the last one, for the completion of
/// shells.
///
/// Most of them are names that players choose freely. A name that begins with "-" would be read as an option, and is
/// offered only behind "--"; a name with control characters is never offered.
struct Completion {
  /// A candidate and its meaning; an empty word tells the shell to complete file names.
  private typealias Candidate = (word: String, about: String)

  /// The words of the command line before the one to complete.
  private let given: [String]
  private let console: Console

  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let words = arguments.words.dropFirst()
    let completion = Completion(given: Array(words.dropLast()), console: console)
    for (word, about) in try completion.candidates(words.last ?? "") {
      guard word.scalars.allSatisfy({ CleanText.isHarmless($0) }) else { continue }
      console.write(word + (about.isEmpty ? "" : "\t" + CleanText.line(about)) + "\n")
    }
  }

  private var areOptions: Bool { !given.has("--") }

  /// Returns the candidates for a word, given its beginning.
  private func candidates(_ word: String) throws(Failure) -> [Candidate] {
    let option = pending
    let arguments = try Arguments(option == nil ? given : given.dropLast())
    arguments.takeBus()
    if let option { return try values(of: option, word, arguments) }
    if !areOptions { return try words(arguments) }
    guard Self.isOption(word) else { return try words(arguments).filter { !Self.isOption($0.word) } }
    let name = word.before(61)
    if name.utf8.count < word.utf8.count, name.starts(with: "--") {
      guard let row = OptionRow.named(name.without(first: 2)), row.takesValue else { return [] }
      return try values(of: row.option, word.without(first: name.utf8.count + 1), arguments).map {
        ($0.word.isEmpty ? "" : name + "=" + $0.word, $0.about)
      }
    }
    let taken = arguments.words.first.flatMap { CommandRow.named($0)?.options.union(.everywhere) }
    // Of an option's two names, only the first has a description, and only that is offered.
    let rows = OptionRow.all.filter { (taken?.contains($0.option) ?? true) && $0.about.utf8CodeUnitCount > 0 }
    return rows.map { ("--" + $0.name.description + ($0.needsValue ? "=" : ""), $0.about.description.before(10)) }
  }

  private static func isOption(_ word: String) -> Bool { word.utf8.first == UInt8(ascii: "-") }

  /// The option that waits for a value, which is the word to complete; nil when there is none.
  private var pending: Options? {
    guard let last = given.last, areOptions else { return nil }
    do throws(Failure) {
      _ = try Arguments(given)
      return nil
    } catch {}
    // Parsing has failed because the last option lacks its value.
    if last.starts(with: "--") { return OptionRow.named(last.without(first: 2))?.option }
    return last.scalars.last.flatMap { OptionRow.named($0)?.option }
  }

  /// Returns the candidates for the value of an option.
  private func values(of option: Options, _ word: String, _ arguments: Arguments) throws(Failure) -> [Candidate] {
    // Completes the last element of a comma-separated list.
    var before: String { word.parts(44, all: true).dropLast().map { $0 + "," }.joined() }
    switch option {
    case .player, .ignore:
      return [(before + "%any", "")] + (try players().map { (before + $0.word, $0.about) })
    case .require:
      return StrictRule.rows.map { (before + $0.id.description, $0.sentence.description) }
    case .inhibit: return Self.all(["music", "video"])
    case .ratio: return Self.all(["1:1", "3:4"])
    case .order: return Self.all(Playlists.orders.dropFirst().map { $0.description })
    case .chapter: return try chapters(arguments)
    case .output: return Self.files
    default: return []
    }
  }

  private func words(_ arguments: Arguments) throws(Failure) -> [Candidate] {
    let words = arguments.words
    guard let command = words.first else { return CommandRow.all.map { ($0.name.description, $0.about) } }
    switch (command.exact, words.count) {
    case ("send", _): return try sent(Array(words.dropFirst()), arguments)
    case ("go-to-chapter", 1): return try chapters(arguments)
    case ("tracks", 1): return Self.all(TrackKind.allCases.map { $0.word.description })
    case ("tracks", 2): return try tracks(words[1], arguments)
    case ("queue", 1): return Self.all(["go-to", "add", "play", "remove"])
    case ("queue", 2) where words[1].equals("add") || words[1].equals("play"): return Self.files
    case ("queue", 2), ("queue", 3): return try entries(arguments)
    case ("playlists", 1): return Self.all(["activate"])
    case ("playlists", 2): return try playlists(arguments)
    case ("volume", 1):
      let sessions = try Panel().sessions(of: arguments, all: true, console)
      return sessions.flatMap { $0.devices }.map { (Session.text($0.id), Session.text($0.name)) }
    case ("metadata", _): return try keys(arguments)
    case ("open", 1), ("replay", 1): return Self.files
    case ("loop", 1): return Self.all(Player.loops)
    case ("shuffle", 1): return Self.all(["On", "Off", "Toggle"])
    case ("daemon", 1): return Self.all(["shift", "unshift", "status"])
    case ("browser", 1): return Self.all(Companion.browser.words)
    case ("bridge", 1): return Self.all(Companion.bridge.words)
    case ("help", 1): return CommandRow.all.map { ($0.name.description, $0.about) }
    case ("doctor", 1), ("record", 1), ("replay", 2): return try players()
    default: return []
    }
  }

  private func sent(_ words: [String], _ arguments: Arguments) throws(Failure) -> [Candidate] {
    guard let command = words.first else { return Send.rows.map { ($0.name, $0.about) } }
    guard words.count == 1, let kind = CommandKind(word: command) else { return [] }
    switch kind.takes {
    case .truth: return Self.all(["on", "off"])
    case .id:
      return try session(arguments) { session in
        session.commands.filter { $0.kind == kind.rawValue }.map { (Session.text($0.id), Session.text($0.title)) }
      }
    default: return Self.all(kind.row.modes.map { $0.description })
    }
  }

  // MARK: What players say

  /// Returns the candidates that a function finds in the session that the command line means.
  private func session(_ arguments: Arguments, _ body: (Session) -> [Candidate]) throws(Failure) -> [Candidate] {
    guard let session = try Panel().sessions(of: arguments, console).first else { return [] }
    return body(session).filter { !$0.word.isEmpty }
  }

  private func players() throws(Failure) -> [Candidate] { Self.all(MPRIS.instances(try SessionBus.open())) }

  private func chapters(_ arguments: Arguments) throws(Failure) -> [Candidate] {
    try session(arguments) { session in
      session.chapters.enumerated().map { (String($0.offset + 1), Session.text($0.element.title)) }
    }
  }

  private func tracks(_ word: String, _ arguments: Arguments) throws(Failure) -> [Candidate] {
    guard let kind = TrackKind(word: word) else { return [] }
    let tracks = try session(arguments) { session in
      session.tracks.filter { $0.kind == kind.rawValue }.map { track in
        let texts = [track.language, track.title].map { Session.text($0) }.filter { !$0.isEmpty }
        return (Session.text(track.id), texts.joined(separator: "  "))
      }
    }
    return kind.mayBeNone ? Self.all(["none"]) + tracks : tracks
  }

  private func entries(_ arguments: Arguments) throws(Failure) -> [Candidate] {
    let panel = try Panel()
    guard let first = try panel.sessions(of: arguments, console).first else { return [] }
    try panel.ask(first) { nowplaying_surface_follow_queue(panel.surface, first.handle, 1, $0, $1, nil) }
    return try panel.present(first).queueEntries.enumerated().map { (String($0.offset + 1), $0.element.line) }
  }

  private func playlists(_ arguments: Arguments) throws(Failure) -> [Candidate] {
    let panel = try Panel()
    guard let first = try panel.sessions(of: arguments, console).first else { return [] }
    let reverse: Int32 = arguments.isReversed ? 1 : 0
    try panel.ask(first) {
      nowplaying_surface_follow_playlists(panel.surface, first.handle, 1, arguments.order, reverse, $0, $1, nil)
    }
    return try panel.present(first).playlists.map { (Session.text($0.id), Session.text($0.name)) }
  }

  private func keys(_ arguments: Arguments) throws(Failure) -> [Candidate] {
    let bus = try SessionBus.open()
    let short = Self.all(["artist", "title", "album"])
    guard let instance = Playerctl.selected(MPRIS.instances(bus), arguments).first else { return short }
    let player = Player(instance, bus)
    player.listen()
    return short + (try player.metadata().filter { !$0.key.isEmpty }.map { ($0.key, $0.value.printed) })
  }

  private static func all(_ words: [String]) -> [Candidate] { words.map { ($0, "") } }

  private static var files: [Candidate] { [("", "the names of files")] }
}
