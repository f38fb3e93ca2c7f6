// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Asks the bus for the processes of players.
final class Processes: LoopBound {
  private let connection: Connection
  private var question: Subscription?
  /// Whether a process id that the bus gives means the same process here. It does not when the bus is on another
  /// computer, or outside of this sandbox.
  private var countsAlike = false

  init(_ connection: Connection) {
    self.connection = connection
    question = askBus(connection.uniqueName ?? "") { [unowned(unsafe) self] in
      question = nil
      countsAlike = $0 == np_process_id()
    }
  }

  /// Asks for the process of a player; 0 where it is unknown. The answer comes before those of the player itself, and
  /// none once the returned subscription has gone.
  func ask(_ unique: String, _ answer: @escaping (Int32) -> Void) -> Subscription? {
    askBus(unique) { [unowned(unsafe) self] in answer(countsAlike ? $0 : 0) }
  }

  private func askBus(_ name: String, _ answer: @escaping (Int32) -> Void) -> Subscription? {
    connection.ask(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
      { $0.append(name) }
    ) { reply in
      answer(reply.isError ? 0 : Int32(clamping: reply.readUInt32() ?? 0))
    }
  }
}

/// Reads the program of a process from /proc. It only reads files that the kernel fills by itself; others depend on the
/// process, as its memory does, and reading might take any time.
enum ProgramName {
  /// The id of the sandbox of a process, or else the name of its program; "" where both are unknown.
  static func find(_ process: Int32) -> String {
    if let sandbox = ProcessSandbox(controlGroups: SmallFile.text(path(process, "/cgroup"))) { return sandbox.id }
    let command = SmallFile.text(path(process, "/comm")).parts(separatedBy: 10).first ?? ""
    let target = SmallFile.target(path(process, "/exe"))
    guard let file = target.parts(separatedBy: 47).last, !file.isEmpty else { return command }
    let program = Escape.withoutSuffix(file, " (deleted)")
    if !isOthers(program) { return program }
    // The kernel has the name of a script here where the script was executed directly.
    return program.part(to: command.byteCount).exact == command.exact ? "" : command
  }

  /// The parent of a process; 0 where it is unknown.
  static func parent(of process: Int32) -> Int32 {
    // The file has "4711 (a name) S 42 …", and the name may have any characters, also ")".
    let fields = SmallFile.text(path(process, "/stat")).parts(separatedBy: 41).last?.parts(separatedBy: 32) ?? []
    return fields.dropFirst().first.map { ProcessNumber.read($0) } ?? 0
  }

  private static func path(_ process: Int32, _ file: StaticString) -> String {
    "/proc/" + Escape.decimal(Int64(clamping: process)) + file.string
  }

  /// Whether a program runs the programs of others, as an interpreter or the proxy of a sandbox does.
  private static func isOthers(_ program: String) -> Bool {
    var name = program
    // A version at the end, as of "python3.11", is ignored.
    while let last = name.bytes.last, (45...57).contains(last) { name = name.part(to: name.byteCount - 1) }
    return runners.contains { name.exact == ExactText($0) }
  }

  private static var runners: [StaticString] {
    [
      "python", "perl", "ruby", "node", "gjs", "gjs-console", "lua", "luajit", "php", "java", "mono", "mono-sgen", "sh",
      "bash", "dash", "wine-preloader", "wine64-preloader", "xdg-dbus-proxy",
    ]
  }
}
