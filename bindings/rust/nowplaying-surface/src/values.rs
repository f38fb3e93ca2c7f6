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
        /// The first order that the player offers.
        Any = NOWPLAYING_SURFACE_ORDER_ANY,
        /// Ordered by their names.
        Alphabetical = NOWPLAYING_SURFACE_ORDER_ALPHABETICAL,
        /// Ordered by the time at which they were made, the oldest first.
        Created = NOWPLAYING_SURFACE_ORDER_CREATED,
        /// Ordered by the time at which they were changed, the oldest first.
        Modified = NOWPLAYING_SURFACE_ORDER_MODIFIED,
        /// Ordered by the time at which they were played, the oldest first.
        Played = NOWPLAYING_SURFACE_ORDER_PLAYED,
        /// Ordered as the user has put them.
        User = NOWPLAYING_SURFACE_ORDER_USER,
    }
}

enumeration! {
    /// The row of a control.
    ControlRow {
        /// The row in the middle of the session, with play and pause. At most five controls, from left to right, even
        /// where text runs from right to left; `slot` says which is which.
        Central = NOWPLAYING_SURFACE_ROW_CENTRAL,
        /// The row beside or below it: at most NOWPLAYING_SURFACE_MAX_BESIDE controls, the most wanted first.
        Beside = NOWPLAYING_SURFACE_ROW_BESIDE,
        /// A menu, with everything else.
        Overflow = NOWPLAYING_SURFACE_ROW_OVERFLOW,
        /// The stars of a rating, from the first to the last.
        Stars = NOWPLAYING_SURFACE_ROW_STARS,
        /// At the bar of the position: back to live.
        Position = NOWPLAYING_SURFACE_ROW_POSITION,
        /// At the volume: mute. Without a volume, show it in the menu.
        Volume = NOWPLAYING_SURFACE_ROW_VOLUME,
    }
}

set! {
    /// Properties and abilities of a session: a set.
    Abilities {
        /// The session's player speaks org.nowplaying; without this bit everything comes from MPRIS.
        SPEAKS_NOWPLAYING = NOWPLAYING_SURFACE_SPEAKS_NOWPLAYING,
        /// The session plays on other devices.
        IS_REMOTE = NOWPLAYING_SURFACE_IS_REMOTE,
        /// The session's volume can be set.
        CAN_SET_VOLUME = NOWPLAYING_SURFACE_CAN_SET_VOLUME,
        /// The session's player can bring its window to the front.
        CAN_RAISE = NOWPLAYING_SURFACE_CAN_RAISE,
        /// The session's player can quit.
        CAN_QUIT = NOWPLAYING_SURFACE_CAN_QUIT,
        /// Videos may be shown now. Without this bit only previews may, because the computer saves power, or for another
        /// reason.
        MAY_SHOW_VIDEO = NOWPLAYING_SURFACE_MAY_SHOW_VIDEO,
        /// The session is muted; its volume is the one that it has when it is unmuted.
        IS_MUTED = NOWPLAYING_SURFACE_IS_MUTED,
        /// The session is the same playback as the entry twin_key, which is the better of the two: without the option
        /// `twins` this session has no entry.
        IS_TWIN = NOWPLAYING_SURFACE_IS_TWIN,
        /// The session has an item of which nothing but an id is known or, where the player has stopped, no text, as for
        /// a tab that was closed: like a session without an item, it comes after those of which more is known.
        IS_BARE = NOWPLAYING_SURFACE_IS_BARE,
    }
}

set! {
    /// The parts of an entry that have changed: a set.
    Changed {
        /// A value of nowplaying_surface_session_get_info() has changed.
        INFO = NOWPLAYING_SURFACE_CHANGED_INFO,
        /// The item has changed, or there is another one.
        ITEM = NOWPLAYING_SURFACE_CHANGED_ITEM,
        /// The state, the speed or the position has changed, as when somebody seeks.
        PLAYBACK = NOWPLAYING_SURFACE_CHANGED_PLAYBACK,
        /// A command was added or removed, or has another state.
        COMMANDS = NOWPLAYING_SURFACE_CHANGED_COMMANDS,
        /// A device was added or removed, or has another volume.
        DEVICES = NOWPLAYING_SURFACE_CHANGED_DEVICES,
        /// The queue was added or removed, or has changed, or another entry is the present one.
        QUEUE = NOWPLAYING_SURFACE_CHANGED_QUEUE,
        /// The playlists were added or removed, or have changed, or another one is active.
        PLAYLISTS = NOWPLAYING_SURFACE_CHANGED_PLAYLISTS,
        /// A track was added or removed, or another one is selected.
        TRACKS = NOWPLAYING_SURFACE_CHANGED_TRACKS,
        /// The item begins again: it was played to its end, and the same item plays from its start, as when it is
        /// repeated. It counts as at its end within the last two seconds, or within the last quarter of a short item,
        /// because many players know only whole seconds; a stop there, or a moment without an item, does not matter. A
        /// seek to the start from anywhere else does not count, and an item whose length is not known never begins again.
        /// If a player gives each repetition a new id, there is another item instead. Set together with
        /// NOWPLAYING_SURFACE_CHANGED_PLAYBACK or NOWPLAYING_SURFACE_CHANGED_ITEM.
        BEGAN_AGAIN = NOWPLAYING_SURFACE_CHANGED_BEGAN_AGAIN,
    }
}

set! {
    /// The characteristics of a track: a set.
    Characteristics {
        /// The track plays unless somebody chooses another.
        IS_DEFAULT = NOWPLAYING_TRACK_IS_DEFAULT,
        /// The subtitles are only for the foreign words in the item.
        IS_FORCED = NOWPLAYING_TRACK_IS_FORCED,
        /// The track describes the picture, for people who do not see it.
        DESCRIBES_VIDEO = NOWPLAYING_TRACK_DESCRIBES_VIDEO,
        /// The track is a commentary.
        IS_COMMENTARY = NOWPLAYING_TRACK_IS_COMMENTARY,
    }
}
