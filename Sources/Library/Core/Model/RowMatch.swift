// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Finds out which row of a list is which row of the list before it, where a row is known by its kind alone and many
/// may be of one kind.
///
/// The rows that both have at the start and at the end stay. Between these stays a longest common subsequence (Hunt and
/// Szymanski: a longest increasing run of places in the old list). A row that is left then is one that was moved, if
/// the old list has one of its kind that is left, too. Takes O(n log n), also where all rows are of few kinds: of
/// those of one kind a row is compared with the nearest by their count, so that the subsequence may be a shorter one
/// where a list has gained or lost more than `reach` rows of one kind before a row. Where very many rows differ the
/// reach is a shorter one; in the end the first of a kind is the first of it before, and so on.
struct RowMatch {
  /// For each new row the old one; -1 where there is none.
  private(set) var old: [Int]
  private let before: [Int]
  private let after: [Int]
  /// The rows that differ.
  private var start = 0
  private var beforeEnd: Int
  private var afterEnd: Int
  /// The old rows that differ, by their kinds and in their order, and where each kind begins among them.
  private var places: [Int] = []
  private var first: [Int]

  /// How many rows of its kind before and after its own count a row is compared with.
  private static let reach = 8
  /// The most pairs of rows that are compared to either side: each takes memory.
  private static let most = 200_000

  /// - kinds: how many there are; each row is below it.
  init(from before: [Int], to after: [Int], kinds: Int) {
    self.before = before
    self.after = after
    old = Array(repeating: -1, count: after.count)
    first = Array(repeating: 0, count: kinds + 1)
    beforeEnd = before.count
    afterEnd = after.count
    trim()
    if start == beforeEnd || start == afterEnd { return }
    sortPlaces()
    matchInOrder()
    matchMoved()
  }

  /// Matches the rows at the start and at the end.
  private mutating func trim() {
    while start < min(beforeEnd, afterEnd), before[start] == after[start] {
      old[start] = start
      start += 1
    }
    while start < min(beforeEnd, afterEnd), before[beforeEnd - 1] == after[afterEnd - 1] {
      beforeEnd -= 1
      afterEnd -= 1
      old[afterEnd] = beforeEnd
    }
  }

  private mutating func sortPlaces() {
    for row in start..<beforeEnd { first[before[row] + 1] += 1 }
    for kind in 1..<first.count { first[kind] += first[kind - 1] }
    var next = first
    places = Array(repeating: 0, count: beforeEnd - start)
    for row in start..<beforeEnd {
      places[next[before[row]]] = row
      next[before[row]] += 1
    }
  }

  /// Matches the rows of a longest common subsequence.
  private mutating func matchInOrder() {
    // Pairs of an old and a new row, and the pair before them in the longest subsequence that they end; and for each
    // length the pair that ends one of it as early in the old list as any.
    var pairs: [Int] = []
    var ends: [Int] = []
    var next = first
    let reach = min(Self.reach, Self.most / (afterEnd - start))
    if reach == 0 { return }
    for row in start..<afterEnd {
      let kind = after[row]
      let own = next[kind]
      next[kind] = own + 1
      let low = max(first[kind], own - reach)
      var place = min(first[kind + 1], own + reach + 1)
      // From the last, so that no pair follows another of the same new row.
      while place > low {
        place -= 1
        let length = Self.count(ends, pairs, below: places[place])
        if length == ends.count { ends.append(0) } else if pairs[ends[length]] == places[place] { continue }
        let previous = length > 0 ? ends[length - 1] : -1
        ends[length] = pairs.count
        pairs.append(places[place])
        pairs.append(row)
        pairs.append(previous)
      }
    }
    var pair = ends.last ?? -1
    while pair >= 0 {
      old[pairs[pair + 1]] = pairs[pair]
      pair = pairs[pair + 2]
    }
  }

  /// How many subsequences end before an old row.
  private static func count(_ ends: [Int], _ pairs: [Int], below row: Int) -> Int {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if pairs[ends[middle]] < row { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Matches what is left of each kind, one after the other.
  private mutating func matchMoved() {
    var isLeft = Array(repeating: 1, count: beforeEnd)
    for row in start..<afterEnd where old[row] >= 0 { isLeft[old[row]] = 0 }
    var next = first
    for row in start..<afterEnd where old[row] < 0 {
      let kind = after[row]
      while next[kind] < first[kind + 1] {
        let place = places[next[kind]]
        next[kind] += 1
        if isLeft[place] == 0 { continue }
        old[row] = place
        break
      }
    }
  }
}
