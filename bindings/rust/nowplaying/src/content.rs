// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::command::first;
use crate::error::check;
use crate::time::seconds_since_1970;
use crate::{text, Error, MediaDuration, MediaType, Result};
use nowplaying_sys as sys;
use std::marker::PhantomData;
use std::ptr::{null_mut, NonNull};
use std::time::SystemTime;

/// The description of an item. Make it by the function of its kind and [`ContentBuilder::build`].
#[derive(Debug)]
pub struct Content(NonNull<sys::nowplaying_content>);

// The header: a content belongs to one thread at a time. So it can be moved, but not be shared.
unsafe impl Send for Content {}

/// The kinds of contents. Each has fields of its own, and all have the fields of any kind.
pub mod kind {
    /// A song.
    #[derive(Debug)]
    pub enum Music {}
    /// An episode of a podcast.
    #[derive(Debug)]
    pub enum Podcast {}
    /// A film.
    #[derive(Debug)]
    pub enum Movie {}
    /// An episode of a TV show.
    #[derive(Debug)]
    pub enum TvShow {}
    /// An audiobook.
    #[derive(Debug)]
    pub enum Book {}
    /// A broadcast.
    #[derive(Debug)]
    pub enum Radio {}
    /// A camera, a doorbell, a home recording.
    #[derive(Debug)]
    pub enum HomeMedia {}
    /// Anything else.
    #[derive(Debug)]
    pub enum Generic {}
}

/// Declares the functions that begin the kinds.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $kind:ident, $constant:ident;)+) => {
        /// The id names the item within the session: the same id means the same item, described anew, so give each
        /// entry of a queue its own. "": the library makes a new one each time the content is set.
        impl Content {
            $($(#[$doc])*
            pub fn $name(id: &str) -> ContentBuilder<kind::$kind> {
                ContentBuilder::new(sys::$constant, id)
            })+
        }
    };
}

kinds! {
    /// A song.
    music = Music, NOWPLAYING_CONTENT_MUSIC;
    /// An episode of a podcast.
    podcast = Podcast, NOWPLAYING_CONTENT_PODCAST;
    /// A film.
    movie = Movie, NOWPLAYING_CONTENT_MOVIE;
    /// An episode of a TV show.
    tv_show = TvShow, NOWPLAYING_CONTENT_TV_SHOW;
    /// An audiobook.
    book = Book, NOWPLAYING_CONTENT_BOOK;
    /// A broadcast.
    radio = Radio, NOWPLAYING_CONTENT_RADIO;
    /// A camera, a doorbell, a home recording.
    home_media = HomeMedia, NOWPLAYING_CONTENT_HOME_MEDIA;
    /// Anything else.
    generic = Generic, NOWPLAYING_CONTENT_GENERIC;
}

impl Content {
    pub(crate) fn as_ptr(&self) -> *const sys::nowplaying_content {
        self.0.as_ptr()
    }
}

impl Drop for Content {
    fn drop(&mut self) {
        unsafe { sys::nowplaying_content_free(self.0.as_ptr()) };
    }
}

/// A content that is being described. The first mistake is what [`ContentBuilder::build`] returns.
#[derive(Debug)]
#[must_use]
pub struct ContentBuilder<Kind> {
    content: Result<Content>,
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
            let text = text::to_c(text.as_ref());
            self.set(|content| unsafe { sys::nowplaying_content_set_text(content, sys::$field, text.as_ptr()) })
        }
    };
    (@texts $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(self, texts: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
            let texts: text::CTexts = texts.into_iter().collect();
            let (start, count) = (first(&texts.pointers), texts.pointers.len());
            self.set(|content| unsafe { sys::nowplaying_content_set_texts(content, sys::$field, start, count) })
        }
    };
    (@count $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(self, number: u32) -> Self {
            self.integer(sys::$field, i64::from(number))
        }
    };
    (@flag $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(self, flag: bool) -> Self {
            self.integer(sys::$field, i64::from(flag))
        }
    };
    (@date $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(self, time: SystemTime) -> Self {
            self.integer(sys::$field, seconds_since_1970(time))
        }
    };
    (@rating $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(self, number: f64) -> Self {
            self.set(|content| unsafe { sys::nowplaying_content_set_number(content, sys::$field, number) })
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
        /// Artists of the track, at most 64.
        artists: texts = NOWPLAYING_FIELD_ARTISTS;
        /// Artists of the album, at most 64.
        album_artists: texts = NOWPLAYING_FIELD_ALBUM_ARTISTS;
        /// Composers, at most 64.
        composers: texts = NOWPLAYING_FIELD_COMPOSERS;
        /// Lyricists, at most 64.
        lyricists: texts = NOWPLAYING_FIELD_LYRICISTS;
        /// Genres, at most 64.
        genres: texts = NOWPLAYING_FIELD_GENRES;
        /// Comments, at most 64.
        comments: texts = NOWPLAYING_FIELD_COMMENTS;
        /// Position on the disc, from 1.
        track_number: count = NOWPLAYING_FIELD_TRACK_NUMBER;
        /// Which disc, from 1.
        disc_number: count = NOWPLAYING_FIELD_DISC_NUMBER;
        /// Beats per minute.
        beats_per_minute: count = NOWPLAYING_FIELD_BEATS_PER_MINUTE;
        /// How often the item was played.
        play_count: count = NOWPLAYING_FIELD_PLAY_COUNT;
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
        /// The user's rating, 0.0 to 1.0.
        user_rating: rating = NOWPLAYING_FIELD_USER_RATING;
        /// A rating that was computed, 0.0 to 1.0.
        auto_rating: rating = NOWPLAYING_FIELD_AUTO_RATING;
    }

    /// Audio or video. A new content is audio, a movie or TV show video for good.
    pub fn media_type(self, media_type: MediaType) -> Self {
        self.set(|content| unsafe { sys::nowplaying_content_set_media_type(content, media_type.into()) })
    }

    /// How long the item is. A new content is of unknown duration, a radio is live.
    pub fn duration(self, duration: impl Into<MediaDuration>) -> Self {
        let (sort, length_us) = duration.into().parts();
        self.set(|content| unsafe { sys::nowplaying_content_set_duration(content, sort, length_us) })
    }

    /// The id of the item's artwork, for instance the album's id. The session is asked for it when it is to be shown
    /// and not remembered.
    pub fn artwork(self, artwork_id: impl AsRef<str>) -> Self {
        let id = text::to_c(artwork_id.as_ref());
        self.set(|content| unsafe { sys::nowplaying_content_set_artwork(content, id.as_ptr()) })
    }

    /// The content, or the first mistake that was made.
    pub fn build(self) -> Result<Content> {
        self.content
    }

    fn new(kind: sys::nowplaying_content_kind, id: &str) -> Self {
        let id = text::to_c(id);
        let mut handle = null_mut();
        let status = unsafe { sys::nowplaying_content_new(kind, id.as_ptr(), &mut handle) };
        let content = check(status).and_then(|()| NonNull::new(handle).ok_or_else(Error::broken_contract));
        ContentBuilder { content: content.map(Content), kind: PhantomData }
    }

    fn integer(self, field: sys::nowplaying_field, value: i64) -> Self {
        self.set(|content| unsafe { sys::nowplaying_content_set_integer(content, field, value) })
    }

    fn set(mut self, setter: impl FnOnce(*mut sys::nowplaying_content) -> sys::nowplaying_status) -> Self {
        self.content = self.content.and_then(|content| check(setter(content.0.as_ptr())).map(|()| content));
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
    }
}

impl ContentBuilder<kind::TvShow> {
    fields! {
        /// Name of the show.
        show_name: text = NOWPLAYING_FIELD_SHOW_NAME;
    }
}

impl ContentBuilder<kind::Book> {
    fields! {
        /// Author.
        author: text = NOWPLAYING_FIELD_AUTHOR;
        /// Narrator.
        narrator: text = NOWPLAYING_FIELD_NARRATOR;
        /// The present chapter, from 1.
        chapter: count = NOWPLAYING_FIELD_CHAPTER;
        /// How many chapters there are.
        chapter_count: count = NOWPLAYING_FIELD_CHAPTER_COUNT;
    }
}

impl ContentBuilder<kind::Radio> {
    fields! {
        /// Name of the station.
        station_name: text = NOWPLAYING_FIELD_STATION_NAME;
        /// What the station plays now.
        program_name: text = NOWPLAYING_FIELD_PROGRAM_NAME;
    }
}

impl ContentBuilder<kind::HomeMedia> {
    fields! {
        /// The camera or device.
        source_name: text = NOWPLAYING_FIELD_SOURCE_NAME;
        /// What it shows.
        description: text = NOWPLAYING_FIELD_DESCRIPTION;
    }
}

impl ContentBuilder<kind::Generic> {
    fields! {
        /// Second line.
        subtitle: text = NOWPLAYING_FIELD_SUBTITLE;
    }
}
