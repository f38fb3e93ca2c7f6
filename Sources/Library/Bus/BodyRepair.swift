// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingCore

/// Finds the texts in the body of a message and repairs those that sd-bus refuses. Each text keeps its length, so
/// nothing moves. The lengths in the body come from a peer: each is compared with the body's size before it is used.
struct BodyRepair {
  private let body: UnsafeMutableRawBufferPointer
  private var place = 0
  private var depth = 0
  /// Whether a text was changed.
  private(set) var isChanged = false

  /// The greatest depth of nested containers: that of the D-Bus specification.
  private static let maxDepth = 64

  /// - body: in the byte order of this machine.
  init(_ body: UnsafeMutableRawBufferPointer) { self.body = body }

  /// Repairs all values. Returns false where the body does not have these types.
  mutating func values(_ types: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < types.count { if !value(types, &index) { return false } }
    return place == body.count
  }

  /// Repairs the value whose type begins at an index, and moves the index behind the type.
  private mutating func value(_ types: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Bool {
    guard index < types.count else { return false }
    let type = types[index]
    index += 1
    switch type {
    case UInt8(ascii: "s"): return text()
    case UInt8(ascii: "o"): return bytes() != nil
    case UInt8(ascii: "g"): return signature() != nil
    case UInt8(ascii: "v"), UInt8(ascii: "a"), UInt8(ascii: "("), UInt8(ascii: "{"):
      if depth == Self.maxDepth { return false }
      depth += 1
      defer { depth -= 1 }
      switch type {
      case UInt8(ascii: "v"): return variant()
      case UInt8(ascii: "a"): return array(types, &index)
      default: return structure(types, &index)
      }
    default: return skip(Self.size(type), alignment: Self.size(type))
    }
  }

  /// The size of a number, or the alignment of any other type, in bytes; 0 for an unknown type.
  private static func size(_ type: UInt8) -> Int {
    switch type {
    case UInt8(ascii: "y"), UInt8(ascii: "g"), UInt8(ascii: "v"): 1
    case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
    case UInt8(ascii: "b"), UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "h"), UInt8(ascii: "s"),
      UInt8(ascii: "o"), UInt8(ascii: "a"):
      4
    case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("), UInt8(ascii: "{"): 8
    default: 0
    }
  }

  private mutating func skip(_ count: Int, alignment: Int) -> Bool {
    guard alignment > 0 else { return false }
    let start = (place + alignment - 1) / alignment * alignment
    guard start <= body.count, count <= body.count - start else { return false }
    place = start + count
    return true
  }

  private mutating func length() -> Int? {
    guard skip(4, alignment: 4) else { return nil }
    return Int(exactly: body.loadUnaligned(fromByteOffset: place - 4, as: UInt32.self))
  }

  /// Reads an `s` or `o` and returns its bytes.
  private mutating func bytes() -> UnsafeMutableRawBufferPointer? {
    guard let count = length(), count < body.count, skip(count + 1, alignment: 1) else { return nil }
    return UnsafeMutableRawBufferPointer(rebasing: body[place - count - 1..<place - 1])
  }

  private mutating func text() -> Bool {
    guard let bytes = bytes() else { return false }
    if Repair.inPlace(bytes.bindMemory(to: UInt8.self)) { isChanged = true }
    return true
  }

  /// Reads a `g` or the signature of a variant, and returns its types.
  private mutating func signature() -> UnsafeBufferPointer<UInt8>? {
    guard skip(1, alignment: 1) else { return nil }
    let count = Int(clamping: body[place - 1])
    guard skip(count + 1, alignment: 1) else { return nil }
    let types = UnsafeRawBufferPointer(rebasing: body[place - count - 1..<place - 1])
    return types.bindMemory(to: UInt8.self)
  }

  private mutating func variant() -> Bool {
    guard let types = signature() else { return false }
    var index = 0
    return value(types, &index) && index == types.count
  }

  private mutating func array(_ types: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Bool {
    let element = index
    guard Self.pass(types, &index), let count = length(), skip(0, alignment: Self.size(types[element])),
      count <= body.count - place
    else { return false }
    let end = place + count
    // An array of numbers has no text in it and is skipped.
    if index == element + 1, !Self.mayHaveText(types[element]) {
      place = end
      return true
    }
    while place < end {
      let before = place
      var again = element
      // A value that takes no bytes, as of the illegal type "()", would repeat without end.
      if !value(types, &again) || place == before { return false }
    }
    return place == end
  }

  private static func mayHaveText(_ type: UInt8) -> Bool { type == UInt8(ascii: "s") || type == UInt8(ascii: "v") }

  private mutating func structure(_ types: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Bool {
    guard skip(0, alignment: 8) else { return false }
    while index < types.count {
      if types[index] == UInt8(ascii: ")") || types[index] == UInt8(ascii: "}") {
        index += 1
        return true
      }
      if !value(types, &index) { return false }
    }
    return false
  }

  /// Moves an index behind a complete type.
  private static func pass(_ types: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Bool {
    var open = 0
    while index < types.count {
      let type = types[index]
      index += 1
      switch type {
      case UInt8(ascii: "a"): continue
      case UInt8(ascii: "("), UInt8(ascii: "{"): open += 1
      case UInt8(ascii: ")"), UInt8(ascii: "}"): open -= 1
      default: break
      }
      if open <= 0 { return open == 0 }
    }
    return false
  }
}
