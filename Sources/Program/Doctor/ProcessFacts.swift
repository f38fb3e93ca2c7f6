// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import CNowPlayingProgram
import NowPlayingBus
import NowPlayingCore

/// Facts about a process from /proc. A process of another user shows fewer, and one that has ended none.
final class ProcessFacts {
  let id: UInt32
  /// The name of the program, of which the kernel keeps 15 bytes.
  let name: String
  /// Whether a signal or a debugger has stopped the process.
  let isStopped: Bool
  let parent: UInt32
  let user: UInt32

  /// The kind of sandbox that the process is in, and the application's id there; nil outside.
  private(set) lazy var sandbox = Self.sandbox(of: id)
  /// The command line.
  private(set) lazy var words = readBytes("cmdline").parts(0).map { String(decoding: $0, as: UTF8.self) }
  /// The text of /proc/PID/maps: the files that the process has mapped.
  private(set) lazy var maps = readBytes("maps", limit: 8 << 20)
  private(set) lazy var library = findLibrary()
  private(set) lazy var author = findAuthor()

  init?(_ id: UInt32) {
    self.id = id
    let lines = Self.readBytes(id, "status", limit: 1 << 16).parts(10)
    func field(_ key: StaticString) -> [UInt8]? {
      let key = Array(key.description.utf8)
      return lines.first { $0.starts(with: key) }.map { Array($0.dropFirst(key.count)) }
    }
    func number(_ key: StaticString) -> UInt32 {
      UInt32(clamping: (field(key) ?? []).prefix { $0 != 9 }.reduce(0) { $0 &* 10 &+ Int64(clamping: $1) &- 48 })
    }
    let state = field("State:\t")?.first
    // Of a process that has ended, and that its parent has not waited for, only the name is left.
    guard let name = field("Name:\t"), state != UInt8(ascii: "Z") else { return nil }
    self.name = String(decoding: name, as: UTF8.self)
    isStopped = state == UInt8(ascii: "T") || state == UInt8(ascii: "t")
    parent = number("PPid:\t")
    user = number("Uid:\t")
  }

  /// Returns all processes but this one.
  static func all() -> [ProcessFacts] {
    directoryEntries("/proc").compactMap { entry in
      guard let id = Number.only(entry), id > 0 else { return nil }
      return ProcessFacts(UInt32(clamping: Clamp.int64(id)))
    }.filter { $0.id != UInt32(clamping: tool_process_id()) }
  }

  // MARK: Reading

  private func read(_ file: String) -> String? { Self.read(id, file) }
  func readBytes(_ file: String, limit: Int = 1 << 20) -> [UInt8] { Self.readBytes(id, file, limit: limit) }

  private static func read(_ id: UInt32, _ file: String) -> String? {
    let bytes = readBytes(id, file)
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Reads in pieces: files below /proc have no size before they are read.
  private static func readBytes(_ id: UInt32, _ file: String, limit: Int = 1 << 20) -> [UInt8] {
    var size = 0
    let descriptor = np_open_file("/proc/" + String(id) + "/" + file, .max, &size)
    if descriptor < 0 { return [] }
    defer { np_close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: limit) { room, count in
      count = Int(truncatingIfNeeded: max(0, np_read_at(descriptor, 0, room.baseAddress, room.count)))
    }
  }

  /// A process may choose its root, and so the name of its sandbox, which becomes part of a command that people type:
  /// one that no name on the bus can have is that of no sandbox.
  private static func sandbox(of id: UInt32) -> ProcessSandbox? {
    var sandbox = ProcessSandbox(controlGroups: read(id, "cgroup") ?? "")
    if sandbox == nil, let info = read(id, "root/.flatpak-info"), let rest = after("\nname=", in: info) {
      sandbox = .flatpak(rest.before(10))
    }
    return sandbox.flatMap { Escape.isBusNamePart($0.id, limit: Limits.identifier) ? $0 : nil }
  }

  private static func after(_ mark: String, in text: String) -> String? {
    let (text, mark) = (Array(text.utf8), Array(mark.utf8))
    guard text.count >= mark.count else { return nil }
    for start in 0...(text.count - mark.count) where text[start...].starts(with: mark) {
      return String(decoding: text[(start + mark.count)...], as: UTF8.self)
    }
    return nil
  }

  /// Returns an environment variable with which the process was started; nil when it is not set, is empty or cannot be
  /// read.
  func variable(_ name: String) -> String? {
    let prefix = Array((name + "=").utf8)
    for entry in readBytes("environ").parts(0) where entry.starts(with: prefix) {
      return entry.count == prefix.count ? nil : String(decoding: entry.dropFirst(prefix.count), as: UTF8.self)
    }
    return nil
  }

  // MARK: Its bus

  /// The address of the session bus that the process was started with.
  var busAddress: String {
    BusAddress.session(of: user, variable("DBUS_SESSION_BUS_ADDRESS"), variable("XDG_RUNTIME_DIR"))
  }

  /// Whether no bus can exist for the process: none of its addresses has a socket in the file system that it sees.
  var isWithoutBus: Bool {
    let root = "/proc/" + String(id) + "/root/"
    // The file system of another user's process cannot be seen.
    return tool_exists(root) && BusAddress.isNowhere(busAddress, below: root)
  }

  /// Whether the process was started with another bus address than this program.
  var isElsewhere: Bool {
    guard let ours = BusAddress.session else { return false }
    // Compares only up to the first comma: the bus's id, which may follow, is not always given.
    return ours.before(44).exact != busAddress.before(44).exact
  }

  // MARK: Names

  /// A name for people: the program, the script that it runs, and the number of the process.
  var label: String { program + (script.map { " " + $0 } ?? "") + ", process " + String(id) }

  /// The name of the program, also where the kernel has cut it.
  private var program: String {
    let whole = Self.lastPart(words.first ?? "")
    return whole.utf8.count > name.utf8.count && name.utf8.count == 15 && whole.starts(with: name) ? whole : name
  }

  /// The programs whose first argument is the script that they run.
  private static let interpreters: [StaticString] = [
    "python", "gjs", "node", "electron", "perl", "ruby", "lua", "java", "mono", "php", "bash", "sh",
  ]

  private var runsScript: Bool {
    let program = Self.lastPart(words.first ?? "")
    return Self.interpreters.contains { program.starts(with: $0.description) }
  }

  /// The name of the script that an interpreter runs, without its folder.
  private(set) lazy var script: String? = {
    guard runsScript else { return nil }
    return words.dropFirst().first { $0.utf8.first != UInt8(ascii: "-") }.map { Self.lastPart($0) }
  }()

  /// Returns whether both processes run the same program or script. Sandboxes are compared by id: on the bus, each is
  /// represented by a proxy of the same program.
  func runsSame(as other: ProcessFacts) -> Bool {
    if sandbox != nil || other.sandbox != nil { return sandbox?.key.exact == other.sandbox?.key.exact }
    guard let program = words.first, let its = other.words.first else { return false }
    return program.exact == its.exact && (script ?? "").exact == (other.script ?? "").exact
  }

  /// Returns whether a word of the command line is the process's program or script, with its folder or without, its
  /// desktop file or its number.
  func isNamed(_ word: String) -> Bool {
    let word = Escape.withoutSuffix(Self.lastPart(word), ".desktop")
    let wanted = Escape.lowercased(word).exact
    let short = String(decoding: Array(word.utf8.prefix(15)), as: UTF8.self)
    if String(id).exact == word.exact || Escape.lowercased(name).exact == Escape.lowercased(short).exact { return true }
    var names = [Self.lastPart(words.first ?? "")]
    if let script { names += [script, script.before(46)] }
    return names.contains { Escape.lowercased($0).exact == wanted }
  }

  /// Whether the process is `nowplaying replay`.
  var isReplay: Bool { name.equals("nowplaying") && words.dropFirst().contains { $0.equals("replay") } }

  private static func lastPart(_ path: String) -> String {
    path.parts(47).last ?? ""
  }
}
