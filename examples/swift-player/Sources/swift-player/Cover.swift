// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying

/// The picture that lies beside a file.
enum Cover {
  private static let names = ["cover.jpg", "cover.png", "folder.jpg", "folder.png"]

  /// The picture for the desktop, which is read when the desktop asks for it; nil when there is none.
  static func artwork(of file: URL) -> Artwork? {
    let folder = file.deletingLastPathComponent()
    let pictures = names.map { folder.appendingPathComponent($0) }
    let picture = pictures.first { FileManager.default.isReadableFile(atPath: $0.path) }
    guard let picture else { return nil }
    return Artwork(id: picture.path) { _ in try ArtworkRepresentation(data: Data(contentsOf: picture)) }
  }
}
