// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Strings of C.

use std::ffi::{CStr, CString};
use std::os::raw::c_char;
use std::ptr::null;

/// Converts a text for the library. C ends a text at a NUL, so NULs are replaced, as the library does with other
/// invalid bytes.
pub fn to_c(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{FFFD}")).unwrap_or_default()
}

/// Converts the texts in one: what NULs separate, as readers of ID3v2.4 give several values, is several texts.
pub fn separate(text: &str) -> Vec<CString> {
    if !text.contains('\0') {
        return vec![to_c(text)];
    }
    text.split('\0').filter(|part| !part.is_empty()).map(to_c).collect()
}

/// Copies a text of the library.
#[allow(clippy::not_unsafe_ptr_arg_deref)] // Hidden: the two crates give it what the library promises.
pub fn from_c(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// Returns the pointer, or NULL for none.
pub fn pointer(text: &Option<CString>) -> *const c_char {
    text.as_ref().map_or(null(), |text| text.as_ptr())
}

/// Returns the details of an error without the C function's name at the start, which users of Rust do not know.
pub fn without_function(details: &str) -> &str {
    match details.split_once(": ") {
        Some((name, sentence)) if name.starts_with("nowplaying_") => sentence,
        _ => details,
    }
}

/// Borrows a text of the library, "" for NULL.
///
/// # Safety
/// The text is UTF-8, as the headers promise, and stays for as long as the result is used.
pub unsafe fn borrowed<'a>(text: *const c_char) -> &'a str {
    if text.is_null() {
        return "";
    }
    unsafe { CStr::from_ptr(text) }.to_str().unwrap_or_default()
}
