// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The information center's moving covers, where the system shows them.
import MediaPlayer

nonisolated struct CoverSource: Sendable {
  let id: String
  let still: URL
  let clip: URL

  func item() -> MPMediaItemAnimatedArtwork {
    MPMediaItemAnimatedArtwork(artworkID: id) { _ in
      UIImage(contentsOfFile: still.path)
    } videoAssetFileURLRequestHandler: { size in
      size.width > 4096 ? nil : clip
    }
  }
}

@MainActor func show(_ square: CoverSource?, _ tall: CoverSource?, of title: String) {
  var info: [String: Any] = [MPMediaItemPropertyTitle: title]
  let shown = MPNowPlayingInfoCenter.supportedAnimatedArtworkKeys
  let sources = [
    MPNowPlayingInfoProperty1x1AnimatedArtwork: square, MPNowPlayingInfoProperty3x4AnimatedArtwork: tall,
  ]
  for case (let key, let source?) in sources where shown.contains(key) { info[key] = source.item() }
  MPNowPlayingInfoCenter.default().nowPlayingInfo = info
}
