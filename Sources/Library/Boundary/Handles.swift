// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CNowPlayingPlatform
import NowPlayingCore

// Handles of C programs and the objects behind them. No other file of the C interfaces turns one into the other.

/// The kind of a handle. The value lies in the handle's first word, so that a wrong handle is an error and not a crash.
public enum HandleKind: UInt64 {
  case app = 0x6E70_2D61_7070_0001
  case session = 0x6E70_2D73_6573_0002
  case content = 0x6E70_2D63_6F6E_0003
  case request = 0x6E70_2D72_6571_0004
  case surface = 0x6E70_2D73_7572_0005
  /// A session as a surface shows it.
  case snapshot = 0x6E70_2D76_6965_0006
}

public enum Handle {
  /// Makes a handle, which owns a reference to its object. Nil when there is no memory.
  public static func make(_ kind: HandleKind, _ object: AnyObject) -> OpaquePointer? {
    let reference = Unmanaged.passRetained(object)
    guard let cell = np_cell_new(kind.rawValue, reference.toOpaque()) else {
      reference.release()
      return nil
    }
    return OpaquePointer(cell)
  }

  /// The object of a handle; nil when it is not a handle of that kind.
  public static func object<Object: AnyObject>(_ kind: HandleKind, _ handle: OpaquePointer?) -> Object? {
    guard let object = np_cell_get(UnsafeRawPointer(handle), kind.rawValue) else { return nil }
    return Unmanaged<Object>.fromOpaque(object).takeUnretainedValue()
  }

  /// Describes the handle that this thread was refused last, by the name of the argument.
  static var refusal: String {
    let name: StaticString =
      switch HandleKind(rawValue: np_cell_wanted()) {
      case .app: "app"
      case .content: "content"
      case .request: "request"
      case .surface: "surface"
      default: "session"
      }
    return name.string + (np_cell_was_null() ? " is NULL" : " is none, or was freed")
  }

  /// Frees a valid handle, and gives up its reference to the object.
  public static func free(_ handle: OpaquePointer) {
    let cell = UnsafeMutablePointer<np_cell>(handle)
    if let object = cell.pointee.object { Unmanaged<AnyObject>.fromOpaque(object).release() }
    np_cell_free(cell)
  }
}

/// An object that a program in C has a handle of. Each reference of the program is one to the object, so that the
/// handle is good as long as there is one.
open class HandledObject {
  /// The handle; nil when there was no memory for it.
  public private(set) final var handle: OpaquePointer?

  public init(_ kind: HandleKind) {
    handle = np_cell_new(kind.rawValue, Unmanaged.passUnretained(self).toOpaque()).map { OpaquePointer($0) }
  }

  deinit {
    if let handle { np_cell_free(UnsafeMutablePointer<np_cell>(handle)) }
  }

  /// Gives the program in C one more reference.
  public final func retainForHost() { _ = Unmanaged.passRetained(self) }

  /// Takes a reference of the program in C back.
  public final func releaseForHost() { Unmanaged.passUnretained(self).release() }
}
