// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Changes of an app or a session that clients request and the player carries out: the closure for the request, the C
//! function that the library calls, and the function with which the player reports the new value.

use crate::app_builder::AppBuilder;
use crate::callback::Answered;
use crate::error::check;
use crate::mode::{Callable, LoopMode};
use crate::session_builder::SessionBuilder;
use crate::{app_callbacks, session_callbacks, App, Request, Result, Session};
use nowplaying_sys as sys;
use std::os::raw::c_void;

/// Declares the closures of an owner, the functions that set them, and the C functions that call them. Each line is one
/// change: the function that sets the closure, the entry of the callbacks, the C type of the value, the type that the
/// closure gets, and the conversion.
macro_rules! changes {
    ($closures:ident, $builder:ty, $owner:ident, $handle:ident, $module:ident, $callbacks:ident:
     $($(#[$doc:meta])* $on:ident: $entry:ident $c_type:ty => $type:ty = $convert:expr;)+) => {
        #[allow(clippy::type_complexity)] // Each type is written once.
        pub(crate) struct $closures<Mode> {
            $($entry: Option<Box<dyn FnMut(&$owner<Mode>, &Request, $type) -> Answered>>,)+
        }

        impl<Mode: LoopMode> $closures<Mode> {
            pub(crate) fn none() -> Self {
                $closures { $($entry: None,)+ }
            }

            /// Adds the callbacks for existing closures.
            pub(crate) fn fill(&self, callbacks: &mut sys::$callbacks) {
                $(
                    unsafe extern "C" fn $entry<Mode: LoopMode>(
                        owner: *mut sys::$handle,
                        request: *mut sys::nowplaying_request,
                        value: $c_type,
                        user_data: *mut c_void,
                    ) -> sys::nowplaying_status {
                        let body = |owner: &$owner<Mode>, handlers: &mut $module::Handlers<Mode>, request: &Request| {
                            Some(handlers.changes.$entry.as_mut()?(owner, request, $convert(value)))
                        };
                        unsafe { $module::ask(owner, request, user_data, body) }
                    }
                    callbacks.$entry = self.$entry.as_ref().map(|_| $entry::<Mode> as _);
                )+
            }
        }

        impl<Mode: LoopMode> $builder {
            $(
                $(#[$doc])*
                pub fn $on(
                    mut self,
                    handler: impl FnMut(&$owner<Mode>, &Request, $type) -> Answered + Callable<Mode> + 'static,
                ) -> Self {
                    self.handlers.changes.$entry = Some(Box::new(handler));
                    self
                }
            )+
        }
    };
}

/// Converts a boolean of C.
fn is_on(value: i32) -> bool {
    value != 0
}

changes! {
    AppChanges, AppBuilder<Mode>, App, nowplaying_app, app_callbacks, nowplaying_app_callbacks:
    /// Called to fill the screen, or to leave full screen. Do it, then call [`App::set_fullscreen`].
    on_fullscreen: fullscreen i32 => bool = is_on;
}

impl<Mode> App<Mode> {
    /// Says whether the player fills the screen; a new app does not. Clients are notified at once, without a commit.
    ///
    /// # Errors
    /// [`Status::Forked`](crate::Status::Forked) in a child process.
    pub fn set_fullscreen(&self, fullscreen: bool) -> Result<()> {
        check(unsafe { sys::nowplaying_app_set_fullscreen(self.as_ptr(), fullscreen.into()) })
    }
}

changes! {
    SessionChanges, SessionBuilder<'_, Mode>, Session, nowplaying_session, session_callbacks,
    nowplaying_session_callbacks:
    /// Called when somebody has changed the volume, 0.0 to 1.0 or to [the maximum](Session::set_volume_maximum). Set
    /// it, then call [`Session::set_volume`] with the value that you took, and commit.
    on_volume: volume f64 => f64 = f64::from;
}

impl<Mode> Session<Mode> {
    /// Stages the volume, 1.0 is full; `None`: the session has none.
    ///
    /// # Errors
    /// [`Status::InvalidArgument`](crate::Status::InvalidArgument): not finite.
    /// [`Status::InvalidState`](crate::Status::InvalidState): the app was dropped.
    pub fn set_volume(&self, volume: impl Into<Option<f64>>) -> Result<()> {
        let volume = volume.into().unwrap_or(-1.0);
        check(unsafe { sys::nowplaying_session_set_volume(self.handle(), volume) })
    }

    /// Stages whether it is muted, which surfaces of org.nowplaying show; a new session is not. For MPRIS the volume
    /// stays what it is.
    ///
    /// # Errors
    /// [`Status::InvalidState`](crate::Status::InvalidState): the app was dropped.
    pub fn set_muted(&self, muted: bool) -> Result<()> {
        check(unsafe { sys::nowplaying_session_set_muted(self.handle(), muted.into()) })
    }

    /// Stages the highest volume that the desktop may set, 1.0 at first: for a player that amplifies. It is clamped to
    /// [`limits::VOLUME`](crate::limits::VOLUME).
    ///
    /// # Errors
    /// [`Status::InvalidArgument`](crate::Status::InvalidArgument): not finite, or not greater than 0.
    /// [`Status::InvalidState`](crate::Status::InvalidState): the app was dropped.
    pub fn set_volume_maximum(&self, maximum: f64) -> Result<()> {
        check(unsafe { sys::nowplaying_session_set_volume_maximum(self.handle(), maximum) })
    }
}
