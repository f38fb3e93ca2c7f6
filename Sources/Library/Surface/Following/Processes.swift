// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// Learns the processes of players from a bus. Belongs to the loop.
final class Processes {
  private let connection: Connection
  private var question: Subscription?
  /// Whether the bus counts processes as this one does: not from another computer, nor into a sandbox.
  private var countsAlike = false

  init(_ connection: Connection) {
    self.connection = connection
    question = askBus(connection.uniqueName ?? "") { [unowned(unsafe) self] in
      question = nil
      countsAlike = $0 == np_process_id()
    }
  }

  /// Asks for the process of a player, until the object ends; 0 where it is not known. The bus answers before it brings
  /// an answer of the player.
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

/// Reads in /proc what a process runs: only what the kernel has by itself, never what the process has a say in, as
/// its memory or its files, which might take any time.
enum ProgramName {
  /// Returns the id of the sandbox that a process is in, or else the name of its program; "" without.
  static func find(_ process: Int32) -> String {
    if let sandbox = ProcessSandbox(controlGroups: read(process, "/cgroup", np_read_file)) { return sandbox.id }
    let command = read(process, "/comm", np_read_file).parts(separatedBy: 10).first ?? ""
    let path = read(process, "/exe", np_read_link)
    guard let file = path.parts(separatedBy: 47).last, !file.isEmpty else { return command }
    let program = Escape.withoutSuffix(file, " (deleted)")
    if !isOthers(program) { return program }
    // The kernel knows a script by its own name where it was started as a program.
    return program.part(to: command.byteCount).exact == command.exact ? "" : command
  }

  /// Returns the process of which a process is a child; 0 where that is not known.
  static func parent(of process: Int32) -> Int32 {
    // "4711 (a name) S 42 …": the name may have anything in it.
    let fields = read(process, "/stat", np_read_file).parts(separatedBy: 41).last?.parts(separatedBy: 32) ?? []
    return fields.count > 1 ? ProcessNumber.read(fields[1]) : 0
  }

  private static func read(
    _ process: Int32, _ file: StaticString, _ read: (UnsafePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int) -> Int64
  ) -> String {
    let path = "/proc/" + Escape.decimal(Int64(clamping: process)) + file.string
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { room in
      path.withCString { Int32(clamping: read($0, room.baseAddress?.assumingMemoryBound(to: CChar.self), room.count)) }
    }
    return String(decoding: buffer[..<Int(clamping: max(0, count))], as: UTF8.self)
  }

  /// Whether a program is of no application: it runs those of others, or is the proxy of a sandbox.
  private static func isOthers(_ program: String) -> Bool {
    var name = program
    // "python3.11".
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
