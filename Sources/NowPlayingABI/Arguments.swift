// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingC
import NowPlayingCore

/// Reads the arguments of C programs, and checks them.
enum Argument {
  /// A C string as text: repaired, and cut at the limit. Nil for NULL and for an empty one, which mean the same.
  @_optimize(speed)
  static func text(_ pointer: UnsafePointer<CChar>?, limit: Int = Limits.text) -> String? {
    guard let pointer, pointer.pointee != 0 else { return nil }
    // One byte more than the limit shows whether the text must be cut.
    let count = np_text_length(pointer, limit + 1)
    return pointer.withMemoryRebound(to: UInt8.self, capacity: count) { start in
      Repair.text(UnsafeBufferPointer(start: start, count: count), limit: limit)
    }
  }

  /// A C string as an id: cut at the limit, but not repaired, so that two that differ still do. Nil for NULL and for an
  /// empty one.
  @_optimize(speed)
  static func identifier(_ pointer: UnsafePointer<CChar>?) -> String? {
    guard let pointer, pointer.pointee != 0 else { return nil }
    let count = np_text_length(pointer, Limits.identifier + 1)
    return pointer.withMemoryRebound(to: UInt8.self, capacity: count) {
      Repair.identifier(UnsafeBufferPointer(start: $0, count: count), limit: Limits.identifier)
    }
  }

  /// A list of C strings without NULL and empty ones.
  @_optimize(speed)
  static func texts(_ pointer: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, limit: Int = Limits.text)
    -> [String]
  {
    guard let pointer else { return [] }
    var texts: [String] = []
    for index in 0..<count {
      if let text = text(pointer[index], limit: limit) { texts.append(text) }
    }
    return texts
  }

  /// Whether a pointer can point to a value of this type: it is aligned, and not into the first page, which is never
  /// mapped.
  static func isAligned<Type>(_ pointer: UnsafePointer<Type>) -> Bool {
    UInt(bitPattern: pointer) % UInt(bitPattern: MemoryLayout<Type>.alignment) == 0 && UInt(bitPattern: pointer) >= 4096
  }

  static func isAligned<Type>(_ pointer: UnsafeMutablePointer<Type>) -> Bool { isAligned(UnsafePointer(pointer)) }

  /// A copy of a struct that may be of an older or a newer version of the header: its known part, and the defaults for
  /// the rest. Nil when its size is impossible or the pointer is misaligned.
  ///
  /// - smallest: the size in the first version that had the struct.
  static func sized<Type>(_ pointer: UnsafePointer<Type>, defaults: Type, smallest: Int) -> Type? {
    guard isAligned(pointer) else { return nil }
    let size = UnsafeRawPointer(pointer).load(as: Int.self)
    // A struct of a newer header is longer, but none is longer than a page: that is garbage.
    guard size >= smallest, size <= 4096 else { return nil }
    var value = defaults
    withUnsafeMutableBytes(of: &value) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: min(size, $0.count)))
    }
    return value
  }
}
