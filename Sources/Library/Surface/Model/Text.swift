// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Values at one place in memory, so that a program in C may read them as long as somebody keeps the object.
///
/// Checked by hand to be safe across threads: nothing of it changes.
final class Block<Element: BitwiseCopyable & Equatable>: Equatable, @unchecked Sendable {
  let pointer: UnsafePointer<Element>
  let count: Int

  /// - fill: initialises so many elements.
  init(count: Int, _ fill: (UnsafeMutablePointer<Element>) -> Void) {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
    fill(memory)
    pointer = UnsafePointer(memory)
    self.count = count
  }

  convenience init(_ elements: [Element]) {
    self.init(count: elements.count) { memory in
      for index in elements.indices { (memory + index).initialize(to: elements[index]) }
    }
  }

  /// At most so many of the elements that are to be kept.
  convenience init(_ elements: [Element], most: Int, where isKept: (Element) -> Bool) {
    var kept: [Element] = []
    for element in elements where kept.count < most && isKept(element) { kept.append(element) }
    self.init(kept)
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
  @inline(never)
  init(_ text: String, limit: Int = Limits.text) {
    let text = Repair.text(text, limit: limit)
    bytes = text.withBytes { utf8 in
      Block<CChar>(count: utf8.count + 1) { memory in
        for index in utf8.indices { (memory + index).initialize(to: CChar(bitPattern: utf8[index])) }
        (memory + utf8.count).initialize(to: 0)
      }
    }
  }

  /// A text that is an id, which is not cut: a longer one would be another. Nil when it is none.
  init?(id: String) {
    guard !id.isEmpty, id.byteCount <= Limits.identifier else { return nil }
    self.init(id, limit: Limits.identifier)
  }

  var pointer: UnsafePointer<CChar> { bytes.pointer }
  /// Without the NUL.
  var count: Int { bytes.count - 1 }
  var isEmpty: Bool { bytes.count == 1 }
  /// Bytes of memory that it needs, about.
  var size: Int { bytes.count + 96 }
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

extension Decoded {
  /// The properties in the place of those that cannot be read: what is played is not what it was.
  static var unreadable: [Decoded.Entry] { [Decoded.Entry("Metadata", .map([])), Decoded.Entry("Content", .map([]))] }
}

extension [Decoded.Entry] {
  /// The value of a key; nil when there is none.
  subscript(key: StaticString) -> Decoded? {
    // By index, because a loop over the entries themselves would copy each.
    for index in indices where self[index].key.exact == ExactText(key) { return self[index].value }
    return nil
  }

  // Each of its own, because many keys are asked for.

  /// The text of a key; nil when there is none, or an empty one.
  func text(_ key: StaticString) -> String? { self[key]?.text }

  /// The text of a key that is an id; nil when there is none.
  func id(_ key: StaticString) -> Text? { text(key).flatMap { Text(id: $0) } }

  /// The id of the track that MPRIS's metadata are of, empty where it is that of no track; and whether it is a path.
  var trackID: (id: Text, isPath: Bool) {
    switch self["mpris:trackid"] {
    case .path(let path)? where path.exact != TrackList.noTrack.exact: (Text(id: path) ?? .empty, true)
    case .string(let text)? where text.exact != TrackList.noTrack.exact: (Text(id: text) ?? .empty, false)
    default: (.empty, false)
    }
  }

  /// The truth of a key; nil when there is none.
  func truth(_ key: StaticString) -> Bool? { self[key]?.truth }

  /// Takes over a name that is there, also an empty one.
  func read(_ key: StaticString, in name: inout Text) {
    if case .string(let text)? = self[key] { name = Text(text, limit: Limits.identifier) }
  }

  /// Takes over a truth that is there.
  func read(_ key: StaticString, in truth: inout Bool) { truth = self.truth(key) ?? truth }
}
