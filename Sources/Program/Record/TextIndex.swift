// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// A list of different texts that finds each without looking at all of them: a recording may have many thousands.
struct TextIndex {
  private(set) var texts: [String] = []
  /// Places in `texts`, by hash; a collision takes the next free slot. At most half of the slots are taken.
  private var slots = [Int?](repeating: nil, count: 64)

  func has(_ text: String) -> Bool { place(of: text) != nil }

  /// Returns the place of a text in the list; nil when it is not there.
  func place(of text: String) -> Int? { slots[slot(of: text)] }

  /// Adds a text that is not there yet, and returns its place.
  @discardableResult
  mutating func insert(_ text: String) -> Int {
    let slot = slot(of: text)
    if let place = slots[slot] { return place }
    slots[slot] = texts.count
    texts.append(text)
    if texts.count * 2 > slots.count { grow() }
    return texts.count - 1
  }

  private mutating func grow() {
    slots = [Int?](repeating: nil, count: slots.count * 2)
    for (place, text) in texts.enumerated() { slots[slot(of: text)] = place }
  }

  /// Returns the slot that has a text, or else the free one that would take it.
  private func slot(of text: String) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: Escape.hash(text)) & mask
    while let place = slots[slot], texts[place].exact != text.exact { slot = (slot + 1) & mask }
    return slot
  }
}
