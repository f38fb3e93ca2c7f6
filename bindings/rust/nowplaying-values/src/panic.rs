// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Catches panics of the program's closures, which must not unwind through C.

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
        // Dropping the payload runs code of the program too. If that panics, its payload is never dropped.
        if let Err(another) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            std::mem::forget(another);
        }
        text
    })
}
