// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlayingCore
import SwiftSupport
import Testing

@testable import NowPlayingPush

/// A folder for a test, which is removed afterwards.
final class Place {
  /// The lines that a `Memory` logs.
  final class Warnings {
    private(set) var lines: [String] = []
    func add(_ line: String) { lines.append(line) }
  }

  let root = FileManager.default.temporaryDirectory.appending(path: "nowplaying-\(UUID().uuidString)")
  let folder: URL
  let warnings = Warnings()

  init() {
    folder = root.appending(path: "nowplaying/org.example.App.RemoteMedia")
    try? FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  /// - timeout: how long to wait for the lock. A process that another test has forked holds it until it calls exec.
  func open(timeout: Microseconds = .seconds(3)) -> Memory {
    Memory(path: folder.path, timeout: timeout) { [warnings] in warnings.add($0) }
  }

  func url(_ name: String) -> URL { folder.appending(path: name) }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }

  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws { try Data(bytes).write(to: url(name)) }

  func mode(_ url: URL) -> UInt32 {
    var status = stat()
    return lstat(url.path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  func object(_ name: String) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: try Data(contentsOf: url(name)))
    return try #require(object as? [String: Any])
  }

  func registration(_ token: String = "0b9cf2a1") -> Registration {
    Registration(
      distributor: "org.unifiedpush.Distributor.kde", version: 2, token: token, endpoint: "https://push.example/x",
      vapidKey: nil, keys: Vectors.keys)
  }
}
