// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::snapshot::known;
use crate::{text, time, AspectRatio, ContentKind, MediaDuration, MediaType, Session};
use nowplaying_sys as sys;
use std::fmt;
use std::os::raw::c_char;
use std::ptr::null;
use std::time::Duration;

/// The item that a session plays, which it borrows. It has the fields of `nowplaying::Content` by the same names:
/// `item.title()`. Texts are of foreign programs: show them as text and not as markup.
#[derive(Clone, Copy)]
pub struct Item<'a> {
    pub(crate) session: &'a Session,
    pub(crate) c: sys::nowplaying_surface_item,
}

/// A chapter of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chapter<'a> {
    /// The chapter's index, from 0.
    pub index: usize,
    /// The position at which the chapter begins.
    pub start: Duration,
    /// The position at which the next chapter begins, or the item ends; `None`: not known.
    pub end: Option<Duration>,
    /// The title; "" when there is none: show the number.
    pub title: &'a str,
    /// The id of the picture, for [`Session::chapter_artwork`]; "": the chapter has the picture of the item.
    pub artwork_id: &'a str,
}

/// A line of lyrics.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LyricsLine<'a> {
    /// The text; "" before the first line and between verses; with "\n" between an original and its translation.
    pub text: &'a str,
    /// The position at which the next line begins; `None`: it is the last.
    pub end: Option<Duration>,
}

impl<'a> Item<'a> {
    /// Returns a text of the struct, which lives as long as the session.
    fn own(&self, text: *const c_char) -> &'a str {
        unsafe { text::borrowed(text) }
    }

    /// The item's id: the same id means the same item, described again. "" for players of MPRIS that give none.
    pub fn id(&self) -> &'a str {
        self.own(self.c.id)
    }

    /// The kind of the item. For a player of MPRIS, which gives no kind: music if there are artists or an album,
    /// else generic.
    pub fn kind(&self) -> ContentKind {
        self.c.kind.into()
    }

    /// The media type, audio or video.
    pub fn media_type(&self) -> MediaType {
        self.c.media_type.into()
    }

    /// The lines to show, made from the fields as the protocol says: the title; artists, show, station, and so on; the
    /// album. "" if there is none.
    pub fn lines(&self) -> [&'a str; 3] {
        [self.c.first_line, self.c.second_line, self.c.third_line].map(|line| self.own(line))
    }

    /// How long the item is.
    pub fn duration(&self) -> MediaDuration {
        MediaDuration::of(self.c.duration_kind, self.c.duration_us)
    }

    /// The id of the picture, for [`Session::artwork`]: the same id means the same picture in this session. "" for a
    /// player of MPRIS.
    pub fn artwork_id(&self) -> &'a str {
        self.own(self.c.artwork_id)
    }

    /// The address of the picture, as the player gives it: "file:///…", a path, "data:…" or "https://…", or "".
    /// [`Session::artwork`] reads what is on this computer.
    pub fn artwork_url(&self) -> &'a str {
        self.own(self.c.artwork_url)
    }

    /// The id of the animated artwork in an aspect ratio, for [`Session::preview`] and [`Session::video`]; "": there is
    /// none.
    pub fn animated_artwork_id(&self, ratio: AspectRatio) -> &'a str {
        self.own(match ratio {
            AspectRatio::Square => self.c.animated_square_id,
            AspectRatio::Tall => self.c.animated_tall_id,
            _ => null(),
        })
    }

    /// Its chapters, in the order of their starts; none for a player of MPRIS.
    pub fn chapters(&self) -> impl Iterator<Item = Chapter<'a>> + 'a {
        let item = *self;
        (0..).map_while(move |index| item.chapter_of(index))
    }

    /// The chapter in which a position is; `None`: there are no chapters, or the first begins later. No closure is
    /// called when playback reaches the next chapter: call this again at the end of the chapter.
    pub fn chapter_at(&self, position: Duration) -> Option<Chapter<'a>> {
        self.chapter_of(self.place_at(position)?.0)
    }

    /// The chapter with an index.
    fn chapter_of(&self, index: usize) -> Option<Chapter<'a>> {
        let mut chapter = sys::NOWPLAYING_CHAPTER_INIT;
        let status = unsafe { sys::nowplaying_surface_session_get_chapter(self.session.as_ptr(), index, &mut chapter) };
        (status == sys::NOWPLAYING_OK).then(|| {
            let start = time::duration(chapter.start_us);
            let end = self.place_at(start).and_then(|(_, end)| end);
            Chapter { index, start, end, title: self.own(chapter.title), artwork_id: self.own(chapter.artwork_id) }
        })
    }

    /// Returns the index of the chapter at a position, and its end.
    fn place_at(&self, position: Duration) -> Option<(usize, Option<Duration>)> {
        let (mut index, mut end) = (0, sys::NOWPLAYING_TIME_UNKNOWN);
        let position = time::microseconds(position);
        let status = unsafe {
            sys::nowplaying_surface_session_get_chapter_at(self.session.as_ptr(), position, &mut index, &mut end)
        };
        (status == sys::NOWPLAYING_OK).then(|| (index, known(end)))
    }

    /// The line of the lyrics that is sung at a position. The lyrics must have times for their lines (LRC), and may
    /// come from a player of MPRIS; `None`: there are no such lyrics.
    pub fn lyrics_at(&self, position: Duration) -> Option<LyricsLine<'a>> {
        let (mut line, mut next) = (null(), sys::NOWPLAYING_TIME_UNKNOWN);
        let position = time::microseconds(position);
        let status = unsafe {
            sys::nowplaying_surface_session_get_lyrics_at(self.session.as_ptr(), position, &mut line, &mut next)
        };
        (status == sys::NOWPLAYING_OK).then(|| LyricsLine { text: self.own(line), end: known(next) })
    }

    /// Texts under keys of the player's own, "cmus:stream_title" and "A Song", in the order of the keys.
    pub fn extra(&self) -> impl Iterator<Item = (&'a str, &'a str)> + 'a {
        let item = *self;
        (0..).map_while(move |index| {
            let session = item.session.as_ptr();
            let key = unsafe { sys::nowplaying_surface_session_get_extra_key(session, index) };
            (!key.is_null()).then(|| {
                let value = unsafe { sys::nowplaying_surface_session_get_extra(session, key) };
                (item.own(key), item.own(value))
            })
        })
    }

    pub(crate) fn text(&self, field: sys::nowplaying_field, index: usize) -> Option<&'a str> {
        let text = unsafe { sys::nowplaying_surface_session_get_text(self.session.as_ptr(), field, index) };
        (!text.is_null()).then(|| self.own(text))
    }

    pub(crate) fn integer(&self, field: sys::nowplaying_field) -> Option<i64> {
        let mut value = 0;
        let status = unsafe { sys::nowplaying_surface_session_get_integer(self.session.as_ptr(), field, &mut value) };
        (status == sys::NOWPLAYING_OK).then_some(value)
    }

    pub(crate) fn number(&self, field: sys::nowplaying_field) -> Option<f64> {
        let mut value = 0.0;
        let status = unsafe { sys::nowplaying_surface_session_get_number(self.session.as_ptr(), field, &mut value) };
        (status == sys::NOWPLAYING_OK).then_some(value)
    }
}

impl fmt::Debug for Item<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Item").field("kind", &self.kind()).field("lines", &self.lines()).finish_non_exhaustive()
    }
}
