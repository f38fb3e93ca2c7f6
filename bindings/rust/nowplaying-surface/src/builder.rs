// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::callbacks::{Called, Context, Handlers, Wakeup};
use crate::error::check;
use crate::mode::{Callable, LoopMode, Threaded};
use crate::shared::Shared;
use crate::{text, BusState, Changed, LogLevel, Result, Session, Surface};
use nowplaying_sys as sys;
use std::ffi::CString;
use std::fmt;
use std::os::unix::io::{AsRawFd, IntoRawFd, OwnedFd};
use std::ptr::null_mut;

/// Makes a surface.
#[must_use]
pub struct SurfaceBuilder<Mode = Threaded> {
    name: CString,
    bus_address: Option<CString>,
    bus_fd: Option<OwnedFd>,
    twins: bool,
    handlers: Handlers<Mode>,
    wakeup: Option<Wakeup>,
}

impl<Mode: LoopMode> SurfaceBuilder<Mode> {
    pub(crate) fn new(name: &str) -> Self {
        let handlers = Handlers::none();
        SurfaceBuilder { name: text::to_c(name), bus_address: None, bus_fd: None, twins: false, handlers, wakeup: None }
    }

    pub(crate) fn woken_by(mut self, wakeup: Wakeup) -> Self {
        self.wakeup = Some(wakeup);
        self
    }

    /// D-Bus address of the bus, else that of the session.
    pub fn bus_address(mut self, address: &str) -> Self {
        self.bus_address = Some(text::to_c(address));
        self
    }

    /// For tests: a socket that is connected to a bus, used instead of any address and never reconnected.
    pub fn bus_fd(mut self, fd: impl Into<OwnedFd>) -> Self {
        self.bus_fd = Some(fd.into());
        self
    }

    /// Whether one playback that is on the bus under two names has two entries. If so, each has the key of the other as
    /// [`Session::twin_key`](crate::Session::twin_key); otherwise only the better one is an entry.
    pub fn twins(mut self, twins: bool) -> Self {
        self.twins = twins;
        self
    }

    /// A line for the log: a sentence without a line end. The library itself prints nothing.
    pub fn on_log(mut self, handler: impl FnMut(&Surface<Mode>, LogLevel, &str) + Callable<Mode> + 'static) -> Self {
        self.handlers.log = Some(Box::new(handler));
        self
    }

    /// Called when the bus was connected or lost, and first when the first attempt to reach one has ended. All entries
    /// are removed before a lost bus is reported.
    pub fn on_bus_state(mut self, handler: impl FnMut(&Surface<Mode>, BusState) + Callable<Mode> + 'static) -> Self {
        self.handlers.bus_state = Some(Box::new(handler));
        self
    }

    /// Called once for each bus, when every player that was on it when the surface connected has answered or timed
    /// out.
    pub fn on_listed(mut self, handler: impl FnMut(&Surface<Mode>) + Callable<Mode> + 'static) -> Self {
        self.handlers.listed = Some(Box::new(handler));
        self
    }

    /// Called for a new entry.
    pub fn on_added(mut self, handler: impl FnMut(&Surface<Mode>, &Session) + Callable<Mode> + 'static) -> Self {
        self.handlers.added = Some(Box::new(handler));
        self
    }

    /// Called when an entry has changed, with its new state and what has changed.
    pub fn on_changed(
        mut self,
        handler: impl FnMut(&Surface<Mode>, &Session, Changed) + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.changed = Some(Box::new(handler));
        self
    }

    /// Called when an entry is gone, with its last state.
    pub fn on_removed(mut self, handler: impl FnMut(&Surface<Mode>, &Session) + Callable<Mode> + 'static) -> Self {
        self.handlers.removed = Some(Box::new(handler));
        self
    }

    /// Called when the order has changed, or an entry was added or removed: see [`Surface::sessions`].
    pub fn on_ordered(mut self, handler: impl FnMut(&Surface<Mode>) + Callable<Mode> + 'static) -> Self {
        self.handlers.ordered = Some(Box::new(handler));
        self
    }

    /// Makes the surface. It connects later, and it is no error when there is no bus.
    ///
    /// # Errors
    /// [`Status::InvalidArgument`](crate::Status::InvalidArgument) for a descriptor that is no stream socket,
    /// [`Status::System`](crate::Status::System) when the system refuses a thread, a descriptor or memory.
    pub fn build(self) -> Result<Surface<Mode>> {
        let options = sys::nowplaying_surface_options {
            name: self.name.as_ptr(),
            bus_address: text::pointer(&self.bus_address),
            bus_fd: self.bus_fd.as_ref().map_or(-1, AsRawFd::as_raw_fd),
            loop_: Mode::LOOP,
            twins: self.twins.into(),
            ..sys::NOWPLAYING_SURFACE_OPTIONS_INIT
        };
        let shared = Shared::new(Mode::LOOP == sys::NOWPLAYING_LOOP_FD);
        let called = Called { handlers: self.handlers, surface: Surface::to_lend(&shared) };
        let context = Box::new(Context { called, wakeup: self.wakeup });
        let mut callbacks = context.to_c();
        let context = Box::into_raw(context);
        callbacks.user_data = context.cast();
        let mut handle = null_mut();
        let status = unsafe { sys::nowplaying_surface_new(&options, &callbacks, &mut handle) };
        if let Err(error) = check(status) {
            // `destroy` is not called for a surface that was not made.
            drop(unsafe { Box::from_raw(context) });
            return Err(error);
        }
        // From here on the library owns the descriptor.
        self.bus_fd.map(IntoRawFd::into_raw_fd);
        shared.open(handle);
        Surface::owned(shared)
    }
}

impl<Mode> fmt::Debug for SurfaceBuilder<Mode> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SurfaceBuilder").field("name", &self.name).finish_non_exhaustive()
    }
}
