// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// An ordinary Swift library: classes, existentials, dictionaries and string processing of the Swift runtime.

protocol Counter: AnyObject {
  var total: Int { get }
}

final class WordCounter: Counter {
  private var counts: [String: Int] = [:]

  init(_ text: String) {
    for word in text.lowercased().split(separator: " ") { counts[String(word), default: 0] += 1 }
  }

  var total: Int { counts.values.reduce(0, +) }
}

@_cdecl("count_words")
public func countWords(_ text: UnsafePointer<CChar>) -> Int32 {
  let counter: any Counter = WordCounter(String(cString: text))
  return Int32(truncatingIfNeeded: counter.total)
}
