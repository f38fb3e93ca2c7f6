// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::app::App;
use crate::callback::{AnimatedArtworkEvent, Answered, Artwork, ArtworkEvent, Video};
use crate::error::check;
use crate::mode::{Callable, LoopMode, Threaded};
use crate::session_callbacks::{Context, Handlers};
use crate::{text, Interruption, Primary, Request, Result, Session, TrackKind};
use nowplaying_sys as sys;
use std::ffi::CString;
use std::fmt;
use std::os::raw::c_char;
use std::ptr::null_mut;
use std::time::Duration;

/// A function of the library that makes a session.
type New = unsafe extern "C" fn(
    *mut sys::nowplaying_app,
    *const c_char,
    *const sys::nowplaying_session_callbacks,
    *mut *mut sys::nowplaying_session,
) -> sys::nowplaying_status;

/// Makes a session. Each closure turns its feature on.
#[must_use]
pub struct SessionBuilder<'a, Mode = Threaded> {
    app: &'a App<Mode>,
    id: CString,
    new: New,
    pub(crate) handlers: Handlers<Mode>,
}

impl<'a, Mode: LoopMode> SessionBuilder<'a, Mode> {
    pub(crate) fn new(app: &'a App<Mode>, id: &str, new: New) -> Self {
        SessionBuilder { app, id: text::to_c(id), new, handlers: Handlers::none() }
    }

    /// Called when the content's artwork is wanted. A picture is remembered by its id; after an error it is requested
    /// again with the next content.
    pub fn on_artwork(
        mut self,
        handler: impl FnMut(&Session<Mode>, &Request, ArtworkEvent) -> Answered<Artwork> + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.artwork = Some(Box::new(handler));
        self
    }

    /// Called when the still picture of an animated artwork is wanted, of the aspect ratio that the event names, within
    /// 1 %. It is answered as an artwork is, within [`limits::PREVIEW_TIME`](crate::limits::PREVIEW_TIME).
    pub fn on_preview<Handler>(mut self, handler: Handler) -> Self
    where
        Handler: FnMut(&Session<Mode>, &Request, AnimatedArtworkEvent) -> Answered<Artwork> + Callable<Mode> + 'static,
    {
        self.handlers.preview = Some(Box::new(handler));
        self
    }

    /// Called when a surface that somebody is looking at wants the video of an animated artwork, within
    /// [`limits::VIDEO_TIME`](crate::limits::VIDEO_TIME): see [`Request::complete_video_data`]. The library keeps no
    /// video, so that this may be called again for the same one.
    pub fn on_video<Handler>(mut self, handler: Handler) -> Self
    where
        Handler: FnMut(&Session<Mode>, &Request, AnimatedArtworkEvent) -> Answered<Video> + Callable<Mode> + 'static,
    {
        self.handlers.video = Some(Box::new(handler));
        self
    }

    /// Called when somebody has changed the volume of the device with this id, 0.0 to 1.0. Set it, then give
    /// [`Session::set_devices`] the volume that the device took, and commit. If the session has no volume of its own,
    /// this is also called for each device when somebody changes the volume of the whole group: each volume is
    /// multiplied by the same factor.
    pub fn on_device_volume(
        mut self,
        handler: impl FnMut(&Session<Mode>, &Request, &str, f64) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.device_volume = Some(Box::new(handler));
        self
    }

    /// Called when somebody makes the device with this id louder (1) or quieter (-1); the device has
    /// [`can_step`](crate::Device::can_step).
    pub fn on_device_step(
        mut self,
        handler: impl FnMut(&Session<Mode>, &Request, &str, i32) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.device_step = Some(Box::new(handler));
        self
    }

    /// Called when somebody chose the entry of the [queue](Session::set_queue) with this id to be played; where several
    /// have it, [`Request::queue_row`] says which.
    pub fn on_queue_go_to(
        mut self,
        handler: impl FnMut(&Session<Mode>, &Request, &str) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.queue_go_to = Some(Box::new(handler));
        self
    }

    /// Called when somebody puts a URI, of one of the [schemes](crate::AppBuilder::on_open_uri) of the app, into the
    /// queue: after the entry with this id, or at the start; and plays it at once if the last argument says so.
    pub fn on_queue_add<Handler>(mut self, handler: Handler) -> Self
    where
        Handler: FnMut(&Session<Mode>, &Request, &str, Option<&str>, bool) -> Answered + Callable<Mode> + 'static,
    {
        self.handlers.queue_add = Some(Box::new(handler));
        self
    }

    /// Called when somebody removes the entry with this id from the queue. Without this closure and
    /// [`on_queue_add`](SessionBuilder::on_queue_add), clients see that the queue cannot be edited.
    pub fn on_queue_remove(
        mut self,
        handler: impl FnMut(&Session<Mode>, &Request, &str) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.queue_remove = Some(Box::new(handler));
        self
    }

    /// Called when somebody reads the position: return the present one, or `None` if it is not known. For a player
    /// whose engine knows better than its snapshots, as behind a sound server. From then on the position advances from
    /// the answer. An answer that takes longer than [`limits::POSITION_TIME`](crate::limits::POSITION_TIME) is not
    /// used, and the closure is then not called for ten seconds.
    pub fn on_position(
        mut self,
        handler: impl FnMut(&Session<Mode>) -> Option<Duration> + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.position = Some(Box::new(handler));
        self
    }

    /// Called when somebody chose the track with this id of the [tracks](Session::set_tracks), among those of a kind;
    /// `None`: none of this kind. Do it, then set the tracks again and commit.
    pub fn on_select_track<Handler>(mut self, handler: Handler) -> Self
    where
        Handler: FnMut(&Session<Mode>, &Request, TrackKind, Option<&str>) -> Answered + Callable<Mode> + 'static,
    {
        self.handlers.select_track = Some(Box::new(handler));
        self
    }

    /// Called when a request that you kept was cancelled or has timed out: an answer has no effect any more.
    pub fn on_request_cancelled(
        mut self,
        handler: impl FnMut(&Session<Mode>, &Request) + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.request_cancelled = Some(Box::new(handler));
        self
    }

    /// Called when the session has become application or system primary, or is no longer.
    pub fn on_primary_changed(
        mut self,
        handler: impl FnMut(&Session<Mode>, Primary) + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.primary_changed = Some(Box::new(handler));
        self
    }

    /// Called with the result of [`Session::request_application_primary`] or [`Session::request_system_primary`]; the
    /// second argument tells which.
    pub fn on_primary_result(
        mut self,
        handler: impl FnMut(&Session<Mode>, Primary, Result<()>) + Callable<Mode> + 'static,
    ) -> Self {
        self.handlers.primary_result = Some(Box::new(handler));
        self
    }

    /// Called when another player has taken over, and when that player is gone, if the app
    /// [asked for it](crate::AppBuilder::interruptions).
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
        let mut callbacks = context.handlers.to_c();
        let context = Box::into_raw(context);
        callbacks.user_data = context.cast();
        let mut handle = null_mut();
        let status = unsafe { (self.new)(self.app.as_ptr(), self.id.as_ptr(), &callbacks, &mut handle) };
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
