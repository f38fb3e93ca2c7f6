// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Names an entry of a queue within its session, for as long as the entry is there: the id of its content, and a number
/// that tells apart the entries of one content. Number 0 is also the item of that id that is in no queue.
public struct EntryID: Equatable, Sendable {
  public let id: String
  public let number: Int

  public init(_ id: String, number: Int = 0) {
    self.id = id
    self.number = number
  }

  public static func == (a: EntryID, b: EntryID) -> Bool { a.number == b.number && a.id.exact == b.id.exact }
}

/// The entries of a session's queue, in their order. Never changes: a host that has another queue sets another one, and
/// two are the same only if they are one.
public final class Queue: Equatable, Sendable {
  /// Each has an id, which others may have too.
  public let entries: [Content]
  /// The number of each entry among those of its id; empty where all are 0.
  private let numbers: [Int]
  /// The least number that no entry has had. Counts on from queue to queue.
  private let unused: Int

  /// - before: the queue before, whose entries keep their ids.
  /// - seed: a random number, so that nobody can choose ids of one hash.
  public init(_ entries: [Content], after before: Queue? = nil, seed: UInt64) {
    self.entries = entries
    (numbers, unused) = Self.numbers(entries, before, seed)
  }

  /// The same queue with another entry of the same id in a row.
  private init(_ queue: Queue, _ number: Int, at row: Int) {
    var numbers = queue.numbers.isEmpty ? Array(repeating: 0, count: queue.entries.count) : queue.numbers
    numbers[row] = number
    self.numbers = numbers
    (entries, unused) = (queue.entries, queue.unused)
  }

  public static func == (a: Queue, b: Queue) -> Bool { a === b }

  /// Returns the queue in which the entry of a row is one that played until now and has no row any more. Of two equal
  /// neighbours one was taken out; by ids alone it is not known which, and what plays on stays what it is.
  public func keeping(_ played: EntryID, at row: Int) -> Queue {
    guard let entry = entry(row), entry.id.exact == played.id.exact, self.row(of: played) == nil else { return self }
    return Queue(self, played.number, at: row)
  }

  /// Gives each entry its number: that of the old entry that it is; else 0 if no entry has its id or had it before.
  private static func numbers(_ entries: [Content], _ before: Queue?, _ seed: UInt64) -> ([Int], Int) {
    let old = before?.entries ?? []
    var unused = before?.unused ?? 1
    var kinds = Kinds(most: entries.count + old.count, seed)
    let news = kinds.kinds(of: entries)
    // Nearly all queues: each entry has an id of its own.
    if kinds.count == news.count, before?.numbers.isEmpty ?? true { return ([], unused) }
    let olds = kinds.kinds(of: old)
    let match = RowMatch(from: olds, to: news, kinds: kinds.count)
    // How many entries of a kind there are or were.
    var counts = Array(repeating: 0, count: kinds.count)
    for kind in olds { counts[kind] += 1 }
    var numbers = Array(repeating: 0, count: news.count)
    var highest = 0
    for row in news.indices {
      if let before, match.old[row] >= 0 {
        numbers[row] = before.number(of: match.old[row])
      } else {
        if counts[news[row]] > 0 {
          numbers[row] = unused
          unused &+= 1
        }
        counts[news[row]] += 1
      }
      highest |= numbers[row]
    }
    return (highest == 0 ? [] : numbers, unused)
  }

  private func number(of row: Int) -> Int { numbers.isEmpty ? 0 : numbers[row] }

  /// The entry of a row; nil when there is no such row.
  public func entry(_ row: Int) -> EntryID? {
    entries.indices.contains(row) ? EntryID(entries[row].id, number: number(of: row)) : nil
  }

  /// The number of the first entry of an id; 0 when there is none.
  func firstNumber(of id: String) -> Int {
    if numbers.isEmpty { return 0 }
    let id = id.exact
    for row in entries.indices where entries[row].id.exact == id { return numbers[row] }
    return 0
  }

  /// The row of an entry; nil when it is not there.
  ///
  /// - last: where the present entry was, which is a good guess: queues are played in their order.
  public func row(of entry: EntryID, near last: Int = 0) -> Int? {
    let id = entry.id.exact
    for row in [last, last + 1, last - 1] where entries.indices.contains(row) && isRow(row, id, entry.number) {
      return row
    }
    for row in entries.indices where isRow(row, id, entry.number) { return row }
    return nil
  }

  private func isRow(_ row: Int, _ id: ExactText, _ number: Int) -> Bool {
    self.number(of: row) == number && entries[row].id.exact == id
  }
}

/// Counts ids: two entries of one id are of one kind, and kinds are numbers from 0.
struct Kinds {
  private var ids: [String] = []
  /// The kinds, each at the place that the hash of its id gives or after it; -1 where there is none.
  private var slots: [Int]
  private let seed: UInt64

  /// - most: how many ids there are at most.
  init(most: Int, _ seed: UInt64) {
    self.seed = seed
    var size = 16
    while size < 2 * most { size *= 2 }
    slots = Array(repeating: -1, count: size)
  }

  var count: Int { ids.count }

  mutating func kinds(of entries: [Content]) -> [Int] {
    var kinds: [Int] = []
    kinds.reserveCapacity(entries.count)
    for entry in entries { kinds.append(kind(of: entry.id)) }
    return kinds
  }

  private mutating func kind(of id: String) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash(id)) & mask
    while slots[slot] >= 0 {
      if ids[slots[slot]].exact == id.exact { return slots[slot] }
      slot = (slot + 1) & mask
    }
    slots[slot] = ids.count
    ids.append(id)
    return ids.count - 1
  }

  /// Returns a hash that depends on the seed in all its bits.
  func hash(_ id: String) -> UInt64 {
    id.withBytes { bytes in
      var hash = seed
      for byte in bytes {
        hash = (hash ^ UInt64(truncatingIfNeeded: byte)) &* 0xFF51_AFD7_ED55_8CCD
        hash ^= hash >> 32
      }
      return hash
    }
  }
}
