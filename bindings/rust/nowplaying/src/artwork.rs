// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Lets a player give its session pictures when it has them.

use crate::error::check;
use crate::request::c_path;
use crate::{text, Result, Session};
use nowplaying_sys as sys;
use std::path::Path;

/// Functions that provide a picture for an artwork id. They may be called before or after the commit of a content with
/// that id, on any thread that may use the session (for a polled app the thread of the loop), and need no commit. The
/// session uses the picture wherever it shows the artwork with this id: it does not call
/// [`on_artwork`](crate::SessionBuilder::on_artwork) for it, and answers open requests by it. Another picture for the
/// same id takes its place. A new item waits 40 ms for its picture, so that clients are sent the item once; if the
/// picture comes later, they are sent the item again. A session remembers
/// [`limits::REMEMBERED_ARTWORKS`](crate::limits::REMEMBERED_ARTWORKS) pictures, and the one that it shows.
impl<Mode> Session<Mode> {
    /// Provides the bytes of a PNG, JPEG, WebP or GIF file as the picture of an artwork id.
    ///
    /// # Errors
    /// [`Status::InvalidArgument`](crate::Status::InvalidArgument): no id.
    /// [`Status::NotAnImage`](crate::Status::NotAnImage), [`Status::TooLarge`](crate::Status::TooLarge): more than
    /// [`limits::ARTWORK_BYTES`](crate::limits::ARTWORK_BYTES), [`Status::Io`](crate::Status::Io) when it cannot be
    /// written where the desktop would see it; [`Status::InvalidState`](crate::Status::InvalidState): the app was
    /// dropped.
    pub fn provide_artwork_data(&self, artwork_id: impl AsRef<str>, data: &[u8]) -> Result<()> {
        let id = text::to_c(artwork_id.as_ref());
        check(unsafe {
            sys::nowplaying_session_provide_artwork_data(self.handle(), id.as_ptr(), data.as_ptr().cast(), data.len())
        })
    }

    /// Provides a PNG, JPEG, WebP or GIF file, which is read now, as the picture of an artwork id.
    ///
    /// # Errors
    /// As [`provide_artwork_data`](Session::provide_artwork_data), and [`Status::Io`](crate::Status::Io) for what
    /// cannot be read or is not a regular file.
    pub fn provide_artwork_file(&self, artwork_id: impl AsRef<str>, path: impl AsRef<Path>) -> Result<()> {
        let (id, path) = (text::to_c(artwork_id.as_ref()), c_path(path.as_ref())?);
        check(unsafe { sys::nowplaying_session_provide_artwork_file(self.handle(), id.as_ptr(), path.as_ptr()) })
    }

    /// Provides the address of the picture of an artwork id:
    /// see [`Request::complete_artwork_url`](crate::Request::complete_artwork_url).
    ///
    /// # Errors
    /// [`Status::InvalidArgument`](crate::Status::InvalidArgument): no id, or no such address; for a file as
    /// [`provide_artwork_file`](Session::provide_artwork_file).
    pub fn provide_artwork_url(&self, artwork_id: impl AsRef<str>, url: impl AsRef<str>) -> Result<()> {
        let (id, url) = (text::to_c(artwork_id.as_ref()), text::to_c(url.as_ref()));
        check(unsafe { sys::nowplaying_session_provide_artwork_url(self.handle(), id.as_ptr(), url.as_ptr()) })
    }

    /// Says that there is no picture of an artwork id: nobody waits for it.
    ///
    /// # Errors
    /// [`Status::InvalidArgument`](crate::Status::InvalidArgument): no id.
    /// [`Status::InvalidState`](crate::Status::InvalidState): the app was dropped.
    pub fn provide_artwork_none(&self, artwork_id: impl AsRef<str>) -> Result<()> {
        let id = text::to_c(artwork_id.as_ref());
        check(unsafe { sys::nowplaying_session_provide_artwork_none(self.handle(), id.as_ptr()) })
    }
}
