// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Compares words that may be misspelled.
enum Spelling {
  /// Returns what an error asks for what may be meant; "" for nothing.
  static func question(_ meant: String?) -> String { meant.map { ". Did you mean '" + $0 + "'?" } ?? "" }

  /// Returns whether one is a part of the other, or at most two letters differ.
  static func isNear(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    let (short, long) = a.count < b.count ? (a, b) : (b, a)
    if short.count < 3 || long.count > 64 { return false }
    if (0...(long.count - short.count)).contains(where: { long[$0...].starts(with: short) }) { return true }
    return distance(a, b) <= (short.count < 5 ? 1 : 2)
  }

  /// Counts the letters that must be inserted, removed or replaced; two swapped letters count as one.
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var last: [Int] = []
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var next = [i + 1]
      for (j, other) in b.enumerated() {
        var cost = min(next[j] + 1, row[j + 1] + 1, row[j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other { cost = min(cost, last[j - 1] + 1) }
        next.append(cost)
      }
      (last, row) = (row, next)
    }
    return row[b.count]
  }

  /// Returns the word that is closest to a misspelled one; nil when all are too far.
  static func nearest(to word: String, of words: [String]) -> String? {
    // Allows one edit per four letters, at most three.
    let most = min(3, max(1, word.utf8.count / 4))
    let letters = Array(Array(word.utf8).prefix(64))
    let near = words.map { ($0, distance(letters, Array($0.utf8))) }.min { $0.1 < $1.1 }
    return near.flatMap { $0.1 <= most ? $0.0 : nil }
  }
}
