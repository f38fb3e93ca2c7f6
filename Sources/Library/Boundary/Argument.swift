// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingBus
import NowPlayingC
import NowPlayingCore

/// A wrong argument, because of which a call is refused.
public struct WrongArgument: Error {
  /// The part of the argument that is wrong.
  public enum Part {
    case all
    /// An element of a list, by its index.
    case element(Int32)
    /// A constant that the library does not know.
    case constant(Int32)
  }

  // The order of the properties keeps the error within four words: only such an error is thrown in registers.
  public let details: StaticString
  public let failure: Failure
  public let part: Part

  public init(failure: Failure = .invalidArgument, details: StaticString, _ part: Part = .all) {
    (self.failure, self.details, self.part) = (failure, details, part)
  }

  /// Makes the error for an element of a list.
  public init(failure: Failure = .invalidArgument, details: StaticString, index: Int) {
    self.init(failure: failure, details: details, .element(Int32(clamping: index)))
  }

  /// Makes the error for a constant that the library does not know.
  public init(details: StaticString, unknown constant: Int32) { self.init(details: details, .constant(constant)) }

  /// The details, followed by the index of the element or the value of the constant.
  public var text: String {
    switch part {
    case .all: details.string
    case .element(let index): details.string + " (index " + Escape.decimal(Int64(clamping: index)) + ")"
    case .constant(let value): details.string + " (" + Escape.decimal(Int64(clamping: value)) + ")"
    }
  }
}

/// Checks and reads the arguments of C programs, and writes results.
public enum Argument {
  /// Returns a C string as text, with faulty UTF-8 replaced, and cut at the limit. Nil for NULL and for an empty
  /// string, which mean the same.
  @_optimize(speed)
  public static func text(_ pointer: UnsafePointer<CChar>?, limit: Int = Limits.text) -> String? {
    guard let pointer, pointer.pointee != 0 else { return nil }
    // One byte more than the limit shows whether the text must be cut.
    let count = np_text_length(pointer, limit + 1)
    return pointer.withMemoryRebound(to: UInt8.self, capacity: count) { start in
      Repair.text(UnsafeBufferPointer(start: start, count: count), limit: limit)
    }
  }

  /// Returns a C string of 1 to `limit` bytes as text, with faulty UTF-8 replaced. Nil for NULL and any other length.
  public static func uncutText(_ pointer: UnsafePointer<CChar>?, limit: Int = Limits.text) -> String? {
    guard let pointer, np_text_length(pointer, limit + 1) <= limit else { return nil }
    return text(pointer, limit: limit)
  }

  /// Calls a closure with the bytes of a C string, up to the limit.
  public static func bytes<Result>(
    _ pointer: UnsafePointer<CChar>, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let count = np_text_length(pointer, limit)
    return pointer.withMemoryRebound(to: UInt8.self, capacity: count) {
      body(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  /// Returns a C string as an id. It is cut at the limit, but faulty UTF-8 is kept, so that two different ids stay
  /// different. Nil for NULL and for an empty string.
  public static func identifier(_ pointer: UnsafePointer<CChar>?) -> String? {
    guard let pointer, pointer.pointee != 0 else { return nil }
    let count = np_text_length(pointer, Limits.identifier + 1)
    return pointer.withMemoryRebound(to: UInt8.self, capacity: count) {
      Repair.identifier(UnsafeBufferPointer(start: $0, count: count), limit: Limits.identifier)
    }
  }

  /// Returns a list of C strings as texts, without those that are NULL or empty.
  @_optimize(speed)
  public static func texts(_ pointer: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, limit: Int = Limits.text)
    -> [String]
  {
    guard let pointer else { return [] }
    var texts: [String] = []
    for index in 0..<count {
      if let text = text(pointer[index], limit: limit) { texts.append(text) }
    }
    return texts
  }

  /// Returns the descriptor of a socket to a bus; nil for -1, which stands for none.
  public static func socket(_ descriptor: Int32) throws(WrongArgument) -> Int32? {
    if descriptor == -1 { return nil }
    guard np_is_stream_socket(descriptor) else {
      // The usual cause is that the program has zeroed the options, so that the descriptor is 0.
      throw WrongArgument(details: "bus_fd is not a stream socket; use the _INIT macro")
    }
    return descriptor
  }

  /// Returns the loop mode of a constant `NOWPLAYING_LOOP_…`.
  public static func loop(_ constant: Int32) throws(WrongArgument) -> LoopMode {
    switch constant {
    case NOWPLAYING_LOOP_THREAD: .thread
    case NOWPLAYING_LOOP_FD: .descriptor
    case NOWPLAYING_LOOP_WAKEUP: .wakeup
    default: throw WrongArgument(details: "unknown loop")
    }
  }

  // MARK: Pointers

  /// Whether a pointer may point to a value of this type: it is aligned, and does not point into the first page, which
  /// is never mapped. In C for i386 a number of 64 bits is aligned as a pointer is.
  public static func isAligned<Type>(_ pointer: UnsafePointer<Type>) -> Bool {
    #if arch(i386)
      let alignment = min(MemoryLayout<Type>.alignment, MemoryLayout<Int>.alignment)
    #else
      let alignment = MemoryLayout<Type>.alignment
    #endif
    return UInt(bitPattern: pointer) % UInt(bitPattern: alignment) == 0 && UInt(bitPattern: pointer) >= 4096
  }

  /// Returns the pointer for a result; nil when it is NULL or misaligned.
  public static func place<Type>(_ pointer: UnsafeMutablePointer<Type>?) -> UnsafeMutablePointer<Type>? {
    guard let pointer, isAligned(UnsafePointer(pointer)) else { return nil }
    return pointer
  }

  /// Writes a text with its NUL to memory of the host. Returns whether it fits.
  public static func write(_ text: String, _ room: UnsafeMutablePointer<CChar>, _ size: Int) -> Bool {
    let text = text.cString
    // A size_t is imported as Int, so that a value beyond Int.max is negative here.
    guard size < 0 || text.count <= size else { return false }
    room.update(from: text, count: text.count)
    return true
  }

  // MARK: Structs

  /// Calls `read` with a pointer to each struct of a list, and the size that the structs have in the caller's header.
  /// An error that `read` throws gets the index of the struct.
  ///
  /// - refusal: the details of the error when the pointer to the list is NULL or misaligned.
  public static func each(
    _ pointer: UnsafeRawPointer?, _ count: Int, _ alignment: Int, refusal: StaticString,
    _ read: (UnsafeRawPointer, Int) throws(WrongArgument) -> Void
  ) throws(WrongArgument) {
    if count == 0 { return }
    guard let pointer, UInt(bitPattern: pointer) % UInt(bitPattern: alignment) == 0, UInt(bitPattern: pointer) >= 4096
    else { throw WrongArgument(details: refusal) }
    let stride = pointer.load(as: Int.self)
    for index in 0..<count {
      do throws(WrongArgument) {
        try read(pointer + index * stride, stride)
      } catch {
        throw WrongArgument(failure: error.failure, details: error.details, index: index)
      }
    }
  }

  /// Returns the size that a struct has in the program's header; nil when its size is impossible.
  ///
  /// - smallest: the size in the first version that had the struct.
  private static func size(_ pointer: UnsafeRawPointer, _ smallest: Int) -> Int? {
    let size = pointer.load(as: Int.self)
    // A struct of a newer header is longer, but a size of more than a page is garbage.
    return size >= smallest && size <= 4096 ? size : nil
  }

  /// Copies a struct of a program that may use an older or newer C header: the part that the struct has, and the
  /// defaults for the rest. Nil when its size is impossible or the pointer is misaligned.
  public static func sized<Type>(_ pointer: UnsafePointer<Type>, defaults: Type, smallest: Int) -> Type? {
    guard isAligned(pointer), let size = size(pointer, smallest) else { return nil }
    var value = defaults
    withUnsafeMutableBytes(of: &value) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: min(size, $0.count)))
    }
    return value
  }

  /// Writes the part of a struct that the program's header has, and leaves the size that the program has set. Returns
  /// false when the pointer or the size is not valid. The value is given as inout because it need not be copied then.
  public static func fill<Type>(_ pointer: UnsafeMutablePointer<Type>?, _ value: inout Type, smallest: Int) -> Bool {
    guard let pointer = place(pointer) else { return false }
    return withUnsafeBytes(of: &value) { fill(pointer, $0, smallest) }
  }

  /// Writes the part that fits. It is not inlined, so that the code that the compiler makes for each type of struct is
  /// short.
  @inline(never)
  private static func fill(_ pointer: UnsafeMutableRawPointer, _ value: UnsafeRawBufferPointer, _ smallest: Int) -> Bool
  {
    guard let size = size(pointer, smallest) else { return false }
    let known = min(size, value.count)
    let body = MemoryLayout<Int>.size..<known
    UnsafeMutableRawBufferPointer(start: pointer, count: known)[body].copyBytes(from: value[body])
    return true
  }
}
