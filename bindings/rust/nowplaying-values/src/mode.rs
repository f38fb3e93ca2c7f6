// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Who runs the loop, as a type parameter, so that the compiler knows which closures must be `Send`.

use nowplaying_sys as sys;

/// The library runs the loop, on a thread of its own: closures are `Send`, and apps, sessions and surfaces can be
/// shared by threads.
#[derive(Debug)]
pub enum Threaded {}

/// You run the loop: closures are called by the `dispatch` of an app or surface, and need not be `Send`; apps, their
/// sessions, and surfaces stay on the thread that made them.
#[derive(Debug)]
pub enum Polled {}

/// You run the loop, and a thread of the library says when: closures are called by the `dispatch` of an app or surface
/// on whichever thread, so they are `Send`, and apps, sessions and surfaces can be shared by threads.
#[derive(Debug)]
pub enum Wakeup {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Threaded {}
    impl Sealed for super::Polled {}
    impl Sealed for super::Wakeup {}
}

/// [`Threaded`], [`Polled`] or [`Wakeup`].
pub trait LoopMode: sealed::Sealed + Sized + 'static {
    #[doc(hidden)]
    const LOOP: sys::nowplaying_loop_mode;
}

impl LoopMode for Threaded {
    const LOOP: sys::nowplaying_loop_mode = sys::NOWPLAYING_LOOP_THREAD;
}

impl LoopMode for Polled {
    const LOOP: sys::nowplaying_loop_mode = sys::NOWPLAYING_LOOP_FD;
}

impl LoopMode for Wakeup {
    const LOOP: sys::nowplaying_loop_mode = sys::NOWPLAYING_LOOP_WAKEUP;
}

/// [`Threaded`] or [`Wakeup`]: closures may be called on any thread.
pub trait Shared: LoopMode {}

impl Shared for Threaded {}
impl Shared for Wakeup {}

/// [`Polled`] or [`Wakeup`]: you call the `dispatch` of an app or surface.
pub trait Dispatched: LoopMode {}

impl Dispatched for Polled {}
impl Dispatched for Wakeup {}

/// A closure that an app or surface of this mode may be given: for [`Threaded`] and [`Wakeup`] it must be `Send`, for
/// [`Polled`] any will do.
///
/// # Safety
/// A value that an app or surface whose mode is [`Shared`] can call is `Send`: any thread may call and drop it.
pub unsafe trait Callable<Mode> {}

unsafe impl<Closure: Send> Callable<Threaded> for Closure {}
unsafe impl<Closure: Send> Callable<Wakeup> for Closure {}
unsafe impl<Closure> Callable<Polled> for Closure {}
