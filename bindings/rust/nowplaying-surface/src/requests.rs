// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The requests to the player of a session.

#[allow(unused_imports)] // The documentation names it.
use crate::Status;
use crate::{text, Action, AspectRatio, Command, Control, Phase, Picture, PlaylistOrder, Session, TrackKind, Video};
use nowplaying_sys as sys;
use std::ffi::CString;

/// The requests to the player. Each begins at once, and is an [`Action`] that answers later. It fails with
/// [`Status::NotSupported`]: not offered; [`Status::InvalidState`]: not enabled now, or the surface was dropped;
/// [`Status::InvalidArgument`]: a value that the command does not accept; [`Status::NoSuchContent`]: the item, picture
/// or device is not there now; [`Status::CommandFailed`]: the player tried and failed; [`Status::Cancelled`]: the
/// session or the surface has ended; [`Status::TimedOut`]; [`Status::NotPermitted`]: the bus forbids it;
/// [`Status::NoBus`]; [`Status::Busy`]: [`limits::ACTIONS`](crate::limits::ACTIONS) wait already; and with the errors
/// of each function.
impl Session {
    /// Sends a command. Those such as [`Command::Pause`] and [`Command::Next`] are for the player, whatever it plays by
    /// then: surface.h lists them. Any other is for the item of this session: a player of org.nowplaying that plays
    /// another item by then refuses it ([`Status::NoSuchContent`]), so that a like does not hit the wrong song. A
    /// button that is held ([`Command::SeekForward`]) is released by a second command, or when the surface or the
    /// session ends.
    pub fn send(&self, command: Command<'_>) -> Action<()> {
        let (event, _id) = command.to_c(self);
        Action::begin(&self.shared, |surface, done, user_data, number| unsafe {
            sys::nowplaying_surface_send_command(surface, self.as_ptr(), &event, done, user_data, number)
        })
    }

    /// Sends what a press of one of its [`controls`](Session::controls) means. phase: [`Phase::End`] when one that
    /// [is held](crate::Control::is_held) is released.
    pub fn press(&self, control: &Control<'_>, phase: Phase) -> Action<()> {
        let event = control.event(phase);
        Action::begin(&self.shared, |surface, done, user_data, number| unsafe {
            sys::nowplaying_surface_send_command(surface, self.as_ptr(), &event, done, user_data, number)
        })
    }

    /// Sets its volume, 0.0 to 1.0.
    pub fn set_volume(&self, volume: f64) -> Action<()> {
        self.set_level(&None, volume)
    }

    /// Sets the volume of one of its devices, 0.0 to 1.0.
    pub fn set_device_volume(&self, device_id: &str, volume: f64) -> Action<()> {
        self.set_level(&Some(text::to_c(device_id)), volume)
    }

    fn set_level(&self, device_id: &Option<CString>, volume: f64) -> Action<()> {
        let device = text::pointer(device_id);
        Action::begin(&self.shared, |surface, done, user_data, number| unsafe {
            sys::nowplaying_surface_set_volume(surface, self.as_ptr(), device, volume, done, user_data, number)
        })
    }

    /// Makes a device that [`can_step`](crate::Device::can_step) louder (1) or quieter (-1).
    pub fn step_volume(&self, device_id: &str, step: i32) -> Action<()> {
        let device = text::to_c(device_id);
        Action::begin(&self.shared, |surface, done, user_data, number| unsafe {
            let device = device.as_ptr();
            sys::nowplaying_surface_step_volume(surface, self.as_ptr(), device, step, done, user_data, number)
        })
    }

    /// Gets the picture of its item, from the player or from the file that [`artwork_url`](crate::Item::artwork_url)
    /// names; [`Status::NoSuchContent`]: there is none; [`Status::NotLocal`]: it is on the web, for you to fetch.
    /// width, height: the size that would fit best, at most 16384 pixels; 0: no preference. The picture may have
    /// another. Also [`Status::TooLarge`], [`Status::NotAnImage`], and [`Status::Io`]: it cannot be read, or could
    /// still be changed.
    pub fn artwork(&self, width: u32, height: u32) -> Action<Picture> {
        let (width, height) = pixels(width, height);
        Action::begin(&self.shared, |surface, done, user_data, number| unsafe {
            sys::nowplaying_surface_get_artwork(surface, self.as_ptr(), width, height, done, user_data, number)
        })
    }

    /// Gets the picture of the chapter with this [`index`](crate::Chapter::index), if it has an
    /// [`artwork_id`](crate::Chapter::artwork_id), in the way of [`artwork`](Session::artwork).
    pub fn chapter_artwork(&self, index: usize, width: u32, height: u32) -> Action<Picture> {
        let (width, height) = pixels(width, height);
        Action::begin(&self.shared, |surface, done, user_data, number| unsafe {
            let session = self.as_ptr();
            sys::nowplaying_surface_get_chapter_artwork(surface, session, index, width, height, done, user_data, number)
        })
    }

    /// Chooses a track by its id; `None`: none of this kind, of subtitles and captions. [`Status::NotSupported`]: there
    /// are no tracks of this kind.
    pub fn select_track<'a>(&self, kind: TrackKind, id: impl Into<Option<&'a str>>) -> Action<()> {
        let id = id.into().map(text::to_c);
        Action::begin(&self.shared, |surface, done, user_data, number| unsafe {
            let (kind, id) = (kind.into(), text::pointer(&id));
            sys::nowplaying_surface_select_track(surface, self.as_ptr(), kind, id, done, user_data, number)
        })
    }

    /// Gets the picture that is shown before the video of animated artwork, and instead of it: see
    /// [`Surface::set_aspect_ratios`](crate::Surface::set_aspect_ratios). On any error show the plain artwork. As
    /// [`artwork`](Session::artwork), and [`Status::WrongAspectRatio`].
    pub fn preview(&self, ratio: AspectRatio, width: u32, height: u32) -> Action<Picture> {
        let (width, height) = pixels(width, height);
        Action::begin(&self.shared, |surface, done, user_data, number| unsafe {
            let (session, ratio) = (self.as_ptr(), ratio.into());
            sys::nowplaying_surface_get_preview(surface, session, ratio, width, height, done, user_data, number)
        })
    }

    /// Gets the video of animated artwork, which loops. Only while
    /// [`Abilities::MAY_SHOW_VIDEO`](crate::Abilities::MAY_SHOW_VIDEO), else [`Status::NotPermitted`]; and while it is
    /// really visible. It also fails with [`Status::NotAVideo`], [`Status::NotLocal`], [`Status::WrongAspectRatio`] and
    /// [`Status::FrameRate`].
    pub fn video(&self, ratio: AspectRatio, width: u32, height: u32) -> Action<Video> {
        let (width, height) = pixels(width, height);
        Action::begin(&self.shared, |surface, done, user_data, number| unsafe {
            let (session, ratio) = (self.as_ptr(), ratio.into());
            sys::nowplaying_surface_get_video(surface, session, ratio, width, height, done, user_data, number)
        })
    }

    /// Brings the player's window to the front.
    pub fn raise(&self) -> Action<()> {
        Action::begin(&self.shared, |surface, done, user_data, number| unsafe {
            sys::nowplaying_surface_raise(surface, self.as_ptr(), done, user_data, number)
        })
    }

    /// Asks the player to quit.
    pub fn quit(&self) -> Action<()> {
        Action::begin(&self.shared, |surface, done, user_data, number| unsafe {
            sys::nowplaying_surface_quit(surface, self.as_ptr(), done, user_data, number)
        })
    }

    /// Follows the queue: from now on each session of this entry has its [`queue`](Session::queue), and
    /// [`Changed::QUEUE`](crate::Changed::QUEUE) notifies of changes. With `follow` false, they no longer have it. Done
    /// when the queue is there; [`Status::NotSupported`]: there is none now, but there may be one later. The queue is
    /// followed even after the action has ended.
    pub fn follow_queue(&self, follow: bool) -> Action<()> {
        Action::begin(&self.shared, |surface, done, user_data, number| unsafe {
            sys::nowplaying_surface_follow_queue(surface, self.as_ptr(), follow.into(), done, user_data, number)
        })
    }

    /// Plays the entry of the queue with this id.
    pub fn queue_go_to(&self, id: &str) -> Action<()> {
        let id = text::to_c(id);
        Action::begin(&self.shared, |surface, done, user_data, number| unsafe {
            sys::nowplaying_surface_queue_go_to(surface, self.as_ptr(), id.as_ptr(), done, user_data, number)
        })
    }

    /// Adds the item at a URI to the queue: behind the entry with the id `after_id`, or at the start if that is `None`.
    /// play: whether to play it at once.
    pub fn queue_add<'a>(&self, uri: &str, after_id: impl Into<Option<&'a str>>, play: bool) -> Action<()> {
        let (uri, after) = (text::to_c(uri), after_id.into().map(text::to_c));
        Action::begin(&self.shared, |surface, done, user_data, number| unsafe {
            let (session, uri, after, play) = (self.as_ptr(), uri.as_ptr(), text::pointer(&after), play.into());
            sys::nowplaying_surface_queue_add(surface, session, uri, after, play, done, user_data, number)
        })
    }

    /// Takes the entry with this id out of the queue.
    pub fn queue_remove(&self, id: &str) -> Action<()> {
        let id = text::to_c(id);
        Action::begin(&self.shared, |surface, done, user_data, number| unsafe {
            sys::nowplaying_surface_queue_remove(surface, self.as_ptr(), id.as_ptr(), done, user_data, number)
        })
    }

    /// Follows the [`playlists`](Session::playlists) of its player, or stops it, as
    /// [`follow_queue`](Session::follow_queue) does the queue. order: the order of the playlists. reverse: whether they
    /// come in the reverse of that order. [`Status::NotSupported`]: there are none now, or not in this order.
    pub fn follow_playlists(&self, follow: bool, order: PlaylistOrder, reverse: bool) -> Action<()> {
        Action::begin(&self.shared, |surface, done, user_data, number| unsafe {
            let (session, follow, order, reverse) = (self.as_ptr(), follow.into(), order.into(), reverse.into());
            sys::nowplaying_surface_follow_playlists(surface, session, follow, order, reverse, done, user_data, number)
        })
    }

    /// Plays the playlist with this id.
    pub fn activate_playlist(&self, id: &str) -> Action<()> {
        let id = text::to_c(id);
        Action::begin(&self.shared, |surface, done, user_data, number| unsafe {
            sys::nowplaying_surface_activate_playlist(surface, self.as_ptr(), id.as_ptr(), done, user_data, number)
        })
    }
}

/// Converts a size for the library, which refuses one that is too large.
fn pixels(width: u32, height: u32) -> (i32, i32) {
    let pixels = |side| i32::try_from(side).unwrap_or(i32::MAX);
    (pixels(width), pixels(height))
}
