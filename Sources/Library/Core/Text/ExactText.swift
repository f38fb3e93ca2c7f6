// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A text that equals another one only when their bytes are the same.
///
/// `==` of `String` compares by canonical equivalence. It takes two ids for one that a host tells apart, and its time
/// is quadratic in a run of combining marks, which a client or the tag of a file can make as long as it likes.
public struct ExactText: Equatable, ExpressibleByStringLiteral, Sendable {
  private let text: String

  init(_ text: String) { self.text = text }

  public init(stringLiteral text: StaticString) { self.text = text.string }
  public init(_ text: StaticString) { self.text = text.string }

  public static func == (a: ExactText, b: ExactText) -> Bool {
    let same = a.text.utf8.withContiguousStorageIfAvailable { a in
      b.text.utf8.withContiguousStorageIfAvailable { b in
        a.count == b.count && areSame(UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
      }
    }
    // Outside of Apple's systems every text is in one piece.
    return (same ?? nil) ?? false
  }

  /// Whether the text begins with another one.
  public func begins(with start: StaticString) -> Bool {
    let count = start.utf8CodeUnitCount
    let begins = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.count >= count
        && Self.areSame(
          UnsafeRawBufferPointer(start: bytes.baseAddress, count: count),
          UnsafeRawBufferPointer(start: start.utf8Start, count: count))
    }
    return begins ?? false
  }

  /// Eight bytes at a time: every text of an item is compared at each commit. Of two buffers of the same size.
  fileprivate static func areSame(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    if a.baseAddress == b.baseAddress { return true }
    let whole = a.count & ~7
    for index in stride(from: 0, to: whole, by: 8) {
      let left = a.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if left != b.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
    }
    for index in whole..<a.count where a[index] != b[index] { return false }
    return true
  }
}

extension String {
  /// The text, to be compared by its bytes.
  public var exact: ExactText { ExactText(self) }
}

extension StaticString {
  /// The text. As `description`, of which the compiler makes a copy for each caller.
  @inline(never)
  public var string: String { description }

  /// Whether it has the same bytes as another one, without a text of each.
  func isSame(as other: StaticString) -> Bool {
    let (bytes, others) = (
      UnsafeRawBufferPointer(start: utf8Start, count: utf8CodeUnitCount),
      UnsafeRawBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount)
    )
    return bytes.count == others.count && ExactText.areSame(bytes, others)
  }
}

extension [String] {
  /// Whether both have the same texts, byte by byte.
  public static func areSame(_ a: [String], _ b: [String]) -> Bool { a.elementsEqual(b) { $0.exact == $1.exact } }
}
