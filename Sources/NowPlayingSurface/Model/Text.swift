// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Values at one place in memory, so that a program in C may read them as long as somebody keeps the object.
///
/// Checked by hand to be safe across threads: nothing of it changes.
final class Block<Element: BitwiseCopyable & Equatable>: Equatable, @unchecked Sendable {
  let pointer: UnsafePointer<Element>
  let count: Int

  init(_ elements: [Element]) {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    var next = memory
    for element in elements {
      next.initialize(to: element)
      next += 1
    }
    pointer = UnsafePointer(memory)
    count = elements.count
  }

  deinit { pointer.deallocate() }

  static func == (a: Block, b: Block) -> Bool {
    if a === b { return true }
    guard a.count == b.count else { return false }
    for index in 0..<a.count where a.pointer[index] != b.pointer[index] { return false }
    return true
  }
}

/// A text for programs in C: UTF-8 with a final NUL. Two are equal when their bytes are.
struct Text: Equatable, Sendable {
  private let bytes: Block<CChar>

  static let empty = Text("")

  /// At most `limit` bytes of a text, cut at a character boundary.
  init(_ text: String, limit: Int = Limits.text) {
    var bytes: [CChar] = []
    let text = Repair.text(text, limit: limit)
    bytes.reserveCapacity(text.utf8.count + 1)
    for byte in text.utf8 { bytes.append(CChar(bitPattern: byte)) }
    bytes.append(0)
    self.bytes = Block(bytes)
  }

  /// A text that is an id, which is not cut: a longer one would be another. Nil when it is none.
  init?(id: String) {
    guard !id.isEmpty, id.utf8.count <= Limits.identifier else { return nil }
    self.init(id, limit: Limits.identifier)
  }

  var pointer: UnsafePointer<CChar> { bytes.pointer }
  /// Without the NUL.
  var count: Int { bytes.count - 1 }
  var isEmpty: Bool { bytes.count == 1 }
  var string: String { String(cString: bytes.pointer) }

  /// Whether a text of C is the same.
  func isSame(as text: UnsafePointer<CChar>) -> Bool {
    for index in 0..<bytes.count where bytes.pointer[index] != text[index] { return false }
    return true
  }
}

extension Decoded {
  /// A text that is not empty.
  var text: String? {
    if case .string(let text) = self, !text.isEmpty { return text }
    return nil
  }

  var truth: Bool? {
    if case .bool(let value) = self { return value }
    return nil
  }

  /// A number that is finite.
  var number: Double? {
    if case .double(let value) = self, value.isFinite { return value }
    return nil
  }

  /// An integer of whatever type, as players of MPRIS send them.
  var anyInteger: Int64? {
    switch self {
    case .int32(let value): Int64(clamping: value)
    case .uint32(let value): Int64(clamping: value)
    case .int64(let value): value
    case .uint64(let value): Int64(clamping: value)
    case .double(let value): value.isFinite ? Clamp.microseconds(value) : nil
    default: nil
    }
  }

  /// A number of whatever type.
  var anyNumber: Double? {
    if case .double(let value) = self { return value.isFinite ? value : nil }
    return anyInteger.map { Double($0) }
  }

  /// Texts, also a single one, without empty ones.
  var anyTexts: [String] {
    switch self {
    case .string(let text): text.isEmpty ? [] : [text]
    case .strings(let texts): texts.filter { !$0.isEmpty }
    default: []
    }
  }
}

extension [Decoded.Entry] {
  /// The value of a key; nil when there is none.
  subscript(key: StaticString) -> Decoded? {
    // By index, because a loop over the entries themselves would copy each.
    for index in indices where self[index].key.exact == ExactText(key) { return self[index].value }
    return nil
  }
}
