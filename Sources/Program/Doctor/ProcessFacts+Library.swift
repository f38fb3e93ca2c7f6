// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingProgram
import NowPlayingBus
import NowPlayingCore

// Tells how a process loaded the library, and in which language its program uses it.
extension ProcessFacts {
  enum Library {
    case none
    /// The process uses the shared library, of the system or of the program.
    case shared
    /// The library is linked into the program: the Swift package, or the static library.
    case builtIn
  }

  /// The name of the library's thread, which exists unless the program calls the library from its own loop.
  private static let thread = "nowplaying"
  /// A text that is in each program with the library for players, and not in the library for surfaces.
  private static let mark = "org.nowplaying.SystemPrimary"
  /// The libraries for D-Bus, one of which the library always loads.
  private static let buses: [StaticString] = ["/libsystemd.so", "/libelogind.so", "/libbasu.so"]

  func findLibrary() -> Library {
    if maps("/libnowplaying.so") { return .shared }
    // The library for surfaces has a thread of the same name.
    if hasSurface { return .none }
    if hasThread { return .builtIn }
    let hasBus = Self.buses.contains { maps($0) }
    return hasBus && tool_file_contains(program, Self.mark) ? .builtIn : .none
  }

  func findAuthor() -> Author {
    switch library {
    case .none: return .other
    case .shared where maps("/nowplaying.node"): return .node
    case .shared where maps("/_ctypes.") || name.starts(with: "python"): return .python
    // The static library is compiled as Embedded Swift, which does not have this section.
    case .builtIn where maps("/libswiftCore.so") || tool_file_contains(program, "swift5_typeref"): return .swift
    default:
      // The standard library of Rust reads this variable, whoever built it and however the program was stripped. A
      // program may also load that library.
      if maps("/libstd-") || tool_file_contains(program, "RUST_BACKTRACE") { return .rust }
      // The names of the header's types, as its errors and handlers bring them into the program. Symbols of Rust's
      // package nowplaying have the same.
      return tool_file_contains(program, "N10nowplaying") ? .cpp : .c
    }
  }

  /// Whether the library's thread runs in the process.
  var hasThread: Bool {
    directoryEntries("/proc/" + String(id) + "/task").contains { task in
      let name = readBytes("task/" + task + "/comm", limit: 64)
      return String(decoding: name.prefix { $0 != 10 }, as: UTF8.self).exact == Self.thread.exact
    }
  }

  /// Whether the process has loaded the library for surfaces.
  var hasSurface: Bool { maps("/libnowplaying-surface.so") }

  private var program: String { "/proc/" + String(id) + "/exe" }

  private func maps(_ part: StaticString) -> Bool {
    maps.withUnsafeBytes { tool_contains($0.baseAddress, $0.count, part.description) }
  }
}
