// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The closures of an app, and the C functions with which the library calls them.

use crate::app::{App, WAKING};
use crate::callback::{answer, catch, Answered};
use crate::changes::AppChanges;
use crate::mode::{LoopMode, Shared};
use crate::{text, AspectRatios, BusState, Error, LogLevel, Request};
use nowplaying_sys as sys;
use std::ffi::{CStr, OsStr};
use std::mem::ManuallyDrop;
use std::os::raw::{c_char, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::null_mut;

/// The closures of an app. They live until `destroy`.
#[allow(clippy::type_complexity)] // Each type is written once.
pub(crate) struct Handlers<Mode> {
    pub(crate) log: Option<Box<dyn FnMut(&App<Mode>, LogLevel, &str)>>,
    pub(crate) bus_state: Option<Box<dyn FnMut(&App<Mode>, BusState)>>,
    pub(crate) aspect_ratios: Option<Box<dyn FnMut(&App<Mode>, AspectRatios)>>,
    pub(crate) raise: Option<Box<dyn FnMut(&App<Mode>, &Request) -> Answered>>,
    pub(crate) quit: Option<Box<dyn FnMut(&App<Mode>, &Request) -> Answered>>,
    pub(crate) open_uri: Option<Box<dyn FnMut(&App<Mode>, &Request, &str, Option<&Path>) -> Answered>>,
    pub(crate) activate_playlist: Option<Box<dyn FnMut(&App<Mode>, &Request, &str) -> Answered>>,
    pub(crate) changes: AppChanges<Mode>,
}

// Every function that adds a closure requires Callable for the mode, which implies Send.
unsafe impl<Mode: Shared> Send for Handlers<Mode> {}

impl<Mode: LoopMode> Handlers<Mode> {
    pub(crate) fn none() -> Self {
        Handlers {
            log: None,
            bus_state: None,
            aspect_ratios: None,
            raise: None,
            quit: None,
            open_uri: None,
            activate_playlist: None,
            changes: AppChanges::none(),
        }
    }
}

/// The closure that notifies the host that its app wants to be dispatched.
pub(crate) type Wakeup = Box<dyn FnMut() + Send>;

/// The value to which the callbacks' user_data points. `wakeup` may run at the same time as other callbacks, so no code
/// may borrow the handlers and `wakeup` together.
pub(crate) struct Context<Mode> {
    pub(crate) handlers: Handlers<Mode>,
    pub(crate) wakeup: Option<Wakeup>,
}

impl<Mode: LoopMode> Context<Mode> {
    /// Returns the table of the existing closures, without `user_data`.
    pub(crate) fn to_c(&self) -> sys::nowplaying_app_callbacks {
        let handlers = &self.handlers;
        let mut callbacks = sys::nowplaying_app_callbacks {
            destroy: Some(destroy::<Mode>),
            log: handlers.log.as_ref().map(|_| log::<Mode> as _),
            bus_state: handlers.bus_state.as_ref().map(|_| bus_state::<Mode> as _),
            aspect_ratios: handlers.aspect_ratios.as_ref().map(|_| aspect_ratios::<Mode> as _),
            raise: handlers.raise.as_ref().map(|_| raise::<Mode> as _),
            quit: handlers.quit.as_ref().map(|_| quit::<Mode> as _),
            open_uri: handlers.open_uri.as_ref().map(|_| open_uri::<Mode> as _),
            activate_playlist: handlers.activate_playlist.as_ref().map(|_| activate_playlist::<Mode> as _),
            wakeup: self.wakeup.as_ref().map(|_| wakeup::<Mode> as _),
            ..sys::NOWPLAYING_APP_CALLBACKS_INIT
        };
        handlers.changes.fill(&mut callbacks);
        callbacks
    }
}

/// Returns the app and the closures for any callback except `wakeup`. The library calls one callback at a time, so the
/// closures are not shared.
///
/// # Safety
/// `user_data` is what the callbacks were made with, and `destroy` was not called.
unsafe fn open<'a, Mode: LoopMode>(
    app: *mut sys::nowplaying_app,
    user_data: *mut c_void,
) -> Option<(ManuallyDrop<App<Mode>>, &'a mut Handlers<Mode>)> {
    Some((App::borrowed(app)?, unsafe { &mut (*user_data.cast::<Context<Mode>>()).handlers }))
}

unsafe extern "C" fn destroy<Mode: LoopMode>(user_data: *mut c_void) {
    let context = unsafe { Box::from_raw(user_data.cast::<Context<Mode>>()) };
    // A panic while dropping cannot be reported to anybody; the panic hook has printed it.
    let _ = catch(move || drop(context));
}

unsafe extern "C" fn wakeup<Mode: LoopMode>(app: *mut sys::nowplaying_app, user_data: *mut c_void) {
    // The library calls `wakeup` on a single thread, so this is the only reference to the closure.
    let wakeup = unsafe { &mut (*user_data.cast::<Context<Mode>>()).wakeup };
    WAKING.with(|waking| waking.set(app));
    let _ = catch(|| wakeup.as_mut().map(|wakeup| wakeup()));
    WAKING.with(|waking| waking.set(null_mut()));
}

/// Calls a closure for an event that needs no answer.
///
/// # Safety
/// As [`open`].
unsafe fn notify<Mode: LoopMode>(
    app: *mut sys::nowplaying_app,
    user_data: *mut c_void,
    body: impl FnOnce(&App<Mode>, &mut Handlers<Mode>),
) {
    if let Some((app, handlers)) = unsafe { open::<Mode>(app, user_data) } {
        // There is no caller to get an error; the panic hook has printed the panic.
        let _ = catch(|| body(&app, handlers));
    }
}

unsafe extern "C" fn log<Mode: LoopMode>(
    app: *mut sys::nowplaying_app,
    level: sys::nowplaying_log_level,
    message: *const c_char,
    user_data: *mut c_void,
) {
    let body = |app: &App<Mode>, handlers: &mut Handlers<Mode>| {
        if let Some(handler) = &mut handlers.log {
            handler(app, level.into(), &text::from_c(message));
        }
    };
    unsafe { notify(app, user_data, body) }
}

unsafe extern "C" fn bus_state<Mode: LoopMode>(
    app: *mut sys::nowplaying_app,
    state: sys::nowplaying_bus_state,
    user_data: *mut c_void,
) {
    let body = |app: &App<Mode>, handlers: &mut Handlers<Mode>| {
        if let Some(handler) = &mut handlers.bus_state {
            handler(app, state.into());
        }
    };
    unsafe { notify(app, user_data, body) }
}

unsafe extern "C" fn aspect_ratios<Mode: LoopMode>(app: *mut sys::nowplaying_app, ratios: u32, user_data: *mut c_void) {
    let body = |app: &App<Mode>, handlers: &mut Handlers<Mode>| {
        if let Some(handler) = &mut handlers.aspect_ratios {
            handler(app, AspectRatios::from_bits(ratios));
        }
    };
    unsafe { notify(app, user_data, body) }
}

/// Calls a closure for a request.
///
/// # Safety
/// As [`open`], and `request` is the callback's.
pub(crate) unsafe fn ask<Mode: LoopMode>(
    app: *mut sys::nowplaying_app,
    request: *mut sys::nowplaying_request,
    user_data: *mut c_void,
    body: impl FnOnce(&App<Mode>, &mut Handlers<Mode>, &Request) -> Option<Answered>,
) -> sys::nowplaying_status {
    match unsafe { open::<Mode>(app, user_data) } {
        Some((app, handlers)) => unsafe {
            answer(request, |request| {
                body(&app, handlers, request).unwrap_or_else(|| Err(Error::broken_contract().into()))
            })
        },
        None => sys::NOWPLAYING_ERROR_INVALID_ARGUMENT,
    }
}

unsafe extern "C" fn raise<Mode: LoopMode>(
    app: *mut sys::nowplaying_app,
    request: *mut sys::nowplaying_request,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    let body = |app: &App<Mode>, handlers: &mut Handlers<Mode>, request: &Request| {
        Some(handlers.raise.as_mut()?(app, request))
    };
    unsafe { ask(app, request, user_data, body) }
}

unsafe extern "C" fn quit<Mode: LoopMode>(
    app: *mut sys::nowplaying_app,
    request: *mut sys::nowplaying_request,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    let body =
        |app: &App<Mode>, handlers: &mut Handlers<Mode>, request: &Request| Some(handlers.quit.as_mut()?(app, request));
    unsafe { ask(app, request, user_data, body) }
}

unsafe extern "C" fn open_uri<Mode: LoopMode>(
    app: *mut sys::nowplaying_app,
    request: *mut sys::nowplaying_request,
    uri: *const c_char,
    path: *const c_char,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    let body = |app: &App<Mode>, handlers: &mut Handlers<Mode>, request: &Request| {
        let path = (!path.is_null()).then(|| Path::new(OsStr::from_bytes(unsafe { CStr::from_ptr(path) }.to_bytes())));
        Some(handlers.open_uri.as_mut()?(app, request, &text::from_c(uri), path))
    };
    unsafe { ask(app, request, user_data, body) }
}

unsafe extern "C" fn activate_playlist<Mode: LoopMode>(
    app: *mut sys::nowplaying_app,
    request: *mut sys::nowplaying_request,
    playlist: *const c_char,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    let body = |app: &App<Mode>, handlers: &mut Handlers<Mode>, request: &Request| {
        Some(handlers.activate_playlist.as_mut()?(app, request, &text::from_c(playlist)))
    };
    unsafe { ask(app, request, user_data, body) }
}
