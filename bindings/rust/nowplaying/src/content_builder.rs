// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::content::{Content, Description, Value};
use crate::{text, AspectRatio, Chapter, MediaDuration, MediaType, Result};
use nowplaying_sys as sys;
use std::ffi::CString;
use std::marker::PhantomData;

/// A content that is being described. [`ContentBuilder::build`] returns the first mistake.
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
            // Some writers fill tags up with NULs.
            self.set(sys::$field, Value::Text(text::to_c(text.as_ref().trim_end_matches('\0'))))
        }
    };
    (@texts $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(self, texts: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
            let texts = texts.into_iter().flat_map(|text| text::separate(text.as_ref()));
            self.set(sys::$field, Value::Texts(texts.take(limits::TEXTS).collect()))
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
        pub fn $name(self, number: f64) -> Self {
            match number.is_nan() {
                true => self.without(sys::$field),
                false => self.set(sys::$field, Value::Number(number)),
            }
        }
    };
}

pub(crate) use fields;

/// Values that every kind has, besides its fields.
impl<Kind> ContentBuilder<Kind> {
    /// Audio or video. A new content is audio; a movie or a TV show is always video.
    pub fn media_type(mut self, media_type: MediaType) -> Self {
        self.description.media_type = Some(media_type);
        self
    }

    /// How long the item is. A new content is of unknown duration, a radio is live.
    pub fn duration(mut self, duration: impl Into<MediaDuration>) -> Self {
        self.description.duration = Some(duration.into());
        self
    }

    /// The id of the item's artwork, for instance the album's id. The session is asked for the picture when it is to be
    /// shown, unless the session remembers it.
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

    /// Sets the field that a tag of a file means. The name and the value are those that the file or a decoder has, in
    /// any system of tags: give all tags that there are; a tag without a use is left out. The first tag for a field
    /// replaces a value that was set before, so that the name of a file may be the title unless a tag has one. A value
    /// that is set after the tags replaces theirs. Further tags for a field that is a list add to it.
    ///
    /// ```
    /// # fn main() -> nowplaying::Result<()> {
    /// let tags: [(&str, &[u8]); 3] = [("title", b"A Song"), ("artist", b"One\0Two"), ("track", b"3/12")];
    /// let song = nowplaying::Content::music("").title("song.mp3").tags(tags).build()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn tag(mut self, name: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> Self {
        if self.description.tags.is_empty() {
            self.description.before_tags = std::mem::take(&mut self.description.fields);
        }
        let name: Vec<u8> = name.as_ref().iter().copied().take_while(|&byte| byte != 0).collect();
        self.description.tags.push((CString::new(name).unwrap_or_default(), value.as_ref().to_vec()));
        self
    }

    /// All tags of a file, as of [`ContentBuilder::tag`].
    pub fn tags(self, tags: impl IntoIterator<Item = (impl AsRef<[u8]>, impl AsRef<[u8]>)>) -> Self {
        tags.into_iter().fold(self, |builder, (name, value)| builder.tag(name, value))
    }

    /// A text under a key of the player's own, `"cmus:stream_title"`, for scripts that read it in MPRIS's metadata. The
    /// key is a prefix of letters A to Z and a to z, digits, `-` and `_`, but not `mpris`, `xesam` or `nowplaying`;
    /// then `:`; then one or more printable characters of ASCII, without spaces. A key may also be such a prefix alone.
    /// It has at most [`limits::EXTRA_KEY_BYTES`](crate::limits::EXTRA_KEY_BYTES). With an empty text the key is left
    /// out.
    pub fn extra(mut self, key: impl AsRef<str>, text: impl AsRef<str>) -> Self {
        self.description.extra.insert(text::to_c(key.as_ref()), text::to_c(text.as_ref()));
        self
    }

    /// The chapters of the item, in the order of their starts, replacing all; at most
    /// [`limits::CHAPTERS`](crate::limits::CHAPTERS). Surfaces of org.nowplaying show where the position is among them.
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
    /// [`Status::TooLarge`](crate::Status::TooLarge) for more than [`limits::EXTRA`](crate::limits::EXTRA) such keys or
    /// [`limits::CHAPTERS`](crate::limits::CHAPTERS), [`Status::System`](crate::Status::System) when the system refuses
    /// memory.
    pub fn build(self) -> Result<Content> {
        Content::new(self.description)
    }

    pub(crate) fn new(kind: Option<sys::nowplaying_content_kind>, id: &str) -> Self {
        ContentBuilder { description: Description::new(kind, id), kind: PhantomData }
    }

    pub(crate) fn without(mut self, field: sys::nowplaying_field) -> Self {
        self.description.before_tags.remove(&field);
        self.description.fields.remove(&field);
        self
    }

    pub(crate) fn set(mut self, field: sys::nowplaying_field, value: Value) -> Self {
        self.description.fields.insert(field, value);
        self
    }
}
