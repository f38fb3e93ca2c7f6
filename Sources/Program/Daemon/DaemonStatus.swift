// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// `nowplaying daemon status`: prints all that the daemon does, and why. playerctld does not say it.
struct DaemonStatus {
  private let players: [String]
  private let facts: [Variant.Property]
  private let choice: Choice?

  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    try arguments.refuse(allBut: .json, beside: "daemon status")
    let status = DaemonStatus(try Daemon.openBus())
    if arguments.isJSON { return console.write(status.line) }
    guard let first = status.players.first else { throw Failure.noPlayers }
    let why = status.choice.map { "  " + $0.sentence } ?? ""
    console.write(console.styled(CleanText.line(first), .strong) + why + "\n")
    for sentence in status.sentences { console.write(CleanText.line(sentence) + "\n") }
  }

  private init(_ bus: SessionBus) {
    players = MPRIS.order(bus) ?? []
    facts = bus.properties(of: MPRIS.daemon, PlayerNames.choiceInterface)
    var choice: Choice?
    // The comparison is by bytes, because comparing as text would add the tables of Unicode to the program.
    if case .string(let word) = facts["Reason"] { choice = Choice.allCases.first { $0.rawValue.exact == word.exact } }
    self.choice = choice
  }

  /// The lists of what the daemon does: the key in JSON, the property, and the beginning of a sentence.
  private static let lists: [(key: StaticString, name: StaticString, start: StaticString)] = [
    ("awake", "Awake", "keeps the machine awake for "),
    ("adapters", "Adapters", "takes the keys of headsets at "),
  ]

  private func list(_ name: StaticString) -> [String] { facts[name.description]?.strings ?? [] }

  private var sentences: [String] {
    Self.lists.filter { !list($0.name).isEmpty }.map { row in
      row.start.description + list(row.name).joined(separator: ", ")
    }
  }

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
    }
    json.endLine()
    return json.bytes
  }
}
