// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::app_builder::AppBuilder;
use crate::error::check;
use crate::mode::{LoopMode, Polled, Threaded};
use crate::{BusState, Result, SessionBuilder};
use nowplaying_sys as sys;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::os::unix::io::{AsFd, AsRawFd, BorrowedFd, RawFd};
use std::ptr::NonNull;

/// One program, known to the desktop by one name. Dropped, it says goodbye to the bus and nothing is called any more;
/// sessions that still exist then answer [`Status::InvalidState`](crate::Status::InvalidState).
///
/// [`App::builder`] makes one whose closures run on a thread of the library, [`App::polled`] one for your own loop:
/// a [`PolledApp`].
#[derive(Debug)]
pub struct App<Mode = Threaded> {
    handle: NonNull<sys::nowplaying_app>,
    /// For your own loop; else -1.
    fd: RawFd,
    mode: PhantomData<Mode>,
}

// The header: every function may be called from any thread, and concurrently. The closures are Send. Those of a polled
// app need not be, so nothing of it may leave its thread.
unsafe impl Send for App<Threaded> {}
unsafe impl Sync for App<Threaded> {}

/// An app in your own loop: poll its file descriptor for reading, and call [`dispatch`](App::dispatch) when it is
/// readable. There is no timeout to ask for. It and its sessions stay on one thread, so its closures need not be
/// `Send`: they may own an `Rc`.
pub type PolledApp = App<Polled>;

impl App<Threaded> {
    /// Begins an app whose closures run on a thread of the library. The id is "org.example.Player" or "player".
    pub fn builder(application_id: &str) -> AppBuilder<Threaded> {
        AppBuilder::new(application_id)
    }
}

impl App<Polled> {
    /// Begins an app for your own loop. The id is "org.example.Player" or "player".
    ///
    /// ```no_run
    /// use nowplaying::{Answer, App, Command};
    /// use std::{cell::Cell, rc::Rc};
    ///
    /// # fn poll(_: &impl std::os::unix::io::AsFd) {}
    /// # fn main() -> nowplaying::Result<()> {
    /// let app = App::polled("org.example.Player").build()?;
    /// let session = app.session("main").build()?;
    /// let skipped = Rc::new(Cell::new(0));
    /// let count = skipped.clone();
    /// session.set_commands([Command::next(move |_, _| {
    ///     count.set(count.get() + 1);
    ///     Ok(Answer::Done)
    /// })])?;
    /// session.commit()?;
    /// while skipped.get() < 3 {
    ///     poll(&app); // by the crate that your loop uses: poll(2), glib, mio, tokio's AsyncFd
    ///     app.dispatch()?;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn polled(application_id: &str) -> AppBuilder<Polled> {
        AppBuilder::new(application_id)
    }

    /// Does what there is to do and calls closures. Never waits.
    ///
    /// # Errors
    /// [`Status::Busy`](crate::Status::Busy) inside a closure of the app.
    pub fn dispatch(&self) -> Result<()> {
        check(unsafe { sys::nowplaying_app_dispatch(self.as_ptr()) })
    }
}

impl<Mode: LoopMode> App<Mode> {
    /// Begins a session. The id names it within the app; "": the library makes one.
    pub fn session(&self, id: &str) -> SessionBuilder<'_, Mode> {
        SessionBuilder::new(self, id)
    }

    /// Whether the desktop can be reached now.
    ///
    /// # Errors
    /// [`Status::Forked`](crate::Status::Forked) in a child process.
    pub fn bus_state(&self) -> Result<BusState> {
        let mut state = 0;
        check(unsafe { sys::nowplaying_app_get_bus_state(self.as_ptr(), &mut state) })?;
        Ok(state.into())
    }
}

impl<Mode: LoopMode> App<Mode> {
    /// Takes a handle of the library.
    pub(crate) fn owned(handle: NonNull<sys::nowplaying_app>) -> Result<Self> {
        let mut app = App { handle, fd: -1, mode: PhantomData };
        app.fd = fd_of::<Mode>(handle)?; // On an error the app is freed by its drop.
        Ok(app)
    }

    /// The app that a callback was lent.
    pub(crate) fn borrowed(handle: *mut sys::nowplaying_app) -> Option<ManuallyDrop<Self>> {
        let handle = NonNull::new(handle)?;
        Some(ManuallyDrop::new(App { handle, fd: fd_of::<Mode>(handle).ok()?, mode: PhantomData }))
    }
}

/// The descriptor of an app in your own loop; else -1.
fn fd_of<Mode: LoopMode>(handle: NonNull<sys::nowplaying_app>) -> Result<RawFd> {
    let mut fd = -1;
    if Mode::LOOP == sys::NOWPLAYING_LOOP_FD {
        check(unsafe { sys::nowplaying_app_get_fd(handle.as_ptr(), &mut fd) })?;
    }
    Ok(fd)
}

impl<Mode> App<Mode> {
    pub(crate) fn as_ptr(&self) -> *mut sys::nowplaying_app {
        self.handle.as_ptr()
    }
}

impl<Mode> Drop for App<Mode> {
    fn drop(&mut self) {
        unsafe { sys::nowplaying_app_free(self.as_ptr()) };
    }
}

impl AsFd for App<Polled> {
    fn as_fd(&self) -> BorrowedFd<'_> {
        // The header: the same descriptor for the app's whole life.
        unsafe { BorrowedFd::borrow_raw(self.fd) }
    }
}

impl AsRawFd for App<Polled> {
    fn as_raw_fd(&self) -> RawFd {
        self.fd
    }
}
