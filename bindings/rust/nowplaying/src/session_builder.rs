// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::app::App;
use crate::callback::{answer, catch, Answer, Answered, Artwork, ArtworkEvent};
use crate::error::check;
use crate::session::Commands;
use crate::{text, Error, Interruption, Primary, Request, Result, Session};
use nowplaying_sys as sys;
use std::ffi::CString;
use std::fmt;
use std::mem::ManuallyDrop;
use std::os::raw::c_void;
use std::ptr::{null_mut, NonNull};
use std::sync::Arc;

/// The closures of a session. They live until `destroy`.
#[derive(Default)]
#[allow(clippy::type_complexity)] // Each type is written once.
struct Handlers {
    artwork: Option<Box<dyn FnMut(&Session, &Request, ArtworkEvent) -> Answered<Artwork> + Send>>,
    volume: Option<Box<dyn FnMut(&Session, &Request, f64) -> Answered + Send>>,
    request_cancelled: Option<Box<dyn FnMut(&Session, &Request) + Send>>,
    primary_changed: Option<Box<dyn FnMut(&Session, Primary) + Send>>,
    primary_result: Option<Box<dyn FnMut(&Session, Primary, Result<()>) + Send>>,
    interruption: Option<Box<dyn FnMut(&Session, Interruption) + Send>>,
}

/// What the callbacks' user_data points to.
struct Context {
    handlers: Handlers,
    commands: Arc<Commands>,
}

/// Makes a session. Each closure turns its feature on.
#[must_use]
pub struct SessionBuilder<'a> {
    app: &'a App,
    id: CString,
    handlers: Handlers,
}

impl<'a> SessionBuilder<'a> {
    pub(crate) fn new(app: &'a App, id: &str) -> Self {
        SessionBuilder { app, id: text::to_c(id), handlers: Handlers::default() }
    }

    /// The content's artwork is wanted. A picture is remembered by its id; after an error it is asked for again with
    /// the next content.
    pub fn on_artwork(
        mut self,
        handler: impl FnMut(&Session, &Request, ArtworkEvent) -> Answered<Artwork> + Send + 'static,
    ) -> Self {
        self.handlers.artwork = Some(Box::new(handler));
        self
    }

    /// Somebody moved the volume, 0.0 to 1.0. Set it, then [`Session::set_volume`] and commit what you took.
    pub fn on_volume(mut self, handler: impl FnMut(&Session, &Request, f64) -> Answered + Send + 'static) -> Self {
        self.handlers.volume = Some(Box::new(handler));
        self
    }

    /// A request that you kept is cancelled or timed out: an answer would have no effect.
    pub fn on_request_cancelled(mut self, handler: impl FnMut(&Session, &Request) + Send + 'static) -> Self {
        self.handlers.request_cancelled = Some(Box::new(handler));
        self
    }

    /// The session became or ceased to be a primary.
    pub fn on_primary_changed(mut self, handler: impl FnMut(&Session, Primary) + Send + 'static) -> Self {
        self.handlers.primary_changed = Some(Box::new(handler));
        self
    }

    /// The answer to [`Session::request_application_primary`] or [`Session::request_system_primary`], after which of
    /// the two was asked for.
    pub fn on_primary_result(mut self, handler: impl FnMut(&Session, Primary, Result<()>) + Send + 'static) -> Self {
        self.handlers.primary_result = Some(Box::new(handler));
        self
    }

    /// Another player came or went, if the app [asked to be told](crate::AppBuilder::interruptions).
    pub fn on_interruption(mut self, handler: impl FnMut(&Session, Interruption) + Send + 'static) -> Self {
        self.handlers.interruption = Some(Box::new(handler));
        self
    }

    /// Makes the session.
    pub fn build(self) -> Result<Session> {
        let commands = Arc::new(Commands::new());
        let context = Box::new(Context { handlers: self.handlers, commands: commands.clone() });
        let handlers = &context.handlers;
        let mut callbacks = sys::nowplaying_session_callbacks {
            destroy: Some(destroy),
            command: Some(command),
            artwork: handlers.artwork.as_ref().map(|_| artwork as _),
            volume: handlers.volume.as_ref().map(|_| volume as _),
            request_cancelled: handlers.request_cancelled.as_ref().map(|_| request_cancelled as _),
            primary_changed: handlers.primary_changed.as_ref().map(|_| primary_changed as _),
            primary_result: handlers.primary_result.as_ref().map(|_| primary_result as _),
            interruption: handlers.interruption.as_ref().map(|_| interruption as _),
            ..sys::NOWPLAYING_SESSION_CALLBACKS_INIT
        };
        let context = Box::into_raw(context);
        callbacks.user_data = context.cast();
        let mut handle = null_mut();
        let status =
            unsafe { sys::nowplaying_session_new(self.app.as_ptr(), self.id.as_ptr(), &callbacks, &mut handle) };
        let result = check(status).and_then(|()| NonNull::new(handle).ok_or_else(Error::broken_contract));
        match result {
            Ok(handle) => Ok(Session::owned(handle, commands)),
            Err(error) => {
                // `destroy` is not called for a session that was not made.
                drop(unsafe { Box::from_raw(context) });
                Err(error)
            }
        }
    }
}

impl fmt::Debug for SessionBuilder<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SessionBuilder").field("id", &self.id).finish_non_exhaustive()
    }
}

/// The session and the closures of a callback. The library calls one at a time, so both are the callback's alone.
///
/// # Safety
/// `user_data` is the context that the callbacks were made with, and `destroy` was not called.
unsafe fn open<'a>(
    session: *mut sys::nowplaying_session,
    user_data: *mut c_void,
) -> Option<(ManuallyDrop<Session>, &'a mut Context)> {
    let context = unsafe { &mut *user_data.cast::<Context>() };
    let session = unsafe { Session::borrowed(session, Arc::as_ptr(&context.commands)) }?;
    Some((session, context))
}

unsafe extern "C" fn destroy(user_data: *mut c_void) {
    let context = unsafe { Box::from_raw(user_data.cast::<Context>()) };
    // There is nobody left to be told of a panic in a drop; the panic hook has printed it.
    let _ = catch(move || {
        context.commands.close();
        drop(context);
    });
}

unsafe extern "C" fn command(
    session: *mut sys::nowplaying_session,
    request: *mut sys::nowplaying_request,
    event: *const sys::nowplaying_command_event,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    match unsafe { (open(session, user_data), event.as_ref()) } {
        (Some((session, context)), Some(event)) => unsafe { context.commands.call(&session, request, event) },
        _ => sys::NOWPLAYING_ERROR_INVALID_ARGUMENT,
    }
}

unsafe extern "C" fn artwork(
    session: *mut sys::nowplaying_session,
    request: *mut sys::nowplaying_request,
    event: *const sys::nowplaying_artwork_event,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    let (session, handler, event) = match unsafe { (open(session, user_data), event.as_ref()) } {
        (Some((session, context)), Some(event)) => (session, &mut context.handlers.artwork, event),
        _ => return sys::NOWPLAYING_ERROR_INVALID_ARGUMENT,
    };
    let event = ArtworkEvent { id: text::from_c(event.artwork_id), width: event.width, height: event.height };
    let body = |request: &Request| -> Answered {
        let handler = handler.as_mut().ok_or_else(Error::broken_contract)?;
        match handler(&session, request, event)? {
            Artwork::Data(data) => request.complete_artwork_data(&data)?,
            Artwork::File(path) => request.complete_artwork_file(path)?,
            Artwork::Later => {}
        }
        // Either it has been answered or it will be; an OK by return value is not for artworks.
        Ok(Answer::Later)
    };
    unsafe { answer(request, body) }
}

unsafe extern "C" fn volume(
    session: *mut sys::nowplaying_session,
    request: *mut sys::nowplaying_request,
    volume: f64,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    let (session, context) = match unsafe { open(session, user_data) } {
        Some(opened) => opened,
        None => return sys::NOWPLAYING_ERROR_INVALID_ARGUMENT,
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
unsafe fn tell(
    session: *mut sys::nowplaying_session,
    user_data: *mut c_void,
    body: impl FnOnce(&Session, &mut Handlers),
) {
    if let Some((session, context)) = unsafe { open(session, user_data) } {
        // Nobody waits for an answer; the panic hook has printed the panic.
        let _ = catch(|| body(&session, &mut context.handlers));
    }
}

unsafe extern "C" fn request_cancelled(
    session: *mut sys::nowplaying_session,
    request: *mut sys::nowplaying_request,
    user_data: *mut c_void,
) {
    let body = |session: &Session, handlers: &mut Handlers| {
        let request = unsafe { Request::borrowed(request) };
        if let (Some(handler), Some(request)) = (&mut handlers.request_cancelled, request) {
            handler(session, &request);
        }
    };
    unsafe { tell(session, user_data, body) }
}

unsafe extern "C" fn primary_changed(
    session: *mut sys::nowplaying_session,
    primary: sys::nowplaying_primary,
    user_data: *mut c_void,
) {
    let body = |session: &Session, handlers: &mut Handlers| {
        if let Some(handler) = &mut handlers.primary_changed {
            handler(session, Primary(primary));
        }
    };
    unsafe { tell(session, user_data, body) }
}

unsafe extern "C" fn primary_result(
    session: *mut sys::nowplaying_session,
    which: sys::nowplaying_primary,
    status: sys::nowplaying_status,
    user_data: *mut c_void,
) {
    let body = |session: &Session, handlers: &mut Handlers| {
        if let Some(handler) = &mut handlers.primary_result {
            let result = if status < 0 { Err(Error::new(status.into(), "")) } else { Ok(()) };
            handler(session, Primary(which), result);
        }
    };
    unsafe { tell(session, user_data, body) }
}

unsafe extern "C" fn interruption(
    session: *mut sys::nowplaying_session,
    interruption: sys::nowplaying_interruption,
    user_data: *mut c_void,
) {
    let body = |session: &Session, handlers: &mut Handlers| {
        if let Some(handler) = &mut handlers.interruption {
            handler(session, interruption.into());
        }
    };
    unsafe { tell(session, user_data, body) }
}
