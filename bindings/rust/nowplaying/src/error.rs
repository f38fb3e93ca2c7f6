// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::{text, Status};
use nowplaying_sys as sys;
use std::fmt;
use std::io::Write;

/// The result of the functions of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// A status and the sentence that belongs to it.
#[derive(Clone, PartialEq, Eq)]
pub struct Error {
    status: Status,
    message: String,
}

impl Error {
    /// An error to answer a request with. An empty message stands for the library's sentence for the status.
    pub fn new(status: Status, message: impl Into<String>) -> Self {
        Error { status, message: message.into() }
    }

    /// An error with [`Status::CommandFailed`], to answer a request with a sentence for people.
    pub fn failed(message: impl Into<String>) -> Self {
        Error::new(Status::CommandFailed, message)
    }

    /// The kind of the error.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Returned when the library did what its header excludes.
    pub(crate) fn broken_contract() -> Self {
        Error::new(Status::InvalidState, "libnowplaying broke its own contract; please report this")
    }

    /// The answer in place of an error that is not for people, after it was printed.
    pub(crate) fn hidden() -> Self {
        Error::failed("The player failed, and its log says why.")
    }

    /// Makes an answer from any error. An error of this crate is for the caller. The text of any other may have a path
    /// or a token in it, so that it is printed to stderr.
    pub(crate) fn from_boxed(error: Box<dyn std::error::Error + Send + Sync>) -> Self {
        match error.downcast::<Error>() {
            Ok(error) => *error,
            Err(error) => {
                let _ = writeln!(std::io::stderr(), "nowplaying: a closure failed: {error}");
                Error::hidden()
            }
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
    let details = text::from_c(unsafe { sys::nowplaying_last_error() });
    Err(Error::new(status.into(), text::without_function(&details)))
}
