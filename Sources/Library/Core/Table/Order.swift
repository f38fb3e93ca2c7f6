// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Sorts by a closure that compares two elements. It works on indices, so that there is one function for all types:
/// each type that the standard library sorts costs five kilobytes of code.
public enum Order {
  /// The indices of `count` elements in their order. Equal ones keep their order.
  @inline(never)
  public static func indices(_ count: Int, precedes: (_ a: Int, _ b: Int) -> Bool) -> [Int] {
    var order = Array(0..<count)
    var merged = order
    var width = 1
    while width < count {
      var start = 0
      while start < count {
        let (middle, end) = (min(start + width, count), min(start + 2 * width, count))
        var (left, right) = (start, middle)
        for place in start..<end {
          if left < middle, right == end || !precedes(order[right], order[left]) {
            merged[place] = order[left]
            left += 1
          } else {
            merged[place] = order[right]
            right += 1
          }
        }
        start = end
      }
      swap(&order, &merged)
      width *= 2
    }
    return order
  }

  /// Whether a text comes before another by their bytes, or by their bytes with ASCII letters in lower case.
  @inline(never)
  public static func precedes(_ a: String, _ b: String, ignoringCase: Bool) -> Bool {
    a.withBytes { a in
      b.withBytes { b in
        for index in 0..<min(a.count, b.count) {
          let (left, right) =
            ignoringCase ? (Escape.lowercased(a[index]), Escape.lowercased(b[index])) : (a[index], b[index])
          if left != right { return left < right }
        }
        return a.count < b.count
      }
    }
  }
}
