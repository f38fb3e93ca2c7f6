// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Finds the row of an old list that each row of a new list was. A row is known only by its kind, a number, and many
/// rows may have the same kind.
///
/// Equal rows at the start and at the end are unmoved, and so are, between them, rows of a longest common subsequence
/// (Hunt and Szymanski: a longest increasing run of places in the old list). Each row that is left takes an old row of
/// its kind that is left: it was moved. This takes O(n log n), also where many rows have the same kind: the n-th row of
/// a kind is only compared with the old ones up to `reach` before and behind the n-th, so the subsequence may be
/// shorter than the longest where the list gained or lost more than that. Where very many rows differ the reach becomes
/// smaller; at 0, rows of a kind are matched in their order.
struct RowMatch {
  /// The old row for each new one; -1 where there is none.
  private(set) var old: [Int]
  /// Whether a row is no longer in the order of the others.
  private(set) var hasMoved = false
  private let before: [Int]
  private let after: [Int]
  /// The rows that are left between equal rows at the start and at the end.
  private var start = 0
  private var beforeEnd: Int
  private var afterEnd: Int
  /// The old rows that differ, sorted by kind, and the index at which each kind begins.
  private var places: [Int] = []
  private var first: [Int]

  /// The number of old rows of its kind, before and behind its own place, that a row is compared with.
  private static let reach = 8
  /// The most pairs of rows that are compared before the rows' own places, and again behind these: each takes memory.
  private static let most = 200_000

  /// - kinds: the number of kinds; each row is less than it.
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

  /// Matches equal rows at the start and at the end.
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
    // `pairs` has three numbers for each pair: the old row, the new row, and the index of the pair before it in the
    // longest subsequence that ends here. `ends` has, for each length, the pair that ends such a subsequence at the
    // lowest old row.
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
      // From the last place back, so that no pair is appended to another pair with the same new row.
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

  /// The number of subsequences that end before an old row.
  private static func count(_ ends: [Int], _ pairs: [Int], below row: Int) -> Int {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if pairs[ends[middle]] < row { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Matches the remaining rows of each kind in their order.
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
        hasMoved = true
        break
      }
    }
  }
}
