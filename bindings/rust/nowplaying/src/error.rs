// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::{text, Status};
use nowplaying_sys as sys;
use std::fmt;

/// The result of the functions of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// A status and the sentence that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    status: Status,
    message: String,
}

impl Error {
    /// An error to answer a request with. An empty message stands for the library's sentence for the status.
    pub fn new(status: Status, message: impl Into<String>) -> Self {
        Error { status, message: message.into() }
    }

    /// The kind of the error.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Returned when the library did what its header excludes.
    pub(crate) fn broken_contract() -> Self {
        Error::new(Status::InvalidState, "libnowplaying broke its own contract; please report this")
    }

    /// Makes an answer from any error: an error of this crate keeps its status, any other becomes CommandFailed.
    pub(crate) fn from_boxed(error: Box<dyn std::error::Error + Send + Sync>) -> Self {
        match error.downcast::<Error>() {
            Ok(error) => *error,
            Err(error) => Error::new(Status::CommandFailed, error.to_string()),
        }
    }

    /// Returns the status as an answer, which must be an error.
    pub(crate) fn answer_status(&self) -> sys::nowplaying_status {
        match i32::from(self.status) {
            status if status < 0 => status,
            _ => sys::NOWPLAYING_ERROR_COMMAND_FAILED,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.message.is_empty() {
            let sentence = unsafe { sys::nowplaying_strerror(self.status.into()) };
            return formatter.write_str(&text::from_c(sentence));
        }
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// Converts the status of a call on this thread, with the library's details of an error.
pub(crate) fn check(status: sys::nowplaying_status) -> Result<()> {
    if status >= 0 {
        return Ok(());
    }
    let details = text::from_c(unsafe { sys::nowplaying_last_error() });
    Err(Error::new(status.into(), text::without_function(&details)))
}
