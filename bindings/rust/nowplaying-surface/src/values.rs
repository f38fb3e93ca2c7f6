// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Enumerations and sets of surface.h. Those of nowplaying.h are in the crate nowplaying-values.

use nowplaying_sys as sys;
use nowplaying_values::enumeration;
use std::fmt;
use std::ops::{BitOr, BitOrAssign};

enumeration! {
    /// The kind of an item.
    ContentKind {
        /// A song.
        Music = NOWPLAYING_CONTENT_MUSIC,
        /// An episode of a podcast.
        Podcast = NOWPLAYING_CONTENT_PODCAST,
        /// A film.
        Movie = NOWPLAYING_CONTENT_MOVIE,
        /// An episode of a TV show.
        TvShow = NOWPLAYING_CONTENT_TV_SHOW,
        /// An audiobook.
        Book = NOWPLAYING_CONTENT_BOOK,
        /// A broadcast.
        Radio = NOWPLAYING_CONTENT_RADIO,
        /// A camera, a doorbell, a home recording.
        HomeMedia = NOWPLAYING_CONTENT_HOME_MEDIA,
        /// Anything else.
        Generic = NOWPLAYING_CONTENT_GENERIC,
    }
}

enumeration! {
    /// The order of playlists.
    PlaylistOrder {
        /// The first that the player offers.
        Any = NOWPLAYING_SURFACE_ORDER_ANY,
        /// By their names.
        Alphabetical = NOWPLAYING_SURFACE_ORDER_ALPHABETICAL,
        /// By the time at which they were made, the oldest first.
        Created = NOWPLAYING_SURFACE_ORDER_CREATED,
        /// By the time at which they were changed, the oldest first.
        Modified = NOWPLAYING_SURFACE_ORDER_MODIFIED,
        /// By the time at which they were played, the oldest first.
        Played = NOWPLAYING_SURFACE_ORDER_PLAYED,
        /// The user's own order.
        User = NOWPLAYING_SURFACE_ORDER_USER,
    }
}

/// Declares a set of bits of C. A bit of a newer library is carried.
macro_rules! set {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $case:ident = $constant:ident,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $name(u32);

        impl $name {
            $($(#[$doc])* pub const $case: $name = $name(sys::$constant as u32);)+

            pub(crate) fn from_bits(bits: u32) -> Self {
                $name(bits)
            }

            /// Whether nothing is in it.
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether all of the other set is in it.
            pub fn contains(self, other: $name) -> bool {
                self.0 & other.0 == other.0
            }
        }

        impl BitOr for $name {
            type Output = $name;

            fn bitor(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }
        }

        impl BitOrAssign for $name {
            fn bitor_assign(&mut self, other: $name) {
                self.0 |= other.0;
            }
        }

        /// The names of what is in it, `{ITEM, PLAYBACK}`.
        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut set = formatter.debug_set();
                $(if self.contains($name::$case) {
                    set.entry(&format_args!(stringify!($case)));
                })+
                set.finish()
            }
        }
    };
}

set! {
    /// Properties and abilities of a session: a set.
    Abilities {
        /// It is of org.nowplaying; without it all is of MPRIS.
        IS_WHOLE = NOWPLAYING_SURFACE_IS_WHOLE,
        /// It plays on other devices.
        IS_REMOTE = NOWPLAYING_SURFACE_IS_REMOTE,
        /// Its volume can be set.
        CAN_SET_VOLUME = NOWPLAYING_SURFACE_CAN_SET_VOLUME,
        /// Its player can bring its window to the front.
        CAN_RAISE = NOWPLAYING_SURFACE_CAN_RAISE,
        /// Its player can quit.
        CAN_QUIT = NOWPLAYING_SURFACE_CAN_QUIT,
        /// Videos may be shown now: otherwise the previews alone, because the computer saves power, or for another
        /// reason.
        MAY_SHOW_VIDEO = NOWPLAYING_SURFACE_MAY_SHOW_VIDEO,
        /// It is muted; its volume is what it has when it ceases to be.
        IS_MUTED = NOWPLAYING_SURFACE_IS_MUTED,
    }
}

set! {
    /// The parts of an entry that have changed: a set.
    Changed {
        /// Something of the player, or of the volume, `primary` and `abilities`.
        INFO = NOWPLAYING_SURFACE_CHANGED_INFO,
        /// The item, or something of it.
        ITEM = NOWPLAYING_SURFACE_CHANGED_ITEM,
        /// State, speed or position, as when somebody seeks.
        PLAYBACK = NOWPLAYING_SURFACE_CHANGED_PLAYBACK,
        /// A command came, went, or has another state.
        COMMANDS = NOWPLAYING_SURFACE_CHANGED_COMMANDS,
        /// A device came, went, or has another level.
        DEVICES = NOWPLAYING_SURFACE_CHANGED_DEVICES,
        /// The queue came, went, or is another one, or the present entry is another one.
        QUEUE = NOWPLAYING_SURFACE_CHANGED_QUEUE,
        /// The playlists came, went, or are others, or another one is active.
        PLAYLISTS = NOWPLAYING_SURFACE_CHANGED_PLAYLISTS,
        /// A track came, went, or another one is selected.
        TRACKS = NOWPLAYING_SURFACE_CHANGED_TRACKS,
    }
}

set! {
    /// The characteristics of a track: a set.
    Characteristics {
        /// It is the one that plays unless somebody chooses.
        IS_DEFAULT = NOWPLAYING_TRACK_IS_DEFAULT,
        /// It has subtitles of what is foreign in the item alone.
        IS_FORCED = NOWPLAYING_TRACK_IS_FORCED,
        /// It describes what is seen, for those who do not see it.
        DESCRIBES_VIDEO = NOWPLAYING_TRACK_DESCRIBES_VIDEO,
        /// It is a commentary.
        IS_COMMENTARY = NOWPLAYING_TRACK_IS_COMMENTARY,
    }
}
