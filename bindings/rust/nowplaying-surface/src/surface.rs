// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Clippy of Rust 1.63 takes what thread_local! makes for a constant of the program's.
#![allow(clippy::declare_interior_mutable_const)]

use crate::builder::SurfaceBuilder;
use crate::changes::Changes;
use crate::error::check;
use crate::mode::{Dispatched, LoopMode, Polled, Shared as SharedMode, Threaded, Wakeup};
use crate::shared::Shared;
use crate::{Action, AspectRatio, BusState, Error, Result, Session};
use nowplaying_sys as sys;
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::os::unix::io::{AsFd, AsRawFd, BorrowedFd, RawFd};
use std::ptr::null_mut;
use std::sync::Arc;
use std::thread;

/// The number of sessions that the first call to read them has room for.
const ROOM: usize = 64;

/// The bytes of names that the first call to read them has room for.
const NAMES: usize = 4096;

/// A panel, a lock screen, a tool or a bridge: it follows every player on the session bus. When it is dropped, actions
/// that wait fail ([`Status::Cancelled`](crate::Status::Cancelled)), and no closure is called any more; sessions that
/// you keep can still be read.
///
/// [`Surface::builder`] makes one whose closures run on a thread of the library, [`Surface::polled`] one for your own
/// loop: a [`PolledSurface`], [`Surface::wakeup`] one for a loop that takes no file descriptor: a [`WakeupSurface`].
pub struct Surface<Mode = Threaded> {
    shared: Arc<Shared>,
    /// The descriptor for your own loop; else -1.
    fd: RawFd,
    /// Whether dropping it ends the surface. It is false for the one that is lent to closures.
    is_owner: bool,
    mode: PhantomData<*const Mode>,
}

// The header says that every function may be called from any thread, and concurrently. The closures are Send. Those of
// a polled surface need not be, so it must stay on its thread.
unsafe impl<Mode: SharedMode> Send for Surface<Mode> {}
unsafe impl<Mode: SharedMode> Sync for Surface<Mode> {}

/// A surface in your own loop: poll its file descriptor for reading, and call [`dispatch`](Surface::dispatch) when it
/// is readable. There is no timeout to ask for. It stays on one thread, so its closures need not be `Send`: they may
/// own an `Rc`. Its sessions and actions may be used on any thread.
pub type PolledSurface = Surface<Polled>;

/// A surface that notifies your loop to call [`dispatch`](Surface::dispatch). It can be shared by threads, and
/// dispatched by any of them, one at a time.
pub type WakeupSurface = Surface<Wakeup>;

impl Surface<Threaded> {
    /// Begins a surface whose closures run on a thread of the library. The name is for the logs of players, "lock
    /// screen".
    pub fn builder(name: &str) -> SurfaceBuilder<Threaded> {
        SurfaceBuilder::new(name)
    }
}

impl Surface<Polled> {
    /// Begins a surface for your own loop. The name is for the logs of players, "lock screen".
    ///
    /// ```no_run
    /// use nowplaying_surface::Surface;
    /// use std::{cell::RefCell, rc::Rc};
    ///
    /// # fn poll(_: &impl std::os::unix::io::AsFd) {}
    /// # fn main() -> nowplaying_surface::Result<()> {
    /// let shown = Rc::new(RefCell::new(Vec::new()));
    /// let list = shown.clone();
    /// let surface = Surface::polled("panel").on_added(move |_, session| list.borrow_mut().push(session.clone()));
    /// let surface = surface.build()?;
    /// loop {
    ///     poll(&surface); // by the crate that your loop uses: poll(2), glib, mio, tokio's AsyncFd
    ///     surface.dispatch()?;
    /// }
    /// # }
    /// ```
    pub fn polled(name: &str) -> SurfaceBuilder<Polled> {
        SurfaceBuilder::new(name)
    }
}

impl Surface<Wakeup> {
    /// Begins a surface for a main loop that takes no file descriptor, but can be woken by another thread. The name is
    /// for the logs of players, "lock screen".
    ///
    /// `wakeup` has [`dispatch`](Surface::dispatch) called soon, on a thread of your choice. It is called on a thread
    /// of the library, once, and again when something comes after that dispatch; it must not wait for the thread that
    /// dispatches, nor dispatch by itself.
    ///
    /// ```no_run
    /// use nowplaying_surface::Surface;
    /// use std::sync::mpsc::channel;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let (wake, woken) = channel();
    /// let surface = Surface::wakeup("panel", move || wake.send(()).unwrap_or_default()).build()?;
    /// // The main loop; that of winit is woken by the `send_event` of its proxy, for instance.
    /// while let Ok(()) = woken.recv() {
    ///     surface.dispatch()?;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn wakeup(name: &str, wakeup: impl FnMut() + Send + 'static) -> SurfaceBuilder<Wakeup> {
        SurfaceBuilder::new(name).woken_by(Box::new(wakeup))
    }
}

impl<Mode: Dispatched> Surface<Mode> {
    /// Handles pending events and calls closures. Never waits.
    ///
    /// # Errors
    /// [`Status::Busy`](crate::Status::Busy) inside a closure of the surface, or while another thread dispatches.
    pub fn dispatch(&self) -> Result<()> {
        let surface = self.shared.handle().ok_or_else(Error::dropped)?;
        check(unsafe { sys::nowplaying_surface_dispatch(surface.as_ptr()) })
    }
}

impl<Mode: LoopMode> Surface<Mode> {
    /// Returns the surface to lend to closures, once it is [`open`](Surface::open).
    pub(crate) fn to_lend(shared: &Arc<Shared>) -> Self {
        Surface { shared: shared.clone(), fd: -1, is_owner: false, mode: PhantomData }
    }

    /// Takes ownership of the handle that `shared` has.
    pub(crate) fn owned(shared: Arc<Shared>) -> Result<Self> {
        let mut surface = Surface { shared, fd: -1, is_owner: true, mode: PhantomData };
        surface.open()?; // On an error the surface is freed by its drop.
        Ok(surface)
    }

    /// Gets the descriptor of a polled surface before it can be asked for. A surface that its own closure drops cannot
    /// get it any more, although the descriptor lives until the closure returns.
    pub(crate) fn open(&mut self) -> Result<()> {
        if Mode::LOOP != sys::NOWPLAYING_LOOP_FD || self.fd >= 0 {
            return Ok(());
        }
        let Surface { shared, fd, .. } = self;
        shared.call(|surface| unsafe { sys::nowplaying_surface_get_fd(surface, fd) })
    }
}

impl<Mode> Surface<Mode> {
    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// Whether there is a bus now: [`BusState::None`] or [`BusState::Connected`].
    ///
    /// # Errors
    /// [`Status::Forked`](crate::Status::Forked) in a child process.
    pub fn bus_state(&self) -> Result<BusState> {
        let mut state = 0;
        self.shared.call(|surface| unsafe { sys::nowplaying_surface_get_bus_state(surface, &mut state) })?;
        Ok(state.into())
    }

    /// All sessions there are now, the most important first, as a lock screen would show them: those that play before
    /// all others; of these the one that began last; of the others the one that played last.
    ///
    /// # Errors
    /// [`Status::System`](crate::Status::System): no memory. [`Status::Forked`](crate::Status::Forked) in a child
    /// process.
    pub fn sessions(&self) -> Result<Vec<Session>> {
        let (mut room, mut count) = (ROOM, 0);
        loop {
            let mut handles = vec![null_mut(); room];
            self.shared.call(|surface| unsafe {
                sys::nowplaying_surface_get_sessions(surface, handles.as_mut_ptr(), room, &mut count)
            })?;
            handles.truncate(count);
            let given = handles.into_iter().filter_map(|handle| unsafe { Session::given(&self.shared, handle) });
            let sessions: Vec<Session> = given.collect();
            if count <= room {
                return Ok(sessions);
            }
            room = count;
        }
    }

    /// The MPRIS names of all players, those of one player together; also of players that have not answered yet. The
    /// name of playerctld, which is no player, comes last.
    ///
    /// # Errors
    /// [`Status::InvalidState`](crate::Status::InvalidState): there is no bus, or it has not told the names yet.
    /// [`Status::Forked`](crate::Status::Forked) in a child process.
    pub fn names(&self) -> Result<Vec<Vec<String>>> {
        let mut text = vec![0u8; NAMES];
        loop {
            let mut size = 0;
            self.shared.call(|surface| unsafe {
                sys::nowplaying_surface_get_names(surface, text.as_mut_ptr().cast(), text.len(), &mut size)
            })?;
            if size <= text.len() {
                let lines = String::from_utf8_lossy(&text[..size.saturating_sub(1)]).into_owned();
                return Ok(lines.lines().map(|line| line.split(' ').map(String::from).collect()).collect());
            }
            text = vec![0u8; size];
        }
    }

    /// An action that ends when every player that was on the bus when the surface connected has answered or timed
    /// out: [`sessions`](Surface::sessions) is complete then. It fails ([`Status::NoBus`](crate::Status::NoBus)) where
    /// there is no bus.
    pub fn listed(&self) -> Action<()> {
        Action::listed(&self.shared)
    }

    /// The changes: first a change `Added` for each session that is there now, then each change from now on. Each call
    /// returns a new reader. Readers do not take changes from one another.
    ///
    /// # Errors
    /// As [`sessions`](Surface::sessions).
    pub fn changes(&self) -> Result<Changes> {
        let changes = Changes::new(&self.shared);
        for session in self.sessions()? {
            changes.begin(session);
        }
        Ok(changes)
    }

    /// Sets the aspect ratios in which this surface shows animated artwork, at first none. Players make previews and
    /// videos only for surfaces that have set this: set it while animated artwork can be seen, and `[]` when it cannot.
    ///
    /// # Errors
    /// [`Status::InvalidArgument`](crate::Status::InvalidArgument): an unknown one.
    /// [`Status::Forked`](crate::Status::Forked) in a child process.
    pub fn set_aspect_ratios(&self, ratios: impl IntoIterator<Item = AspectRatio>) -> Result<()> {
        let bits = ratios.into_iter().map(|ratio| match ratio {
            AspectRatio::Square => sys::NOWPLAYING_ASPECT_RATIOS_SQUARE,
            AspectRatio::Tall => sys::NOWPLAYING_ASPECT_RATIOS_TALL,
            _ => i32::MIN, // a bit that the library refuses
        });
        let bits = bits.fold(0, |all, bit| all | bit as u32);
        self.shared.call(|surface| unsafe { sys::nowplaying_surface_set_aspect_ratios(surface, bits) })
    }
}

impl<Mode> Drop for Surface<Mode> {
    fn drop(&mut self) {
        if !self.is_owner {
            return;
        }
        let ending = match self.shared.close() {
            Some(surface) => Ending(surface.as_ptr(), self.shared.clone()),
            None => return,
        };
        if WOKEN_BY.with(Cell::get) != ending.0 {
            return ending.end();
        }
        // The surface was dropped by its own `wakeup`, on the library's thread. Ending it here would wait for this
        // thread, so another thread does it. If the system refuses a thread, the surface can never be ended.
        let _ = thread::Builder::new().spawn(move || ending.end());
    }
}

/// A surface that was dropped, on the way to its end on another thread.
struct Ending(*mut sys::nowplaying_surface, Arc<Shared>);

// It is sent only when the mode is Shared.
unsafe impl Send for Ending {}

impl Ending {
    fn end(self) {
        unsafe { sys::nowplaying_surface_free(self.0) };
        self.1.end();
    }
}

thread_local! {
    /// The surface whose `wakeup` runs on this thread, or NULL.
    pub(crate) static WOKEN_BY: Cell<*mut sys::nowplaying_surface> = const { Cell::new(null_mut()) };
}

impl AsFd for Surface<Polled> {
    fn as_fd(&self) -> BorrowedFd<'_> {
        // The header says that the descriptor is the same for the surface's whole life.
        unsafe { BorrowedFd::borrow_raw(self.fd) }
    }
}

impl AsRawFd for Surface<Polled> {
    fn as_raw_fd(&self) -> RawFd {
        self.fd
    }
}

impl<Mode> fmt::Debug for Surface<Mode> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Surface").field("sessions", &self.sessions()).finish_non_exhaustive()
    }
}
