// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The results of closures, and how they answer requests.

use crate::{AspectRatio, Error, Request, Result};
use nowplaying_sys as sys;
use std::path::PathBuf;

/// How a closure answers a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// It is done.
    Done,
    /// A clone of the request was kept and is answered later.
    Later,
}

/// The answer of a closure that is asked something. Any error will do, by `?` or `.into()`, also a
/// `Box<dyn Error + Send + Sync>` and a text. The caller gets the status and the text of an [`Error`] of this crate.
/// The text of any other may have a path or a token in it: it is printed to stderr, as the message of a panic is, and
/// the caller is told that the player failed.
///
/// ```
/// use nowplaying::{Answer, Command, Error};
///
/// fn eject() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
///     Err(Error::failed("there is no disc in the drive").into())
/// }
/// let stop: Command = Command::stop(|_, _| {
///     eject()?;
///     Ok(Answer::Done)
/// });
/// ```
pub type Answered<How = Answer> = std::result::Result<How, Box<dyn std::error::Error + Send + Sync>>;

/// The answer of a closure that is asked for an artwork.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Artwork {
    /// The bytes of a PNG, JPEG, WebP or GIF file.
    Data(Vec<u8>),
    /// The path of such a file, which is read at once.
    File(PathBuf),
    /// The address of such a file: see [`Request::complete_artwork_url`].
    Url(String),
    /// A clone of the request was kept and is answered later.
    Later,
}

/// The answer of a closure that is asked for the video of an animated artwork: an MP4, QuickTime or WebM file, without
/// sound.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Video {
    /// The bytes of such a file.
    Data(Vec<u8>),
    /// The path of such a file, which surfaces read: it may be removed then, but not changed.
    File(PathBuf),
    /// The address of such a file on this computer, "file:///…".
    Url(String),
    /// A clone of the request was kept and is answered later.
    Later,
}

/// The artwork that a request is about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArtworkEvent {
    /// The id that the content gave.
    pub id: String,
    /// Wanted width in pixels. Give your largest if you have no such size, and do not enlarge.
    pub width: i32,
    /// Wanted height in pixels.
    pub height: i32,
}

/// The part of an animated artwork that a request is about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnimatedArtworkEvent {
    /// The id that the content gave for the aspect ratio.
    pub id: String,
    /// The shape.
    pub ratio: AspectRatio,
    /// Wanted width in pixels; 0: no preference.
    pub width: i32,
    /// Wanted height in pixels; 0: no preference.
    pub height: i32,
}

/// Runs a closure of the player. A panic must not unwind through C, so it becomes an error. Its message was printed.
pub(crate) fn catch<T>(body: impl FnOnce() -> T) -> Result<T> {
    nowplaying_values::panic::catch(body).map_err(|_| Error::hidden())
}

/// Runs a closure for a request, and answers the request with its result.
///
/// # Safety
/// `handle` is valid during the call.
pub(crate) unsafe fn answer(
    handle: *mut sys::nowplaying_request,
    body: impl FnOnce(&Request) -> Answered,
) -> sys::nowplaying_status {
    // The callback always returns PENDING, so that this function owns the request; to answer later, the closure keeps a
    // clone.
    let request = match unsafe { Request::given(handle) } {
        Some(request) => request,
        None => return sys::NOWPLAYING_ERROR_INVALID_HANDLE,
    };
    match catch(|| body(&request).map_err(Error::from_boxed)).and_then(|result| result) {
        // Answered here and not by the returned status: only so the text of an error is sent, and success is sent
        // before a session that the closure has dropped is gone. If the request has been answered already, this has no
        // effect.
        Ok(Answer::Done) => drop(request.complete()),
        Ok(Answer::Later) => {}
        Err(error) => drop(request.fail(error)),
    }
    sys::NOWPLAYING_PENDING
}
