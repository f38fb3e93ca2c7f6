// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Writes the token of a session to a file, for push.py. A real extension sends it to a server.
enum TokenFile {
  static func write(_ token: Data, for id: String) {
    do {
      // The token is a secret: with it everybody can tell the extension what to show.
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try token.write(to: file(for: id), options: .atomic)
    } catch {
      FileHandle.standardError.write(Data("\(id): \(error.localizedDescription)\n".utf8))
    }
  }

  /// Removes the token of a session that has ended. A server would forget it.
  static func remove(for id: String) { try? FileManager.default.removeItem(at: file(for: id)) }

  private static var folder: URL {
    let runtime = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"].map { URL(filePath: $0) }
    return (runtime ?? FileManager.default.temporaryDirectory).appending(path: "swift-remote-speaker")
  }

  private static func file(for id: String) -> URL {
    let name = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return folder.appending(path: name + ".token")
  }
}
