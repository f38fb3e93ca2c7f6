// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Devices, tracks, queues and playlists, which borrow from their session.

use crate::{text, time, Characteristics, DeviceType, PlaylistOrder, Session, TrackKind};
use nowplaying_sys as sys;
use std::os::raw::c_char;
use std::time::Duration;

/// Returns a text that lives as long as its session.
fn own<'a>(text: *const c_char) -> &'a str {
    unsafe { text::borrowed(text) }
}

/// A device on which a session plays.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Device<'a> {
    /// Names the device: the same in every session that plays there.
    pub id: &'a str,
    /// The name for people, "Kitchen".
    pub name: &'a str,
    /// The kind of the device.
    pub device_type: DeviceType,
    /// The volume, 0.0 to 1.0; `None`: the device has none that can be set.
    pub volume: Option<f64>,
    /// Whether it can be made louder and quieter: [`Session::step_volume`].
    pub can_step: bool,
}

impl Device<'_> {
    pub(crate) fn new(device: sys::nowplaying_device) -> Self {
        Device {
            id: own(device.id),
            name: own(device.name),
            device_type: device.type_.into(),
            volume: Some(device.volume).filter(|volume| *volume >= 0.0),
            can_step: device.can_step != 0,
        }
    }
}

/// An audio or subtitle track of the item that plays.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Track<'a> {
    /// The kind.
    pub kind: TrackKind,
    /// Names the track among those of its kind.
    pub id: &'a str,
    /// Its language, as BCP 47 writes it: "de", "pt-BR". "": not known.
    pub language: &'a str,
    /// The title for people, "Director's commentary". "": show the language.
    pub title: &'a str,
    /// Its characteristics.
    pub characteristics: Characteristics,
    /// Whether it is heard or seen now; at most one of its kind.
    pub selected: bool,
}

impl Track<'_> {
    pub(crate) fn new(track: sys::nowplaying_track) -> Self {
        Track {
            kind: track.kind.into(),
            id: own(track.id),
            language: own(track.language),
            title: own(track.title),
            characteristics: Characteristics::from_bits(track.characteristics),
            selected: track.selected != 0,
        }
    }
}

/// A queue.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Queue<'a> {
    session: &'a Session,
    /// How many entries the player has. If not all can be read, those around the present one can.
    pub total: usize,
    /// The index of the entry that plays, among those that can be read; `None`: none of them.
    pub present: Option<usize>,
    /// Whether entries can be added and removed.
    pub can_edit: bool,
    count: usize,
}

impl<'a> Queue<'a> {
    pub(crate) fn new(session: &'a Session, queue: sys::nowplaying_surface_queue) -> Self {
        let (total, present) = (queue.total, usize::try_from(queue.present).ok());
        Queue { session, total, present, can_edit: queue.can_edit != 0, count: queue.count }
    }

    /// How many entries can be read, at most [`limits::QUEUE`](crate::limits::QUEUE).
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether it has no entry.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The entries, in their order.
    pub fn entries(&self) -> impl Iterator<Item = QueueEntry<'a>> + 'a {
        let empty = sys::NOWPLAYING_SURFACE_QUEUE_ENTRY_INIT;
        self.session.each(empty, sys::nowplaying_surface_session_get_queue_entry).map(QueueEntry::new)
    }
}

/// An entry of a queue. Texts are "" if there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueueEntry<'a> {
    /// Names the entry in its queue; no two have the same.
    pub id: &'a str,
    /// Its title; "" also of an entry that the player does not describe.
    pub title: &'a str,
    /// All artists, with ", " between them.
    pub artists: &'a str,
    /// Its album.
    pub album: &'a str,
    /// The entry's URL, "file:///…".
    pub url: &'a str,
    /// The URL of its picture.
    pub artwork_url: &'a str,
    /// How long it is; `None`: not known.
    pub duration: Option<Duration>,
}

impl QueueEntry<'_> {
    fn new(entry: sys::nowplaying_surface_queue_entry) -> Self {
        QueueEntry {
            id: own(entry.id),
            title: own(entry.title),
            artists: own(entry.artists),
            album: own(entry.album),
            url: own(entry.url),
            artwork_url: own(entry.artwork_url),
            duration: (entry.duration_us > 0).then(|| time::duration(entry.duration_us)),
        }
    }
}

/// The playlists of a player.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Playlists<'a> {
    session: &'a Session,
    /// The index of the playlist that plays, among those that can be read; `None`: none of them.
    pub active: Option<usize>,
    orders: u32,
    count: usize,
}

impl<'a> Playlists<'a> {
    pub(crate) fn new(session: &'a Session, playlists: sys::nowplaying_surface_playlists) -> Self {
        let active = usize::try_from(playlists.active).ok();
        Playlists { session, active, orders: playlists.orders, count: playlists.count }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether the player offers this order.
    pub fn has_order(&self, order: PlaylistOrder) -> bool {
        let bit = u32::try_from(i32::from(order)).ok().and_then(|place| 1_u32.checked_shl(place));
        self.orders & bit.unwrap_or(0) != 0
    }

    /// The playlists, in the order that [`Session::follow_playlists`] was given.
    pub fn lists(&self) -> impl Iterator<Item = Playlist<'a>> + 'a {
        let empty = sys::NOWPLAYING_SURFACE_PLAYLIST_INIT;
        self.session.each(empty, sys::nowplaying_surface_session_get_playlist).map(Playlist::new)
    }
}

/// A playlist of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Playlist<'a> {
    /// Names it for its player; no two have the same.
    pub id: &'a str,
    /// The name for people; two may have the same.
    pub name: &'a str,
    /// The URL of its picture, or "".
    pub icon_url: &'a str,
}

impl Playlist<'_> {
    fn new(playlist: sys::nowplaying_surface_playlist) -> Self {
        Playlist { id: own(playlist.id), name: own(playlist.name), icon_url: own(playlist.icon_url) }
    }
}
