// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Pictures that are fetched, cached and asked for at a size.
import NowPlaying

actor PictureCache {
  private var pictures: [URL: Data] = [:]

  func data(_ url: URL) async throws -> Data {
    if let data = pictures[url] { return data }
    let (data, _) = try await URLSession.shared.data(from: url)
    pictures[url] = data
    return data
  }
}

struct Track: Identifiable, Sendable {
  let id: String
  let title: String
  let artist: String
  let cover: URL?

  func content(_ cache: PictureCache) -> MusicContent {
    let artwork = cover.map { cover in
      Artwork(id: cover.absoluteString) { size in
        let width = Int(max(size.width, size.height))
        let url = cover.appending(queryItems: [URLQueryItem(name: "w", value: String(width))])
        return try ArtworkRepresentation(data: try await cache.data(url))
      }
    }
    var content = MusicContent(
      id: id, songTitle: title, artistName: artist, albumName: "", type: .audio, duration: nil, artwork: artwork)
    content.isExplicit = false
    content.collectionID = "album"
    return content
  }
}
