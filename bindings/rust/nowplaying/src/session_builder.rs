// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::app::App;
use crate::callback::{answer, catch, Answer, Answered, Artwork, ArtworkEvent};
use crate::error::check;
use crate::mode::{Callable, LoopMode, Shared, Threaded};
use crate::session::Commands;
use crate::{text, Error, Interruption, Primary, Request, Result, Session, WeakSession};
use nowplaying_sys as sys;
use std::ffi::CString;
use std::fmt;
use std::os::raw::c_void;
use std::ptr::null_mut;
use std::sync::Arc;

/// The closures of a session. They live until `destroy`.
#[allow(clippy::type_complexity)] // Each type is written once.
struct Handlers<Mode> {
    artwork: Option<Box<dyn FnMut(&Session<Mode>, &Request, ArtworkEvent) -> Answered<Artwork>>>,
    volume: Option<Box<dyn FnMut(&Session<Mode>, &Request, f64) -> Answered>>,
    request_cancelled: Option<Box<dyn FnMut(&Session<Mode>, &Request)>>,
    primary_changed: Option<Box<dyn FnMut(&Session<Mode>, Primary)>>,
    primary_result: Option<Box<dyn FnMut(&Session<Mode>, Primary, Result<()>)>>,
    interruption: Option<Box<dyn FnMut(&Session<Mode>, Interruption)>>,
}

// Every way to put a closure in asks for a Callable of the mode, which is Send.
unsafe impl<Mode: Shared> Send for Handlers<Mode> {}

/// What the callbacks' user_data points to.
struct Context<Mode> {
    handlers: Handlers<Mode>,
    commands: Arc<Commands<Mode>>,
    session: WeakSession<Mode>,
}

/// Makes a session. Each closure turns its feature on.
#[must_use]
pub struct SessionBuilder<'a, Mode = Threaded> {
    app: &'a App<Mode>,
    id: CString,
    handlers: Handlers<Mode>,
}

impl<'a, Mode: LoopMode> SessionBuilder<'a, Mode> {
    pub(crate) fn new(app: &'a App<Mode>, id: &str) -> Self {
        let handlers = Handlers {
            artwork: None,
            volume: None,
            request_cancelled: None,
            primary_changed: None,
            primary_result: None,
            interruption: None,
        };
        SessionBuilder { app, id: text::to_c(id), handlers }
    }

    /// The content's artwork is wanted. A picture is remembered by its id; after an error it is asked for again with
    /// the next content.
    pub fn on_artwork(
        mut self,
        handler: impl FnMut(&Session<Mode>, &Request, ArtworkEvent) -> Answered<Artwork> + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.artwork = Some(Box::new(handler));
        self
    }

    /// Somebody moved the volume, 0.0 to 1.0 or to [the maximum](Session::set_volume_maximum). Set it, then
    /// [`Session::set_volume`] and commit what you took.
    pub fn on_volume(
        mut self,
        handler: impl FnMut(&Session<Mode>, &Request, f64) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.volume = Some(Box::new(handler));
        self
    }

    /// A request that you kept is cancelled or timed out: an answer would have no effect.
    pub fn on_request_cancelled(
        mut self,
        handler: impl FnMut(&Session<Mode>, &Request) + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.request_cancelled = Some(Box::new(handler));
        self
    }

    /// The session became or ceased to be a primary.
    pub fn on_primary_changed(
        mut self,
        handler: impl FnMut(&Session<Mode>, Primary) + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.primary_changed = Some(Box::new(handler));
        self
    }

    /// The answer to [`Session::request_application_primary`] or [`Session::request_system_primary`], after which of
    /// the two was asked for.
    pub fn on_primary_result(
        mut self,
        handler: impl FnMut(&Session<Mode>, Primary, Result<()>) + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.primary_result = Some(Box::new(handler));
        self
    }

    /// Another player came or went, if the app [asked to be told](crate::AppBuilder::interruptions).
    pub fn on_interruption(
        mut self,
        handler: impl FnMut(&Session<Mode>, Interruption) + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.interruption = Some(Box::new(handler));
        self
    }

    /// Makes the session.
    ///
    /// # Errors
    /// [`Status::Forked`](crate::Status::Forked) in a child process, [`Status::System`](crate::Status::System) when the
    /// system refuses memory.
    pub fn build(self) -> Result<Session<Mode>> {
        let session = Session::unmade();
        let (commands, weak) = (session.commands(), session.downgrade());
        let context = Box::new(Context { handlers: self.handlers, commands, session: weak });
        let handlers = &context.handlers;
        let mut callbacks = sys::nowplaying_session_callbacks {
            destroy: Some(destroy::<Mode>),
            command: Some(command::<Mode>),
            artwork: handlers.artwork.as_ref().map(|_| artwork::<Mode> as _),
            volume: handlers.volume.as_ref().map(|_| volume::<Mode> as _),
            request_cancelled: handlers.request_cancelled.as_ref().map(|_| request_cancelled::<Mode> as _),
            primary_changed: handlers.primary_changed.as_ref().map(|_| primary_changed::<Mode> as _),
            primary_result: handlers.primary_result.as_ref().map(|_| primary_result::<Mode> as _),
            interruption: handlers.interruption.as_ref().map(|_| interruption::<Mode> as _),
            ..sys::NOWPLAYING_SESSION_CALLBACKS_INIT
        };
        let context = Box::into_raw(context);
        callbacks.user_data = context.cast();
        let mut handle = null_mut();
        let status =
            unsafe { sys::nowplaying_session_new(self.app.as_ptr(), self.id.as_ptr(), &callbacks, &mut handle) };
        if let Err(error) = check(status) {
            // `destroy` is not called for a session that was not made.
            drop(unsafe { Box::from_raw(context) });
            return Err(error);
        }
        session.set_handle(handle);
        Ok(session)
    }
}

impl<Mode> fmt::Debug for SessionBuilder<'_, Mode> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SessionBuilder").field("id", &self.id).finish_non_exhaustive()
    }
}

/// A handle of the session, and the closures, of a callback. The library calls one at a time, so the closures are the
/// callback's alone. `None`: the last handle is being dropped by another thread, which waits for this callback.
///
/// # Safety
/// `user_data` is the context that the callbacks were made with, and `destroy` was not called.
unsafe fn open<'a, Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    user_data: *mut c_void,
) -> Option<(Session<Mode>, &'a mut Context<Mode>)> {
    let context = unsafe { &mut *user_data.cast::<Context<Mode>>() };
    let handle = context.session.upgrade()?;
    // The first callback may come before the function that made the session has returned.
    handle.set_handle(session);
    Some((handle, context))
}

unsafe extern "C" fn destroy<Mode: LoopMode>(user_data: *mut c_void) {
    let context = unsafe { Box::from_raw(user_data.cast::<Context<Mode>>()) };
    // There is nobody left to be told of a panic in a drop; the panic hook has printed it.
    let _ = catch(move || {
        context.commands.close();
        drop(context);
    });
}

unsafe extern "C" fn command<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    request: *mut sys::nowplaying_request,
    event: *const sys::nowplaying_command_event,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    match unsafe { (open::<Mode>(session, user_data), event.as_ref()) } {
        (Some((session, context)), Some(event)) => unsafe { context.commands.call(&session, request, event) },
        _ => sys::NOWPLAYING_ERROR_CANCELLED,
    }
}

unsafe extern "C" fn artwork<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    request: *mut sys::nowplaying_request,
    event: *const sys::nowplaying_artwork_event,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    let (session, handler, event) = match unsafe { (open::<Mode>(session, user_data), event.as_ref()) } {
        (Some((session, context)), Some(event)) => (session, &mut context.handlers.artwork, event),
        _ => return sys::NOWPLAYING_ERROR_CANCELLED,
    };
    let event = ArtworkEvent { id: text::from_c(event.artwork_id), width: event.width, height: event.height };
    let body = |request: &Request| -> Answered {
        let handler = handler.as_mut().ok_or_else(Error::broken_contract)?;
        match handler(&session, request, event)? {
            Artwork::Data(data) => request.complete_artwork_data(&data)?,
            Artwork::File(path) => request.complete_artwork_file(path)?,
            Artwork::Url(url) => request.complete_artwork_url(url)?,
            Artwork::Later => {}
        }
        // Either it has been answered or it will be; an OK by return value is not for artworks.
        Ok(Answer::Later)
    };
    unsafe { answer(request, body) }
}

unsafe extern "C" fn volume<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    request: *mut sys::nowplaying_request,
    volume: f64,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    let (session, context) = match unsafe { open::<Mode>(session, user_data) } {
        Some(opened) => opened,
        None => return sys::NOWPLAYING_ERROR_CANCELLED,
    };
    let body = |request: &Request| -> Answered {
        let handler = context.handlers.volume.as_mut().ok_or_else(Error::broken_contract)?;
        handler(&session, request, volume)
    };
    unsafe { answer(request, body) }
}

/// Calls a closure that is only told something.
///
/// # Safety
/// As [`open`].
unsafe fn tell<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    user_data: *mut c_void,
    body: impl FnOnce(&Session<Mode>, &mut Handlers<Mode>),
) {
    if let Some((session, context)) = unsafe { open::<Mode>(session, user_data) } {
        // Nobody waits for an answer; the panic hook has printed the panic.
        let _ = catch(|| body(&session, &mut context.handlers));
    }
}

unsafe extern "C" fn request_cancelled<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    request: *mut sys::nowplaying_request,
    user_data: *mut c_void,
) {
    let body = |session: &Session<Mode>, handlers: &mut Handlers<Mode>| {
        let request = unsafe { Request::borrowed(request) };
        if let (Some(handler), Some(request)) = (&mut handlers.request_cancelled, request) {
            handler(session, &request);
        }
    };
    unsafe { tell(session, user_data, body) }
}

unsafe extern "C" fn primary_changed<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    primary: sys::nowplaying_primary_flags,
    user_data: *mut c_void,
) {
    let body = |session: &Session<Mode>, handlers: &mut Handlers<Mode>| {
        if let Some(handler) = &mut handlers.primary_changed {
            handler(session, Primary(primary));
        }
    };
    unsafe { tell(session, user_data, body) }
}

unsafe extern "C" fn primary_result<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    which: sys::nowplaying_primary_flags,
    status: sys::nowplaying_status,
    user_data: *mut c_void,
) {
    let body = |session: &Session<Mode>, handlers: &mut Handlers<Mode>| {
        if let Some(handler) = &mut handlers.primary_result {
            let result = if status < 0 { Err(Error::new(status.into(), "")) } else { Ok(()) };
            handler(session, Primary(which), result);
        }
    };
    unsafe { tell(session, user_data, body) }
}

unsafe extern "C" fn interruption<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    interruption: sys::nowplaying_interruption,
    user_data: *mut c_void,
) {
    let body = |session: &Session<Mode>, handlers: &mut Handlers<Mode>| {
        if let Some(handler) = &mut handlers.interruption {
            handler(session, interruption.into());
        }
    };
    unsafe { tell(session, user_data, body) }
}
