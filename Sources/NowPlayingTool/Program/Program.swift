// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

@_cdecl("nowplaying_tool_run")
public func nowplaying_tool_run(_ count: Int32, _ words: UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
  var given: [String] = []
  for index in 1..<max(1, Int(count)) {
    if let word = words[index] { given.append(String(cString: word)) }
  }
  let console = Console()
  var isQuiet = false
  do throws(Failure) {
    let arguments = try Arguments(given)
    isQuiet = arguments.isQuiet
    let code = try Program.run(arguments, console)
    return console.flush() ? code : 1
  } catch {
    if !isQuiet || !error.isStatus {
      console.complain(error.next.isEmpty ? error.text : error.text + "\n" + error.next)
    }
    console.flush()
    return error.code
  }
}

enum Program {
  /// Returns the exit code.
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) -> Int32 {
    if arguments.listAll {
      try Playerctl.list(arguments, console)
      return 0
    }
    guard let name = arguments.words.first else { throw Failure(text: "usage") }
    switch name.exact {
    case "list": try List.run(arguments, console)
    default:
      guard let command = PlayerCommand.named(name) else {
        throw Failure(
          text: "Could not execute command: Command not recognized: " + name,
          next: "'nowplaying help' names the commands.")
      }
      try Playerctl.run(name, command, arguments, console)
    }
    return 0
  }
}
