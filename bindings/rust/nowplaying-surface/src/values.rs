// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Made by nowplaying-sys/generate from include/nowplaying/nowplaying.abi.json. Do not edit.

//! Enumerations and sets of surface.h. Those of nowplaying.h are in the crate nowplaying-values.

use crate::declare::set;
use nowplaying_values::enumeration;

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
        /// By when they were made, the oldest first.
        Created = NOWPLAYING_SURFACE_ORDER_CREATED,
        /// By when they were changed, the oldest first.
        Modified = NOWPLAYING_SURFACE_ORDER_MODIFIED,
        /// By when they were played, the oldest first.
        Played = NOWPLAYING_SURFACE_ORDER_PLAYED,
        /// As the user has put them.
        User = NOWPLAYING_SURFACE_ORDER_USER,
    }
}

set! {
    /// Properties and abilities of a session: a set.
    Abilities {
        /// Its player speaks org.nowplaying; without it all is of MPRIS.
        SPEAKS_NOWPLAYING = NOWPLAYING_SURFACE_SPEAKS_NOWPLAYING,
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
        /// It is the same playback as the entry twin_key, which is the better of both: without the option `twins` it has
        /// no entry.
        IS_TWIN = NOWPLAYING_SURFACE_IS_TWIN,
        /// It has an item of which nothing is known but an id, as of a tab that was closed: it comes behind those of
        /// which more is known, as one without an item does.
        IS_BARE = NOWPLAYING_SURFACE_IS_BARE,
    }
}

set! {
    /// The parts of an entry that have changed: a set.
    Changed {
        /// Something of nowplaying_surface_session_get_info().
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
        /// The item begins again: it was played to its end, and the same item plays from its start, as where it is
        /// repeated. It counts as at its end within the last two seconds, or the last quarter of a shorter one, because
        /// many players know whole seconds alone; a stop there, or a moment without an item, is no matter. A seek to the
        /// start from anywhere else is none, and an item whose length is not known never begins again. A player that
        /// gives each playing an id of its own has another item instead. Beside NOWPLAYING_SURFACE_CHANGED_PLAYBACK or
        /// NOWPLAYING_SURFACE_CHANGED_ITEM.
        BEGAN_AGAIN = NOWPLAYING_SURFACE_CHANGED_BEGAN_AGAIN,
    }
}

set! {
    /// The characteristics of a track: a set.
    Characteristics {
        /// The one that plays unless somebody chooses.
        IS_DEFAULT = NOWPLAYING_TRACK_IS_DEFAULT,
        /// Subtitles of what is foreign in the item alone.
        IS_FORCED = NOWPLAYING_TRACK_IS_FORCED,
        /// Describes what is seen, for those who do not see it.
        DESCRIBES_VIDEO = NOWPLAYING_TRACK_DESCRIBES_VIDEO,
        /// A commentary.
        IS_COMMENTARY = NOWPLAYING_TRACK_IS_COMMENTARY,
    }
}
