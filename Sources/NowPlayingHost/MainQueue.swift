// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

// On Linux the main actor runs on libdispatch's main queue, and that is served by `dispatchMain()` or a run loop of
// Foundation. In a program whose main thread waits in a loop of C, GLib or Python nobody serves it. libdispatch has a
// pair of functions for foreign loops, made for CoreFoundation's.

@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueHandle() -> Int32

@_silgen_name("_dispatch_main_queue_callback_4CF")
private func mainQueueCallback(_ message: UnsafeMutableRawPointer?)

/// A descriptor that becomes readable when there is work for the main actor. The same for the life of the process;
/// not to be read or closed. For main loops that are not Swift's: where `dispatchMain()` waits, as an asynchronous
/// `main` does, it is -1. Declared in C as `int nowplaying_main_queue_fd(void);`.
@_cdecl("nowplaying_main_queue_fd")
public func nowplayingMainQueueDescriptor() -> Int32 { mainQueueHandle() }

/// Does the work that there is for the main actor, without waiting. To be called on the main thread when the
/// descriptor of `nowplaying_main_queue_fd` is readable, and not from within such work. Returns 0, or -1 without
/// effect on any other thread. Declared in C as `int nowplaying_main_queue_dispatch(void);`.
@_cdecl("nowplaying_main_queue_dispatch")
public func nowplayingMainQueueDispatch() -> Int32 {
  guard Thread.isMainThread else { return -1 }
  // The handle is an eventfd that does not block. It is reset before the work, not after: what comes up meanwhile
  // makes it readable again.
  var count: UInt64 = 0
  _ = read(mainQueueHandle(), &count, MemoryLayout.size(ofValue: count))
  mainQueueCallback(nil)
  return 0
}
