// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// All players on the bus, with the answers of each. All are called at the same time.
struct Roster {
  /// The timeout of the calls. A player answers these from memory.
  static let timeout: Microseconds = .seconds(2)

  final class Entry {
    /// The player's MPRIS name without its prefix.
    let instance: String
    /// The connection that has the name.
    let owner: String
    let process: ProcessFacts?
    let root: SessionBus.Answer
    let player: SessionBus.Answer
    /// The player's objects of org.nowplaying; nil when it has none.
    let published: Published?

    init(
      instance: String, owner: String, process: ProcessFacts?, root: SessionBus.Answer, player: SessionBus.Answer,
      published: Published?
    ) {
      (self.instance, self.owner, self.process) = (instance, owner, process)
      (self.root, self.player, self.published) = (root, player, published)
    }

    var identity: String { root.value?.properties?.text("Identity") ?? "" }
    var status: String { player.value?.properties?.text("PlaybackStatus") ?? "" }
    var answers: Bool { root.value != nil && player.value != nil }
    private var desktopEntry: String { root.value?.properties?.text("DesktopEntry") ?? "" }
    private var applicationID: String { published?.app.text("Id") ?? "" }

    /// Returns whether both entries are players of the same program in two processes. It compares application ids,
    /// desktop entries, and the programs that the processes run.
    func isAnotherInstance(of other: Entry) -> Bool {
      if owner.exact == other.owner.exact { return false }
      if let process, let its = other.process, process.id == its.id { return false }
      let pairs = [(applicationID, other.applicationID), (desktopEntry, other.desktopEntry)]
      if pairs.contains(where: { !$0.isEmpty && $0.exact == $1.exact }) { return true }
      guard let process, let its = other.process else { return false }
      return process.runsSame(as: its)
    }

    /// Returns whether one entry is a browser's own player, and the other that of an extension in it, which names the
    /// browser's process by "kde:pid".
    func isBridged(to other: Entry) -> Bool {
      func names(_ bridge: Entry, _ browser: Entry) -> Bool {
        guard bridge.owner.exact != browser.owner.exact, let process = browser.process else { return false }
        return bridge.player.value?.properties?["Metadata"]?.properties?["kde:pid"]?.anyInteger
          == Int64(clamping: process.id)
      }
      return names(self, other) || names(other, self)
    }

    var hasLibrary: Bool { published != nil || process.map { $0.library != .none } ?? false }

    /// The author of the player. An unseen process, as in a sandbox, is taken to use the library in C.
    var author: Author {
      guard let process, process.library != .none else { return published == nil ? .other : .c }
      return process.author
    }
  }

  /// The players, the most important first.
  let entries: [Entry]

  static var none: Roster { Roster() }
  private init() { entries = [] }

  init(_ bus: SessionBus) {
    let instances = MPRIS.instances(bus)
    let names = instances.map { PlayerNames.prefix.description + $0 }
    let count = names.count
    let answers = bus.ask(
      names.map { .bus("GetNameOwner", $0) } + names.map { .bus("GetConnectionUnixProcessID", $0) }
        + names.map { .properties(of: $0, MPRIS.root) } + names.map { .properties(of: $0, MPRIS.player) }
        + names.map { .objects(of: $0) }, timeout: Self.timeout)
    var found: [Entry] = []
    for (index, instance) in instances.enumerated() where index + 4 * count < answers.count {
      guard case .value(.string(let owner)) = answers[index] else { continue }
      var process: ProcessFacts?
      if case .value(.uint32(let id)) = answers[index + count] { process = ProcessFacts(id) }
      found.append(
        Entry(
          instance: instance, owner: owner, process: process, root: answers[index + 2 * count],
          player: answers[index + 3 * count], published: Published(answers[index + 4 * count])))
    }
    let ranked = found
    entries = (0...Self.lastRank).flatMap { rank in ranked.filter { Self.rank($0) == rank } }
  }

  private static let lastRank = 3

  private static func rank(_ entry: Entry) -> Int {
    switch entry.status.exact {
    case _ where !entry.answers: lastRank
    case "Playing": 0
    case "Paused": 1
    default: 2
    }
  }

  // MARK: Names

  /// Returns the first player that a name means, whichever kind of name that is.
  func entry(named name: String) -> Entry? {
    let start = PlayerNames.prefix.description
    let short = PlayerNames.instance(name) ?? name
    let small = Escape.lowercased(name).exact
    let tests: [(Entry) -> Bool] = [
      { $0.instance.exact == short.exact },
      { PlayerNames.matches(short, $0.instance) },
      { entry in Self.names(entry).has(name) },
      { entry in Self.names(entry).contains { Escape.lowercased($0).exact == small } },
      { entry in
        let full = Escape.lowercased(start + entry.instance)
        return PlayerNames.matches(Escape.lowercased(start + short), full)
      },
      { $0.process?.isNamed(name) ?? false },
    ]
    for test in tests {
      if let entry = entries.first(where: test) { return entry }
    }
    return nil
  }

  /// Returns every name that a player has on the bus.
  private static func names(_ entry: Entry) -> [String] {
    var names = [entry.instance, PlayerNames.prefix.description + entry.instance, entry.identity]
    if let file = entry.root.value?.properties?.text("DesktopEntry") { names += [file, file + ".desktop"] }
    if let published = entry.published {
      names += [published.app.text("Id") ?? "", published.app.text("Name") ?? ""]
      for session in published.sessions { names += [session.id, entry.instance + "/" + session.id] }
    }
    return names.filter { !$0.isEmpty }
  }

  /// Returns the instance that a misspelled name probably means; nil when none is similar.
  func near(_ name: String) -> String? {
    let small = Array(Escape.lowercased(name).utf8)
    for entry in entries {
      for known in Self.names(entry) + [Escape.lastComponent(entry.instance)] {
        let known = Array(Escape.lowercased(known).utf8)
        if Spelling.isNear(small, known) { return entry.instance }
      }
    }
    return nil
  }
}
