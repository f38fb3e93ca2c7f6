// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlaying

/// The files in the order in which they are played.
struct Queue {
  private let files: [URL]
  /// Places in `files`.
  private var order: [Int]
  private var place = 0

  var repeatMode = MediaCommand.RepeatMode.off
  private(set) var shuffleMode = MediaCommand.ShuffleMode.off

  init(_ files: [URL]) {
    self.files = files
    order = Array(files.indices)
  }

  var current: URL { files[order[place]] }
  var hasNext: Bool { place + 1 < order.count || repeatMode == .all }

  /// Goes to the next entry at the user's request; returns false at the end.
  mutating func next() -> Bool {
    guard hasNext else { return false }
    place = (place + 1) % order.count
    return true
  }

  /// Goes on because a file has ended; false at the end.
  mutating func advance() -> Bool { repeatMode == .one || next() }

  mutating func previous() { place = repeatMode == .all ? (place + order.count - 1) % order.count : max(0, place - 1) }

  /// Shuffles the items after the one that plays, or puts them in order again.
  mutating func shuffle(_ mode: MediaCommand.ShuffleMode) {
    guard mode != shuffleMode else { return }
    shuffleMode = mode
    let playing = order[place]
    let others = files.indices.filter { $0 != playing }
    order = mode == .off ? Array(files.indices) : [playing] + others.shuffled()
    place = order.firstIndex(of: playing) ?? 0
  }
}
