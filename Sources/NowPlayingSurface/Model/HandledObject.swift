// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPlatform

/// An object that a program in C has a handle of. Each reference of the program is one to the object, so that the
/// handle is good as long as there is one. No other file here turns handles into objects.
class HandledObject {
  /// The handle; nil when there was no memory for it.
  private(set) final var handle: OpaquePointer?

  /// - kind: lies in the handle's first word, so that a wrong handle is an error and not a crash.
  init(_ kind: UInt64) {
    handle = np_cell_new(kind, Unmanaged.passUnretained(self).toOpaque()).map { OpaquePointer($0) }
  }

  deinit {
    if let handle { np_cell_free(UnsafeMutablePointer<np_cell>(handle)) }
  }

  /// The object of a handle; nil when it is not a handle of that kind.
  static func find<Object: HandledObject>(_ type: Object.Type, _ kind: UInt64, _ handle: OpaquePointer?) -> Object? {
    guard let handle, let object = np_cell_get(UnsafeRawPointer(handle), kind) else { return nil }
    return Unmanaged<Object>.fromOpaque(object).takeUnretainedValue()
  }

  /// Gives the program in C one more reference.
  final func retainForHost() { _ = Unmanaged.passRetained(self) }

  /// Takes a reference of the program in C back.
  final func releaseForHost() { Unmanaged.passUnretained(self).release() }
}
