// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// error: 'cgImage' is unavailable: Linux has no CGImage; 'init\(cgImage:\)' is unavailable: Linux has no CGImage
import MediaPlayer
import NowPlaying

func pictures(_ image: UIImage) throws -> [Any] {
  [try ArtworkRepresentation(cgImage: image.cgImage), UIImage(cgImage: image), image.cgImage as Any]
}
