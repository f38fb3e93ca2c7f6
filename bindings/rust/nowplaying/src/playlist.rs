// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::{text, Date};
use nowplaying_sys as sys;
use std::ffi::CString;

/// One of the [playlists](crate::App::set_playlists) of an app: a value, to keep and compare.
///
/// ```
/// use nowplaying::{Date, Playlist};
///
/// # fn main() -> nowplaying::Result<()> {
/// let sunday = Playlist::new("7", "Sunday").icon_url("file:///icons/sun.png").created(Date::new(2026, 5, 31)?);
/// # assert_eq!(sunday, sunday.clone());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playlist {
    id: CString,
    name: CString,
    icon_url: Option<CString>,
    created: Option<Date>,
    modified: Option<Date>,
    last_played: Option<Date>,
}

impl Playlist {
    /// A playlist without an icon and without dates. The id names it within the app: another for each, and the same at
    /// each start of the app; the name is what people see.
    pub fn new(id: &str, name: &str) -> Self {
        let (id, name) = (text::to_c(id), text::to_c(name));
        Playlist { id, name, icon_url: None, created: None, modified: None, last_played: None }
    }

    /// The URL of a small picture of it, "file:///…".
    pub fn icon_url(self, url: &str) -> Self {
        Playlist { icon_url: Some(text::to_c(url)), ..self }
    }

    /// Sets when the playlist was made. If one playlist has such a date, clients can ask for all playlists in this
    /// order; the same holds for the two other dates.
    pub fn created(self, date: impl Into<Date>) -> Self {
        Playlist { created: Some(date.into()), ..self }
    }

    /// When it was changed last.
    pub fn modified(self, date: impl Into<Date>) -> Self {
        Playlist { modified: Some(date.into()), ..self }
    }

    /// When it was played last.
    pub fn last_played(self, date: impl Into<Date>) -> Self {
        Playlist { last_played: Some(date.into()), ..self }
    }

    /// Returns the C description, which borrows from `self`.
    pub(crate) fn to_c(&self) -> sys::nowplaying_playlist {
        let seconds = |date: Option<Date>| date.map_or(sys::NOWPLAYING_TIME_UNKNOWN, Date::seconds_since_1970);
        sys::nowplaying_playlist {
            id: self.id.as_ptr(),
            name: self.name.as_ptr(),
            icon_url: text::pointer(&self.icon_url),
            created: seconds(self.created),
            modified: seconds(self.modified),
            last_played: seconds(self.last_played),
            ..sys::NOWPLAYING_PLAYLIST_INIT
        }
    }
}
