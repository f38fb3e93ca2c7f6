// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import NowPlayingCore
import Testing

@testable import NowPlayingEngine

/// A reference type, because expressions in expectations must not mutate.
private final class Shown {
  var artwork = ShownArtwork()

  var id: String? { artwork.id }
  /// Returns whether the item's artwork has another id.
  func update(_ state: CommittedState) -> Bool {
    let before = artwork.id
    artwork.update(state)
    return artwork.id != before
  }
  func takes(_ id: String, for key: UInt64) -> Bool { artwork.takes(id, for: key) }
  func answer(_ id: String, by key: UInt64) -> Bool { artwork.answer(id, by: key) }
}

/// Tests the ids by which surfaces know the artwork of a session.
@Suite struct ShownArtworkTests {
  private let store = ArtworkStore(roots: [], "org.example.Player")

  private func state(_ id: String?, key: UInt64?, isProvided: Bool = true) -> CommittedState {
    var state = SessionState()
    state.content = Content(kind: .music, id: "item")
    state.content?.artworkID = id
    let file = key.map { store.refer(to: "https://example.org/" + String($0), key: $0, nil) }
    let picture = id.map { RememberedPicture($0, file, isProvided: isProvided) }
    return CommittedState(state, contentSerial: 1, picture)
  }

  @Test func thePlainIDIsThatOfTheFirstPicture() {
    let shown = Shown()
    #expect(shown.update(state("a", key: 0xF)))
    #expect(shown.id == "a" && shown.artwork.own == "a" && shown.artwork.picture != nil)
    #expect(shown.artwork.others == ["a"])
    // No surface has requested it yet.
    #expect(!shown.update(state("a", key: 0x10)) && shown.id == "a" && shown.artwork.others == ["a"])
    #expect(shown.answer("a", by: 0x10))
    #expect(shown.update(state("a", key: 0xF)) && shown.id == "a~000000000000000f")
    #expect(!shown.update(state("a", key: 0xF)) && shown.artwork.others.isEmpty)
    #expect(shown.update(state("a", key: 0x10)) && shown.id == "a")
    #expect(shown.update(state("a", key: nil)) && shown.id == nil && shown.artwork.own == "a")
    #expect(shown.update(state(nil, key: nil)) == false && shown.artwork.own == nil)
  }

  @Test func anAnswerOfAnotherKindIsNoPicture() {
    let shown = Shown()
    #expect(shown.update(state("a", key: 5, isProvided: false)) && shown.id == "a" && shown.artwork.picture == nil)
    #expect(shown.answer("a", by: ShownArtwork.noPicture) && shown.answer("a", by: ShownArtwork.noPicture))
    #expect(!shown.answer("a", by: 5))
    #expect(shown.update(state("a", key: 5)) && shown.id == "a~0000000000000005")
    #expect(shown.answer("a~0000000000000005", by: 5) && !shown.answer("a~0000000000000005", by: 6))
    #expect(shown.answer("a", by: ShownArtwork.noPicture))
  }

  /// The host is asked again for a picture that it provided before, and may give another.
  @Test func whatIsAskedForAfterwardsHasAnotherID() {
    let shown = Shown()
    _ = shown.update(state("a", key: 5))
    #expect(shown.answer("a", by: 5))
    #expect(shown.takes("a", for: 5) && !shown.takes("a", for: 6) && shown.takes("b", for: 6))
    #expect(shown.update(state("a", key: 6, isProvided: false)) && shown.id == "a~0000000000000000")
    #expect(!shown.answer("a", by: ShownArtwork.noPicture))
    #expect(shown.answer("a~0000000000000000", by: ShownArtwork.noPicture))
    #expect(shown.update(state("a", key: 5)) && shown.id == "a")
  }

  @Test func theIDStaysWhereThePictureIsLetGo() {
    let shown = Shown()
    _ = shown.update(state("a", key: 5))
    _ = shown.answer("a", by: 5)
    shown.artwork.release()
    #expect(shown.artwork.picture == nil)
    #expect(!shown.update(state("a", key: 5)) && shown.artwork.others.isEmpty && shown.artwork.picture != nil)
    shown.artwork.release()
    #expect(shown.update(state("a", key: 6)) && shown.artwork.others == ["a"])
  }

  @Test func soManyIDsAreRemembered() {
    let (shown, most) = (Shown(), ShownArtwork.capacity)
    for number in 0...most { #expect(shown.answer("id " + String(number), by: 5)) }
    #expect(!shown.takes("id " + String(most - 1), for: 6) && shown.takes("id " + String(most), for: 6))
  }

  /// An id never stands for two pictures, whichever pictures are provided and requested, and however many there are.
  @Test(arguments: [3, 40, 2000]) func anIDIsOnePicture(_ most: Int) {
    let shown = Shown()
    var (seen, ids): ([String: UInt64], [String]) = ([:], (0..<most).map { "id " + String($0) })
    for _ in 0..<5000 {
      let (own, key) = (ids.randomElement() ?? "", UInt64.random(in: 1...9))
      _ = shown.update(state(own, key: key))
      guard let id = shown.id, Bool.random() else { continue }
      #expect(shown.answer(id, by: key))
      let known = seen[id] ?? key
      #expect(known == key, "\(id)")
      seen[id] = key
      // A request does not change the id.
      #expect(!shown.update(state(own, key: key)))
      // A host may have ids that look like ours.
      if id.utf8.contains(126), seen.count < ShownArtwork.capacity, ids.count < most + 9 { ids.append(id) }
    }
    #expect(seen.values.filter { $0 == 3 }.count > 1)
  }
}
