// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// How audio programs make pictures for the information center.
import MediaPlayer

func artwork(_ data: Data?) -> MPMediaItemArtwork {
  let image =
    data.flatMap { UIImage(data: $0) } ?? UIImage(named: "cover") ?? UIImage(systemName: "music.note") ?? UIImage()
  return MPMediaItemArtwork(boundsSize: image.size) { _ in image }
}

func artwork(of file: String) -> MPMediaItemArtwork? {
  guard let image = UIImage(contentsOfFile: file) else { return nil }
  return MPMediaItemArtwork(boundsSize: CGSize(width: 600, height: 600), requestHandler: { size -> UIImage in image })
}

@MainActor func update() async throws {
  let url = URL(fileURLWithPath: "/tmp/cover.jpg")
  let data = try Data(contentsOf: url)
  guard let image = UIImage(data: data, scale: 2) else { return }
  let bytes: Data? = image.jpegData(compressionQuality: 0.8) ?? image.pngData()
  MPNowPlayingInfoCenter.default().nowPlayingInfo?[MPMediaItemPropertyArtwork] = artwork(bytes)
  let resource = UIImage(named: "cover", in: .main, with: nil)
  MPNowPlayingInfoCenter.default().nowPlayingInfo?[MPMediaItemPropertyArtwork] = resource.map { resource in
    MPMediaItemArtwork(boundsSize: resource.size) { @Sendable _ in resource }
  }
  let task = Task.detached { UIImage(data: data) }
  if let late = await task.value, late.size.width / late.scale > 1 {
    print(artwork(nil).image(at: late.size)?.size ?? .zero, artwork(nil).bounds)
  }
}
