// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A text that equals another one only when their bytes are the same.
///
/// `==` of `String` compares by canonical equivalence. It would confuse two ids that a host distinguishes, and takes
/// quadratic time for a long run of combining marks, which a client or a tag can send.
public struct ExactText: Equatable, ExpressibleByStringLiteral, Sendable {
  /// A literal stays a literal: making a `String` of it takes longer than comparing it.
  private enum Storage {
    case text(String)
    case literal(StaticString)
  }

  private let storage: Storage

  init(_ text: String) { storage = .text(text) }

  public init(stringLiteral text: StaticString) { storage = .literal(text) }
  public init(_ text: StaticString) { storage = .literal(text) }

  // Not inlined, because the compiler would repeat it at each use.
  @inline(never)
  public static func == (a: ExactText, b: ExactText) -> Bool {
    a.haveBytes { a in b.haveBytes { b in a.count == b.count && areSame(a, b) } }
  }

  private func haveBytes(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    switch storage {
    case .literal(let text): body(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    // Strings always have contiguous storage, except on Apple's systems.
    case .text(let text):
      text.utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) } ?? false
    }
  }

  /// Whether the text begins with another one.
  @inline(never)
  public func begins(with start: StaticString) -> Bool {
    let start = UnsafeRawBufferPointer(start: start.utf8Start, count: start.utf8CodeUnitCount)
    return haveBytes { bytes in
      bytes.count >= start.count && Self.areSame(UnsafeRawBufferPointer(rebasing: bytes[..<start.count]), start)
    }
  }

  /// Compares two buffers of the same size, eight bytes at a time: each commit compares every text of an item.
  private static func areSame(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
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
  /// The text for a comparison by bytes.
  public var exact: ExactText { ExactText(self) }
}

extension StaticString {
  /// The text as a `String`. The compiler would copy the code of `description` to each caller.
  @inline(never)
  public var string: String { description }
}

extension [String] {
  /// Whether two lists have the same texts, compared by bytes.
  public static func areSame(_ a: [String], _ b: [String]) -> Bool { a.elementsEqual(b) { $0.exact == $1.exact } }
}
