// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// `nowplaying daemon status`: prints which player the daemon stands for, and why. playerctld does not say why.
enum DaemonStatus {
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    try arguments.refuse(allBut: .json, beside: "daemon status")
    let bus = try Daemon.openBus()
    let players = MPRIS.order(bus) ?? []
    let said = bus.properties(of: MPRIS.daemon, PlayerNames.choiceInterface)
    var choice: Choice?
    // The comparison is by bytes, because comparing as text would add the tables of Unicode to the program.
    if case .string(let word) = said["Reason"] { choice = Choice.allCases.first { $0.rawValue.exact == word.exact } }
    if arguments.isJSON { return console.write(line(players, choice)) }
    guard let first = players.first else { throw Failure.noPlayers }
    console.write(console.styled(CleanText.line(first), .strong) + (choice.map { "  " + $0.sentence } ?? "") + "\n")
  }

  private static func line(_ players: [String], _ choice: Choice?) -> [UInt8] {
    var json = JSON()
    json.object { json in
      if let first = players.first { json.whole("player", first) }
      if let choice { json.whole("reason", choice.rawValue) }
      json.array("players") { json in
        for player in players { json.whole(nil, player) }
      }
    }
    json.endLine()
    return json.bytes
  }
}
