// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying

/// The pictures that lie beside a file. They are read when the desktop asks for them.
enum Cover {
  private static let names = ["cover.jpg", "cover.png", "folder.jpg", "folder.png"]

  /// The picture of the file's folder; nil when there is none.
  static func artwork(of file: URL) -> Artwork? {
    let folder = file.deletingLastPathComponent()
    guard let picture = names.map(folder.appendingPathComponent).first(where: isReadable) else { return nil }
    return Artwork(id: picture.path) { _ in try ArtworkRepresentation(data: Data(contentsOf: picture)) }
  }

  /// The video of the file, or else that of its folder, which songs of one album share; nil when there is none.
  ///
  /// Of Song.flac it is Song.square.mp4 and Song.tall.mp4, or one of them, and of a folder cover.square.mp4 and
  /// cover.tall.mp4. Each has its first frame beside it, Song.square.jpg for Song.square.mp4.
  static func animatedArtwork(of file: URL) -> AnimatedArtwork? {
    let folder = file.deletingLastPathComponent()
    for name in [file.deletingPathExtension(), folder.appendingPathComponent("cover")] {
      let ratios = [AnimatedArtwork.AspectRatio.square, .tall].filter { ratio in
        ["mp4", "jpg"].allSatisfy { isReadable(name.appendingPathExtension("\(ratio).\($0)")) }
      }
      if ratios.isEmpty { continue }
      return AnimatedArtwork(
        id: name.path, supportedAspectRatios: ratios,
        preview: { _, ratio in
          try ArtworkRepresentation(data: Data(contentsOf: name.appendingPathExtension("\(ratio).jpg")))
        },
        video: { _, ratio in name.appendingPathExtension("\(ratio).mp4") })
    }
    return nil
  }

  private static func isReadable(_ file: URL) -> Bool { FileManager.default.isReadableFile(atPath: file.path) }
}
