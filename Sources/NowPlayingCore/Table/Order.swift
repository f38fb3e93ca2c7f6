// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Orders things by what is known of each two of them. One function for all, because each type that the standard
/// library sorts costs five kilobytes of code.
public enum Order {
  /// The order of so many things: the index of the first, the second and so on; equal ones stay as they are.
  @inline(never)
  public static func indices(_ count: Int, precedes: (_ a: Int, _ b: Int) -> Bool) -> [Int] {
    var order: [Int] = []
    order.reserveCapacity(count)
    for index in 0..<count {
      var (low, high) = (0, order.count)
      while low < high {
        let middle = (low + high) / 2
        if precedes(index, order[middle]) { high = middle } else { low = middle + 1 }
      }
      order.insert(index, at: low)
    }
    return order
  }

  /// Whether a text comes before another by its bytes, or by those of its ASCII letters in lower case.
  public static func precedes(_ a: String, _ b: String, ignoringCase: Bool) -> Bool {
    var others = b.utf8.makeIterator()
    for byte in a.utf8 {
      guard let other = others.next() else { return false }
      let (left, right) = ignoringCase ? (Escape.lowercased(byte), Escape.lowercased(other)) : (byte, other)
      if left != right { return left < right }
    }
    return others.next() != nil
  }
}
