// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::content::{kind, Content, Description, Value};
use crate::{limits, text, AspectRatio, Chapter, Date, MediaDuration, MediaType, Result};
use nowplaying_sys as sys;
use std::marker::PhantomData;

/// A content that is being described. A mistake is what [`ContentBuilder::build`] returns.
#[derive(Clone, Debug)]
#[must_use]
pub struct ContentBuilder<Kind> {
    description: Description,
    kind: PhantomData<Kind>,
}

/// Declares setters of fields, by the type of the field.
macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident: $type:ident = $field:ident;)+) => {
        $(fields! { @$type $(#[$doc])* $name $field })+
    };
    (@text $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(self, text: impl AsRef<str>) -> Self {
            self.set(sys::$field, Value::Text(text::to_c(text.as_ref())))
        }
    };
    (@texts $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(self, texts: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
            let texts = texts.into_iter().take(limits::TEXTS).map(|text| text::to_c(text.as_ref()));
            self.set(sys::$field, Value::Texts(texts.collect()))
        }
    };
    (@count $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(self, number: u32) -> Self {
            self.set(sys::$field, Value::Integer(i64::from(number)))
        }
    };
    (@flag $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(self, flag: bool) -> Self {
            self.set(sys::$field, Value::Integer(i64::from(flag)))
        }
    };
    (@date $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(self, date: impl Into<Date>) -> Self {
            self.set(sys::$field, Value::Integer(date.into().seconds_since_1970()))
        }
    };
    (@rating $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(mut self, number: f64) -> Self {
            if number.is_nan() {
                self.description.fields.remove(&sys::$field);
                return self;
            }
            self.set(sys::$field, Value::Number(number))
        }
    };
}

/// The fields of any kind.
impl<Kind> ContentBuilder<Kind> {
    fields! {
        /// Title of the song, episode, film, book or thing.
        title: text = NOWPLAYING_FIELD_TITLE;
        /// Name of the album.
        album: text = NOWPLAYING_FIELD_ALBUM;
        /// Where the item is: a URI.
        url: text = NOWPLAYING_FIELD_URL;
        /// The lyrics.
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
        /// The ids of the recording at MusicBrainz, which scrobblers read; the rest of more than [`limits::TEXTS`] is
        /// left out, as of the next three.
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
        /// How many chapters there are, also where it is not known when they begin.
        chapter_count: count = NOWPLAYING_FIELD_CHAPTER_COUNT;
        /// When the item was released: a [`Date`], which can be parsed from a tag, or a `SystemTime`.
        release_date: date = NOWPLAYING_FIELD_RELEASE_DATE;
        /// When it was first played.
        first_played: date = NOWPLAYING_FIELD_FIRST_PLAYED;
        /// When it was last played.
        last_played: date = NOWPLAYING_FIELD_LAST_PLAYED;
        /// Whether it is explicit.
        explicit: flag = NOWPLAYING_FIELD_EXPLICIT;
        /// Whether to leave it out of suggestions and histories.
        excluded_from_suggestions: flag = NOWPLAYING_FIELD_EXCLUDED_FROM_SUGGESTIONS;
        /// Whether it is an advertisement, which is not to be skipped: the commands that would leave it are offered as
        /// disabled.
        advertisement: flag = NOWPLAYING_FIELD_ADVERTISEMENT;
        /// The user's rating, 0.0 to 1.0; what is beyond is clamped, and NaN is none.
        user_rating: rating = NOWPLAYING_FIELD_USER_RATING;
        /// A rating that was computed, as the user's.
        auto_rating: rating = NOWPLAYING_FIELD_AUTO_RATING;
    }

    /// Audio or video. A new content is audio, a movie or TV show video for good.
    pub fn media_type(mut self, media_type: MediaType) -> Self {
        self.description.media_type = Some(media_type);
        self
    }

    /// How long the item is. A new content is of unknown duration, a radio is live.
    pub fn duration(mut self, duration: impl Into<MediaDuration>) -> Self {
        self.description.duration = Some(duration.into());
        self
    }

    /// The id of the item's artwork, for instance the album's id. The session is asked for it when it is to be shown
    /// and not remembered.
    pub fn artwork(mut self, artwork_id: impl AsRef<str>) -> Self {
        self.description.artwork = Some(text::to_c(artwork_id.as_ref()));
        self
    }

    /// The id of the item's animated artwork in an aspect ratio: a video without sound that loops, and a picture that
    /// is shown before it and instead of it. The session is asked [for](crate::SessionBuilder::on_preview)
    /// [them](crate::SessionBuilder::on_video) when a surface shows that aspect ratio; give the item a plain artwork
    /// too, for all others.
    pub fn animated_artwork(mut self, ratio: AspectRatio, artwork_id: impl AsRef<str>) -> Self {
        self.description.animated_artwork.insert(ratio.into(), text::to_c(artwork_id.as_ref()));
        self
    }

    /// A text under a key of the player's own, `"cmus:stream_title"`, for scripts that read it in MPRIS's metadata. The
    /// key is a prefix of letters A to Z and a to z, digits, `-` and `_`, but not `mpris`, `xesam` or `nowplaying`;
    /// then `:`; then one or more printable characters of ASCII, without spaces; or what a prefix may be alone; in all
    /// at most [`limits::EXTRA_KEY_BYTES`]. An empty text is none.
    pub fn extra(mut self, key: impl AsRef<str>, text: impl AsRef<str>) -> Self {
        self.description.extra.insert(text::to_c(key.as_ref()), text::to_c(text.as_ref()));
        self
    }

    /// The chapters of the item, in the order of their starts, replacing all; at most [`limits::CHAPTERS`]. Surfaces of
    /// org.nowplaying show where the position is among them.
    pub fn chapters(mut self, chapters: impl IntoIterator<Item = Chapter>) -> Self {
        self.description.chapters = chapters.into_iter().collect();
        self
    }

    /// The content.
    ///
    /// # Errors
    /// The first mistake: [`Status::NotSupported`](crate::Status::NotSupported) for a movie or TV show that is said to
    /// be audio, [`Status::InvalidArgument`](crate::Status::InvalidArgument) for an unknown media type or aspect ratio,
    /// a key that is none of the player's own, or a chapter that begins before the one before it,
    /// [`Status::TooLarge`](crate::Status::TooLarge) for more than [`limits::EXTRA`] such keys or
    /// [`limits::CHAPTERS`], [`Status::System`](crate::Status::System) when the system refuses memory.
    pub fn build(self) -> Result<Content> {
        Content::new(self.description)
    }

    pub(crate) fn new(kind: sys::nowplaying_content_kind, id: &str) -> Self {
        ContentBuilder { description: Description::new(kind, id), kind: PhantomData }
    }

    fn set(mut self, field: sys::nowplaying_field, value: Value) -> Self {
        self.description.fields.insert(field, value);
        self
    }
}

impl ContentBuilder<kind::Music> {
    fields! {
        /// International Standard Recording Code.
        isrc: text = NOWPLAYING_FIELD_ISRC;
    }
}

impl ContentBuilder<kind::Podcast> {
    fields! {
        /// Name of the podcast.
        show_name: text = NOWPLAYING_FIELD_SHOW_NAME;
        /// The season, from 1.
        season: count = NOWPLAYING_FIELD_SEASON;
        /// The number of the episode in its season, from 1.
        episode: count = NOWPLAYING_FIELD_EPISODE;
    }
}

impl ContentBuilder<kind::TvShow> {
    fields! {
        /// Name of the show.
        show_name: text = NOWPLAYING_FIELD_SHOW_NAME;
        /// The season, from 1.
        season: count = NOWPLAYING_FIELD_SEASON;
        /// The number of the episode in its season, from 1.
        episode: count = NOWPLAYING_FIELD_EPISODE;
    }
}

impl ContentBuilder<kind::Book> {
    fields! {
        /// Author.
        author: text = NOWPLAYING_FIELD_AUTHOR;
        /// Narrator.
        narrator: text = NOWPLAYING_FIELD_NARRATOR;
    }
}

impl ContentBuilder<kind::Radio> {
    fields! {
        /// Name of the station.
        station_name: text = NOWPLAYING_FIELD_STATION_NAME;
        /// The name of the program that is on now.
        program_name: text = NOWPLAYING_FIELD_PROGRAM_NAME;
    }
}

impl ContentBuilder<kind::HomeMedia> {
    fields! {
        /// The camera or device.
        source_name: text = NOWPLAYING_FIELD_SOURCE_NAME;
        /// A description of the recording.
        description: text = NOWPLAYING_FIELD_DESCRIPTION;
    }
}

impl ContentBuilder<kind::Generic> {
    fields! {
        /// Second line.
        subtitle: text = NOWPLAYING_FIELD_SUBTITLE;
    }
}
