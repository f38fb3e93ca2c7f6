// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::{text, Status};
use nowplaying_sys as sys;
use std::fmt;

/// The result of the functions of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// A status and its sentence: the player's, if it has given one.
#[derive(Clone, PartialEq, Eq)]
pub struct Error {
    status: Status,
    message: String,
}

impl Error {
    pub(crate) fn new(status: Status, message: impl Into<String>) -> Self {
        Error { status, message: message.into() }
    }

    /// The kind of the error.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Returned when the library did what its header excludes.
    pub(crate) fn broken_contract() -> Self {
        Error::new(Status::InvalidState, "libnowplaying-surface broke its own contract; please report this")
    }

    /// Returned when the surface was dropped.
    pub(crate) fn dropped() -> Self {
        Error::new(Status::InvalidState, "the surface was dropped")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.message.is_empty() {
            let sentence = unsafe { sys::nowplaying_surface_strerror(self.status.into()) };
            return formatter.write_str(&text::from_c(sentence));
        }
        formatter.write_str(&self.message)
    }
}

/// The sentence, too, because a `main` that returns an error prints it so.
impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self} ({:?})", self.status)
    }
}

impl std::error::Error for Error {}

/// Converts the status of a call on this thread, with the library's details of an error.
pub(crate) fn check(status: sys::nowplaying_status) -> Result<()> {
    if status >= 0 {
        return Ok(());
    }
    let details = text::from_c(unsafe { sys::nowplaying_surface_last_error() });
    Err(Error::new(status.into(), text::without_function(&details)))
}
