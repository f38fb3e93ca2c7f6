// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The sandbox of a process, read from the name of its control group. For a Flatpak the bus sees only the process of a
/// proxy, whose control group has the same name.
public enum ProcessSandbox {
  case flatpak(String)
  case snap(String)

  public var id: String {
    switch self {
    case .flatpak(let id), .snap(let id): id
    }
  }

  /// - controlGroups: the content of /proc/PID/cgroup.
  public init?(controlGroups: String) {
    let found = controlGroups.withBytes { bytes -> (id: String, isFlatpak: Bool)? in
      for index in bytes.indices {
        let text = bytes.part(from: index)
        if text.begins(with: "app-flatpak-") { return (Self.id(text.part(from: 12), endsAtLast: 45), true) }
        if text.begins(with: "/snap.") { return (Self.id(text.part(from: 6), endsAtLast: nil), false) }
      }
      return nil
    }
    guard let found, !found.id.isEmpty else { return nil }
    self = found.isFlatpak ? .flatpak(found.id) : .snap(found.id)
  }

  /// The id at the start of a text: it ends before the last `byte` in the path element, or for nil before the first
  /// full stop.
  private static func id(_ text: UnsafeBufferPointer<UInt8>, endsAtLast byte: UInt8?) -> String {
    let line = text.part(from: 0, to: text.index(of: 10) ?? .max)
    let name = line.part(from: 0, to: line.index(of: 47) ?? .max)
    let id = name.part(from: 0, to: byte.map { name.lastIndex(of: $0) ?? 0 } ?? name.index(of: 46) ?? 0)
    var (bytes, index): ([UInt8], Int) = ([], 0)
    while index < id.count {
      // systemd escapes "-" as "\x2d".
      let rest = id.part(from: index)
      if rest.begins(with: "\\x"), rest.count >= 4, let high = Escape.hexValue(rest[2]),
        let low = Escape.hexValue(rest[3])
      {
        bytes.append(high << 4 | low)
        index += 4
      } else {
        bytes.append(rest[0])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
