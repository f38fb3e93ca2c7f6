// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The fields of an item, by the names that the builder of a content has in the crate nowplaying.

use crate::Item;
use nowplaying_sys as sys;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Declares getters of fields, by the type of the field.
macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident: $type:ident = $field:ident;)+) => {
        $(fields! { @$type $(#[$doc])* $name $field })+
    };
    (@text $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(&self) -> Option<&'a str> {
            self.text(sys::$field, 0)
        }
    };
    (@texts $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(&self) -> impl Iterator<Item = &'a str> + 'a {
            let item = *self;
            (0..).map_while(move |index| item.text(sys::$field, index))
        }
    };
    (@count $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(&self) -> Option<u32> {
            self.integer(sys::$field).and_then(|value| u32::try_from(value).ok())
        }
    };
    (@flag $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(&self) -> Option<bool> {
            self.integer(sys::$field).map(|value| value != 0)
        }
    };
    (@date $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(&self) -> Option<SystemTime> {
            self.integer(sys::$field).and_then(time)
        }
    };
    (@number $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(&self) -> Option<f64> {
            self.number(sys::$field)
        }
    };
}

/// A text, number, flag or time that the player does not say is `None`, a list of texts empty.
impl<'a> Item<'a> {
    fields! {
        /// Title of the song, episode, film, book or thing.
        title: text = NOWPLAYING_FIELD_TITLE;
        /// Second line of a generic content.
        subtitle: text = NOWPLAYING_FIELD_SUBTITLE;
        /// Name of the album.
        album: text = NOWPLAYING_FIELD_ALBUM;
        /// Name of the podcast or TV show.
        show_name: text = NOWPLAYING_FIELD_SHOW_NAME;
        /// Author of a book.
        author: text = NOWPLAYING_FIELD_AUTHOR;
        /// Narrator of a book.
        narrator: text = NOWPLAYING_FIELD_NARRATOR;
        /// The radio station.
        station_name: text = NOWPLAYING_FIELD_STATION_NAME;
        /// The programme or song that the station plays now.
        program_name: text = NOWPLAYING_FIELD_PROGRAM_NAME;
        /// The camera or device of home media.
        source_name: text = NOWPLAYING_FIELD_SOURCE_NAME;
        /// The title of home media.
        description: text = NOWPLAYING_FIELD_DESCRIPTION;
        /// International Standard Recording Code of a song.
        isrc: text = NOWPLAYING_FIELD_ISRC;
        /// Where the item is: a URI.
        url: text = NOWPLAYING_FIELD_URL;
        /// The lyrics, perhaps with times (LRC): see [`lyrics_at`](Item::lyrics_at).
        lyrics: text = NOWPLAYING_FIELD_LYRICS;
        /// The player's own id of the album, playlist or show.
        collection_id: text = NOWPLAYING_FIELD_COLLECTION_ID;
        /// The player's own id of the service that the item comes from.
        service_id: text = NOWPLAYING_FIELD_SERVICE_ID;
        /// Artists of the track.
        artists: texts = NOWPLAYING_FIELD_ARTISTS;
        /// Artists of the album.
        album_artists: texts = NOWPLAYING_FIELD_ALBUM_ARTISTS;
        /// Composers.
        composers: texts = NOWPLAYING_FIELD_COMPOSERS;
        /// Lyricists.
        lyricists: texts = NOWPLAYING_FIELD_LYRICISTS;
        /// Genres.
        genres: texts = NOWPLAYING_FIELD_GENRES;
        /// Comments.
        comments: texts = NOWPLAYING_FIELD_COMMENTS;
        /// The ids of the recording at MusicBrainz.
        musicbrainz_track_ids: texts = NOWPLAYING_FIELD_MUSICBRAINZ_TRACK_IDS;
        /// The ids of the release at MusicBrainz.
        musicbrainz_album_ids: texts = NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_IDS;
        /// The ids of the artists at MusicBrainz.
        musicbrainz_artist_ids: texts = NOWPLAYING_FIELD_MUSICBRAINZ_ARTIST_IDS;
        /// The ids of the artists of the release at MusicBrainz.
        musicbrainz_album_artist_ids: texts = NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_ARTIST_IDS;
        /// Position on the disc, from 1.
        track_number: count = NOWPLAYING_FIELD_TRACK_NUMBER;
        /// The number of the disc, from 1.
        disc_number: count = NOWPLAYING_FIELD_DISC_NUMBER;
        /// Beats per minute.
        beats_per_minute: count = NOWPLAYING_FIELD_BEATS_PER_MINUTE;
        /// How often the item was played.
        play_count: count = NOWPLAYING_FIELD_PLAY_COUNT;
        /// The present chapter, from 1.
        chapter: count = NOWPLAYING_FIELD_CHAPTER;
        /// How many chapters the item has, also where it is not known when they begin.
        chapter_count: count = NOWPLAYING_FIELD_CHAPTER_COUNT;
        /// When the item was released.
        release_date: date = NOWPLAYING_FIELD_RELEASE_DATE;
        /// When it was first played.
        first_played: date = NOWPLAYING_FIELD_FIRST_PLAYED;
        /// When it was last played.
        last_played: date = NOWPLAYING_FIELD_LAST_PLAYED;
        /// Whether it is explicit.
        explicit: flag = NOWPLAYING_FIELD_EXPLICIT;
        /// Whether to leave it out of suggestions and histories.
        excluded_from_suggestions: flag = NOWPLAYING_FIELD_EXCLUDED_FROM_SUGGESTIONS;
        /// The season of an episode, from 1.
        season: count = NOWPLAYING_FIELD_SEASON;
        /// The number of an episode in its season, from 1.
        episode: count = NOWPLAYING_FIELD_EPISODE;
        /// Whether it is an advertisement, which is not to be skipped.
        advertisement: flag = NOWPLAYING_FIELD_ADVERTISEMENT;
        /// The user's rating, 0.0 to 1.0.
        user_rating: number = NOWPLAYING_FIELD_USER_RATING;
        /// A rating that was computed, 0.0 to 1.0.
        auto_rating: number = NOWPLAYING_FIELD_AUTO_RATING;
    }
}

/// A time of seconds since 1970, if this machine can say it.
fn time(seconds: i64) -> Option<SystemTime> {
    let distance = Duration::from_secs(seconds.unsigned_abs());
    if seconds < 0 {
        return UNIX_EPOCH.checked_sub(distance);
    }
    UNIX_EPOCH.checked_add(distance)
}
