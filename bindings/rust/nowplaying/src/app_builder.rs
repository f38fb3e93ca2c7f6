// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::app::App;
use crate::app_callbacks::{Context, Handlers, Wakeup};
use crate::callback::Answered;
use crate::command::first;
use crate::error::check;
use crate::mode::{Callable, LoopMode, Threaded};
use crate::{text, AspectRatios, BusState, Error, LogLevel, Request, Result};
use nowplaying_sys as sys;
use std::ffi::CString;
use std::fmt;
use std::os::raw::c_char;
use std::os::unix::io::{AsRawFd, IntoRawFd, OwnedFd};
use std::path::Path;
use std::ptr::{null_mut, NonNull};

/// Makes an app. Each closure turns its feature on.
#[must_use]
pub struct AppBuilder<Mode = Threaded> {
    application_id: CString,
    display_name: Option<CString>,
    desktop_entry: Option<CString>,
    instance: Option<CString>,
    track_path_prefix: Option<CString>,
    bus_name: Option<CString>,
    bus_address: Option<CString>,
    uri_schemes: Vec<CString>,
    mime_types: Vec<CString>,
    bus_fd: Option<OwnedFd>,
    log_level: LogLevel,
    flags: sys::nowplaying_app_flags,
    pub(crate) handlers: Handlers<Mode>,
    wakeup: Option<Wakeup>,
}

impl<Mode: LoopMode> AppBuilder<Mode> {
    pub(crate) fn new(application_id: &str) -> Self {
        AppBuilder {
            application_id: text::to_c(application_id),
            display_name: None,
            desktop_entry: None,
            instance: None,
            track_path_prefix: None,
            bus_name: None,
            bus_address: None,
            uri_schemes: Vec::new(),
            mime_types: Vec::new(),
            bus_fd: None,
            log_level: LogLevel::Warning,
            flags: 0,
            handlers: Handlers::none(),
            wakeup: None,
        }
    }

    pub(crate) fn woken_by(mut self, wakeup: Wakeup) -> Self {
        self.wakeup = Some(wakeup);
        self
    }

    /// The name that people see, else the last part of the application id.
    pub fn display_name(mut self, name: &str) -> Self {
        self.display_name = Some(text::to_c(name));
        self
    }

    /// Base name of the .desktop file without ".desktop", else the application id.
    pub fn desktop_entry(mut self, entry: &str) -> Self {
        self.desktop_entry = Some(text::to_c(entry));
        self
    }

    /// Distinguishes this instance of the application from others, "office": it is added to the name on the bus.
    /// Letters, digits, "-" and "_"; others become "_".
    pub fn instance(mut self, instance: &str) -> Self {
        self.instance = Some(text::to_c(instance));
        self
    }

    /// The object path below which the track ids of the player's own are, "/org/example/track": an id that has only
    /// letters, digits and "_" stands behind it as it is.
    pub fn track_path_prefix(mut self, prefix: &str) -> Self {
        self.track_path_prefix = Some(text::to_c(prefix));
        self
    }

    /// The part of the name on the bus that follows "org.mpris.MediaPlayer2.", letter by letter, where scripts know the
    /// player by another than the last part of the application id: "org.gnome.Music". A Flatpak needs the permission to
    /// own it. playerctl accepts the whole part; it shows the text before the first dot as the player's name. If this
    /// is no legal name on a bus, [`build`](AppBuilder::build) fails with
    /// [`Status::InvalidArgument`](crate::Status::InvalidArgument).
    pub fn bus_name(mut self, name: &str) -> Self {
        self.bus_name = Some(text::to_c(name));
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

    /// MIME types that the player plays, "audio/flac", at most [`limits::MIME_TYPES`](crate::limits::MIME_TYPES).
    pub fn mime_types(mut self, types: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        self.mime_types = types.into_iter().map(|name| text::to_c(name.as_ref())).collect();
        self
    }

    /// Tells the app's sessions when another player takes the system primary from them.
    pub fn interruptions(self, wanted: bool) -> Self {
        self.flag(sys::NOWPLAYING_APP_INTERRUPTIONS, wanted)
    }

    /// Shows the app also while there is nothing to play, as stopped: the desktop can raise it, quit it, and give it
    /// something to open, or start it by a command that its session has enabled.
    pub fn show_idle(self, wanted: bool) -> Self {
        self.flag(sys::NOWPLAYING_APP_SHOW_IDLE, wanted)
    }

    /// The app has no .desktop file, so that clients look for no icon and no window.
    pub fn no_desktop_entry(self, wanted: bool) -> Self {
        self.flag(sys::NOWPLAYING_APP_NO_DESKTOP_ENTRY, wanted)
    }

    fn flag(mut self, flag: i32, wanted: bool) -> Self {
        let flag = flag as sys::nowplaying_app_flags;
        self.flags = if wanted { self.flags | flag } else { self.flags & !flag };
        self
    }

    /// A line for the log, of this level or more important: a sentence without a line end. The library itself
    /// prints nothing.
    pub fn on_log(
        mut self,
        level: LogLevel,
        handler: impl FnMut(&App<Mode>, LogLevel, &str) + Callable<Mode> + 'static,
    ) -> Self {
        self.log_level = level;
        self.handlers.log = Some(Box::new(handler));
        self
    }

    /// Called when the bus was connected or lost, or the app's name was granted.
    pub fn on_bus_state(mut self, handler: impl FnMut(&App<Mode>, BusState) + Callable<Mode> + 'static) -> Self {
        self.handlers.bus_state = Some(Box::new(handler));
        self
    }

    /// Called when surfaces that show animated artwork appear or leave, with the aspect ratios that are shown now.
    /// Artwork of other aspect ratios need not be made.
    pub fn on_aspect_ratios(
        mut self,
        handler: impl FnMut(&App<Mode>, AspectRatios) + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.aspect_ratios = Some(Box::new(handler));
        self
    }

    /// Called to bring the player's window to the front.
    pub fn on_raise(
        mut self,
        handler: impl FnMut(&App<Mode>, &Request) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.raise = Some(Box::new(handler));
        self
    }

    /// Called to quit the player.
    pub fn on_quit(mut self, handler: impl FnMut(&App<Mode>, &Request) -> Answered + Callable<Mode> + 'static) -> Self {
        self.handlers.quit = Some(Box::new(handler));
        self
    }

    /// Called to open and play a URI of one of these schemes ("file", "https"; at most
    /// [`limits::URI_SCHEMES`](crate::limits::URI_SCHEMES)); for a file the closure also gets the decoded path.
    pub fn on_open_uri<Handler>(mut self, schemes: impl IntoIterator<Item = impl AsRef<str>>, handler: Handler) -> Self
    where
        Handler: FnMut(&App<Mode>, &Request, &str, Option<&Path>) -> Answered + Callable<Mode> + 'static,
    {
        self.uri_schemes = schemes.into_iter().map(|scheme| text::to_c(scheme.as_ref())).collect();
        self.handlers.open_uri = Some(Box::new(handler));
        self
    }

    /// Called to play the [playlist](App::set_playlists) with this id; then call [`App::set_active_playlist`]. Without
    /// this closure clients see no playlists.
    pub fn on_activate_playlist(
        mut self,
        handler: impl FnMut(&App<Mode>, &Request, &str) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.activate_playlist = Some(Box::new(handler));
        self
    }

    /// Makes the app. It is no error when there is no bus, or none at the given address: the log names a wrong address.
    ///
    /// # Errors
    /// [`Status::InvalidArgument`](crate::Status::InvalidArgument) for an empty id, too many schemes or MIME types, or
    /// a descriptor that is no stream socket, [`Status::System`](crate::Status::System) when the system refuses a
    /// thread, a descriptor or memory.
    pub fn build(self) -> Result<App<Mode>> {
        let pointers = |texts: &[CString]| -> Vec<*const c_char> { texts.iter().map(|text| text.as_ptr()).collect() };
        let (uri_schemes, mime_types) = (pointers(&self.uri_schemes), pointers(&self.mime_types));
        let options = sys::nowplaying_app_options {
            application_id: self.application_id.as_ptr(),
            display_name: text::pointer(&self.display_name),
            desktop_entry: text::pointer(&self.desktop_entry),
            instance: text::pointer(&self.instance),
            track_path_prefix: text::pointer(&self.track_path_prefix),
            bus_name: text::pointer(&self.bus_name),
            bus_address: text::pointer(&self.bus_address),
            uri_schemes: first(&uri_schemes),
            uri_scheme_count: uri_schemes.len(),
            mime_types: first(&mime_types),
            mime_type_count: mime_types.len(),
            bus_fd: self.bus_fd.as_ref().map_or(-1, AsRawFd::as_raw_fd),
            loop_: Mode::LOOP,
            log_level: self.log_level.into(),
            flags: self.flags,
            ..sys::NOWPLAYING_APP_OPTIONS_INIT
        };
        let context = Box::new(Context { handlers: self.handlers, wakeup: self.wakeup });
        let mut callbacks = context.to_c();
        let context = Box::into_raw(context);
        callbacks.user_data = context.cast();
        let mut handle = null_mut();
        let status = unsafe { sys::nowplaying_app_new(&options, &callbacks, &mut handle) };
        match check(status).and_then(|()| NonNull::new(handle).ok_or_else(Error::broken_contract)) {
            Ok(handle) => {
                // From here on the library owns the descriptor.
                self.bus_fd.map(IntoRawFd::into_raw_fd);
                App::owned(handle)
            }
            Err(error) => {
                // `destroy` is not called for an app that was not made.
                drop(unsafe { Box::from_raw(context) });
                Err(error)
            }
        }
    }
}

impl<Mode> fmt::Debug for AppBuilder<Mode> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("AppBuilder").field("application_id", &self.application_id).finish_non_exhaustive()
    }
}
