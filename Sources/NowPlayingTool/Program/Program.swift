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
  var isQuiet = false
  do throws(Failure) {
    let arguments = try Arguments(given)
    isQuiet = arguments.isQuiet
    let code = try Program.run(arguments, console)
    try console.flush()
    return code
  } catch {
    do throws(Failure) { try console.flush() } catch {}
    if !isQuiet || !error.isStatus {
      console.complain(error.next.isEmpty ? error.text : error.text + "\n" + error.next)
    }
    return error.code
  }
}

enum Program {
  /// Returns the exit code.
  static func run(_ arguments: Arguments, _ console: Console) throws(Failure) -> Int32 {
    if arguments.asksHelp {
      console.write(Help.text)
      return 0
    }
    if arguments.asksVersion {
      console.write("nowplaying " + version + "\n")
      return 0
    }
    if arguments.listAll {
      try Playerctl.list(arguments, console)
      return 0
    }
    guard let name = arguments.words.first else {
      console.write(Help.text)
      return 1
    }
    if name.exact == "doctor" { return try Doctor.run(arguments, console) }
    try execute(name, arguments, console)
    return 0
  }

  private static func execute(_ name: String, _ arguments: Arguments, _ console: Console) throws(Failure) {
    if arguments.words.count > 1, takesNoWords(name) {
      throw Failure(text: name + " takes no '" + arguments.words[1] + "'", next: "'nowplaying help' names its options.")
    }
    if printsOnce(name) {
      let option: String? = arguments.follow ? "--follow" : arguments.format != nil ? "--format" : nil
      if let option {
        throw Failure(text: name + " takes no " + option, next: "'nowplaying follow' prints what changes, as JSON.")
      }
    }
    switch name.exact {
    case "list": try List.run(arguments, console)
    case "show": try Show.run(arguments, console)
    case "follow": try Follow.run(arguments, console)
    case "send": try Send.run(arguments, console)
    case "artwork": try Pictures.run(.artwork, arguments, console)
    case "preview": try Pictures.run(.preview, arguments, console)
    case "video": try Pictures.run(.video, arguments, console)
    case "queue": try Queues.run(arguments, console)
    case "playlists": try Playlists.run(arguments, console)
    case "devices": try Devices.list(arguments, console)
    case "volume" where arguments.words.count == 3:
      try Devices.set(arguments.words[1], arguments.words[2], arguments, console)
    case "help": console.write(Help.text)
    default:
      guard let command = PlayerCommand.named(name) else {
        throw Failure(
          text: "Could not execute command: Command not recognized: " + name,
          next: "'nowplaying help' names the commands.")
      }
      try Playerctl.run(name, command, arguments, console)
    }
  }

  private static func takesNoWords(_ name: String) -> Bool {
    switch name.exact {
    case "list", "show", "follow", "artwork", "preview", "video", "devices", "help": true
    default: false
    }
  }

  /// Whether it prints in its own way, and once; playerctl's commands also print by a template, and again.
  private static func printsOnce(_ name: String) -> Bool {
    switch name.exact {
    case "list", "show", "artwork", "preview", "video", "devices", "send", "queue", "playlists": true
    default: false
    }
  }

  /// Of the header, and so of the library.
  private static var version: String {
    "\(NOWPLAYING_VERSION_MAJOR).\(NOWPLAYING_VERSION_MINOR).\(NOWPLAYING_VERSION_PATCH)"
  }
}
