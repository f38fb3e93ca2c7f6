// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingBus
import NowPlayingCore

/// Values at one address in memory, which a C program can read while the object is retained.
///
/// `@unchecked`: it is immutable.
final class Block<Element: BitwiseCopyable & Equatable>: Equatable, @unchecked Sendable {
  let pointer: UnsafePointer<Element>
  let count: Int

  /// - fill: initialises `count` elements.
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

  /// Keeps the first `most` elements for which a condition is true.
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

/// A text for C programs: UTF-8 with a final NUL. Two are equal when their bytes are.
struct Text: Equatable, Sendable {
  private let bytes: Block<CChar>

  static let empty = Text("")

  /// Makes a text of at most `limit` bytes, cut between characters.
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

  /// Makes a text of an id, which may not be cut, because it would be another id. Returns nil for one that is empty or
  /// too long.
  init?(id: String) {
    guard !id.isEmpty, id.byteCount <= Limits.identifier else { return nil }
    self.init(id, limit: Limits.identifier)
  }

  var pointer: UnsafePointer<CChar> { bytes.pointer }
  /// The number of bytes without the NUL.
  var count: Int { bytes.count - 1 }
  var isEmpty: Bool { bytes.count == 1 }
  /// The approximate bytes of memory that the text takes.
  var size: Int { bytes.count + 96 }
  var string: String { String(cString: bytes.pointer) }

  /// Whether the text equals a C string.
  func isSame(as text: UnsafePointer<CChar>) -> Bool {
    for index in 0..<bytes.count where bytes.pointer[index] != text[index] { return false }
    return true
  }
}

extension Decoded {
  /// The value as a text that is not blank: surfaces would show an empty line for a title of spaces.
  var text: String? {
    if case .string(let text) = self, !text.isBlank { return text }
    return nil
  }

  var truth: Bool? {
    if case .bool(let value) = self { return value }
    return nil
  }

  /// The value as a finite number.
  var number: Double? {
    if case .double(let value) = self, value.isFinite { return value }
    return nil
  }

  /// The value as an integer, from any type of number and from a text of digits, as MPRIS players send them.
  var anyInteger: Int64? {
    switch self {
    case .int32(let value): Int64(clamping: value)
    case .uint32(let value): Int64(clamping: value)
    case .int64(let value): value
    case .uint64(let value): Int64(clamping: value)
    case .double(let value): value.isFinite ? Clamp.int64(value) : nil
    case .string(let text): TagNumber.whole(text)
    default: nil
    }
  }

  /// The value as a number, from any type of number and from a text of digits.
  var anyNumber: Double? {
    if case .double(let value) = self { return value.isFinite ? value : nil }
    return anyInteger.map { Double($0) }
  }

  /// The value as a list of texts without blank ones, also from a single text.
  var anyTexts: [String] {
    switch self {
    case .string(let text): text.isBlank ? [] : [text]
    case .strings(let texts): texts.filter { !$0.isBlank }
    default: []
    }
  }
}

extension Decoded {
  /// The properties that take the place of properties that cannot be read: they say that the item is unknown.
  static var unreadable: [Decoded.Entry] { [Decoded.Entry("Metadata", .map([])), Decoded.Entry("Content", .map([]))] }
}

extension [Decoded.Entry] {
  /// The value of a key; nil when there is none.
  subscript(key: StaticString) -> Decoded? {
    // A loop over the entries themselves would copy each.
    for index in indices where self[index].key.exact == ExactText(key) { return self[index].value }
    return nil
  }

  // A function for each type of value, because many keys are read.

  /// The text of a key; nil when it is missing or empty.
  func text(_ key: StaticString) -> String? { self[key]?.text }

  /// The id of a key; nil when it is missing.
  func id(_ key: StaticString) -> Text? { text(key).flatMap { Text(id: $0) } }

  /// The track id in MPRIS's metadata, empty for NoTrack, and whether it is an object path.
  var trackID: (id: Text, isPath: Bool) {
    switch self["mpris:trackid"] {
    case .path(let path)? where path.exact != TrackList.noTrack.exact: (Text(id: path) ?? .empty, true)
    case .string(let text)? where text.exact != TrackList.noTrack.exact: (Text(id: text) ?? .empty, false)
    default: (.empty, false)
    }
  }

  /// The length in MPRIS's metadata; 0 when it is unknown. Players without one send 0, -1, the largest
  /// number of a type, as Chromium does for a broadcast, or GStreamer's unknown time, which is 584 years.
  var length: Microseconds {
    let length = Microseconds(self["mpris:length"]?.anyInteger ?? 0)
    return length > .zero && length < Limits.length ? length : .zero
  }

  /// The boolean of a key; nil when it is missing.
  func truth(_ key: StaticString) -> Bool? { self[key]?.truth }

  /// Takes over the text of a key, if there is one, even an empty one.
  func read(_ key: StaticString, in name: inout Text) {
    if case .string(let text)? = self[key] { name = Text(text, limit: Limits.identifier) }
  }

  /// Takes over the name of the application's desktop file, if there is one. Surfaces look for an icon and a file of
  /// that name: a text that would lead them elsewhere is none.
  func readDesktopEntry(in name: inout Text) {
    guard case .string(let given)? = self["DesktopEntry"] else { return }
    let text = DesktopEntryName.withoutSuffix(given)
    name = DesktopEntryName.isPlain(text) ? Text(text, limit: Limits.identifier) : .empty
  }

  /// Takes over the boolean of a key, if there is one.
  func read(_ key: StaticString, in truth: inout Bool) { truth = self.truth(key) ?? truth }
}
