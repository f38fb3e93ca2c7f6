// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Made by nowplaying-sys/generate from include/nowplaying/nowplaying.abi.json. Do not edit.

//! The fields of contents.

use crate::content::{kind, Value};
use crate::content_builder::fields;
use crate::{limits, text, ContentBuilder, Date};
use nowplaying_sys as sys;

/// The fields of any kind.
impl<Kind> ContentBuilder<Kind> {
    fields! {
        /// Title of the song, episode, film, book or anything else.
        title: text = NOWPLAYING_FIELD_TITLE;
        /// Name of the album.
        album: text = NOWPLAYING_FIELD_ALBUM;
        /// Address of the item: a URI, or the absolute path of a file as open() takes it. From a path the library makes a
        /// "file:" URI without "." and "..". An address that is longer than a text may be is left out.
        url: text = NOWPLAYING_FIELD_URL;
        /// The lyrics, plain or with times as LRC writes them, in any dialect of lyrics.md.
        lyrics: text = NOWPLAYING_FIELD_LYRICS;
        /// Your own id of the album, playlist or show.
        collection_id: text = NOWPLAYING_FIELD_COLLECTION_ID;
        /// Your own id of the service that the item comes from.
        service_id: text = NOWPLAYING_FIELD_SERVICE_ID;
        /// Artists of the track; the rest of more than [`limits::TEXTS`] is left out.
        artists: texts = NOWPLAYING_FIELD_ARTISTS;
        /// Artists of the album; the rest of more than [`limits::TEXTS`] is left out.
        album_artists: texts = NOWPLAYING_FIELD_ALBUM_ARTISTS;
        /// Composers; the rest of more than [`limits::TEXTS`] is left out.
        composers: texts = NOWPLAYING_FIELD_COMPOSERS;
        /// Lyricists; the rest of more than [`limits::TEXTS`] is left out.
        lyricists: texts = NOWPLAYING_FIELD_LYRICISTS;
        /// Genres; the rest of more than [`limits::TEXTS`] is left out.
        genres: texts = NOWPLAYING_FIELD_GENRES;
        /// Comments; the rest of more than [`limits::TEXTS`] is left out.
        comments: texts = NOWPLAYING_FIELD_COMMENTS;
        /// The ids at MusicBrainz of the recording; the rest of more than [`limits::TEXTS`] is left out.
        musicbrainz_track_ids: texts = NOWPLAYING_FIELD_MUSICBRAINZ_TRACK_IDS;
        /// The ids at MusicBrainz of the release; the rest of more than [`limits::TEXTS`] is left out.
        musicbrainz_album_ids: texts = NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_IDS;
        /// The ids at MusicBrainz of the artists; the rest of more than [`limits::TEXTS`] is left out.
        musicbrainz_artist_ids: texts = NOWPLAYING_FIELD_MUSICBRAINZ_ARTIST_IDS;
        /// The ids at MusicBrainz of the artists of the release; the rest of more than [`limits::TEXTS`] is left out.
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
        /// How many chapters the item has, from 1.
        chapter_count: count = NOWPLAYING_FIELD_CHAPTER_COUNT;
        /// When the item was released: a [`Date`], which can be parsed from a tag, or a `SystemTime`.
        release_date: date = NOWPLAYING_FIELD_RELEASE_DATE;
        /// When the item was first played: a [`Date`], which can be parsed from a tag, or a `SystemTime`.
        first_played: date = NOWPLAYING_FIELD_FIRST_PLAYED;
        /// When the item was last played: a [`Date`], which can be parsed from a tag, or a `SystemTime`.
        last_played: date = NOWPLAYING_FIELD_LAST_PLAYED;
        /// `true`: explicit.
        explicit: flag = NOWPLAYING_FIELD_EXPLICIT;
        /// `true`: leave it out of suggestions and histories.
        excluded_from_suggestions: flag = NOWPLAYING_FIELD_EXCLUDED_FROM_SUGGESTIONS;
        /// `true`: an advertisement, which is not to be skipped.
        advertisement: flag = NOWPLAYING_FIELD_ADVERTISEMENT;
        /// The user's rating, 0.0 to 1.0; what is beyond is clamped, and NaN is none.
        user_rating: rating = NOWPLAYING_FIELD_USER_RATING;
        /// A rating that was computed, 0.0 to 1.0; what is beyond is clamped, and NaN is none.
        auto_rating: rating = NOWPLAYING_FIELD_AUTO_RATING;
    }
}

impl ContentBuilder<kind::Music> {
    fields! {
        /// International Standard Recording Code of a song.
        isrc: text = NOWPLAYING_FIELD_ISRC;
    }
}

impl ContentBuilder<kind::Podcast> {
    fields! {
        /// Name of the podcast or TV show.
        show_name: text = NOWPLAYING_FIELD_SHOW_NAME;
        /// The season of an episode, from 1.
        season: count = NOWPLAYING_FIELD_SEASON;
        /// The number of an episode in its season, from 1.
        episode: count = NOWPLAYING_FIELD_EPISODE;
    }
}

impl ContentBuilder<kind::TvShow> {
    fields! {
        /// Name of the podcast or TV show.
        show_name: text = NOWPLAYING_FIELD_SHOW_NAME;
        /// The season of an episode, from 1.
        season: count = NOWPLAYING_FIELD_SEASON;
        /// The number of an episode in its season, from 1.
        episode: count = NOWPLAYING_FIELD_EPISODE;
    }
}

impl ContentBuilder<kind::Book> {
    fields! {
        /// Author of a book.
        author: text = NOWPLAYING_FIELD_AUTHOR;
        /// Narrator of a book.
        narrator: text = NOWPLAYING_FIELD_NARRATOR;
    }
}

impl ContentBuilder<kind::Radio> {
    fields! {
        /// The radio station.
        station_name: text = NOWPLAYING_FIELD_STATION_NAME;
        /// The programme or song that the station plays now.
        program_name: text = NOWPLAYING_FIELD_PROGRAM_NAME;
    }
}

impl ContentBuilder<kind::HomeMedia> {
    fields! {
        /// The camera or device of home media.
        source_name: text = NOWPLAYING_FIELD_SOURCE_NAME;
        /// The title of home media.
        description: text = NOWPLAYING_FIELD_DESCRIPTION;
    }
}

impl ContentBuilder<kind::Generic> {
    fields! {
        /// Second line of a generic content.
        subtitle: text = NOWPLAYING_FIELD_SUBTITLE;
    }
}
