// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Pictures and videos.

use crate::action::Outcome;
use crate::{text, Error, Result, Status};
use nowplaying_sys as sys;
use std::fs::File;
use std::os::raw::c_int;
use std::os::unix::io::BorrowedFd;
use std::slice::from_raw_parts;

/// A picture. It comes from a foreign program: decode it in a sandbox, or with care.
#[derive(Debug)]
#[non_exhaustive]
pub struct Picture {
    /// The bytes of its file, which is PNG, JPEG, WebP or GIF.
    pub data: Vec<u8>,
    /// "image/png".
    pub mime_type: String,
    /// The width in pixels, read from the bytes.
    pub width: u32,
    /// The height in pixels, read from the bytes.
    pub height: u32,
    /// How the picture must be turned before it is shown, by the numbers of EXIF: 1 to 8, where 1 means that it is not
    /// turned. Width and height are those before turning.
    pub orientation: u8,
    /// The same file, which nobody can change any more, to give to a process that decodes it. Its offset is undefined.
    pub file: File,
}

/// A video of animated artwork, without sound.
#[derive(Debug)]
#[non_exhaustive]
pub struct Video {
    /// The file, open for reading only. It is as the player has sent it: it may be of any kind and size, change while
    /// you read it, and lie on a slow disk, so check and read it on a thread that may block. Its offset is undefined.
    pub file: File,
    /// "video/mp4".
    pub mime_type: String,
}

/// Duplicates the file of a result, which the library closes.
fn file(fd: c_int) -> Result<File> {
    if fd < 0 {
        return Err(Error::broken_contract());
    }
    let lent = unsafe { BorrowedFd::borrow_raw(fd) };
    Ok(File::from(lent.try_clone_to_owned().map_err(|error| Error::new(Status::System, error.to_string()))?))
}

impl Outcome for Picture {
    unsafe fn of(result: &sys::nowplaying_surface_result) -> Result<Self> {
        if result.data.is_null() {
            return Err(Error::broken_contract());
        }
        Ok(Picture {
            data: unsafe { from_raw_parts(result.data.cast::<u8>(), result.size) }.to_vec(),
            mime_type: text::from_c(result.mime_type),
            width: u32::try_from(result.width).unwrap_or(0),
            height: u32::try_from(result.height).unwrap_or(0),
            orientation: u8::try_from(result.orientation).unwrap_or(1),
            file: file(result.fd)?,
        })
    }
}

impl Outcome for Video {
    unsafe fn of(result: &sys::nowplaying_surface_result) -> Result<Self> {
        Ok(Video { file: file(result.fd)?, mime_type: text::from_c(result.mime_type) })
    }
}
