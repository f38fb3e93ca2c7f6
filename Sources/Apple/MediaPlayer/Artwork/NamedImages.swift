// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The places where a picture with a name may be.
enum NamedImages {
  private static let extensions = ["png", "jpg", "jpeg", "webp", "gif"]

  /// Returns the paths of files that exist and may be the picture, the best first.
  static func paths(_ name: String) -> [String] { paths(name, in: resourceDirectories() + iconDirectories()) }

  /// Returns the paths of files in one bundle.
  static func paths(_ name: String, in bundle: Bundle) -> [String] {
    paths(name, in: bundle.resourcePath.map { [$0] } ?? [])
  }

  private static func paths(_ name: String, in directories: [String]) -> [String] {
    let files = hasExtension(name) ? [name] : extensions.map { name + "." + $0 }
    return directories.flatMap { directory in
      files.map { directory + "/" + $0 }.filter { FileManager.default.isReadableFile(atPath: $0) }
    }
  }

  private static func hasExtension(_ name: String) -> Bool {
    extensions.contains((name as NSString).pathExtension.lowercased())
  }

  /// The folder of the main bundle, and beside it those of the bundles of the program's packages.
  private static func resourceDirectories() -> [String] {
    guard let main = Bundle.main.resourcePath else { return [] }
    let beside = (try? FileManager.default.contentsOfDirectory(atPath: main)) ?? []
    return [main] + beside.filter { $0.hasSuffix(".resources") }.sorted().map { main + "/" + $0 }
  }

  /// The folders of the icon theme "hicolor", to which all others fall back, the largest icons first, as the Icon Theme
  /// Specification says.
  private static func iconDirectories() -> [String] {
    let environment = ProcessInfo.processInfo.environment
    func value(_ name: String, _ fallback: String) -> String {
      environment[name].flatMap { $0.isEmpty ? nil : $0 } ?? fallback
    }
    let home = value("XDG_DATA_HOME", value("HOME", "") + "/.local/share")
    let roots = [home] + value("XDG_DATA_DIRS", "/usr/local/share:/usr/share").split(separator: ":").map(String.init)
    let sizes = ["1024x1024", "512x512", "256x256", "192x192", "128x128", "96x96", "64x64", "48x48", "32x32"]
    return roots.flatMap { root -> [String] in sizes.map { "\(root)/icons/hicolor/\($0)/apps" } + ["\(root)/pixmaps"] }
  }
}
