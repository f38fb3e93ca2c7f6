// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Functions on texts as bytes of UTF-8. Those of the standard library on `utf8` and on indices also handle strings that
// exist on Apple's systems only, and bring 11 KB of code for UTF-16. A function here with the name of one of the
// standard library replaces it in the modules that import this one.

extension String {
  /// The bytes of UTF-8.
  @inline(never)
  public var bytes: [UInt8] { utf8.withContiguousStorageIfAvailable { Array($0) } ?? [] }

  /// The number of bytes of UTF-8.
  @inline(never)
  public var byteCount: Int { utf8.withContiguousStorageIfAvailable { $0.count } ?? 0 }

  /// Calls a closure with the bytes.
  public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    utf8.withContiguousStorageIfAvailable(body) ?? body(UnsafeBufferPointer(start: nil, count: 0))
  }

  public init(decoding bytes: [UInt8], as _: UTF8.Type) { self = bytes.withUnsafeBufferPointer { Self.text($0) } }

  public init(decoding bytes: ArraySlice<UInt8>, as _: UTF8.Type) {
    self = bytes.withUnsafeBufferPointer { Self.text($0) }
  }

  public init(decoding bytes: UnsafeBufferPointer<UInt8>, as _: UTF8.Type) { self = Self.text(bytes) }

  @inline(never)
  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return Repair.valid(bytes).withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) } ?? ""
  }

  /// The bytes and a NUL, for C.
  @inline(never)
  public var cString: [CChar] {
    utf8.withContiguousStorageIfAvailable { bytes in
      [CChar](unsafeUninitializedCapacity: bytes.count + 1) { room, count in
        Self.copy(bytes, UnsafeMutableRawBufferPointer(room))
        count = bytes.count + 1
      }
    } ?? [0]
  }

  /// Calls a closure with the bytes and a NUL, for C.
  @inline(never)
  public func withCString(_ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    utf8.withContiguousStorageIfAvailable { bytes in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { room in
        Self.copy(bytes, UnsafeMutableRawBufferPointer(room))
        return room.baseAddress.map { body($0) } ?? 0
      }
    } ?? 0
  }

  /// Whether the text equals a C string.
  public func isSame(as text: UnsafePointer<CChar>) -> Bool {
    withBytes { bytes in
      for index in bytes.indices where CChar(bitPattern: bytes[index]) != text[index] { return false }
      return text[bytes.count] == 0
    }
  }

  /// Copies bytes and a NUL. `room` has one byte more than `bytes`.
  private static func copy(_ bytes: UnsafeBufferPointer<UInt8>, _ room: UnsafeMutableRawBufferPointer) {
    room.copyMemory(from: UnsafeRawBufferPointer(bytes))
    room[bytes.count] = 0
  }

  /// A range of the text, by byte offsets, as far as they exist.
  @inline(never)
  public func part(from start: Int = 0, to end: Int = .max) -> String {
    utf8.withContiguousStorageIfAvailable { bytes in
      let end = min(end, bytes.count)
      return String(decoding: UnsafeBufferPointer(rebasing: bytes[min(start, end)..<end]), as: UTF8.self)
    } ?? ""
  }

  /// Whether another text is contained in this one.
  public func contains(_ part: String) -> Bool { withBytes { text in part.withBytes { text.contains($0) } } }

  /// The parts between separators, without empty ones.
  @inline(never)
  public func parts(separatedBy separator: UInt8) -> [String] {
    let bytes = bytes
    var parts: [String] = []
    var start = 0
    for end in 0...bytes.count where end == bytes.count || bytes[end] == separator {
      if start < end { parts.append(part(from: start, to: end)) }
      start = end + 1
    }
    return parts
  }

  @inline(never)
  public static func + (a: String, b: String) -> String {
    let joined = a.utf8.withContiguousStorageIfAvailable { a in
      b.utf8.withContiguousStorageIfAvailable { b in
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: a.count + b.count) { room in
          let bytes = UnsafeMutableRawBufferPointer(room)
          bytes.copyMemory(from: UnsafeRawBufferPointer(a))
          UnsafeMutableRawBufferPointer(rebasing: bytes[a.count...]).copyMemory(from: UnsafeRawBufferPointer(b))
          return text(UnsafeBufferPointer(room))
        }
      }
    }
    return (joined ?? nil) ?? ""
  }

  @inline(never)
  public static func += (a: inout String, b: String) { a = a + b }
}
