// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

@_cdecl("nowplaying_tool_run")
public func nowplaying_tool_run(_ count: Int32, _ words: UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
  var given: [String] = []
  for index in 1..<max(1, Int(truncatingIfNeeded: count)) {
    if let word = words[index] { given.append(String(cString: word)) }
  }
  let console = Console()
  // With `doctor --strict` the exit code 1 means that a rule is broken: a failure without a text. Other failures end
  // with 2.
  let isVerdict = given.has("doctor") && given.has("--strict")
  var isQuiet = false
  var bus: String?
  do throws(Failure) {
    let arguments = try Arguments(given)
    (isQuiet, bus) = (arguments.isQuiet, arguments.bus)
    arguments.takeBus()
    let code = try Program.run(arguments, console)
    try console.flush()
    return code
  } catch {
    var failure = bus.map { error.about(bus: $0) } ?? error
    do throws(Failure) { try console.flush() } catch { if failure.text.isEmpty { failure = error } }
    if !isQuiet || !failure.isStatus { console.complain(failure) }
    return isVerdict && !failure.text.isEmpty ? 2 : failure.code
  }
}

enum Program {
  /// Returns the exit code.
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) -> Int32 {
    if arguments.asksHelp {
      try Help.print(for: arguments.words[...], console)
      return 0
    }
    if arguments.asksVersion {
      console.write("nowplaying " + version + "\n")
      return 0
    }
    if arguments.listAll {
      try arguments.refuse(allBut: [.choice, .all, .list], beside: "--list-all")
      try Playerctl.list(arguments, console)
      return 0
    }
    if arguments.words.isEmpty {
      console.write(Help.text)
      return 1
    }
    try CommandRow.execute(arguments, console)
    return 0
  }

  /// The version of the library, from its header.
  private static var version: String {
    String(NOWPLAYING_VERSION_MAJOR) + "." + String(NOWPLAYING_VERSION_MINOR) + "." + String(NOWPLAYING_VERSION_PATCH)
  }
}
