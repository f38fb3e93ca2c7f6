// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The entries of a session's queue, in their order. Never changes: a host that has another queue sets another one, and
/// two are the same only if they are one.
public final class Queue: Equatable, Sendable {
  /// Each has an id.
  public let entries: [Content]

  public init(_ entries: [Content]) { self.entries = entries }

  public static func == (a: Queue, b: Queue) -> Bool { a === b }

  /// Where the entry of an id is; nil when there is none.
  ///
  /// - last: where the present entry was, which is a good guess: queues are played in their order.
  func index(of id: String, near last: Int) -> Int? {
    let id = id.exact
    for index in [last, last + 1, last - 1] where entries.indices.contains(index) && entries[index].id.exact == id {
      return index
    }
    for index in entries.indices where entries[index].id.exact == id { return index }
    return nil
  }
}
