// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Who runs the loop, as a parameter of the types, so that the compiler knows which closures must be `Send`.

use nowplaying_sys as sys;

/// The library runs the loop, on a thread of its own: closures are `Send`, and app and sessions can be shared by
/// threads.
#[derive(Debug)]
pub enum Threaded {}

/// You run the loop: closures are called by [`App::dispatch`](crate::App::dispatch), and need not be `Send`; app and
/// sessions stay on the thread that made them.
#[derive(Debug)]
pub enum Polled {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Threaded {}
    impl Sealed for super::Polled {}
}

/// [`Threaded`] or [`Polled`].
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

/// A closure that an app of this mode may be given: for [`Threaded`] it must be `Send`, for [`Polled`] any will do.
///
/// # Safety
/// What is callable by a [`Threaded`] app is `Send`: the library's thread calls and drops it.
pub unsafe trait Callable<Mode> {}

unsafe impl<Closure: Send> Callable<Threaded> for Closure {}
unsafe impl<Closure> Callable<Polled> for Closure {}
