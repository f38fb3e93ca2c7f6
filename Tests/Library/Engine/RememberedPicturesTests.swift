// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore
import Testing

@testable import NowPlayingEngine

/// Tests how many pictures, and how many bytes, a session remembers.
@Suite struct RememberedPicturesTests {
  private let store = ArtworkStore(roots: [], "org.example.Player")

  /// - file: the URL of its file; nil when the host has said that there is none.
  private func picture(
    _ id: String, _ file: String?, size: Int = Limits.picture, _ memory: MemoryPicture? = nil
  ) -> RememberedPicture {
    let stored = file.map { StoredPicture(url: $0, path: nil, size: size, key: 1, memory: memory, store) }
    return RememberedPicture(id, stored, isProvided: true)
  }

  /// Returns those of the ids that are still remembered. The look-up makes each of them the last used.
  private func left(_ pictures: RememberedPictures, of ids: [String]) -> [String] {
    var pictures = pictures
    return ids.filter { pictures.use($0) != nil }
  }

  private func left(_ all: RememberedPicture...) -> [String] {
    var pictures = RememberedPictures()
    for picture in all { pictures.remember(picture) }
    return left(pictures, of: all.map(\.id))
  }

  @Test func theLastUsedStay() {
    let ids = (0...Limits.rememberedPictures).map { "id \($0)" }
    var pictures = RememberedPictures()
    for id in ids.dropLast() { pictures.remember(picture(id, id, size: 1)) }
    let used = [pictures.use("id 0")?.id, pictures.use("id 3")?.id, pictures.use("another")?.id]
    #expect(used == ["id 0", "id 3", nil])
    pictures.remember(picture(ids[ids.count - 1], nil))
    #expect(left(pictures, of: ids) == ids.filter { $0 != "id 1" })
    pictures.remove("id 7")
    pictures.remove("another")
    #expect(left(pictures, of: ids) == ids.filter { $0 != "id 1" && $0 != "id 7" })
  }

  @Test func anotherPictureTakesThePlace() {
    var pictures = RememberedPictures()
    let (old, new) = (picture("a", "a", size: 1), picture("a", "b", size: 1))
    for picture in [old, self.picture("b", "b", size: 1), new] { pictures.remember(picture) }
    let used = pictures.use("a")
    #expect(used === new && left(pictures, of: ["a", "b"]) == ["a", "b"])
  }

  /// Two pictures of the largest size are remembered. A picture without a file takes none of their bytes.
  @Test func bytesAreBounded() {
    #expect(left(picture("a", "a"), picture("b", "b")) == ["a", "b"])
    #expect(left(picture("a", "a"), picture("b", "b"), picture("c", "c")) == ["b", "c"])
    #expect(left(picture("none", nil), picture("a", "a"), picture("b", "b"), picture("c", "c")) == ["b", "c"])
    let (a, b, c) = (picture("a", "a"), picture("b", "b"), picture("c", "c", size: 1))
    #expect(left(a, picture("none", nil), b, c) == ["none", "b", "c"])
  }

  /// Ids that share one file of ours count once, and bytes in memory for each id.
  @Test func aFileCountsOnceAndMemoryEachTime() throws {
    #expect(left(picture("a", "same"), picture("b", "same"), picture("c", "c")) == ["a", "b", "c"])
    #expect(left(picture("a", "same"), picture("b", "b"), picture("c", "same")) == ["a", "b", "c"])
    let memory = try NowPlayingEngineTests.picture(7).withUnsafeBytes { try MemoryPicture.make($0, nil).get() }
    let all = ["a", "b", "c"].map { picture($0, "same", memory) }
    #expect(left(all[0], all[1], all[2]) == ["b", "c"])
  }
}
