// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingC
import NowPlayingCore

/// Reads the arguments of C programs, checks them, and writes results.
enum Argument {
  /// A C string as text: repaired, and cut at the limit. Nil for NULL and for an empty one, which mean the same.
  static func text(_ pointer: UnsafePointer<CChar>?, limit: Int = Limits.identifier) -> String? {
    guard let pointer, pointer.pointee != 0 else { return nil }
    // One byte more than the limit shows whether the text must be cut.
    let count = np_text_length(pointer, limit + 1)
    return pointer.withMemoryRebound(to: UInt8.self, capacity: count) {
      Repair.text(UnsafeBufferPointer(start: $0, count: count), limit: limit)
    }
  }

  /// A C string that is an object path; nil for another, also for a longer one than is ever kept.
  static func path(_ pointer: UnsafePointer<CChar>?) -> String? {
    guard let pointer, np_text_length(pointer, Limits.identifier + 1) <= Limits.identifier, let text = text(pointer),
      ObjectPath.isValid(text)
    else { return nil }
    return text
  }

  /// Whether a pointer can point to a value of this type: it is aligned, and not into the first page, which is never
  /// mapped.
  static func isAligned<Type>(_ pointer: UnsafePointer<Type>) -> Bool {
    UInt(bitPattern: pointer) % UInt(bitPattern: MemoryLayout<Type>.alignment) == 0 && UInt(bitPattern: pointer) >= 4096
  }

  /// The place for a result; nil when the pointer is NULL or misaligned.
  static func place<Type>(_ pointer: UnsafeMutablePointer<Type>?) -> UnsafeMutablePointer<Type>? {
    guard let pointer, isAligned(UnsafePointer(pointer)) else { return nil }
    return pointer
  }

  /// How much of a struct the program knows; nil when its size is impossible or the pointer misaligned.
  ///
  /// - smallest: the size in the first version that had the struct.
  private static func size<Type>(_ pointer: UnsafePointer<Type>, _ smallest: Int) -> Int? {
    guard isAligned(pointer) else { return nil }
    let size = UnsafeRawPointer(pointer).load(as: Int.self)
    // A struct of a newer header is longer, but none is longer than a page: that is garbage.
    return size >= smallest && size <= 4096 ? size : nil
  }

  /// A copy of a struct that may be of an older or a newer version of the header: its known part, and the defaults for
  /// the rest. Nil when its size is impossible or the pointer is misaligned.
  static func sized<Type>(_ pointer: UnsafePointer<Type>, defaults: Type, smallest: Int) -> Type? {
    guard let size = size(pointer, smallest) else { return nil }
    var value = defaults
    withUnsafeMutableBytes(of: &value) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: min(size, $0.count)))
    }
    return value
  }

  /// Writes as much of a struct as the program knows, and leaves the size that it has said. Returns whether it could.
  static func fill<Type>(_ pointer: UnsafeMutablePointer<Type>?, _ value: Type, smallest: Int) -> Bool {
    guard let pointer, let size = size(UnsafePointer(pointer), smallest) else { return false }
    withUnsafeBytes(of: value) { bytes in
      let known = min(size, bytes.count)
      let body = MemoryLayout<Int>.size..<known
      UnsafeMutableRawBufferPointer(start: pointer, count: known)[body].copyBytes(from: bytes[body])
    }
    return true
  }
}

/// Ends a call: remembers the details of a failure for `nowplaying_surface_last_error`, which begin with the name of
/// the exported function: helpers take it by the same default value, and hand it on.
func status(
  _ failure: Failure?, _ details: StaticString? = nil, in function: StaticString = #function
) -> nowplaying_status {
  guard let failure else { return NOWPLAYING_OK }
  let bytes = UnsafeBufferPointer(start: function.utf8Start, count: function.utf8CodeUnitCount)
  // Swift gives the name with its labels: `name(_:_:)`.
  var text = String(decoding: bytes.prefix { $0 != 40 }, as: UTF8.self) + ": "
  text += (details ?? failure.sentence).description
  text.withUTF8 { bytes in
    bytes.withMemoryRebound(to: CChar.self) { np_last_error_set($0.baseAddress, $0.count) }
  }
  return failure.rawValue
}

@implementation @_cdecl("nowplaying_surface_strerror")
public func nowplaying_surface_strerror(_ status: nowplaying_status) -> UnsafePointer<CChar>! {
  switch status {
  case NOWPLAYING_OK: cString("Success")
  case NOWPLAYING_PENDING: cString("The request will be answered later")
  default: cString(Failure(rawValue: status)?.sentence ?? "Unknown status")
  }
}

@implementation @_cdecl("nowplaying_surface_last_error")
public func nowplaying_surface_last_error() -> UnsafePointer<CChar>! { np_last_error_get() }

@implementation @_cdecl("nowplaying_surface_version")
public func nowplaying_surface_version() -> UInt32 {
  UInt32(bitPattern: NOWPLAYING_VERSION_MAJOR << 16 | NOWPLAYING_VERSION_MINOR << 8 | NOWPLAYING_VERSION_PATCH)
}

func cString(_ text: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
