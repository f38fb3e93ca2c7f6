// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import SwiftSupport
import Testing

@testable import NowPlayingCore

/// Numbers that are the same at each run.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &self) }
}

private func queue(_ ids: some Sequence<String>, after before: Queue? = nil) -> Queue {
  Queue(ids.map { Content(kind: .music, id: $0) }, after: before, seed: 1)
}

/// Songs whose ids are the characters of a text.
private func queue(_ text: String, after before: Queue? = nil) -> Queue {
  queue(text.map { String($0) }, after: before)
}

extension Queue {
  fileprivate var ids: [EntryID] { entries.indices.compactMap { entry($0) } }
  fileprivate var numbers: [Int] { ids.map(\.number) }
}

/// Returns the length of a longest common subsequence, the slow way.
private func longest(_ a: [Int], _ b: [Int]) -> Int {
  var lengths = Array(repeating: 0, count: b.count + 1)
  for one in a {
    var diagonal = 0
    for (index, other) in b.enumerated() {
      let above = lengths[index + 1]
      lengths[index + 1] = one == other ? diagonal + 1 : max(above, lengths[index])
      diagonal = above
    }
  }
  return lengths.last ?? 0
}

/// Returns the length of a longest increasing subsequence.
private func ascending(_ numbers: [Int]) -> Int {
  var ends: [Int] = []
  for number in numbers {
    if let place = ends.firstIndex(where: { $0 >= number }) { ends[place] = number } else { ends.append(number) }
  }
  return ends.count
}

@Suite struct QueueTests {
  @Test(arguments: [
    // The former queue, the new queue, and for each row of the new queue its former row; -1: the row is new.
    ("", "", []), ("", "ab", [-1, -1]), ("ab", "", []), ("ab", "ab", [0, 1]), ("ab", "ba", [1, 0]),
    ("abc", "axbc", [0, -1, 1, 2]), ("abc", "ac", [0, 2]), ("abcdef", "bcdaef", [1, 2, 3, 0, 4, 5]),
    // Songs that occur twice: one is added at the end, one is removed at the start, one is moved to the front.
    ("ab", "aba", [0, 1, -1]), ("abab", "bab", [1, 2, 3]), ("axbx", "xaxb", [3, 0, 1, 2]),
    // Both ends differ, so leaving out equal ends does not help; and the n-th row of a song was not its n-th row
    // before.
    ("xaxb", "axc", [1, 2, -1]), ("xaxbxcxd", "axbxcxe", [1, 2, 3, 4, 5, 6, -1]),
    ("aaaa", "aa", [0, 1]), ("ab", "cd", [-1, -1]),
  ])
  func theSameRows(_ before: String, _ after: String, _ expected: [Int]) {
    let (old, new) = (before.utf8.map { Int($0) }, after.utf8.map { Int($0) })
    #expect(RowMatch(from: old, to: new, kinds: 128).old == expected)
  }

  @Test(arguments: 0..<500) func asManyAsCanBeStayInOrder(_ seed: Int) {
    var random = Numbers(seed)
    let kinds = 1 + random.below(12)
    let before = (0..<random.below(25)).map { _ in random.below(kinds) }
    let after = (0..<random.below(25)).map { _ in random.below(kinds) }
    let match = RowMatch(from: before, to: after, kinds: kinds).old
    let pairs = zip(match, after).filter { $0.0 >= 0 }
    #expect(pairs.allSatisfy { before[$0.0] == $0.1 } && Set(pairs.map(\.0)).count == pairs.count)
    for kind in 0..<kinds {
      let most = min(before.count { $0 == kind }, after.count { $0 == kind })
      #expect(pairs.count { $0.1 == kind } == most, "all that can be are the same rows")
    }
    // If a song has more than eight rows, fewer rows than possible may stay in order.
    if (0..<kinds).allSatisfy({ kind in before.count { $0 == kind } < 9 && after.count { $0 == kind } < 9 }) {
      #expect(ascending(pairs.map(\.0)) >= longest(before, after))
    }
  }

  @Test func entriesOfOneIDHaveNumbers() {
    let first = queue("abaa")
    #expect(first.numbers == [0, 0, 1, 2])
    let moved = queue("aaba", after: first)
    #expect(moved.numbers == [0, 1, 0, 2] || moved.numbers == [1, 0, 0, 2] || moved.numbers == [0, 2, 0, 1])
    let fewer = queue("baa", after: first)
    #expect(fewer.numbers == [0, 1, 2])
    // A number is used only once: the first row had the number 0 and was removed, and no later row gets 0.
    #expect(queue("baaa", after: fewer).numbers == [0, 1, 2, 3])
    #expect(queue("b", after: fewer).numbers == [0])
    #expect(queue("bac", after: queue("b", after: fewer)).numbers == [0, 0, 0])
    #expect(queue("abc").row(of: EntryID("b")) == 1)
    #expect(fewer.row(of: EntryID("a", number: 2)) == 2 && fewer.row(of: EntryID("a")) == nil)
    #expect(fewer.entry(-1) == nil && fewer.entry(3) == nil)
    #expect(fewer.firstNumber(of: "a") == 1 && fewer.firstNumber(of: "z") == 0)
  }

  @Test func whatPlaysOnStaysWhatItIs() {
    let before = queue("aab")
    let after = queue("ab", after: before)
    #expect(after.numbers == [0, 0])
    let played = EntryID("a", number: 1)
    #expect(after.keeping(played, at: 0).numbers == [1, 0])
    // The queue stays the same if the entry `played` still has a row, if the given row has another song, or if there is
    // no such row.
    #expect(before.keeping(played, at: 0) === before)
    #expect(after.keeping(played, at: 1) === after && after.keeping(played, at: 2) === after)
    #expect(after.keeping(played, at: -1) === after)
  }

  /// When rows of one song have changed places, the row that plays gets the id of the entry that played.
  @Test func whatPlaysMovesToItsRow() {
    let before = queue("caba")
    let reversed = queue("abac", after: before)
    #expect(before.numbers == [0, 0, 0, 1] && reversed.numbers == [0, 0, 1, 0])
    let played = EntryID("a", number: 1)
    #expect(reversed.keeping(played, at: 0).numbers == [1, 0, 0, 0])
    #expect(reversed.keeping(played, at: 0).keeping(played, at: 2).numbers == [0, 0, 1, 0])
    // If no row has moved, another row of the song is another entry.
    let longer = queue("xcabay", after: before)
    #expect(longer.keeping(played, at: 2) === longer)
  }

  /// Makes the changes that a user makes. Rows that were not touched keep their ids.
  @Test(arguments: 0..<5) func tenThousandRows(_ seed: Int) {
    var random = Numbers(seed)
    var songs = (0..<10_000).map { _ in random.below(4000) }
    // The true identity of each row, which the queue does not get.
    var rows = Array(songs.indices)
    var made = rows.count
    var last = queue(songs.map { String($0) })
    for _ in 0..<4 {
      let before = Dictionary(uniqueKeysWithValues: zip(rows, last.ids))
      var untouched = Set(rows)
      for _ in 0..<random.below(30) {
        let (from, to) = (random.below(songs.count), random.below(songs.count))
        switch random.below(4) {
        case 0:
          let (song, row) = (songs.remove(at: from), rows.remove(at: from))
          songs.insert(song, at: to)
          rows.insert(row, at: to)
          untouched.remove(row)
        case 1:
          songs.remove(at: from)
          untouched.remove(rows.remove(at: from))
        case 2:
          songs.insert(random.below(8000), at: to)
          rows.insert(made, at: to)
          made += 1
        default:
          songs.insert(songs[from], at: to)
          rows.insert(made, at: to)
          made += 1
        }
      }
      let next = queue(songs.map { String($0) }, after: last)
      let ids = next.ids
      #expect(Set(ids.map { $0.id + "#" + String($0.number) }).count == ids.count, "no two have the same id")
      // Equal neighbours may have been swapped: it is not known which of them was changed.
      let kept = zip(rows, ids).count { untouched.contains($0.0) && before[$0.0] == $0.1 }
      #expect(kept >= untouched.count - 40)
      let known = Set(last.ids.map { $0.id + "#" + String($0.number) })
      let stayed = ids.count { known.contains($0.id + "#" + String($0.number)) }
      #expect(stayed >= untouched.count)
      last = next
    }
  }

  /// Ids may be names of files from others, who could choose names with equal hashes if there were no seed.
  @Test func hashesDependOnTheSeed() {
    // A hash without a seed would put all these ids into the same one of 4,096 places.
    let ids = (0..<400_000).map { String($0, radix: 36) }.filter { Escape.hash($0) & 4095 == 0 }
    #expect(ids.count > 60)
    var places: [Set<UInt64>] = []
    for seed in [1, 2, 0xDEAD_BEEF_0000_0000] as [UInt64] {
      let kinds = Kinds(most: 1, seed)
      places.append(Set(ids.map { kinds.hash($0) & 4095 }))
      #expect(places.last?.count ?? 0 > ids.count * 9 / 10)
    }
    #expect(places[0].intersection(places[1]).count < 20 && places[0].intersection(places[2]).count < 20)
  }

  /// With very many rows fewer pairs are compared; each row is still matched at most once.
  @Test(arguments: [20_000, 210_000]) func theFirstOfAKindWhereVeryManyDiffer(_ count: Int) {
    // After many equal rows, which do not matter, rows of song 0 alternate with rows of one song each. The first row of
    // song 0 is removed, and both ends of these rows differ.
    let same = Array(repeating: 3, count: 200_000)
    var before = same + [1]
    for row in 0..<count / 2 { before += [0, row + 4] }
    let after = same + [2] + before[(same.count + 2)...] + [2]
    before.append(1)
    let old = RowMatch(from: before, to: after, kinds: count).old
    #expect(old.indices.allSatisfy { old[$0] < 0 || before[old[$0]] == after[$0] })
    #expect(Set(old.filter { $0 >= 0 }).count == same.count + count - 1)
    // The first row of song 0 was its second row before; where too many rows differ, it is taken for the first one.
    #expect(old[same.count + 2] == same.count + (count > 200_000 ? 1 : 3))
  }

  @Test func manyRowsOfFewSongs() {
    let songs = (0..<100_000).map { String($0 % 3) }
    let first = queue(songs)
    #expect(Set(first.numbers).count == 100_000 - 2)
    let next = queue(songs.reversed(), after: first)
    #expect(Set(next.numbers) == Set(first.numbers))
    var turned = songs
    turned.append(turned.removeFirst())
    turned.remove(at: 50_000)
    let numbers = queue(turned, after: first).numbers
    #expect(zip(numbers, first.numbers.dropFirst()).count { $0 == $1 } >= 49_990)
  }
}
