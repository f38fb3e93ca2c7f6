// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingProgram
import NowPlayingBus
import NowPlayingCore

// The commands `nowplaying daemon`, `daemon shift` and others.
extension Daemon {
  static var busName: String { PlayerNames.prefix.description + PlayerNames.daemon }
  /// The options of a daemon that runs, on the command line and in its file.
  static let options: Options = [.ignore, .pauseOthers, .noResume, .startLast, .inhibit, .onAC, .bluetooth]

  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) {
    let words = arguments.words.dropFirst()
    guard let word = words.first else {
      try arguments.refuse(allBut: options, beside: "daemon")
      let daemon = try Daemon(arguments)
      return tool_end(try daemon.serve())
    }
    if word.equals("status") { return try DaemonStatus.run(arguments, console) }
    guard word.equals("shift") || word.equals("unshift") else {
      throw UnknownWord.refusal(word, by: "daemon", takes: ["shift", "unshift", "status"])
    }
    try arguments.refuse(allBut: [], beside: "daemon " + word)
    let member: StaticString = word.equals("shift") ? "Shift" : "Unshift"
    let bus = try openBus()
    if case .error(_, let text) = bus.call(busName, MPRIS.path, DaemonObject.interface, member) {
      throw Failure(text: "Cannot " + word + ": " + text)
    }
  }

  /// Returns the options of the file and of the command line, which win, and what is wrong with the file.
  static func options(_ given: Arguments) throws(Failure) -> (all: Arguments, faults: [String]) {
    let file = OptionFile(taking: options)
    let all = try Arguments(given.given, behind: file.words)
    guard let lack = lack(all) else { return (all, file.faults) }
    if file.words.isEmpty { throw Failure(text: lack) }
    return (all, file.faults + [OptionFile.path + ": " + lack])
  }

  /// Returns a sentence about an option that does nothing without another one; nil where there is none.
  private static func lack(_ options: Arguments) -> String? {
    if !options.resumes, !options.pausesOthers { return "--no-resume needs --pause-others" }
    return options.inhibitsOnACAlone && options.inhibitors == nil ? "--on-ac needs --inhibit" : nil
  }

  /// Opens the bus on which a daemon runs. A method call would have the bus start one that may be another daemon.
  static func openBus() throws(Failure) -> SessionBus {
    let bus = try SessionBus.open()
    if bus.owner(of: busName) == nil { throw Failure(text: "No daemon runs: start 'nowplaying daemon'") }
    return bus
  }
}
