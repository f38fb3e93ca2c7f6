// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The id of an entry in a session's queue: the id of its content, and a number that distinguishes entries of the same
/// content. It stays as long as the entry does. Number 0 is also used for an item outside of the queue.
public struct EntryID: Equatable, Sendable {
  public let id: String
  public let number: Int

  public init(_ id: String, number: Int = 0) {
    self.id = id
    self.number = number
  }

  public static func == (a: EntryID, b: EntryID) -> Bool { a.number == b.number && a.id.exact == b.id.exact }
}

/// The entries of a session's queue, in their order. It never changes: a host sets another queue instead. Two queues
/// are equal only when they are the same object.
public final class Queue: Equatable, Sendable {
  /// The contents of the entries. Several may have the same id.
  public let entries: [Content]
  /// The number of each entry; empty where all are 0.
  private let numbers: [Int]
  /// The lowest number that no entry has had, in this queue or those before it.
  private let unused: Int
  /// Whether entries have moved since the previous queue. Entries with the same id cannot be told apart then.
  private let hasMoved: Bool

  /// - before: the queue before, whose entries keep their ids.
  /// - seed: a random number, so that nobody can choose ids with equal hashes.
  public init(_ entries: [Content], after before: Queue? = nil, seed: UInt64) {
    self.entries = entries
    (numbers, unused, hasMoved) = Self.numbers(entries, before, seed)
  }

  /// The same queue with another number for one row. The row `other` gets the number that this row had.
  private init(_ queue: Queue, _ number: Int, at row: Int, other: Int?) {
    var numbers = queue.numbers.isEmpty ? Array(repeating: 0, count: queue.entries.count) : queue.numbers
    if let other { numbers[other] = numbers[row] }
    numbers[row] = number
    self.numbers = numbers
    (entries, unused, hasMoved) = (queue.entries, queue.unused, queue.hasMoved)
  }

  public static func == (a: Queue, b: Queue) -> Bool { a === b }

  /// Returns the queue in which `row`, which plays now, has the id of the entry that played until now. Nothing changes
  /// where the two have different contents, or where the played entry still has a row and no entries have moved. Where
  /// one of two entries with equal contents was removed, it is unknown which: the one that played is taken to be kept.
  /// Where entries with equal contents changed places, the one that played is taken to be in `row`.
  public func keeping(_ played: EntryID, at row: Int) -> Queue {
    guard let entry = entry(row), entry != played, entry.id.exact == played.id.exact else { return self }
    let other = self.row(of: played)
    return other == nil || hasMoved ? Queue(self, played.number, at: row, other: other) : self
  }

  /// Gives each entry its number: that of its row in the queue before; or 0 if its id is new; or an unused one. Returns
  /// as well the lowest unused number, and whether entries have moved.
  private static func numbers(_ entries: [Content], _ before: Queue?, _ seed: UInt64) -> ([Int], Int, Bool) {
    let old = before?.entries ?? []
    var unused = before?.unused ?? 1
    var kinds = Kinds(most: entries.count + old.count, seed)
    let news = kinds.kinds(of: entries)
    // Nearly always each entry has an id of its own.
    if kinds.count == news.count, before?.numbers.isEmpty ?? true { return ([], unused, false) }
    let olds = kinds.kinds(of: old)
    let match = RowMatch(from: olds, to: news, kinds: kinds.count)
    // The number of entries of each kind, in both queues.
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
    return (highest == 0 ? [] : numbers, unused, match.hasMoved)
  }

  private func number(of row: Int) -> Int { numbers.isEmpty ? 0 : numbers[row] }

  /// The id of the entry in a row; nil when there is no such row.
  public func entry(_ row: Int) -> EntryID? {
    entries.indices.contains(row) ? EntryID(entries[row].id, number: number(of: row)) : nil
  }

  /// The number of the first entry with an id; 0 when there is none.
  func firstNumber(of id: String) -> Int {
    if numbers.isEmpty { return 0 }
    let id = id.exact
    for row in entries.indices where entries[row].id.exact == id { return numbers[row] }
    return 0
  }

  /// The row of an entry; nil when it is not in the queue.
  ///
  /// - last: the row of the entry that played last. The next one is usually near it.
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

/// Gives equal ids the same number, a kind, counted from 0.
struct Kinds {
  private var ids: [String] = []
  /// A hash table of kinds, with open addressing; -1 where a slot is free.
  private var slots: [Int]
  private let seed: UInt64

  /// - most: the most ids that there can be.
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

  /// A hash in which the seed affects every bit.
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
