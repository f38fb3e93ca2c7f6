// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Strings of C.

use std::ffi::{CStr, CString};
use std::os::raw::c_char;
use std::ptr::null;

/// A text for the library. C ends a text at a NUL, so it is replaced, as the library does with other invalid bytes.
pub(crate) fn to_c(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{FFFD}")).unwrap_or_default()
}

/// A text of the library, copied.
pub(crate) fn from_c(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// The pointer, or NULL for none.
pub(crate) fn pointer(text: &Option<CString>) -> *const c_char {
    text.as_ref().map_or(null(), |text| text.as_ptr())
}
