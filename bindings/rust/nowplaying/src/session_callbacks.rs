// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The closures of a session, and the C functions with which the library calls them.

use crate::callback::{answer, catch, AnimatedArtworkEvent, Answer, Answered, Artwork, ArtworkEvent, Video};
use crate::changes::SessionChanges;
use crate::commands::Commands;
use crate::mode::{LoopMode, Shared};
use crate::time::microseconds;
use crate::{text, Error, Interruption, Primary, Request, Result, Session, TrackKind, WeakSession};
use nowplaying_sys as sys;
use std::os::raw::{c_char, c_void};
use std::sync::Arc;
use std::time::Duration;

/// The closures of a session. They live until `destroy`.
#[allow(clippy::type_complexity)] // Each type is written once.
pub(crate) struct Handlers<Mode> {
    pub(crate) artwork: Option<Box<dyn FnMut(&Session<Mode>, &Request, ArtworkEvent) -> Answered<Artwork>>>,
    pub(crate) changes: SessionChanges<Mode>,
    pub(crate) request_cancelled: Option<Box<dyn FnMut(&Session<Mode>, &Request)>>,
    pub(crate) primary_changed: Option<Box<dyn FnMut(&Session<Mode>, Primary)>>,
    pub(crate) primary_result: Option<Box<dyn FnMut(&Session<Mode>, Primary, Result<()>)>>,
    pub(crate) interruption: Option<Box<dyn FnMut(&Session<Mode>, Interruption)>>,
    pub(crate) preview: Option<Box<dyn FnMut(&Session<Mode>, &Request, AnimatedArtworkEvent) -> Answered<Artwork>>>,
    pub(crate) video: Option<Box<dyn FnMut(&Session<Mode>, &Request, AnimatedArtworkEvent) -> Answered<Video>>>,
    pub(crate) device_volume: Option<Box<dyn FnMut(&Session<Mode>, &Request, &str, f64) -> Answered>>,
    pub(crate) device_step: Option<Box<dyn FnMut(&Session<Mode>, &Request, &str, i32) -> Answered>>,
    pub(crate) queue_go_to: Option<Box<dyn FnMut(&Session<Mode>, &Request, &str) -> Answered>>,
    pub(crate) queue_add: Option<Box<dyn FnMut(&Session<Mode>, &Request, &str, Option<&str>, bool) -> Answered>>,
    pub(crate) queue_remove: Option<Box<dyn FnMut(&Session<Mode>, &Request, &str) -> Answered>>,
    pub(crate) position: Option<Box<dyn FnMut(&Session<Mode>) -> Option<Duration>>>,
    pub(crate) select_track: Option<Box<dyn FnMut(&Session<Mode>, &Request, TrackKind, Option<&str>) -> Answered>>,
}

// Every function that adds a closure requires Callable for the mode, which implies Send.
unsafe impl<Mode: Shared> Send for Handlers<Mode> {}

impl<Mode: LoopMode> Handlers<Mode> {
    pub(crate) fn none() -> Self {
        Handlers {
            artwork: None,
            changes: SessionChanges::none(),
            request_cancelled: None,
            primary_changed: None,
            primary_result: None,
            interruption: None,
            preview: None,
            video: None,
            device_volume: None,
            device_step: None,
            queue_go_to: None,
            queue_add: None,
            queue_remove: None,
            position: None,
            select_track: None,
        }
    }

    /// Returns the table of the existing closures, without `user_data`.
    pub(crate) fn to_c(&self) -> sys::nowplaying_session_callbacks {
        let mut callbacks = sys::nowplaying_session_callbacks {
            destroy: Some(destroy::<Mode>),
            command: Some(command::<Mode>),
            artwork: self.artwork.as_ref().map(|_| artwork::<Mode> as _),
            request_cancelled: self.request_cancelled.as_ref().map(|_| request_cancelled::<Mode> as _),
            primary_changed: self.primary_changed.as_ref().map(|_| primary_changed::<Mode> as _),
            primary_result: self.primary_result.as_ref().map(|_| primary_result::<Mode> as _),
            interruption: self.interruption.as_ref().map(|_| interruption::<Mode> as _),
            preview: self.preview.as_ref().map(|_| preview::<Mode> as _),
            video: self.video.as_ref().map(|_| video::<Mode> as _),
            device_volume: self.device_volume.as_ref().map(|_| device_volume::<Mode> as _),
            device_step: self.device_step.as_ref().map(|_| device_step::<Mode> as _),
            queue_go_to: self.queue_go_to.as_ref().map(|_| queue_go_to::<Mode> as _),
            queue_add: self.queue_add.as_ref().map(|_| queue_add::<Mode> as _),
            queue_remove: self.queue_remove.as_ref().map(|_| queue_remove::<Mode> as _),
            position: self.position.as_ref().map(|_| position::<Mode> as _),
            select_track: self.select_track.as_ref().map(|_| select_track::<Mode> as _),
            ..sys::NOWPLAYING_SESSION_CALLBACKS_INIT
        };
        self.changes.fill(&mut callbacks);
        callbacks
    }
}

/// The value to which the callbacks' user_data points.
pub(crate) struct Context<Mode> {
    pub(crate) handlers: Handlers<Mode>,
    pub(crate) commands: Arc<Commands<Mode>>,
    pub(crate) session: WeakSession<Mode>,
}

/// Returns a handle of the session, and the closures, for a callback. The library calls one at a time, so the closures
/// are not shared. `None`: the last handle is being dropped by another thread, which waits for this callback.
///
/// # Safety
/// `user_data` is the context that the callbacks were made with, and `destroy` was not called.
unsafe fn open<'a, Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    user_data: *mut c_void,
) -> Option<(Session<Mode>, &'a mut Context<Mode>)> {
    let context = unsafe { &mut *user_data.cast::<Context<Mode>>() };
    let handle = context.session.upgrade()?;
    // The first callback may come before the function that makes the session has returned.
    handle.set_handle(session);
    Some((handle, context))
}

unsafe extern "C" fn destroy<Mode: LoopMode>(user_data: *mut c_void) {
    let context = unsafe { Box::from_raw(user_data.cast::<Context<Mode>>()) };
    // A panic while dropping cannot be reported to anybody; the panic hook has printed it.
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

/// Calls a closure for a request.
///
/// # Safety
/// As [`open`], and `request` is the callback's.
pub(crate) unsafe fn ask<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    request: *mut sys::nowplaying_request,
    user_data: *mut c_void,
    body: impl FnOnce(&Session<Mode>, &mut Handlers<Mode>, &Request) -> Option<Answered>,
) -> sys::nowplaying_status {
    match unsafe { open::<Mode>(session, user_data) } {
        Some((session, context)) => unsafe {
            answer(request, |request| {
                body(&session, &mut context.handlers, request).unwrap_or_else(|| Err(Error::broken_contract().into()))
            })
        },
        None => sys::NOWPLAYING_ERROR_CANCELLED,
    }
}

/// Completes a request with a picture. The status OK alone does not complete it.
fn give_artwork(request: &Request, artwork: Answered<Artwork>) -> Answered {
    match artwork? {
        Artwork::Data(data) => request.complete_artwork_data(&data)?,
        Artwork::File(path) => request.complete_artwork_file(path)?,
        Artwork::Url(url) => request.complete_artwork_url(url)?,
        Artwork::Later => {}
    }
    // The request has been answered, or will be.
    Ok(Answer::Later)
}

/// Completes a request with a video. The status OK alone does not complete it.
fn give_video(request: &Request, video: Answered<Video>) -> Answered {
    match video? {
        Video::Data(data) => request.complete_video_data(&data)?,
        Video::File(path) => request.complete_video_file(path)?,
        Video::Url(url) => request.complete_video_url(url)?,
        Video::Later => {}
    }
    Ok(Answer::Later)
}

unsafe extern "C" fn artwork<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    request: *mut sys::nowplaying_request,
    event: *const sys::nowplaying_artwork_event,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    let body = |session: &Session<Mode>, handlers: &mut Handlers<Mode>, request: &Request| {
        let event = unsafe { event.as_ref() }?;
        let event = ArtworkEvent { id: text::from_c(event.artwork_id), width: event.width, height: event.height };
        Some(give_artwork(request, handlers.artwork.as_mut()?(session, request, event)))
    };
    unsafe { ask(session, request, user_data, body) }
}

/// # Safety
/// `event` is NULL or that of a callback that is running.
unsafe fn animated(event: *const sys::nowplaying_animated_artwork_event) -> Option<AnimatedArtworkEvent> {
    let event = unsafe { event.as_ref() }?;
    let (id, ratio) = (text::from_c(event.artwork_id), event.ratio.into());
    Some(AnimatedArtworkEvent { id, ratio, width: event.width, height: event.height })
}

unsafe extern "C" fn preview<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    request: *mut sys::nowplaying_request,
    event: *const sys::nowplaying_animated_artwork_event,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    let body = |session: &Session<Mode>, handlers: &mut Handlers<Mode>, request: &Request| {
        let event = unsafe { animated(event) }?;
        Some(give_artwork(request, handlers.preview.as_mut()?(session, request, event)))
    };
    unsafe { ask(session, request, user_data, body) }
}

unsafe extern "C" fn video<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    request: *mut sys::nowplaying_request,
    event: *const sys::nowplaying_animated_artwork_event,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    let body = |session: &Session<Mode>, handlers: &mut Handlers<Mode>, request: &Request| {
        let event = unsafe { animated(event) }?;
        Some(give_video(request, handlers.video.as_mut()?(session, request, event)))
    };
    unsafe { ask(session, request, user_data, body) }
}

unsafe extern "C" fn device_volume<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    request: *mut sys::nowplaying_request,
    device: *const c_char,
    volume: f64,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    let body = |session: &Session<Mode>, handlers: &mut Handlers<Mode>, request: &Request| {
        Some(handlers.device_volume.as_mut()?(session, request, &text::from_c(device), volume))
    };
    unsafe { ask(session, request, user_data, body) }
}

unsafe extern "C" fn device_step<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    request: *mut sys::nowplaying_request,
    device: *const c_char,
    step: i32,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    let body = |session: &Session<Mode>, handlers: &mut Handlers<Mode>, request: &Request| {
        Some(handlers.device_step.as_mut()?(session, request, &text::from_c(device), step))
    };
    unsafe { ask(session, request, user_data, body) }
}

unsafe extern "C" fn queue_go_to<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    request: *mut sys::nowplaying_request,
    entry: *const c_char,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    let body = |session: &Session<Mode>, handlers: &mut Handlers<Mode>, request: &Request| {
        Some(handlers.queue_go_to.as_mut()?(session, request, &text::from_c(entry)))
    };
    unsafe { ask(session, request, user_data, body) }
}

unsafe extern "C" fn queue_add<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    request: *mut sys::nowplaying_request,
    uri: *const c_char,
    after: *const c_char,
    play: i32,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    let body = |session: &Session<Mode>, handlers: &mut Handlers<Mode>, request: &Request| {
        let after = (!after.is_null()).then(|| text::from_c(after));
        Some(handlers.queue_add.as_mut()?(session, request, &text::from_c(uri), after.as_deref(), play != 0))
    };
    unsafe { ask(session, request, user_data, body) }
}

unsafe extern "C" fn queue_remove<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    request: *mut sys::nowplaying_request,
    entry: *const c_char,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    let body = |session: &Session<Mode>, handlers: &mut Handlers<Mode>, request: &Request| {
        Some(handlers.queue_remove.as_mut()?(session, request, &text::from_c(entry)))
    };
    unsafe { ask(session, request, user_data, body) }
}

unsafe extern "C" fn select_track<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    request: *mut sys::nowplaying_request,
    kind: sys::nowplaying_track_kind,
    track: *const c_char,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    let body = |session: &Session<Mode>, handlers: &mut Handlers<Mode>, request: &Request| {
        let track = (!track.is_null()).then(|| text::from_c(track));
        Some(handlers.select_track.as_mut()?(session, request, kind.into(), track.as_deref()))
    };
    unsafe { ask(session, request, user_data, body) }
}

unsafe extern "C" fn position<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    elapsed: *mut i64,
    user_data: *mut c_void,
) -> sys::nowplaying_status {
    let mut position = None;
    let body = |session: &Session<Mode>, handlers: &mut Handlers<Mode>| {
        position = handlers.position.as_mut().and_then(|handler| handler(session));
    };
    unsafe { notify(session, user_data, body) };
    match (position, unsafe { elapsed.as_mut() }) {
        (Some(position), Some(elapsed)) => {
            *elapsed = microseconds(position);
            sys::NOWPLAYING_OK
        }
        _ => sys::NOWPLAYING_ERROR_COMMAND_FAILED,
    }
}

/// Calls a closure for an event that needs no answer.
///
/// # Safety
/// As [`open`].
unsafe fn notify<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    user_data: *mut c_void,
    body: impl FnOnce(&Session<Mode>, &mut Handlers<Mode>),
) {
    if let Some((session, context)) = unsafe { open::<Mode>(session, user_data) } {
        // There is no caller to get an error; the panic hook has printed the panic.
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
    unsafe { notify(session, user_data, body) }
}

unsafe extern "C" fn primary_changed<Mode: LoopMode>(
    session: *mut sys::nowplaying_session,
    primary: sys::nowplaying_primary_flags,
    user_data: *mut c_void,
) {
    let body = |session: &Session<Mode>, handlers: &mut Handlers<Mode>| {
        if let Some(handler) = &mut handlers.primary_changed {
            handler(session, Primary::from_bits(primary));
        }
    };
    unsafe { notify(session, user_data, body) }
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
            handler(session, Primary::from_bits(which), result);
        }
    };
    unsafe { notify(session, user_data, body) }
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
    unsafe { notify(session, user_data, body) }
}
