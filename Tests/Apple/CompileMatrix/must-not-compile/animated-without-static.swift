// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// error: value of optional type 'Artwork\?' must be unwrapped
import NowPlaying

// A moving picture needs a still one beside it, for where the moving one cannot be shown.
func content(_ artwork: Artwork?, _ animated: AnimatedArtwork) -> MovieContent {
  MovieContent(id: "movie", title: "Movie", duration: nil, artwork: artwork, animatedArtwork: animated)
}
