// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::error::check;
use crate::{text, Error, Result, Status};
use nowplaying_sys as sys;
use std::ffi::CString;
use std::mem::ManuallyDrop;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::{null, NonNull};

/// Something that the desktop asks of you. Clone it to keep it beyond its closure, and answer it once, from any
/// thread; dropping the last clone without an answer is a failure. Two requests are equal if they are the same.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Request(NonNull<sys::nowplaying_request>);

// The header says that every function may be called from any thread, and concurrently. The library counts references
// itself.
unsafe impl Send for Request {}
unsafe impl Sync for Request {}

impl Request {
    /// Borrows the request that a callback was lent.
    ///
    /// # Safety
    /// `handle` is valid for as long as the result is used.
    pub(crate) unsafe fn borrowed(handle: *mut sys::nowplaying_request) -> Option<ManuallyDrop<Self>> {
        NonNull::new(handle).map(|handle| ManuallyDrop::new(Request(handle)))
    }

    /// Takes the request of a callback that returns `NOWPLAYING_PENDING`.
    ///
    /// # Safety
    /// `handle` is valid, and its reference is the caller's to give away.
    pub(crate) unsafe fn given(handle: *mut sys::nowplaying_request) -> Option<Self> {
        NonNull::new(handle).map(Request)
    }

    /// Answers that the request was carried out.
    ///
    /// # Errors
    /// [`Status::AlreadyAnswered`], [`Status::Cancelled`] and [`Status::TimedOut`]: nobody waits any more.
    /// [`Status::InvalidArgument`] for an artwork, which wants a picture, and for a video.
    pub fn complete(&self) -> Result<()> {
        check(unsafe { sys::nowplaying_request_complete(self.0.as_ptr(), sys::NOWPLAYING_OK, null()) })
    }

    /// Answers that the request failed. Any error will do, also a `Box<dyn Error + Send + Sync>` and a text. The caller
    /// gets the text of an [`Error`] of this crate. That of any other is printed: see [`Answered`](crate::Answered).
    ///
    /// # Errors
    /// [`Status::AlreadyAnswered`], [`Status::Cancelled`] and [`Status::TimedOut`]: nobody waits any more.
    pub fn fail(&self, error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Result<()> {
        let error = Error::from_boxed(error.into());
        let message = text::to_c(&error.to_string());
        check(unsafe { sys::nowplaying_request_complete(self.0.as_ptr(), error.answer_status(), message.as_ptr()) })
    }

    /// Answers an artwork request with the bytes of a PNG, JPEG, WebP or GIF file. Bytes that are none of them leave
    /// the request open.
    ///
    /// # Errors
    /// [`Status::NotAnImage`], [`Status::TooLarge`] for more than
    /// [`limits::ARTWORK_BYTES`](crate::limits::ARTWORK_BYTES), [`Status::InvalidArgument`] for a request
    /// that is not of an artwork; and as [`complete`](Request::complete).
    pub fn complete_artwork_data(&self, data: &[u8]) -> Result<()> {
        check(unsafe {
            sys::nowplaying_request_complete_artwork_data(self.0.as_ptr(), data.as_ptr().cast(), data.len())
        })
    }

    /// Answers an artwork request with a PNG, JPEG, WebP or GIF file, which is read now. A file that cannot be used
    /// leaves the request open.
    ///
    /// # Errors
    /// As [`complete_artwork_data`](Request::complete_artwork_data), and [`Status::Io`] for what cannot be read or is
    /// not a regular file.
    pub fn complete_artwork_file(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = c_path(path.as_ref())?;
        check(unsafe { sys::nowplaying_request_complete_artwork_file(self.0.as_ptr(), path.as_ptr()) })
    }

    /// Answers an artwork request with the address of a PNG, JPEG, WebP or GIF file: of ASCII alone, the rest
    /// percent-encoded, and of at most [`limits::TEXT_BYTES`](crate::limits::TEXT_BYTES). An address that cannot be
    /// used leaves the request open.
    ///
    /// "https://…" (or http): the desktop is sent the address and fetches the picture; not all desktops can.
    /// "file:///…": a file that is neither moved nor changed while it is shown. If the desktop can see the file, it is
    /// not copied.
    ///
    /// # Errors
    /// [`Status::InvalidArgument`] for what is no such address, or a request that is not of an artwork; for a file as
    /// [`complete_artwork_file`](Request::complete_artwork_file); and as [`complete`](Request::complete).
    pub fn complete_artwork_url(&self, url: impl AsRef<str>) -> Result<()> {
        let url = text::to_c(url.as_ref());
        check(unsafe { sys::nowplaying_request_complete_artwork_url(self.0.as_ptr(), url.as_ptr()) })
    }

    /// Answers a video request with the bytes of an MP4, QuickTime or WebM video, which are copied: of the aspect ratio
    /// that was asked for within 1 %, and of at most 60 frames a second and
    /// [`limits::VIDEO_BYTES`](crate::limits::VIDEO_BYTES). A video that cannot be used leaves the request open:
    /// [`fail`](Request::fail) it with the error, and the surface is sent the reason.
    ///
    /// # Errors
    /// [`Status::NotAVideo`], [`Status::WrongAspectRatio`], [`Status::FrameRate`], [`Status::TooLarge`];
    /// [`Status::InvalidArgument`] for a request that is not of a video, [`Status::System`] when the system refuses
    /// memory; and as [`complete`](Request::complete).
    pub fn complete_video_data(&self, data: &[u8]) -> Result<()> {
        check(unsafe { sys::nowplaying_request_complete_video_data(self.0.as_ptr(), data.as_ptr().cast(), data.len()) })
    }

    /// Answers a video request with a file, which is checked now and read by surfaces: it may be removed then, but not
    /// changed.
    ///
    /// # Errors
    /// As [`complete_video_data`](Request::complete_video_data), and [`Status::Io`] for what cannot be read or is not a
    /// regular file.
    pub fn complete_video_file(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = c_path(path.as_ref())?;
        check(unsafe { sys::nowplaying_request_complete_video_file(self.0.as_ptr(), path.as_ptr()) })
    }

    /// Answers a video request with the address of a file on this computer, "file:///…".
    ///
    /// # Errors
    /// As [`complete_video_file`](Request::complete_video_file), and [`Status::NotLocal`] for another address.
    pub fn complete_video_url(&self, url: impl AsRef<str>) -> Result<()> {
        let url = text::to_c(url.as_ref());
        check(unsafe { sys::nowplaying_request_complete_video_url(self.0.as_ptr(), url.as_ptr()) })
    }

    /// The row of the entry that a request of [`on_queue_go_to`](crate::SessionBuilder::on_queue_go_to),
    /// [`on_queue_add`](crate::SessionBuilder::on_queue_add) or
    /// [`on_queue_remove`](crate::SessionBuilder::on_queue_remove) is about: its index in the queue that was committed
    /// last, even if that was committed after the closure was called. `None`: the new entry goes to the start.
    ///
    /// # Errors
    /// [`Status::NoSuchContent`]: the entry is not in the queue any more. [`Status::InvalidArgument`]: another request.
    pub fn queue_row(&self) -> Result<Option<usize>> {
        let mut row = 0;
        check(unsafe { sys::nowplaying_request_get_queue_row(self.0.as_ptr(), &mut row) })?;
        Ok(usize::try_from(row).ok())
    }

    /// Whether an answer is still wanted: `Ok` while it is, else why not.
    ///
    /// # Errors
    /// [`Status::AlreadyAnswered`], [`Status::Cancelled`], [`Status::TimedOut`].
    pub fn state(&self) -> Result<()> {
        let status = unsafe { sys::nowplaying_request_get_state(self.0.as_ptr()) };
        if status == sys::NOWPLAYING_OK {
            return Ok(());
        }
        Err(Error::new(status.into(), ""))
    }
}

pub(crate) fn c_path(path: &Path) -> Result<CString> {
    CString::new(path.as_os_str().as_bytes())
        .map_err(|_| Error::new(Status::InvalidArgument, "the path of the file contains a NUL"))
}

impl Clone for Request {
    fn clone(&self) -> Self {
        unsafe { sys::nowplaying_request_ref(self.0.as_ptr()) };
        Request(self.0)
    }
}

impl Drop for Request {
    fn drop(&mut self) {
        unsafe { sys::nowplaying_request_unref(self.0.as_ptr()) };
    }
}
