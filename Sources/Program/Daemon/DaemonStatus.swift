// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// `nowplaying daemon status`: prints all that the daemon does, and why. playerctld does not say it.
struct DaemonStatus {
  private let players: [String]
  private let facts: [Variant.Property]
  private let choice: Choice?
  /// The headsets and cars that are connected.
  private let headsets: [String]

  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    try arguments.refuse(allBut: .json, beside: "daemon status")
    let status = DaemonStatus(try Daemon.openBus())
    if arguments.isJSON { return console.write(status.line) }
    if let first = status.players.first {
      let why = status.choice.map { "  " + $0.sentence } ?? ""
      console.write(console.styled(CleanText.line(first), .strong) + why + "\n")
    } else {
      console.write("runs, and stands for no player\n")
    }
    let options = status.list("Options")
    if !options.isEmpty { console.write("has the options " + CleanText.line(options.joined(separator: " ")) + "\n") }
    for sentence in DaemonDeeds.sentences(status.list, headsets: status.headsets) {
      console.write(CleanText.line(sentence) + "\n")
    }
  }

  private init(_ bus: SessionBus) {
    players = MPRIS.order(bus) ?? []
    facts = bus.properties(of: MPRIS.daemon, PlayerNames.choiceInterface)
    let adapters = facts["Adapters"]?.strings ?? []
    headsets = adapters.isEmpty ? [] : HeadsetReport.names(at: adapters)
    var choice: Choice?
    // The comparison is by bytes, because comparing as text would add the tables of Unicode to the program.
    if case .string(let word) = facts["Reason"] { choice = Choice.allCases.first { $0.rawValue.exact == word.exact } }
    self.choice = choice
  }

  /// The lists of what the daemon does: the key in JSON, and the property.
  private static let lists: [(key: StaticString, name: StaticString)] = [
    ("paused", "Paused"), ("paused-for", "PausedFor"), ("awake", "Awake"), ("adapters", "Adapters"),
    ("faults", "Faults"), ("options", "Options"),
  ]

  private func list(_ name: StaticString) -> [String] { facts[name.description]?.strings ?? [] }

  private var line: [UInt8] {
    var json = JSON()
    json.object { json in
      if let first = players.first { json.whole("player", first) }
      if let choice { json.whole("reason", choice.rawValue) }
      json.array("players") { json in
        for player in players { json.whole(nil, player) }
      }
      for row in Self.lists {
        json.array(row.key) { json in
          for text in list(row.name) { json.whole(nil, text) }
        }
      }
      json.array("headsets") { json in
        for name in headsets { json.whole(nil, name) }
      }
    }
    json.endLine()
    return json.bytes
  }
}
