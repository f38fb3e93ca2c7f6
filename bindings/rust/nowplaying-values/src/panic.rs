// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Panics of a program's closures, which must not run through C.

use std::panic::{catch_unwind, AssertUnwindSafe};

/// Runs a closure of the program; a panic becomes its message.
///
/// # Errors
/// The message of a panic.
pub fn catch<T>(body: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(body)).map_err(|payload| {
        let text = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
            (Some(text), _) => text.to_string(),
            (_, Some(text)) => text.clone(),
            _ => "no message".to_string(),
        };
        // The drop of the payload is the program's code, too; that of what it panics with is never run.
        if let Err(another) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            std::mem::forget(another);
        }
        text
    })
}
