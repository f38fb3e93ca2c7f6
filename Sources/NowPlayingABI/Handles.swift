// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform
import NowPlayingCore
import NowPlayingEngine

// Handles of C programs and the objects behind them. No other file of the C interface turns one into the other.

/// The kind of a handle. The value lies in the handle's first word.
enum HandleKind: UInt64 {
  case app = 0x6E70_2D61_7070_0001
  case session = 0x6E70_2D73_6573_0002
  case content = 0x6E70_2D63_6F6E_0003
  case request = 0x6E70_2D72_6571_0004
}

enum Handle {
  /// Makes a handle, which owns a reference to its object. Nil when there is no memory.
  static func make(_ kind: HandleKind, _ object: AnyObject) -> OpaquePointer? {
    let reference = Unmanaged.passRetained(object)
    guard let cell = np_cell_new(kind.rawValue, reference.toOpaque()) else {
      reference.release()
      return nil
    }
    return OpaquePointer(cell)
  }

  /// The object of a handle; nil when it is not a handle of that kind.
  private static func object<Object: AnyObject>(_ kind: HandleKind, _ handle: OpaquePointer?) -> Object? {
    guard let handle, let object = np_cell_get(UnsafeRawPointer(handle), kind.rawValue) else { return nil }
    return Unmanaged<Object>.fromOpaque(object).takeUnretainedValue()
  }

  static func app(_ handle: OpaquePointer?) -> App? { object(.app, handle) }
  static func session(_ handle: OpaquePointer?) -> Session? { object(.session, handle) }
  static func content(_ handle: OpaquePointer?) -> ContentBox? { object(.content, handle) }
  static func request(_ handle: OpaquePointer?) -> Request? { object(.request, handle) }

  /// Frees a valid handle, and gives up its reference to the object.
  static func free(_ handle: OpaquePointer) {
    let cell = UnsafeMutablePointer<np_cell>(handle)
    if let object = cell.pointee.object { Unmanaged<AnyObject>.fromOpaque(object).release() }
    np_cell_free(cell)
  }
}

/// The object behind the handle of a content.
final class ContentBox {
  var content: Content
  init(_ content: Content) { self.content = content }
}
