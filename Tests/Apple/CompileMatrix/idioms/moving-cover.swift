// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A cover that moves, with a still for where it must not, and files that are fetched once.
import NowPlaying

nonisolated struct MovingCover: Sendable {
  let name: String
  let folder: URL

  private func file(_ ratio: AnimatedArtwork.AspectRatio, _ ending: String) -> URL {
    let shape =
      switch ratio {
      case .square: "square"
      case .tall: "tall"
      @unknown default: "square"
      }
    return folder.appending(path: "\(name)-\(shape).\(ending)")
  }

  var artwork: Artwork {
    Artwork(id: name) { size in
      try ArtworkRepresentation(data: Data(contentsOf: file(size.width < size.height ? .tall : .square, "png")))
    }
  }

  var animated: AnimatedArtwork? {
    let shown = AnimatedArtwork.compatibleAspectRatios
    guard !shown.isEmpty else { return nil }
    return AnimatedArtwork(id: name + "-moving", supportedAspectRatios: shown) { _, ratio in
      try ArtworkRepresentation(data: Data(contentsOf: file(ratio, "png")))
    } video: { _, ratio in
      file(ratio, "mp4")
    }
  }

  var content: MusicContent {
    MusicContent(
      id: name, songTitle: name, artistName: "", albumName: "", type: .video, duration: nil, artwork: artwork,
      animatedArtwork: animated)
  }
}
