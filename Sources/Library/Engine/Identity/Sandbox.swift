// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingCore

/// The sandbox of this process, which limits the names that it may own and the directories that the desktop can see.
struct Sandbox {
  /// The Flatpak's application id; nil outside of Flatpak.
  private(set) var flatpakID: String?
  /// The snap's instance name; nil outside of a snap.
  private(set) var snapName: String?

  init() {
    // Every Flatpak has the file; only newer ones set the variable.
    if let id = Environment.value("FLATPAK_ID") ?? Self.flatpakInfoName() {
      flatpakID = id
    } else if Environment.value("SNAP") != nil,
      let name = Environment.value("SNAP_INSTANCE_NAME") ?? Environment.value("SNAP_NAME")
    {
      snapName = name
    }
  }

  /// Whether the process is in a sandbox.
  var isThere: Bool { flatpakID != nil || snapName != nil }

  /// The value of `name=` in the group [Application] of /.flatpak-info.
  private static func flatpakInfoName() -> String? {
    var inGroup = false
    for line in SmallFile.text("/.flatpak-info").parts(separatedBy: UInt8(ascii: "\n")) {
      if line.exact.begins(with: "[") { inGroup = line.exact == "[Application]" }
      if inGroup, line.exact.begins(with: "name="), line.byteCount > 5 { return line.part(from: 5) }
    }
    return nil
  }

  /// The directories for artwork that the desktop can read under the same path, the best first. A sandbox's private
  /// /tmp is not one of them. By the XDG Base Directory Specification, relative paths are ignored.
  var artworkRoots: [String] {
    var bases: [String] = []
    if snapName != nil, let common = Environment.value("SNAP_USER_COMMON") { bases.append(common) }
    if !isThere, let runtime = Environment.value("XDG_RUNTIME_DIR") { bases.append(runtime) }
    if let cache = Environment.value("XDG_CACHE_HOME") { bases.append(cache) }
    if let home = Environment.value("HOME") { bases.append(home + "/.cache") }
    var roots: [String] = []
    for base in bases where base.exact.begins(with: "/") { roots.append(base + "/nowplaying") }
    if !isThere { roots.append("/tmp/nowplaying-" + Escape.decimal(Int64(clamping: np_user_id()))) }
    return roots
  }
}
