// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::command::first;
use crate::error::check;
use crate::{text, Result, Session, TrackKind};
use nowplaying_sys as sys;
use std::ffi::CString;

/// An audio or subtitle track of the item that plays, for [`Session::set_tracks`]: a value, to keep and compare.
///
/// ```
/// use nowplaying::{Track, TrackKind};
///
/// let commentary = Track::new(TrackKind::Audio, "2").language("de").title("Kommentar").is_commentary(true);
/// # assert_eq!(commentary, commentary.clone());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    kind: TrackKind,
    id: CString,
    language: Option<CString>,
    title: Option<CString>,
    characteristics: sys::nowplaying_track_characteristics,
    selected: bool,
}

impl Track {
    /// A track that is not selected. The id names it among those of its kind.
    pub fn new(kind: TrackKind, id: &str) -> Self {
        Track { kind, id: text::to_c(id), language: None, title: None, characteristics: 0, selected: false }
    }

    /// Its language, as BCP 47 writes it: "de", "pt-BR". "": not known.
    pub fn language(self, language: &str) -> Self {
        Track { language: Some(text::to_c(language)), ..self }
    }

    /// Words for people, "Director's commentary". "": surfaces show the language.
    pub fn title(self, title: &str) -> Self {
        Track { title: Some(text::to_c(title)), ..self }
    }

    /// Whether it is heard or seen now; at most one of its kind.
    pub fn selected(self, selected: bool) -> Self {
        Track { selected, ..self }
    }

    /// Whether the track plays unless somebody chooses another.
    pub fn is_default(self, is_default: bool) -> Self {
        self.with(sys::NOWPLAYING_TRACK_IS_DEFAULT as u32, is_default)
    }

    /// Whether the track has subtitles only for foreign parts of the item.
    pub fn is_forced(self, is_forced: bool) -> Self {
        self.with(sys::NOWPLAYING_TRACK_IS_FORCED as u32, is_forced)
    }

    /// Whether the track describes the picture, for people who do not see it.
    pub fn describes_video(self, describes_video: bool) -> Self {
        self.with(sys::NOWPLAYING_TRACK_DESCRIBES_VIDEO as u32, describes_video)
    }

    /// Whether it is a commentary.
    pub fn is_commentary(self, is_commentary: bool) -> Self {
        self.with(sys::NOWPLAYING_TRACK_IS_COMMENTARY as u32, is_commentary)
    }

    fn with(self, bit: u32, is_on: bool) -> Self {
        let characteristics = if is_on { self.characteristics | bit } else { self.characteristics & !bit };
        Track { characteristics, ..self }
    }

    /// Returns the C description, which borrows from `self`.
    fn to_c(&self) -> sys::nowplaying_track {
        sys::nowplaying_track {
            id: self.id.as_ptr(),
            language: text::pointer(&self.language),
            title: text::pointer(&self.title),
            characteristics: self.characteristics,
            selected: self.selected.into(),
            ..sys::NOWPLAYING_TRACK_INIT(self.kind.into())
        }
    }
}

impl<Mode> Session<Mode> {
    /// Stages the audio and subtitle tracks of the item, in the order to show, replacing all. They stay with the next
    /// content: set them with each item that has others. Surfaces of org.nowplaying see them if the session has
    /// [`on_select_track`](crate::SessionBuilder::on_select_track).
    ///
    /// # Errors
    /// [`Status::InvalidArgument`](crate::Status::InvalidArgument): no id, two of a kind with the same id, or both
    /// selected, or an unknown kind. [`Status::TooLarge`](crate::Status::TooLarge): more than
    /// [`limits::TRACKS`](crate::limits::TRACKS). [`Status::InvalidState`](crate::Status::InvalidState): the app was
    /// dropped.
    pub fn set_tracks(&self, tracks: impl IntoIterator<Item = Track>) -> Result<()> {
        let tracks: Vec<Track> = tracks.into_iter().collect();
        let descriptions: Vec<_> = tracks.iter().map(Track::to_c).collect();
        check(unsafe { sys::nowplaying_session_set_tracks(self.handle(), first(&descriptions), descriptions.len()) })
    }
}
