// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// On Linux the main actor runs on libdispatch's main queue, which is served by `dispatchMain()` or a run loop of
// Foundation. In a program whose main thread waits in a loop of C, GLib or Python it is not served. libdispatch has a
// pair of functions for other loops, made for those of CoreFoundation.

@_silgen_name("_dispatch_get_main_queue_handle_4CF")
func mainQueueHandle() -> Int32

@_silgen_name("_dispatch_main_queue_callback_4CF")
func mainQueueCallback(_ message: UnsafeMutableRawPointer?)

// The functions below are for programs that are not written in Swift, and that declare them themselves.

/// Returns `HostProgram.mainQueueDescriptor`. In C it is declared as `int nowplaying_main_queue_fd(void);`.
@_cdecl("nowplaying_main_queue_fd")
public func nowplayingMainQueueDescriptor() -> Int32 { HostProgram.mainQueueDescriptor }

/// Calls `HostProgram.dispatchMainQueue()`. In C it is declared as `int nowplaying_main_queue_dispatch(void);`. Returns
/// 0; on any thread but the main one it returns -1, without effect.
@_cdecl("nowplaying_main_queue_dispatch")
public func nowplayingMainQueueDispatch() -> Int32 { HostProgram.dispatchMainQueue() ? 0 : -1 }
