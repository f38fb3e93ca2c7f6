// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The driver of Rust for the scenarios of contract/scenarios/surfaces: the surface, as their page describes it.

mod json;
mod line;

use json::{object, Json};
use line::{parsed, say, seconds, take, text_of, texts, word, words_of, Outcome, Values};
use nowplaying_surface::{
    Action, AspectRatio, Command, CommandKind, Item, OfferedCommand, Phase, Picture, PlaylistOrder, Session, Surface,
};
use std::collections::HashMap;
use std::fmt::Debug;
use std::io::BufRead;
use std::thread;

fn texts_of<Value: Debug>(values: impl Iterator<Item = Value>) -> Vec<String> {
    values.map(text_of).collect()
}

fn item_of(item: Item) -> Json {
    let chapters: Vec<Json> =
        item.chapters().map(|each| object!(each { index, start, end, title, artwork_id })).collect();
    let ids = [AspectRatio::Square, AspectRatio::Tall].map(|ratio| (text_of(ratio), item.animated_artwork_id(ratio)));
    let duration = match item.duration() {
        nowplaying_surface::MediaDuration::Finite(length) => Json::from(length),
        other => text_of(other).into(),
    };
    let fields = object!(item() {
        id, artwork_id, artwork_url, title, subtitle, album, show_name, author, narrator, station_name, program_name,
        source_name, description, isrc, url, lyrics, collection_id, service_id, track_number, disc_number,
        beats_per_minute, play_count, chapter, chapter_count, release_date, first_played, last_played, explicit,
        excluded_from_suggestions, season, episode, advertisement, user_rating, auto_rating; kind, media_type
    });
    macro_rules! lists {
        ($($name:ident),+) => { fields$(.with(stringify!($name), item.$name().collect::<Vec<_>>()))+ };
    }
    let fields = lists!(
        artists,
        album_artists,
        composers,
        lyricists,
        genres,
        comments,
        musicbrainz_track_ids,
        musicbrainz_album_ids,
        musicbrainz_artist_ids,
        musicbrainz_album_artist_ids
    );
    fields
        .with("lines", item.lines().to_vec())
        .with("duration", duration)
        .with("extra", Json::table(item.extra()))
        .with("animated_artwork_ids", Json::table(ids))
        .with("chapters", chapters)
}

fn playback_of(session: &Session) -> Json {
    let shown = session.snapshot();
    let place = session.item().zip(shown.position);
    let line = place.and_then(|(item, position)| item.lyrics_at(position));
    object!(shown { position, rate, default_rate, buffered, at_live_edge; state })
        .with("seekable", shown.seekable.map(|range| vec![*range.start(), *range.end()]))
        .with("error", shown.error.as_ref().map(|(_, text)| text.clone()))
        .with("error_kind", shown.error.map(|(kind, _)| text_of(kind)))
        .with("chapter", place.and_then(|(item, position)| item.chapter_at(position)).map(|chapter| chapter.index))
        .with("line", line.as_ref().map(|line| line.text))
        .with("line_end", line.and_then(|line| line.end))
}

fn command_of(command: OfferedCommand) -> Json {
    let current = command.repeat_mode().map(text_of);
    let current = current.or_else(|| command.shuffle_mode().map(text_of)).or_else(|| command.feedback().map(text_of));
    let mut supported = texts_of(command.repeat_modes());
    supported.extend(texts_of(command.shuffle_modes()));
    supported.extend(texts_of(command.feedbacks()));
    object!(command() { id, title, short_title, icon, button, steps; kind, slot })
        .with("enabled", command.is_enabled())
        .with("derived", command.is_derived())
        .with("active", command.is_active())
        .with("intervals", command.intervals().collect::<Vec<_>>())
        .with("rates", command.rates().to_vec())
        .with("rate_range", command.rate_range().map(|range| vec![*range.start(), *range.end()]))
        .with("current", current)
        .with("supported", supported)
}

fn described(session: &Session) -> Json {
    let controls: Vec<Json> = session
        .controls()
        .map(|each| {
            object!(each() {
                id, button, icon, title, short_title, name, name_plural, number, is_switch, is_held; kind, row, slot
            })
            .with("enabled", each.is_enabled())
            .with("active", each.is_active())
            .with("busy", each.is_busy())
            .with("rates", each.rates().to_vec())
        })
        .collect();
    let devices: Vec<Json> = session
        .devices()
        .map(|each| object!(each { id, name, volume, can_step }).with("type", text_of(each.device_type)))
        .collect();
    let tracks: Vec<Json> = session
        .tracks()
        .map(|each| {
            object!(each { id, language, title, selected; kind })
                .with("characteristics", words_of(each.characteristics))
        })
        .collect();
    let queue = session.queue().map(|queue| {
        let entries =
            queue.entries().map(|each| object!(each { id, title, artists, album, url, artwork_url, duration }));
        object!(queue { total, present, can_edit }).with("entries", entries.collect::<Vec<_>>())
    });
    let playlists = session.playlists().map(|playlists| {
        let lists = playlists.lists().map(|each| object!(each { id, name, icon_url })).collect::<Vec<_>>();
        let orders = (1..6).map(PlaylistOrder::from).filter(|order| playlists.has_order(*order));
        object!(playlists { active }).with("lists", lists).with("orders", texts_of(orders))
    });
    object!(session() { key, bus_name, application_id, display_name, desktop_entry, process_id, twin_key, volume })
        .with("session_id", session.id())
        .with("primary", words_of(session.primary()))
        .with("abilities", words_of(session.abilities()))
        .with("item", session.item().map(item_of))
        .with("playback", playback_of(session))
        .with("commands", session.commands().map(command_of).collect::<Vec<_>>())
        .with("controls", controls)
        .with("devices", devices)
        .with("tracks", tracks)
        .with("queue", queue)
        .with("playlists", playlists)
}

/// The command of a step.
fn command<'a>(given: &'a Values) -> Command<'a> {
    let text = |key: &str| given.get(key).map(String::as_str);
    let number = |key: &str| text(key).map(|text| text.parse::<f64>().unwrap());
    let is_toggle = text("toggle") == Some("true");
    let button = || number("button").unwrap() as u32;
    let phase = || word(text("phase").unwrap());
    match word(text("command").unwrap()) {
        CommandKind::Play => Command::Play,
        CommandKind::Pause => Command::Pause,
        CommandKind::Stop => Command::Stop,
        CommandKind::TogglePlayPause => Command::TogglePlayPause,
        CommandKind::Next => Command::Next,
        CommandKind::Previous => Command::Previous,
        CommandKind::SeekToPosition => Command::SeekToPosition(seconds(text("position").unwrap())),
        CommandKind::SkipForward => Command::SkipForward(text("interval").map(seconds)),
        CommandKind::SkipBackward => Command::SkipBackward(text("interval").map(seconds)),
        CommandKind::SeekForward => Command::SeekForward(phase()),
        CommandKind::SeekBackward => Command::SeekBackward(phase()),
        CommandKind::ChangeRate => Command::ChangeRate(number("rate")),
        CommandKind::ChangeRepeatMode => Command::ChangeRepeatMode(text("mode").map(word)),
        CommandKind::ChangeShuffleMode => Command::ChangeShuffleMode(text("mode").map(word)),
        CommandKind::Feedback if is_toggle => Command::PressThumb(button(), word(text("mode").unwrap())),
        CommandKind::Feedback => Command::FeedbackButton(button(), word(text("mode").unwrap())),
        CommandKind::NextChapter => Command::NextChapter,
        CommandKind::PreviousChapter => Command::PreviousChapter,
        CommandKind::SeekToLive => Command::SeekToLive,
        CommandKind::SetRating if is_toggle => Command::PressStar(number("rating").unwrap()),
        CommandKind::SetRating => Command::SetRating(number("rating").unwrap()),
        CommandKind::Bookmark => Command::Bookmark,
        CommandKind::Mute => Command::Mute(text("on").map(parsed)),
        _ => Command::Custom(text("id").unwrap()),
    }
}

/// Tells the outcome of an action when there is one.
fn tell<T: Send + 'static>(number: String, action: Action<T>, media: fn(T) -> Vec<(&'static str, String)>) {
    thread::spawn(move || match action.wait() {
        Ok(result) => {
            let mut values = vec![("number", number), ("status", "ok".into())];
            values.extend(media(result));
            say("ended", &values);
        }
        Err(error) => {
            let status = text_of(error.status());
            say("ended", &[("number", number), ("status", status), ("message", error.to_string())]);
        }
    });
}

fn size_of(picture: Picture) -> Vec<(&'static str, String)> {
    let (width, height) = (picture.width.to_string(), picture.height.to_string());
    let turned = ("orientation", picture.orientation.to_string());
    vec![("mime-type", picture.mime_type), ("width", width), ("height", height), turned]
}

/// Begins an action.
fn ask(session: &Session, verb: &str, given: &Values, number: String) {
    let text = |key: &str| given.get(key).map_or("", String::as_str);
    let count = |key: &str| text(key).parse::<u32>().unwrap_or(0);
    let (width, height, follow) = (count("width"), count("height"), text("follow") != "false");
    let device = given.get("device");
    let action = match verb {
        "artwork" => return tell(number, session.artwork(width, height), size_of),
        "chapter-artwork" => {
            return tell(number, session.chapter_artwork(count("chapter") as usize, width, height), size_of)
        }
        "preview" => return tell(number, session.preview(word(text("ratio")), width, height), size_of),
        "send" => session.send(command(given)),
        "press" => {
            let phase = given.get("phase").map_or(Phase::Begin, |phase| word(phase));
            let control = session.controls().nth(count("index") as usize).unwrap();
            session.press(&control, phase)
        }
        "set-volume" => {
            let volume = text("volume").parse().unwrap();
            device.map_or_else(|| session.set_volume(volume), |id| session.set_device_volume(id, volume))
        }
        "step-volume" => session.step_volume(text("device"), text("step").parse().unwrap()),
        "select-track" => session.select_track(word(text("kind")), given.get("id").map(String::as_str)),
        "raise" => session.raise(),
        "quit" => session.quit(),
        "follow-queue" => session.follow_queue(follow),
        "go-to" => session.queue_go_to(text("id")),
        "add" => session.queue_add(text("uri"), given.get("after").map(String::as_str), text("play") == "true"),
        "remove" => session.queue_remove(text("id")),
        "follow-playlists" => {
            let order = given.get("order").map_or(PlaylistOrder::Any, |order| word(order));
            session.follow_playlists(follow, order, text("reverse") == "true")
        }
        "activate-playlist" => session.activate_playlist(text("id")),
        _ => panic!("{verb} is no verb"),
    };
    tell(number, action, |()| Vec::new());
}

fn made(given: &Values) -> Outcome<Surface> {
    let tell = |verb, session: &Session| say(verb, &[("name", session.display_name().into())]);
    let surface = Surface::builder("scenario")
        .twins(given.get("twins").map_or(false, |text| text == "true"))
        .on_listed(|_| say("listed", &[]))
        .on_ordered(|_| say("ordered", &[]))
        .on_added(move |_, session| tell("added", session))
        .on_removed(move |_, session| tell("removed", session))
        .on_changed(|_, session, parts| {
            say("changed", &[("name", session.display_name().into()), ("parts", words_of(parts).join(","))]);
        })
        .build()?;
    Ok(surface)
}

fn main() -> Outcome {
    let (mut surface, mut sessions) = (None, HashMap::new());
    for text in std::io::stdin().lock().lines() {
        let mut given = line::read(&text?);
        let verb = take(&mut given, "verb");
        if let Some(number) = given.remove("number") {
            say("ok", &[]);
            ask(&sessions[&given["key"]], &verb, &given, number);
            continue;
        }
        if verb == "surface" {
            surface = Some(made(&given)?);
        }
        let shown = surface.as_ref().ok_or("there is no surface")?;
        if verb == "look" {
            let seen = shown.sessions()?;
            let text = Json::from(seen.iter().map(described).collect::<Vec<_>>()).to_string();
            sessions = seen.into_iter().map(|session| (session.key().to_string(), session)).collect();
            say("ok", &[("sessions", text)]);
            continue;
        }
        if let Some(ratios) = given.get("ratios") {
            shown.set_aspect_ratios(texts(ratios).iter().map(|ratio| word(ratio)))?;
        }
        say("ok", &[]);
    }
    Ok(())
}
