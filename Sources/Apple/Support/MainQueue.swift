// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// On Linux the main actor runs on libdispatch's main queue, and that is served by `dispatchMain()` or a run loop of
// Foundation. In a program whose main thread waits in a loop of C, GLib or Python nobody serves it. libdispatch has a
// pair of functions for foreign loops, made for CoreFoundation's.

@_silgen_name("_dispatch_get_main_queue_handle_4CF")
func mainQueueHandle() -> Int32

@_silgen_name("_dispatch_main_queue_callback_4CF")
func mainQueueCallback(_ message: UnsafeMutableRawPointer?)

// For hosts that are not written in Swift, which declare them themselves.

/// `HostProgram.mainQueueDescriptor`, declared in C as `int nowplaying_main_queue_fd(void);`.
@_cdecl("nowplaying_main_queue_fd")
public func nowplayingMainQueueDescriptor() -> Int32 { HostProgram.mainQueueDescriptor }

/// `HostProgram.dispatchMainQueue()`, declared in C as `int nowplaying_main_queue_dispatch(void);`. Returns 0, or -1
/// without effect on any thread but the main one.
@_cdecl("nowplaying_main_queue_dispatch")
public func nowplayingMainQueueDispatch() -> Int32 { HostProgram.dispatchMainQueue() ? 0 : -1 }
