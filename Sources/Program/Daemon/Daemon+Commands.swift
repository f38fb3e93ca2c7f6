// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingProgram
import NowPlayingBus
import NowPlayingCore

// The commands `nowplaying daemon`, `daemon shift` and others.
extension Daemon {
  static var busName: String { PlayerNames.prefix.description + PlayerNames.daemon }
  /// The options of a daemon that runs.
  private static let options: Options = [.ignore, .pauseOthers, .noResume, .startLast, .inhibit, .onAC, .bluetooth]

  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let words = arguments.words.dropFirst()
    guard let word = words.first else {
      try arguments.refuse(allBut: options, beside: "daemon")
      if !arguments.resumes, !arguments.pausesOthers { throw Failure(text: "--no-resume needs --pause-others") }
      if arguments.inhibitsOnACAlone, arguments.inhibitors == nil { throw Failure(text: "--on-ac needs --inhibit") }
      let daemon = try Daemon(arguments)
      try daemon.serve()
      return tool_end(daemon.end)
    }
    if word.equals("status") { return try DaemonStatus.run(arguments, console) }
    guard word.equals("shift") || word.equals("unshift") else {
      throw Failure(text: "daemon takes no '" + word + "'", next: "It takes shift, unshift and status.")
    }
    try arguments.refuse(allBut: [], beside: "daemon " + word)
    let member: StaticString = word.equals("shift") ? "Shift" : "Unshift"
    let bus = try openBus()
    if case .error(_, let text) = bus.call(busName, MPRIS.path, DaemonObject.interface, member) {
      throw Failure(text: "Cannot " + word + ": " + text)
    }
  }

  /// Opens the bus on which a daemon runs. A method call would have the bus start one that may be another daemon.
  static func openBus() throws(Failure) -> SessionBus {
    let bus = try SessionBus.open()
    if bus.owner(of: busName) == nil { throw Failure(text: "No daemon runs: start 'nowplaying daemon'") }
    return bus
  }
}
