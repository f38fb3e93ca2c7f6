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

/// Texts for the library, and the pointers to them.
pub(crate) struct CTexts {
    pub(crate) pointers: Vec<*const c_char>,
    _texts: Vec<CString>,
}

impl<T: AsRef<str>> FromIterator<T> for CTexts {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> Self {
        let texts: Vec<CString> = texts.into_iter().map(|text| to_c(text.as_ref())).collect();
        CTexts { pointers: texts.iter().map(|text| text.as_ptr()).collect(), _texts: texts }
    }
}
