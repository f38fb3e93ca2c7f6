// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The driver of Rust for the scenarios of contract/scenarios: the host, as their page describes it.

mod line;

use line::*;
use nowplaying::*;
use std::collections::HashMap;
use std::convert::identity as text;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The state that the handlers use: how they answer, the requests that they keep, the picture of the item and its
/// chapters unless it comes later, and the position that the engine tells.
#[derive(Default)]
struct State {
    answers: Values,
    waiting: HashMap<String, Request>,
    picture: Option<Artwork>,
    position: Option<Duration>,
}
type Shared = Arc<Mutex<State>>;

/// Tells that the handler of a word was called, and answers as a step has said.
fn answer(shared: &Shared, request: &Request, word: &str, mut given: Vec<String>) -> Answered {
    let mut state = shared.lock().unwrap();
    let answer = state.answers.get(word).cloned().unwrap_or_default();
    if answer == "later" {
        state.waiting.insert(word.into(), request.clone());
    }
    if word.starts_with("queue_") {
        given.push(request.queue_row()?.map_or_else(String::new, |row| row.to_string()));
    }
    tell(word, &given);
    match answer.split_once(':') {
        Some((_, text)) => Err(Error::failed(text).into()),
        None if answer == "later" => Ok(Answer::Later),
        None => Ok(Answer::Done),
    }
}

/// The handler of a word, with its arguments and the texts that it tells of them.
macro_rules! told {
    ($shared:expr, $word:expr $(, $($argument:ident),* => $($text:expr),+)?) => {{
        let (shared, word) = ($shared.clone(), $word.to_string());
        move |_, request $($(, $argument)*)?| answer(&shared, request, &word, vec![$($($text.to_string()),+)?])
    }};
}

/// Calls those functions of a builder for which a step gives a value, which the function before their names reads.
macro_rules! set {
    ($builder:expr, $given:expr; $($read:path: $($name:ident)+;)+) => {{
        let mut builder = $builder;
        $($(if let Some(value) = $given.remove(stringify!($name)) {
            builder = builder.$name($read(&value));
        })+)+
        builder
    }};
}

fn duration(value: &str) -> MediaDuration {
    match value {
        "live" => MediaDuration::Live,
        "continuous" => MediaDuration::Continuous,
        _ => seconds(value).into(),
    }
}

/// The picture of a step in the form in which a host has it.
fn picture(given: &mut Values) -> Option<Artwork> {
    let place = given.remove("picture")?;
    Some(match take(given, "form").as_str() {
        "data" => Artwork::Data(std::fs::read(place).unwrap()),
        "address" => Artwork::Url(place),
        _ => Artwork::File(place.into()),
    })
}

/// Describes an item by what all kinds have.
fn item<Kind>(builder: ContentBuilder<Kind>, given: &mut Values) -> ContentBuilder<Kind> {
    let [tags, extra, chapters] = take_all(given, ["tags", "extra", "chapters"]).map(|cells| texts(&cells));
    let chapter = |row: &[String]| Chapter::new(seconds(&row[0]), &row[1]).artwork(&row[2]);
    let builder = builder.tags(tags.chunks(2).map(|row| (&row[0], &row[1]))).chapters(chapters.chunks(3).map(chapter));
    let builder = extra.chunks(2).fold(builder, |builder, row| builder.extra(&row[0], &row[1]));
    set!(builder, given;
        text: title album url lyrics collection_id service_id artwork;
        texts: artists album_artists composers lyricists genres comments;
        texts: musicbrainz_track_ids musicbrainz_album_ids musicbrainz_artist_ids musicbrainz_album_artist_ids;
        parsed: track_number disc_number beats_per_minute play_count chapter chapter_count;
        parsed: explicit excluded_from_suggestions advertisement user_rating auto_rating;
        parsed::<Date>: release_date first_played last_played; duration: duration; word: media_type;
    )
}

/// Returns the item of a step. The compiler refuses a field of another kind, which this says here.
fn content(given: &mut Values) -> Outcome<Content> {
    let [kind, id] = take_all(given, ["kind", "id"]);
    let content = match kind.as_str() {
        "music" => set!(item(Content::music(&id), given), given; text: isrc;).build(),
        "podcast" => set!(item(Content::podcast(&id), given), given; text: show_name; parsed: season episode;).build(),
        "movie" => item(Content::movie(&id), given).build(),
        "tv-show" => set!(item(Content::tv_show(&id), given), given; text: show_name; parsed: season episode;).build(),
        "book" => set!(item(Content::book(&id), given), given; text: author narrator;).build(),
        "radio" => set!(item(Content::radio(&id), given), given; text: station_name program_name;).build(),
        "home-media" => set!(item(Content::home_media(&id), given), given; text: source_name description;).build(),
        "generic" => set!(item(Content::generic(&id), given), given; text: subtitle;).build(),
        _ => item(Content::by_tags(&id), given).build(),
    };
    match given.keys().next() {
        Some(key) => Err(format!("{kind} has no {key}").into()),
        None => Ok(content?),
    }
}

/// Returns a command of a word and its value, with the looks that a step gives.
fn command(shared: &Shared, (kind, value): (&String, &String), given: &mut Values) -> Command {
    let [id, title, short_title, steps] = take_all(given, ["id", "title", "short_title", "steps"]);
    let numbers: Vec<f64> = texts(value).iter().filter_map(|each| each.parse().ok()).collect();
    let intervals: Vec<_> = numbers.iter().copied().map(Duration::from_secs_f64).collect();
    // Each line has a function of the interface, what it is given, and the argument of its handler.
    macro_rules! made {
        ($($make:ident($($with:expr),*) $($($argument:ident)? => $text:expr)?;)+) => {
            match kind.replace('-', "_").as_str() {
                $(stringify!($make) => Command::$make($($with,)* told!(shared, kind $(, $($argument)? => $text)?)),)+
                _ => panic!("{kind} is no command"),
            }
        };
    }
    let mut command = made! {
        play(); pause(); stop(); toggle_play_pause(); next(); previous();
        next_chapter(); previous_chapter(); seek_to_live(); bookmark();
        seek_to_position() time => time.as_secs_f64();
        skip_forward(&intervals) time => time.as_secs_f64();
        skip_backward(&intervals) time => time.as_secs_f64();
        seek_forward() phase => text_of(phase); seek_backward() phase => text_of(phase);
        change_repeat_mode(words(value)[0], &words(value)[1..]) mode => text_of(mode);
        change_shuffle_mode(words(value)[0], &words(value)[1..]) mode => text_of(mode);
        feedback(words(value)[0], &words(value)[1..]) mode => text_of(mode);
        change_rate(&numbers) rate => rate; set_rating(steps.parse().unwrap_or(0)) rating => rating; mute() on => on;
        custom(&id.clone(), &title) => id;
    };
    if let Some((least, most)) = value.split_once("..") {
        command = command.rate_range(parsed(least)..=parsed(most));
    }
    let command = command.enabled(value != "false").titles(&title, &short_title);
    set!(command, given; text: icon; parsed: active; word: slot;)
}

/// Returns the snapshot of a step; `None` for the state "none".
fn snapshot(given: &mut Values) -> Option<Snapshot> {
    let (state, position) = (take(given, "state"), given.remove("position").map(|text| seconds(&text)));
    let mut snapshot = match state.as_str() {
        "none" => return None,
        "error" => Snapshot::failed(word(&take(given, "error_kind")), &take(given, "error"), position),
        state => Snapshot::new(word(state), position),
    };
    if let [start, end] = texts(&take(given, "seekable")).as_slice() {
        snapshot = snapshot.seekable(seconds(start)..=seconds(end));
    }
    let snapshot = given.remove("ago").map_or(snapshot.clone(), |ago| snapshot.at(Instant::now() - seconds(&ago)));
    Some(set!(snapshot, given; parsed: rate default_rate at_live_edge; seconds: buffered;))
}

fn track(row: &mut Values) -> Track {
    let [kind, id, traits] = take_all(row, ["kind", "id", "characteristics"]);
    let has = |word: &str| traits.split(' ').any(|each| each == word);
    let track = Track::new(word(&kind), &id).is_default(has("default")).is_forced(has("forced"));
    let track = track.is_commentary(has("commentary")).describes_video(has("describes-video"));
    set!(track, row; text: language title; parsed: selected;)
}

fn make_app(shared: &Shared, given: &mut Values) -> Result<App> {
    let mut made = App::builder("org.example.Scenario").on_log(LogLevel::Warning, |_, _, text| {
        if text.contains("bug:") {
            tell("complaint", &[text.into()]);
        }
    });
    for word in texts(&take(given, "can")) {
        made = match word.as_str() {
            "raise" => made.on_raise(told!(shared, word)),
            "quit" => made.on_quit(told!(shared, word)),
            "fullscreen" => made.on_fullscreen(told!(shared, word, on => on)),
            "activate_playlist" => made.on_activate_playlist(told!(shared, word, id => id)),
            _ => made.on_open_uri(texts(&take(given, "uri_schemes")), told!(shared, word, uri, _path => uri)),
        };
    }
    set!(made, given; text: display_name instance bus_name desktop_entry; parsed: show_idle; texts: mime_types;).build()
}

fn make_session(app: &App, shared: &Shared, given: &mut Values) -> Result<Session> {
    let make = if take(given, "remote") == "true" { App::remote_session } else { App::session };
    let (pictures, engine) = (shared.clone(), shared.clone());
    let mut made = make(app, &take(given, "id")).on_artwork(move |_, request, event| {
        let picture = pictures.lock().unwrap().picture.clone().ok_or_else(|| Error::new(Status::NoSuchContent, ""))?;
        answer(&pictures, request, "artwork", vec![event.id])?;
        Ok(picture)
    });
    for word in texts(&take(given, "can")) {
        let engine = engine.clone();
        made = match word.as_str() {
            "volume" => made.on_volume(told!(shared, word, volume => volume)),
            "queue_go_to" => made.on_queue_go_to(told!(shared, word, id => id)),
            "queue_add" => made.on_queue_add(told!(shared, word, uri, after, on => uri, after.unwrap_or_default(), on)),
            "queue_remove" => made.on_queue_remove(told!(shared, word, id => id)),
            "select_track" => made.on_select_track(told!(shared, word, kind, id => text_of(kind), id.unwrap_or(""))),
            "position" => made.on_position(move |_| engine.lock().unwrap().position),
            "primary_changed" => made.on_primary_changed(move |_, ways| tell(&word, &[words_of(ways).join(",")])),
            "device_volume" => made.on_device_volume(told!(shared, word, id, volume => id, volume)),
            _ => made.on_device_step(told!(shared, word, id, step => id, step)),
        };
    }
    made.build()
}

/// Does a step.
fn step(shared: &Shared, an_app: &mut Option<App>, a_session: &mut Option<Session>, given: &mut Values) -> Outcome {
    let (app, session) = (|| an_app.as_ref().unwrap(), || a_session.as_ref().unwrap());
    match take(given, "verb").as_str() {
        "app" => *an_app = Some(make_app(shared, given)?),
        "looks" => {
            given.remove("display_name").map_or(Ok(()), |name| app().set_display_name(&name))?;
            given.remove("fullscreen").map_or(Ok(()), |on| app().set_fullscreen(parsed(&on)))?;
        }
        "session" => *a_session = Some(make_session(app(), shared, given)?),
        "close" => *a_session = None,
        "content" => {
            shared.lock().unwrap().picture = picture(given);
            session().set_content(&content(given)?)?;
        }
        "nothing" => session().set_content(None)?,
        "provide" => match (picture(given), take(given, "id")) {
            (Some(Artwork::Data(data)), id) => session().provide_artwork_data(id, &data)?,
            (Some(Artwork::File(path)), id) => session().provide_artwork_file(id, path)?,
            (Some(Artwork::Url(url)), id) => session().provide_artwork_url(id, url)?,
            (_, id) => session().provide_artwork_none(id)?,
        },
        "snapshot" => session().set_snapshot(snapshot(given))?,
        "commands" => session().set_commands(given.iter().map(|each| command(shared, each, &mut Values::new())))?,
        "button" => {
            let [kind, value] = take_all(given, ["command", "value"]);
            session().set_command(command(shared, (&kind, &value), given))?;
        }
        "change" => {
            let [kind, mode, id, enabled, active] = take_all(given, ["command", "mode", "id", "enabled", "active"]);
            match kind.as_str() {
                "change-repeat-mode" => session().set_repeat_mode(word(&mode))?,
                "change-shuffle-mode" => session().set_shuffle_mode(word(&mode))?,
                "feedback" => session().set_feedback(word(&mode))?,
                "custom" => session().set_custom_command(&id, enabled == "true", active == "true")?,
                kind => session().set_command_enabled(word(kind), enabled == "true")?,
            }
        }
        "volume" => {
            given.remove("volume").map_or(Ok(()), |volume| session().set_volume(volume.parse::<f64>().ok()))?;
            given.remove("volume_maximum").map_or(Ok(()), |most| session().set_volume_maximum(parsed(&most)))?;
            given.remove("muted").map_or(Ok(()), |muted| session().set_muted(parsed(&muted)))?;
        }
        "queue" => {
            let song = |id: &String| Content::music(id).title(format!("Title of {id}")).build();
            let ids = texts(&take(given, "ids"));
            session().set_queue(&ids.iter().map(song).collect::<Result<Vec<_>>>()?)?;
        }
        "row" => session().set_queue_row(given.remove("row").map(|row| parsed(&row)))?,
        "playlists" => {
            app().set_playlists(rows(given, "id name icon_url created modified last_played", |row| {
                let playlist = Playlist::new(&take(row, "id"), &take(row, "name"));
                set!(playlist, row; text: icon_url; parsed::<Date>: created modified last_played;)
            }))?;
            app().set_active_playlist(given.remove("active").as_deref())?;
        }
        "tracks" => session().set_tracks(rows(given, "kind id language title selected characteristics", track))?,
        "devices" => session().set_devices(rows(given, "id name device_type volume can_step", |row| {
            let device = Device::new(&take(row, "id"), &take(row, "name"));
            set!(device, row; word: device_type; parsed::<f64>: volume; parsed: can_step;)
        }))?,
        "engine" => shared.lock().unwrap().position = given.remove("position").map(|text| seconds(&text)),
        "commit" => session().commit()?,
        "answers" => shared.lock().unwrap().answers.append(given),
        "finish" => {
            let request = shared.lock().unwrap().waiting.remove(&take(given, "command")).unwrap();
            given.remove("failed").map_or_else(|| request.complete(), |text| request.fail(Error::failed(text)))?;
        }
        "primary" => session().request_application_primary()?,
        "system" => session().request_system_primary()?,
        "resign" => session().resign_system_primary()?,
        verb => panic!("{verb} is no verb"),
    }
    Ok(())
}

fn main() {
    let (shared, mut app, mut session) = (Shared::default(), None, None);
    for line in std::io::stdin().lines().map_while(std::result::Result::ok) {
        match step(&shared, &mut app, &mut session, &mut read(&line)) {
            Ok(()) => tell("ok", &[]),
            Err(error) => tell("failed", &[error.to_string()]),
        }
    }
}
