// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The limits on what the library accepts. Anything beyond is cut, left out or refused, as each function says.

use nowplaying_sys as sys;
use std::time::Duration;

/// Bytes of a text; a longer one is cut.
pub const TEXT_BYTES: usize = sys::NOWPLAYING_MAX_TEXT_BYTES as usize;
/// Bytes of the lyrics; longer ones are cut.
pub const LYRICS_BYTES: usize = sys::NOWPLAYING_MAX_LYRICS_BYTES as usize;
/// Bytes of an id, a name, a URI scheme, a MIME type or an address of a bus; a longer one is cut.
pub const ID_BYTES: usize = sys::NOWPLAYING_MAX_ID_BYTES as usize;
/// Bytes of a URI to open; a longer one is refused.
pub const URI_BYTES: usize = sys::NOWPLAYING_MAX_URI_BYTES as usize;
/// Bytes of a picture; a larger one is refused.
pub const ARTWORK_BYTES: usize = sys::NOWPLAYING_MAX_ARTWORK_BYTES as usize;
/// Pictures that a session remembers by their artwork ids, with at most 64 MiB together; the one that was not used for
/// the longest time is forgotten first, and never the one that is shown.
pub const REMEMBERED_ARTWORKS: usize = sys::NOWPLAYING_MAX_REMEMBERED_ARTWORKS as usize;
/// Pictures and videos that an app keeps for surfaces, with at most 64 MiB together; the oldest goes first.
pub const KEPT_PICTURES: usize = sys::NOWPLAYING_MAX_KEPT_PICTURES as usize;
/// Texts of a list; the rest is left out, because tags are foreign text and a longer list is no mistake.
pub const TEXTS: usize = sys::NOWPLAYING_MAX_TEXTS as usize;
/// Keys of a content that are the player's own; more are refused.
pub const EXTRA: usize = sys::NOWPLAYING_MAX_EXTRA as usize;
/// Bytes of a key of the player's own; a longer one is refused.
pub const EXTRA_KEY_BYTES: usize = sys::NOWPLAYING_MAX_EXTRA_KEY_BYTES as usize;
/// URI schemes of an app; more are refused.
pub const URI_SCHEMES: usize = sys::NOWPLAYING_MAX_URI_SCHEMES as usize;
/// MIME types of an app; more are refused.
pub const MIME_TYPES: usize = sys::NOWPLAYING_MAX_MIME_TYPES as usize;
/// Commands of a session; more are refused.
pub const COMMANDS: usize = sys::NOWPLAYING_MAX_COMMANDS as usize;
/// Chapters of a content; more are refused.
pub const CHAPTERS: usize = sys::NOWPLAYING_MAX_CHAPTERS as usize;
/// Bytes of the title of a chapter; a longer one is cut.
pub const CHAPTER_TITLE_BYTES: usize = sys::NOWPLAYING_MAX_CHAPTER_TITLE_BYTES as usize;
/// Tracks of a session; more are refused.
pub const TRACKS: usize = sys::NOWPLAYING_MAX_TRACKS as usize;
/// Intervals of a command; more are refused.
pub const INTERVALS: usize = sys::NOWPLAYING_MAX_INTERVALS as usize;
/// Rates of a command; more are refused.
pub const RATES: usize = sys::NOWPLAYING_MAX_RATES as usize;
/// Sessions of an app; more are refused.
pub const SESSIONS: usize = sys::NOWPLAYING_MAX_SESSIONS as usize;
/// Requests of an app that are open at one time; clients' calls beyond that are refused.
pub const OPEN_REQUESTS: usize = sys::NOWPLAYING_MAX_OPEN_REQUESTS as usize;
/// How long a request may be open; then it has failed.
pub const REQUEST_TIME: Duration = Duration::from_micros(sys::NOWPLAYING_MAX_REQUEST_TIME_US as u64);
/// How long a request for a preview may be open; then it has failed.
pub const PREVIEW_TIME: Duration = Duration::from_micros(sys::NOWPLAYING_MAX_PREVIEW_TIME_US as u64);
/// How long an [answer for the position](crate::SessionBuilder::on_position) may take; then it is not used.
pub const POSITION_TIME: Duration = Duration::from_micros(sys::NOWPLAYING_MAX_POSITION_TIME_US as u64);
/// How long a request for a video may be open; then it has failed.
pub const VIDEO_TIME: Duration = Duration::from_micros(sys::NOWPLAYING_MAX_VIDEO_TIME_US as u64);
/// Bytes of a video; a larger one is refused.
pub const VIDEO_BYTES: usize = sys::NOWPLAYING_MAX_VIDEO_BYTES as usize;
/// Devices of a session; more are refused.
pub const DEVICES: usize = sys::NOWPLAYING_MAX_DEVICES as usize;
/// Entries of a queue; more are refused.
pub const QUEUE_ENTRIES: usize = sys::NOWPLAYING_MAX_QUEUE_ENTRIES as usize;
/// Entries of a queue that clients see at one time.
pub const SHOWN_QUEUE_ENTRIES: usize = sys::NOWPLAYING_MAX_SHOWN_QUEUE_ENTRIES as usize;
/// Playlists of an app; more are refused.
pub const PLAYLISTS: usize = sys::NOWPLAYING_MAX_PLAYLISTS as usize;
/// Bytes of a name on the bus.
pub const BUS_NAME_BYTES: usize = sys::NOWPLAYING_MAX_BUS_NAME_BYTES as usize;
/// The highest volume; a higher one is clamped.
pub const VOLUME: f64 = sys::NOWPLAYING_MAX_VOLUME as f64;
