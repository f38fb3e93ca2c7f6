// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

// Handles of C programs and the objects that they stand for. Only this file of the C interfaces converts between the
// two.

/// The kind of a handle. Its value is the first word of the handle, so that a wrong handle is an error and not a crash.
public enum HandleKind: UInt64 {
  case app = 0x6E70_2D61_7070_0001
  case session = 0x6E70_2D73_6573_0002
  case content = 0x6E70_2D63_6F6E_0003
  case request = 0x6E70_2D72_6571_0004
  case surface = 0x6E70_2D73_7572_0005
  /// A session in the form that a surface shows.
  case snapshot = 0x6E70_2D76_6965_0006
}

public enum Handle {
  /// Makes a handle, which owns a reference to its object; nil when there is no memory.
  public static func make(_ kind: HandleKind, _ object: AnyObject) -> OpaquePointer? {
    let reference = Unmanaged.passRetained(object)
    guard let cell = np_cell_new(kind.rawValue, reference.toOpaque()) else {
      reference.release()
      return nil
    }
    return OpaquePointer(cell)
  }

  /// Returns the object of a handle; nil when the handle is not of that kind.
  public static func object<Object: AnyObject>(_ kind: HandleKind, _ handle: OpaquePointer?) -> Object? {
    guard let object = np_cell_get(UnsafeRawPointer(handle), kind.rawValue) else { return nil }
    return Unmanaged<Object>.fromOpaque(object).takeUnretainedValue()
  }

  /// The reason why the last handle was refused in this thread, with the name of the argument.
  static var refusal: String {
    let name: StaticString =
      switch HandleKind(rawValue: np_cell_wanted()) {
      case .app: "app"
      case .content: "content"
      case .request: "request"
      case .surface: "surface"
      default: "session"
      }
    return name.string + (np_cell_was_null() ? " is NULL" : " is not a valid handle, or was freed")
  }

  /// Frees a valid handle, and releases its object.
  public static func free(_ handle: OpaquePointer) {
    let cell = UnsafeMutablePointer<np_cell>(handle)
    if let object = cell.pointee.object { Unmanaged<AnyObject>.fromOpaque(object).release() }
    np_cell_free(cell)
  }
}

/// An object that a C program holds by a handle. Each reference of the program is also a reference to the object, so
/// that the handle is valid as long as there is one.
open class HandledObject {
  /// The handle; nil when there was no memory for it.
  public private(set) final var handle: OpaquePointer?

  public init(_ kind: HandleKind) {
    handle = np_cell_new(kind.rawValue, Unmanaged.passUnretained(self).toOpaque()).map { OpaquePointer($0) }
  }

  deinit {
    if let handle { np_cell_free(UnsafeMutablePointer<np_cell>(handle)) }
  }

  /// Adds a reference of the C program.
  public final func retainForHost() { _ = Unmanaged.passRetained(self) }

  /// Removes a reference of the C program.
  public final func releaseForHost() { Unmanaged.passUnretained(self).release() }
}
