// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingCore

/// What /proc says of a process of this user.
struct ProcessFacts {
  let id: UInt32
  /// The name of its program, as far as the kernel keeps it: 15 bytes.
  let name: String
  /// The sandbox that it is in, and by which id.
  let sandbox: Sandbox?

  enum Sandbox {
    case flatpak(String)
    case snap(String)
  }

  init?(_ id: UInt32) {
    guard let name = Self.read(id, "comm") else { return nil }
    self.id = id
    self.name = String(decoding: Array(name.utf8.prefix { $0 != 10 }), as: UTF8.self)
    sandbox = Self.sandbox(of: id)
  }

  private static func read(_ id: UInt32, _ file: String) -> String? {
    let bytes = readBytes(id, file)
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The file is made while it is read, and has no size before.
  private static func readBytes(_ id: UInt32, _ file: String) -> [UInt8] {
    var size = 0
    let descriptor = np_open_file("/proc/" + String(id) + "/" + file, .max, &size)
    if descriptor < 0 { return [] }
    defer { np_close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: 1 << 20) { room, count in
      count = Int(truncatingIfNeeded: max(0, np_read_at(descriptor, 0, room.baseAddress, room.count)))
    }
  }

  /// By the group of processes in which systemd or the sandbox has put it: also of the proxy that a Flatpak has for the
  /// bus, which is all that the bus sees of it.
  private static func sandbox(of id: UInt32) -> Sandbox? {
    let groups = read(id, "cgroup") ?? ""
    if let rest = after("app-flatpak-", in: groups) {
      let parts = rest.utf8.prefix { $0 != 10 && $0 != 47 }.split(separator: 45)
      return .flatpak(parts.dropLast().map { String(decoding: Array($0), as: UTF8.self) }.joined(separator: "-"))
    }
    if let rest = after("/snap.", in: groups) {
      return .snap(String(decoding: Array(rest.utf8.prefix { $0 != 46 && $0 != 10 && $0 != 47 }), as: UTF8.self))
    }
    if let info = read(id, "root/.flatpak-info"), let rest = after("\nname=", in: info) {
      return .flatpak(String(decoding: Array(rest.utf8.prefix { $0 != 10 }), as: UTF8.self))
    }
    return nil
  }

  private static func after(_ mark: String, in text: String) -> String? {
    let (text, mark) = (Array(text.utf8), Array(mark.utf8))
    guard text.count >= mark.count else { return nil }
    for start in 0...(text.count - mark.count) where text[start..<(start + mark.count)].elementsEqual(mark) {
      return String(decoding: text[(start + mark.count)...], as: UTF8.self)
    }
    return nil
  }

  /// A variable that it was started with; nil when it is not set, or cannot be read.
  func variable(_ name: String) -> String? {
    let prefix = Array((name + "=").utf8)
    for entry in Self.readBytes(id, "environ").split(separator: 0) where entry.starts(with: prefix) {
      return String(decoding: entry.dropFirst(prefix.count), as: UTF8.self)
    }
    return nil
  }

  /// Whether it has loaded libnowplaying.
  var hasLibrary: Bool { Self.after("/libnowplaying.so", in: Self.read(id, "maps") ?? "") != nil }

  /// The processes of a name.
  static func named(_ name: String) -> [ProcessFacts] {
    let found = UnsafeMutablePointer<[UInt32]>.allocate(capacity: 1)
    found.initialize(to: [])
    defer {
      found.deinitialize(count: 1)
      found.deallocate()
    }
    np_list_directory(
      "/proc",
      { entry, context in
        guard let entry, let id = Number.only(String(cString: entry)), id > 0 else { return }
        context?.assumingMemoryBound(to: [UInt32].self).pointee.append(UInt32(clamping: Clamp.microseconds(id)))
      }, UnsafeMutableRawPointer(found))
    let wanted = String(decoding: Array(name.utf8.prefix(15)), as: UTF8.self)
    return found.pointee.filter { id in
      guard let comm = read(id, "comm") else { return false }
      return comm.exact == (wanted + "\n").exact
    }.compactMap { ProcessFacts($0) }
  }
}
