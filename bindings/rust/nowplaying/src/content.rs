// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::command::first;
use crate::content_builder::ContentBuilder;
use crate::error::check;
use crate::text;
use crate::{Chapter, Error, MediaDuration, MediaType, Result};
use nowplaying_sys as sys;
use std::collections::BTreeMap;
use std::ffi::CString;
use std::ptr::{null_mut, NonNull};
use std::sync::{Arc, Mutex, PoisonError};

/// The description of an item: a value, to keep, compare and give to other threads. Make it by the function of its kind
/// and [`ContentBuilder::build`].
///
/// ```
/// use nowplaying::{Content, Date};
/// use std::time::Duration;
///
/// # fn main() -> nowplaying::Result<()> {
/// let song = Content::music("track-1")
///     .title("Summertime")
///     .artists(["Sidney Bechet"])
///     .release_date("1939-06-08".parse::<Date>()?)
///     .duration(Duration::from_secs(250))
///     .build()?;
/// assert_eq!(song, song.clone());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Content {
    description: Description,
    /// The library's form of the description. It does not change any more, and clones share it.
    handle: Arc<Mutex<Handle>>,
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        self.description == other.description
    }
}

/// The description of an item.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Description {
    /// None when the tags decide.
    kind: Option<sys::nowplaying_content_kind>,
    id: CString,
    /// Fields that were set before the first tag; tags for them replace them.
    pub(crate) before_tags: BTreeMap<sys::nowplaying_field, Value>,
    pub(crate) tags: Vec<(CString, Vec<u8>)>,
    pub(crate) fields: BTreeMap<sys::nowplaying_field, Value>,
    pub(crate) media_type: Option<MediaType>,
    pub(crate) duration: Option<MediaDuration>,
    pub(crate) artwork: Option<CString>,
    pub(crate) animated_artwork: BTreeMap<sys::nowplaying_aspect_ratio, CString>,
    pub(crate) extra: BTreeMap<CString, CString>,
    pub(crate) chapters: Vec<Chapter>,
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Text(CString),
    Texts(Vec<CString>),
    Integer(i64),
    Number(f64),
}

/// A content handle of the library.
#[derive(Debug)]
struct Handle(NonNull<sys::nowplaying_content>);

// The header says that one thread at a time may use a content, which a lock ensures.
unsafe impl Send for Handle {}

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
    /// The kind that the tags decide.
    #[derive(Debug)]
    pub enum ByTags {}
}

/// Declares the functions that begin a content of each kind.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $kind:ident, $constant:ident;)+) => {
        /// The id names the item within the session: the same id means the same item, described again. "": the library
        /// makes a new one each time the content is set.
        impl Content {
            $($(#[$doc])*
            pub fn $name(id: &str) -> ContentBuilder<kind::$kind> {
                ContentBuilder::new(Some(sys::$constant), id)
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
    /// An item whose kind is decided by its tags, its media type and its duration: see docs/tags.md. For instance, live
    /// audio is a radio.
    pub fn by_tags(id: &str) -> ContentBuilder<kind::ByTags> {
        ContentBuilder::new(None, id)
    }

    pub(crate) fn new(description: Description) -> Result<Self> {
        let handle = Arc::new(Mutex::new(description.to_c()?));
        Ok(Content { description, handle })
    }

    /// Calls a function of the library that reads the content.
    pub(crate) fn read<T>(&self, function: impl FnOnce(*const sys::nowplaying_content) -> T) -> T {
        let handle = self.handle.lock().unwrap_or_else(PoisonError::into_inner);
        function(handle.0.as_ptr())
    }
}

impl Content {
    /// Calls a function of the library that reads several contents. It gets copies, because other threads may be
    /// reading these.
    pub(crate) fn read_all<'a, T>(
        contents: impl IntoIterator<Item = &'a Content>,
        function: impl FnOnce(&[*const sys::nowplaying_content]) -> T,
    ) -> Result<T> {
        let copies = contents.into_iter().map(|content| content.description.to_c()).collect::<Result<Vec<Handle>>>()?;
        let pointers: Vec<_> = copies.iter().map(|copy| copy.0.as_ptr() as *const _).collect();
        Ok(function(&pointers))
    }
}

impl Description {
    pub(crate) fn new(kind: Option<sys::nowplaying_content_kind>, id: &str) -> Self {
        Description {
            kind,
            id: text::to_c(id),
            before_tags: BTreeMap::new(),
            tags: Vec::new(),
            fields: BTreeMap::new(),
            media_type: None,
            duration: None,
            artwork: None,
            animated_artwork: BTreeMap::new(),
            extra: BTreeMap::new(),
            chapters: Vec::new(),
        }
    }

    /// Returns the library's form of the description, or the first mistake in it.
    fn to_c(&self) -> Result<Handle> {
        let mut pointer = null_mut();
        check(match self.kind {
            Some(kind) => unsafe { sys::nowplaying_content_new(kind, self.id.as_ptr(), &mut pointer) },
            None => unsafe { sys::nowplaying_content_new_by_tags(self.id.as_ptr(), &mut pointer) },
        })?;
        let handle = Handle(NonNull::new(pointer).ok_or_else(Error::broken_contract)?);
        if let Some(media_type) = self.media_type {
            check(unsafe { sys::nowplaying_content_set_media_type(pointer, media_type.into()) })?;
        }
        if let Some((sort, length_us)) = self.duration.map(MediaDuration::parts) {
            check(unsafe { sys::nowplaying_content_set_duration(pointer, sort, length_us) })?;
        }
        if let Some(artwork) = &self.artwork {
            check(unsafe { sys::nowplaying_content_set_artwork(pointer, artwork.as_ptr()) })?;
        }
        for (ratio, artwork) in &self.animated_artwork {
            check(unsafe { sys::nowplaying_content_set_animated_artwork(pointer, *ratio, artwork.as_ptr()) })?;
        }
        for (key, text) in &self.extra {
            check(unsafe { sys::nowplaying_content_set_extra(pointer, key.as_ptr(), text.as_ptr()) })?;
        }
        let chapters: Vec<_> = self.chapters.iter().map(Chapter::to_c).collect();
        if !chapters.is_empty() {
            check(unsafe { sys::nowplaying_content_set_chapters(pointer, chapters.as_ptr(), chapters.len()) })?;
        }
        for (field, value) in &self.before_tags {
            check(unsafe { value.set(pointer, *field) })?;
        }
        for (name, bytes) in &self.tags {
            let value = bytes.as_ptr().cast();
            check(unsafe { sys::nowplaying_content_set_tag(pointer, name.as_ptr(), value, bytes.len(), null_mut()) })?;
        }
        for (field, value) in &self.fields {
            check(unsafe { value.set(pointer, *field) })?;
        }
        Ok(handle)
    }
}

impl Value {
    /// # Safety
    /// `content` is valid, and no other thread uses it.
    unsafe fn set(
        &self,
        content: *mut sys::nowplaying_content,
        field: sys::nowplaying_field,
    ) -> sys::nowplaying_status {
        match self {
            Value::Text(text) => unsafe { sys::nowplaying_content_set_text(content, field, text.as_ptr()) },
            Value::Texts(texts) => {
                let pointers: Vec<_> = texts.iter().map(|text| text.as_ptr()).collect();
                unsafe { sys::nowplaying_content_set_texts(content, field, first(&pointers), pointers.len()) }
            }
            Value::Integer(value) => unsafe { sys::nowplaying_content_set_integer(content, field, *value) },
            Value::Number(value) => unsafe { sys::nowplaying_content_set_number(content, field, *value) },
        }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        unsafe { sys::nowplaying_content_free(self.0.as_ptr()) };
    }
}
