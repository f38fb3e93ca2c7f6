// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Clippy of Rust 1.63 takes what thread_local! makes for a constant of the program's.
#![allow(clippy::declare_interior_mutable_const)]

use crate::app_builder::AppBuilder;
use crate::command::first;
use crate::error::check;
use crate::mode::{Dispatched, LoopMode, Polled, Shared, Threaded, Wakeup};
use crate::{limits, text, AspectRatios, BusState, Playlist, Result, SessionBuilder};
use nowplaying_sys as sys;
use std::cell::Cell;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::os::raw::c_char;
use std::os::unix::io::{AsFd, AsRawFd, BorrowedFd, RawFd};
use std::ptr::{null_mut, NonNull};
use std::thread;

/// One program, known to the desktop by one name. When it is dropped, it leaves the bus, and no closure is called any
/// more; functions of sessions that still exist then fail with [`Status::InvalidState`](crate::Status::InvalidState).
///
/// [`App::builder`] makes one whose closures run on a thread of the library, [`App::polled`] one for your own loop:
/// a [`PolledApp`], [`App::wakeup`] one for a loop that takes no file descriptor: a [`WakeupApp`].
#[derive(Debug)]
pub struct App<Mode = Threaded> {
    handle: NonNull<sys::nowplaying_app>,
    /// The descriptor for your own loop; else -1.
    fd: RawFd,
    mode: PhantomData<Mode>,
}

// The header says that every function may be called from any thread, and concurrently. The closures are Send. Those of
// a polled app need not be, so the app and its sessions must stay on one thread.
unsafe impl<Mode: Shared> Send for App<Mode> {}
unsafe impl<Mode: Shared> Sync for App<Mode> {}

/// An app in your own loop: poll its file descriptor for reading, and call [`dispatch`](App::dispatch) when it is
/// readable. There is no timeout to ask for. It and its sessions stay on one thread, so its closures need not be
/// `Send`: they may own an `Rc`.
pub type PolledApp = App<Polled>;

/// An app that notifies your loop to call [`dispatch`](App::dispatch). It can be shared by threads, and dispatched by
/// any of them, one at a time.
pub type WakeupApp = App<Wakeup>;

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
}

impl App<Wakeup> {
    /// Begins an app for a main loop that takes no file descriptor, but can be woken by another thread. The id
    /// is "org.example.Player" or "player".
    ///
    /// `wakeup` has [`dispatch`](App::dispatch) called soon, on a thread of your choice. It is called on a thread of
    /// the library, once, and again when something comes after that dispatch; it must not wait for the thread that
    /// dispatches, nor dispatch by itself.
    ///
    /// ```no_run
    /// use nowplaying::App;
    /// use std::sync::mpsc::channel;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let (wake, woken) = channel();
    /// let app = App::wakeup("org.example.Player", move || wake.send(()).unwrap_or_default()).build()?;
    /// // The main loop; that of winit is woken by the `send_event` of its proxy, for instance.
    /// while let Ok(()) = woken.recv() {
    ///     app.dispatch()?;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// For a loop that takes closures keep the app in an [`Arc`](std::sync::Arc), and let `wakeup` find a
    /// [`Weak`](std::sync::Weak) of it.
    pub fn wakeup(application_id: &str, wakeup: impl FnMut() + Send + 'static) -> AppBuilder<Wakeup> {
        AppBuilder::new(application_id).woken_by(Box::new(wakeup))
    }
}

impl<Mode: Dispatched> App<Mode> {
    /// Handles pending events and calls closures. Never waits.
    ///
    /// # Errors
    /// [`Status::Busy`](crate::Status::Busy) inside a closure of the app, or while another thread dispatches.
    pub fn dispatch(&self) -> Result<()> {
        check(unsafe { sys::nowplaying_app_dispatch(self.as_ptr()) })
    }
}

impl<Mode: LoopMode> App<Mode> {
    /// Begins a session. The id names it within the app; "": the library makes one.
    pub fn session(&self, id: &str) -> SessionBuilder<'_, Mode> {
        SessionBuilder::new(self, id, sys::nowplaying_session_new)
    }

    /// Begins a session that plays on other devices: a speaker in another room, a television. It is a player of its own
    /// on the desktop, beside what the app plays here: with a name of its own on the bus, and shown as "App – Kitchen"
    /// by the first of its [devices](crate::Session::set_devices). It is always application primary of that player, and
    /// shown while it has content. In all else it is like any session; answer later if the device is slow. When the
    /// device goes, drop the session. The id is as in [`session`](App::session); with the same id at each start of the
    /// program, the name on the bus is the same too.
    ///
    /// ```no_run
    /// use nowplaying::{Answer, App, Content, Device};
    ///
    /// # fn louder(_: &str, _: f64) -> f64 { 0.5 }
    /// # fn main() -> nowplaying::Result<()> {
    /// # let app = App::builder("org.example.Player").build()?;
    /// let kitchen = |volume: f64| [Device::new("speaker-3", "Kitchen").volume(volume)];
    /// let session = app.remote_session("kitchen").on_device_volume(move |session, _, device, volume| {
    ///     let taken = louder(device, volume);
    ///     session.set_devices(kitchen(taken))?;
    ///     session.commit()?;
    ///     Ok(Answer::Done)
    /// });
    /// let session = session.build()?;
    /// session.set_devices(kitchen(0.3))?;
    /// session.set_content(&Content::music("track-1").title("Summertime").build()?)?;
    /// session.commit()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn remote_session(&self, id: &str) -> SessionBuilder<'_, Mode> {
        SessionBuilder::new(self, id, sys::nowplaying_session_new_remote)
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

    /// The bus name under which the desktop sees the app now: "org.mpris.MediaPlayer2.Player", or another where that
    /// one is taken. `None` unless the [bus state](App::bus_state) is [`BusState::Published`].
    ///
    /// # Errors
    /// [`Status::Forked`](crate::Status::Forked) in a child process.
    pub fn bus_name(&self) -> Result<Option<String>> {
        let mut name: [c_char; limits::BUS_NAME_BYTES + 1] = [0; limits::BUS_NAME_BYTES + 1];
        check(unsafe { sys::nowplaying_app_get_bus_name(self.as_ptr(), name.as_mut_ptr(), name.len()) })?;
        Ok(Some(text::from_c(name.as_ptr())).filter(|name| !name.is_empty()))
    }

    /// The aspect ratios in which surfaces show animated artwork now.
    ///
    /// # Errors
    /// [`Status::Forked`](crate::Status::Forked) in a child process.
    pub fn aspect_ratios(&self) -> Result<AspectRatios> {
        let mut bits = 0;
        check(unsafe { sys::nowplaying_app_get_aspect_ratios(self.as_ptr(), &mut bits) })?;
        Ok(AspectRatios::from_bits(bits))
    }

    /// Changes the name that people see; "": the last part of the application id. Clients are notified at once, without
    /// a commit.
    ///
    /// # Errors
    /// [`Status::Forked`](crate::Status::Forked) in a child process.
    pub fn set_display_name(&self, name: &str) -> Result<()> {
        check(unsafe { sys::nowplaying_app_set_display_name(self.as_ptr(), text::to_c(name).as_ptr()) })
    }

    /// Says which playlists there are, in the user's order, replacing all. Clients are notified at once, without a
    /// commit, if the app has [`on_activate_playlist`](AppBuilder::on_activate_playlist).
    ///
    /// # Errors
    /// [`Status::InvalidArgument`](crate::Status::InvalidArgument): no id or no name, or two of the same id.
    /// [`Status::TooLarge`](crate::Status::TooLarge): more than [`limits::PLAYLISTS`].
    /// [`Status::Forked`](crate::Status::Forked) in a child process.
    pub fn set_playlists(&self, playlists: impl IntoIterator<Item = Playlist>) -> Result<()> {
        let playlists: Vec<Playlist> = playlists.into_iter().collect();
        let descriptions: Vec<_> = playlists.iter().map(Playlist::to_c).collect();
        check(unsafe { sys::nowplaying_app_set_playlists(self.as_ptr(), first(&descriptions), descriptions.len()) })
    }

    /// Says which playlist plays, by its id; `None`: none plays. Clients are notified at once, without a commit, but
    /// only of a playlist that [`set_playlists`](App::set_playlists) was given.
    ///
    /// # Errors
    /// [`Status::Forked`](crate::Status::Forked) in a child process.
    pub fn set_active_playlist<'a>(&self, id: impl Into<Option<&'a str>>) -> Result<()> {
        let id = id.into().map(text::to_c);
        check(unsafe { sys::nowplaying_app_set_active_playlist(self.as_ptr(), text::pointer(&id)) })
    }
}

impl<Mode: LoopMode> App<Mode> {
    /// Takes ownership of a handle of the library.
    pub(crate) fn owned(handle: NonNull<sys::nowplaying_app>) -> Result<Self> {
        let mut app = App { handle, fd: -1, mode: PhantomData };
        app.fd = fd_of::<Mode>(handle)?; // On an error the app is freed by its drop.
        Ok(app)
    }

    /// Returns the app that a callback was lent.
    pub(crate) fn borrowed(handle: *mut sys::nowplaying_app) -> Option<ManuallyDrop<Self>> {
        let handle = NonNull::new(handle)?;
        Some(ManuallyDrop::new(App { handle, fd: fd_of::<Mode>(handle).ok()?, mode: PhantomData }))
    }
}

/// Returns the descriptor of an app in your own loop; else -1.
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
        let ending = Ending(self.as_ptr());
        if WAKING.with(Cell::get) != self.as_ptr() {
            return ending.end();
        }
        // The app was dropped by its own `wakeup`, on the library's thread. Ending it here would wait for this thread,
        // so another thread does it. If the system refuses a thread, the app can never be ended.
        let _ = thread::Builder::new().spawn(move || ending.end());
    }
}

/// An app that was dropped, on the way to its end on another thread.
struct Ending(*mut sys::nowplaying_app);

// It is sent only when the mode is Shared.
unsafe impl Send for Ending {}

impl Ending {
    fn end(self) {
        unsafe { sys::nowplaying_app_free(self.0) };
    }
}

thread_local! {
    /// The app whose `wakeup` runs on this thread, or NULL.
    pub(crate) static WAKING: Cell<*mut sys::nowplaying_app> = const { Cell::new(null_mut()) };
}

impl AsFd for App<Polled> {
    fn as_fd(&self) -> BorrowedFd<'_> {
        // The header says that the descriptor is the same for the app's whole life.
        unsafe { BorrowedFd::borrow_raw(self.fd) }
    }
}

impl AsRawFd for App<Polled> {
    fn as_raw_fd(&self) -> RawFd {
        self.fd
    }
}
