// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The closures of a surface, and the C functions with which the library calls them.

use crate::mode::{LoopMode, Shared as SharedMode};
use crate::shared::Shared;
use crate::surface::{Surface, WOKEN_BY};
use crate::{text, BusState, Changed, LogLevel, Session};
use nowplaying_sys as sys;
use nowplaying_values::panic::catch;
use std::os::raw::{c_char, c_void};
use std::ptr::null_mut;
use std::sync::Arc;

/// The closures of a surface. They live until `destroy`.
#[allow(clippy::type_complexity)] // Each type is written once.
pub(crate) struct Handlers<Mode> {
    pub(crate) log: Option<Box<dyn FnMut(&Surface<Mode>, LogLevel, &str)>>,
    pub(crate) bus_state: Option<Box<dyn FnMut(&Surface<Mode>, BusState)>>,
    pub(crate) listed: Option<Box<dyn FnMut(&Surface<Mode>)>>,
    pub(crate) added: Option<Box<dyn FnMut(&Surface<Mode>, &Session)>>,
    pub(crate) changed: Option<Box<dyn FnMut(&Surface<Mode>, &Session, Changed)>>,
    pub(crate) removed: Option<Box<dyn FnMut(&Surface<Mode>, &Session)>>,
    pub(crate) ordered: Option<Box<dyn FnMut(&Surface<Mode>)>>,
}

// Every function that adds a closure requires Callable for the mode, which implies Send.
unsafe impl<Mode: SharedMode> Send for Handlers<Mode> {}

impl<Mode> Handlers<Mode> {
    pub(crate) fn none() -> Self {
        Handlers { log: None, bus_state: None, listed: None, added: None, changed: None, removed: None, ordered: None }
    }
}

/// The closure that notifies the program that its surface wants to be dispatched.
pub(crate) type Wakeup = Box<dyn FnMut() + Send>;

/// The value to which the callbacks' user_data points. `wakeup` may run at the same time as other callbacks, so nothing
/// may borrow both at once.
pub(crate) struct Context<Mode> {
    pub(crate) called: Called<Mode>,
    pub(crate) wakeup: Option<Wakeup>,
}

/// The part of the context that only the running callback uses, one at a time.
pub(crate) struct Called<Mode> {
    pub(crate) handlers: Handlers<Mode>,
    /// The surface that is lent to closures; dropping it ends nothing.
    pub(crate) surface: Surface<Mode>,
}

impl<Mode: LoopMode> Context<Mode> {
    /// Returns the table of callbacks, without `user_data`. Callbacks about sessions are always included, because
    /// changes may be read later.
    pub(crate) fn to_c(&self) -> sys::nowplaying_surface_callbacks {
        let handlers = &self.called.handlers;
        sys::nowplaying_surface_callbacks {
            destroy: Some(destroy::<Mode>),
            log: handlers.log.as_ref().map(|_| log::<Mode> as _),
            bus_state: Some(bus_state::<Mode>),
            listed: Some(listed::<Mode>),
            added: Some(added::<Mode>),
            changed: Some(changed::<Mode>),
            removed: Some(removed::<Mode>),
            ordered: handlers.ordered.as_ref().map(|_| ordered::<Mode> as _),
            wakeup: self.wakeup.as_ref().map(|_| wakeup::<Mode> as _),
            ..sys::NOWPLAYING_SURFACE_CALLBACKS_INIT
        }
    }
}

unsafe extern "C" fn destroy<Mode: LoopMode>(user_data: *mut c_void) {
    let context = unsafe { Box::from_raw(user_data.cast::<Context<Mode>>()) };
    // A panic while dropping cannot be reported to anybody; the panic hook has printed it.
    let _ = catch(move || drop(context));
}

unsafe extern "C" fn wakeup<Mode: LoopMode>(surface: *mut sys::nowplaying_surface, user_data: *mut c_void) {
    // The library calls `wakeup` on a single thread, so this is the only reference to the closure.
    let wakeup = unsafe { &mut (*user_data.cast::<Context<Mode>>()).wakeup };
    WOKEN_BY.with(|woken_by| woken_by.set(surface));
    let _ = catch(|| wakeup.as_mut().map(|wakeup| wakeup()));
    WOKEN_BY.with(|woken_by| woken_by.set(null_mut()));
}

/// Runs the body of any callback except `wakeup`. The library calls one at a time, so the closures are not shared.
///
/// # Safety
/// `user_data` is what the callbacks were made with, and `destroy` was not called.
unsafe fn run<Mode: LoopMode>(
    surface: *mut sys::nowplaying_surface,
    user_data: *mut c_void,
    body: impl FnOnce(&Arc<Shared>, &Surface<Mode>, &mut Handlers<Mode>),
) {
    let Called { handlers, surface: lent } = unsafe { &mut (*user_data.cast::<Context<Mode>>()).called };
    let shared = lent.shared().clone();
    // The first callback may come before the function that makes the surface has returned.
    shared.open(surface);
    if lent.open().is_err() {
        return; // The surface was dropped, so nothing is called any more.
    }
    // There is no caller to get an error; the panic hook has printed the panic.
    let _ = shared.calling(|| catch(|| body(&shared, lent, handlers)));
}

/// Passes an entry's new state to the readers of changes, and to a closure.
///
/// # Safety
/// As [`run`]; `handle` is lent.
unsafe fn tell<Mode: LoopMode>(
    surface: *mut sys::nowplaying_surface,
    handle: *mut sys::nowplaying_surface_session,
    user_data: *mut c_void,
    is_gone: bool,
    changed: Changed,
    body: impl FnOnce(&Surface<Mode>, &mut Handlers<Mode>, &Session),
) {
    let body = |shared: &Arc<Shared>, surface: &Surface<Mode>, handlers: &mut Handlers<Mode>| {
        if let Some(session) = unsafe { Session::lent(shared, handle) } {
            if shared.has_feeds() {
                shared.tell(session.key(), Some(&session).filter(|_| !is_gone), changed);
            }
            body(surface, handlers, &session);
        }
    };
    unsafe { run(surface, user_data, body) }
}

unsafe extern "C" fn log<Mode: LoopMode>(
    surface: *mut sys::nowplaying_surface,
    level: sys::nowplaying_log_level,
    message: *const c_char,
    user_data: *mut c_void,
) {
    let body = |_: &Arc<Shared>, surface: &Surface<Mode>, handlers: &mut Handlers<Mode>| {
        if let Some(handler) = &mut handlers.log {
            handler(surface, level.into(), unsafe { text::borrowed(message) });
        }
    };
    unsafe { run(surface, user_data, body) }
}

unsafe extern "C" fn bus_state<Mode: LoopMode>(
    surface: *mut sys::nowplaying_surface,
    state: sys::nowplaying_bus_state,
    user_data: *mut c_void,
) {
    let body = |shared: &Arc<Shared>, surface: &Surface<Mode>, handlers: &mut Handlers<Mode>| {
        shared.bus_changed(state != sys::NOWPLAYING_BUS_NONE);
        if let Some(handler) = &mut handlers.bus_state {
            handler(surface, state.into());
        }
    };
    unsafe { run(surface, user_data, body) }
}

unsafe extern "C" fn listed<Mode: LoopMode>(surface: *mut sys::nowplaying_surface, user_data: *mut c_void) {
    let body = |shared: &Arc<Shared>, surface: &Surface<Mode>, handlers: &mut Handlers<Mode>| {
        shared.listed();
        if let Some(handler) = &mut handlers.listed {
            handler(surface);
        }
    };
    unsafe { run(surface, user_data, body) }
}

unsafe extern "C" fn added<Mode: LoopMode>(
    surface: *mut sys::nowplaying_surface,
    session: *mut sys::nowplaying_surface_session,
    user_data: *mut c_void,
) {
    let body = |surface: &Surface<Mode>, handlers: &mut Handlers<Mode>, session: &Session| {
        if let Some(handler) = &mut handlers.added {
            handler(surface, session);
        }
    };
    unsafe { tell(surface, session, user_data, false, Changed::default(), body) }
}

unsafe extern "C" fn changed<Mode: LoopMode>(
    surface: *mut sys::nowplaying_surface,
    session: *mut sys::nowplaying_surface_session,
    changes: sys::nowplaying_surface_changes,
    user_data: *mut c_void,
) {
    let changes = Changed::from_bits(changes);
    let body = |surface: &Surface<Mode>, handlers: &mut Handlers<Mode>, session: &Session| {
        if let Some(handler) = &mut handlers.changed {
            handler(surface, session, changes);
        }
    };
    unsafe { tell(surface, session, user_data, false, changes, body) }
}

unsafe extern "C" fn removed<Mode: LoopMode>(
    surface: *mut sys::nowplaying_surface,
    session: *mut sys::nowplaying_surface_session,
    user_data: *mut c_void,
) {
    let body = |surface: &Surface<Mode>, handlers: &mut Handlers<Mode>, session: &Session| {
        if let Some(handler) = &mut handlers.removed {
            handler(surface, session);
        }
    };
    unsafe { tell(surface, session, user_data, true, Changed::default(), body) }
}

unsafe extern "C" fn ordered<Mode: LoopMode>(surface: *mut sys::nowplaying_surface, user_data: *mut c_void) {
    let body = |_: &Arc<Shared>, surface: &Surface<Mode>, handlers: &mut Handlers<Mode>| {
        if let Some(handler) = &mut handlers.ordered {
            handler(surface);
        }
    };
    unsafe { run(surface, user_data, body) }
}
