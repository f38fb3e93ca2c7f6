// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::text;
use crate::time::microseconds;
use nowplaying_sys as sys;
use std::ffi::CString;
use std::time::Duration;

/// A chapter of an episode, a book, a concert, for [`ContentBuilder::chapters`](crate::ContentBuilder::chapters): a
/// value, to keep and compare. It ends where the next begins.
///
/// ```
/// use nowplaying::Chapter;
/// use std::time::Duration;
///
/// let chapter = Chapter::new(Duration::from_secs(94), "The Interview").artwork("guest-7");
/// # assert_eq!(chapter, chapter.clone());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    start: Duration,
    title: CString,
    artwork: Option<CString>,
}

impl Chapter {
    /// A chapter that begins at a position of the item. With the title "" surfaces show its number. A title of more
    /// than [`limits::CHAPTER_TITLE_BYTES`](crate::limits::CHAPTER_TITLE_BYTES) is cut.
    pub fn new(start: Duration, title: &str) -> Self {
        Chapter { start, title: text::to_c(title), artwork: None }
    }

    /// The id of its picture. [`on_artwork`](crate::SessionBuilder::on_artwork) is asked for the picture, as for that
    /// of the item, unless it was provided. Without an id the chapter has the picture of the item.
    pub fn artwork(self, artwork_id: &str) -> Self {
        Chapter { artwork: Some(text::to_c(artwork_id)), ..self }
    }

    /// The description for the library, which borrows from `self`.
    pub(crate) fn to_c(&self) -> sys::nowplaying_chapter {
        sys::nowplaying_chapter {
            start_us: microseconds(self.start),
            title: self.title.as_ptr(),
            artwork_id: text::pointer(&self.artwork),
            ..sys::NOWPLAYING_CHAPTER_INIT
        }
    }
}
