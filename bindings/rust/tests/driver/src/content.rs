// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The items of steps.

use crate::line::{boolean, seconds, table, texts, word, Outcome, Values};
use nowplaying::{Chapter, Content, ContentBuilder, Date, MediaDuration};

macro_rules! set {
    (text, $value:ident) => {
        $value
    };
    (texts, $value:ident) => {
        texts(&$value)
    };
    (count, $value:ident) => {
        $value.parse::<u32>()?
    };
    (flag, $value:ident) => {
        boolean(&$value)
    };
    (rating, $value:ident) => {
        $value.parse::<f64>()?
    };
    (date, $value:ident) => {
        $value.parse::<Date>()?
    };
}

/// Sets those of the fields that are given, and takes them from the values.
macro_rules! fields {
    ($builder:expr, $values:ident, $($form:ident: $($name:ident)*;)*) => {{
        let mut builder = $builder;
        $($(if let Some(value) = $values.remove(stringify!($name)) {
            builder = builder.$name(set!($form, value));
        })*)*
        builder
    }};
}

fn common<Kind>(mut builder: ContentBuilder<Kind>, values: &mut Values) -> Outcome<ContentBuilder<Kind>> {
    for [name, value] in table(&values.remove("tags").unwrap_or_default()) {
        builder = builder.tag(name, value);
    }
    if let Some(duration) = values.remove("duration") {
        builder = match duration.as_str() {
            "live" => builder.duration(MediaDuration::Live),
            "continuous" => builder.duration(MediaDuration::Continuous),
            _ => builder.duration(seconds(&duration)),
        };
    }
    if let Some(media_type) = values.remove("media_type") {
        builder = builder.media_type(word(&media_type));
    }
    for [key, text] in table(&values.remove("extra").unwrap_or_default()) {
        builder = builder.extra(key, text);
    }
    if let Some(chapters) = values.remove("chapters") {
        builder = builder
            .chapters(table(&chapters).map(|[start, title, id]| Chapter::new(seconds(&start), &title).artwork(&id)));
    }
    Ok(fields!(builder, values,
        text: title album url lyrics collection_id service_id artwork;
        texts: artists album_artists composers lyricists genres comments;
        texts: musicbrainz_track_ids musicbrainz_album_ids musicbrainz_artist_ids musicbrainz_album_artist_ids;
        count: track_number disc_number beats_per_minute play_count chapter chapter_count;
        date: release_date first_played last_played;
        flag: explicit excluded_from_suggestions advertisement;
        rating: user_rating auto_rating;))
}

/// Returns the item of a step. The compiler refuses a field of another kind, which this says here.
pub fn of(mut given: Values) -> Outcome<Content> {
    let (kind, id) = (given.remove("kind").unwrap(), given.remove("id").unwrap_or_default());
    let values = &mut given;
    macro_rules! describe {
        ($name:ident, $($fields:tt)*) => { fields!(common(Content::$name(&id), values)?, values, $($fields)*).build() };
    }
    let content = match kind.as_str() {
        "music" => describe!(music, text: isrc;),
        "podcast" => describe!(podcast, text: show_name; count: season episode;),
        "movie" => common(Content::movie(&id), values)?.build(),
        "tv-show" => describe!(tv_show, text: show_name; count: season episode;),
        "book" => describe!(book, text: author narrator;),
        "radio" => describe!(radio, text: station_name program_name;),
        "home-media" => describe!(home_media, text: source_name description;),
        "generic" => describe!(generic, text: subtitle;),
        _ => common(Content::by_tags(&id), values)?.build(),
    };
    match given.keys().next() {
        Some(key) => Err(format!("{kind} has no {key}").into()),
        None => Ok(content?),
    }
}
