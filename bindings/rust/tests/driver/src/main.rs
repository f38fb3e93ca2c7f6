// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The driver of Rust for the scenarios of contract/scenarios: the host, as their page describes it.

mod commands;
mod content;
#[allow(dead_code)] // The driver of the surface uses the rest.
mod line;

use line::{boolean, seconds, table, tell, text_of, texts, word, Outcome, Values};
use nowplaying::{
    Answer, Answered, App, Artwork, Content, Date, Device, Error, Feedback, LogLevel, Phase, Playlist, RepeatMode,
    Request, Session, ShuffleMode, Snapshot, Status, Track, TrackKind,
};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The state that handlers use.
#[derive(Default)]
pub struct Shared {
    answers: Mutex<HashMap<String, String>>,
    waiting: Mutex<HashMap<String, Request>>,
    pictures: Mutex<HashMap<String, Artwork>>,
    position: Mutex<Option<Duration>>,
}

impl Shared {
    /// Tells that a handler was called, and answers as a step has said.
    pub fn answer(&self, request: &Request, word: &str, mut given: Vec<String>) -> Answered {
        let answer = self.answers.lock().unwrap().get(word).cloned().unwrap_or_default();
        if answer == "later" {
            self.waiting.lock().unwrap().insert(word.to_string(), request.clone());
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
}

/// An argument of a handler.
pub trait Told {
    /// How it is written.
    fn text(&self) -> String;
}

macro_rules! told_as {
    ($($type:ty),+: $text:expr) => {
        $(impl Told for $type {
            fn text(&self) -> String {
                $text(self)
            }
        })+
    };
}

told_as!(&str, bool, i32, f64: ToString::to_string);
told_as!(TrackKind, Phase, RepeatMode, ShuffleMode, Feedback: text_of);
told_as!(Duration: |time: &Duration| time.as_secs_f64().to_string());
told_as!(Option<&str>: |text: &Option<&str>| text.unwrap_or_default().to_string());

/// The handler of a word with these arguments.
#[macro_export]
macro_rules! told {
    ($shared:ident, $word:expr $(, $argument:ident)*) => {
        move |_, request $(, $argument)*| $shared.answer(request, $word, vec![$($crate::Told::text(&$argument)),*])
    };
}

/// A picture in the form in which a host has it.
fn made(form: Option<&String>, picture: String) -> std::io::Result<Artwork> {
    Ok(match form.map(String::as_str) {
        Some("data") => Artwork::Data(std::fs::read(picture)?),
        Some("address") => Artwork::Url(picture),
        _ => Artwork::File(picture.into()),
    })
}

#[derive(Default)]
struct Driver {
    shared: Arc<Shared>,
    session: Option<Session>,
    app: Option<App>,
}

impl Driver {
    /// Does a step.
    fn step(&mut self, verb: &str, mut given: Values) -> Outcome<()> {
        match verb {
            "app" => return self.make_app(given),
            "session" => return self.make_session(given),
            _ => {}
        }
        if verb == "close" {
            self.session = None;
            return Ok(());
        }
        let (app, session) = (self.app.as_ref().unwrap(), self.session.as_ref().unwrap());
        let mut take = |key: &str| given.remove(key);
        match verb {
            "looks" => {
                take("display_name").map_or(Ok(()), |name| app.set_display_name(&name))?;
                take("fullscreen").map_or(Ok(()), |on| app.set_fullscreen(boolean(&on)))?;
            }
            "content" => {
                let (form, picture) = (take("form"), take("picture"));
                let chapters = table(given.get("chapters").map_or("", String::as_str)).map(|[_, _, id]| id);
                for id in chapters.chain(given.get("artwork").cloned()).filter(|_| picture.is_some()) {
                    let picture = made(form.as_ref(), picture.clone().unwrap_or_default())?;
                    self.shared.pictures.lock().unwrap().insert(id, picture);
                }
                session.set_content(&content::of(given)?)?;
            }
            "nothing" => session.set_content(None)?,
            "provide" => {
                let (id, form) = (take("id").unwrap(), take("form"));
                match take("picture").map(|picture| made(form.as_ref(), picture)).transpose()? {
                    Some(Artwork::Data(data)) => session.provide_artwork_data(id, &data)?,
                    Some(Artwork::File(path)) => session.provide_artwork_file(id, path)?,
                    Some(Artwork::Url(url)) => session.provide_artwork_url(id, url)?,
                    _ => session.provide_artwork_none(id)?,
                }
            }
            "snapshot" => session.set_snapshot(snapshot(given)?)?,
            "commands" => session.set_commands(commands::all(&self.shared, given)?)?,
            "button" => session.set_command(commands::one(&self.shared, given)?)?,
            "change" => commands::change(session, given)?,
            "volume" => {
                take("volume").map_or(Ok(()), |volume| session.set_volume(volume.parse::<f64>().ok()))?;
                take("volume_maximum").map_or(Ok(()), |most| session.set_volume_maximum(most.parse().unwrap()))?;
                take("muted").map_or(Ok(()), |muted| session.set_muted(boolean(&muted)))?;
            }
            "queue" => {
                let song = |id: String| Content::music(&id).title(format!("Title of {id}")).build();
                let ids = texts(&take("ids").unwrap_or_default());
                session.set_queue(&ids.into_iter().map(song).collect::<nowplaying::Result<Vec<_>>>()?)?;
            }
            "row" => session.set_queue_row(take("row").and_then(|row| row.parse().ok()))?,
            "playlists" => {
                app.set_playlists(table(&take("rows").unwrap_or_default()).map(playlist))?;
                app.set_active_playlist(take("active").as_deref())?;
            }
            "tracks" => session.set_tracks(table(&take("rows").unwrap_or_default()).map(track))?,
            "devices" => session.set_devices(table(&take("rows").unwrap_or_default()).map(device))?,
            "engine" => *self.shared.position.lock().unwrap() = take("position").map(|text| seconds(&text)),
            "commit" => session.commit()?,
            "answers" => self.shared.answers.lock().unwrap().extend(given),
            "finish" => {
                let request = self.shared.waiting.lock().unwrap().remove(&take("command").unwrap()).unwrap();
                take("failed").map_or_else(|| request.complete(), |text| request.fail(Error::failed(text)))?;
            }
            "primary" => session.request_application_primary()?,
            "system" => session.request_system_primary()?,
            "resign" => session.resign_system_primary()?,
            _ => return Err(format!("{verb} is no verb").into()),
        }
        Ok(())
    }

    fn make_app(&mut self, mut given: Values) -> Outcome<()> {
        let can = texts(&given.remove("can").unwrap_or_default());
        let schemes = texts(&given.remove("uri_schemes").unwrap_or_default());
        let mut builder = App::builder("org.example.Scenario").on_log(LogLevel::Warning, |_, _, text| {
            if text.starts_with("client bug") || text.starts_with("library bug") {
                tell("complaint", &[text.to_string()]);
            }
        });
        for (key, value) in given {
            builder = match key.as_str() {
                "display_name" => builder.display_name(&value),
                "show_idle" => builder.show_idle(boolean(&value)),
                "instance" => builder.instance(&value),
                "bus_name" => builder.bus_name(&value),
                "desktop_entry" => builder.desktop_entry(&value),
                _ => builder.mime_types(texts(&value)),
            };
        }
        for each in can {
            let shared = self.shared.clone();
            builder = match each.as_str() {
                "raise" => builder.on_raise(told!(shared, "raise")),
                "quit" => builder.on_quit(told!(shared, "quit")),
                "fullscreen" => builder.on_fullscreen(told!(shared, "fullscreen", on)),
                "activate_playlist" => builder.on_activate_playlist(told!(shared, "activate_playlist", id)),
                _ => builder.on_open_uri(&schemes, move |_, request, uri, _| {
                    shared.answer(request, "open_uri", vec![uri.to_string()])
                }),
            };
        }
        self.app = Some(builder.build()?);
        Ok(())
    }

    fn make_session(&mut self, mut given: Values) -> Outcome<()> {
        let (id, app, shared) = (given.remove("id").unwrap_or_default(), self.app.as_ref().unwrap(), &self.shared);
        let pictures = shared.clone();
        let mut builder = if given.contains_key("remote") { app.remote_session(&id) } else { app.session(&id) }
            .on_artwork(move |_, request, event| {
                let picture = pictures.pictures.lock().unwrap().get(&event.id).cloned();
                let picture = picture.ok_or_else(|| Error::new(Status::NoSuchContent, "it comes later"))?;
                pictures.answer(request, "artwork", vec![event.id])?;
                Ok(picture)
            });
        for each in texts(&given.remove("can").unwrap_or_default()) {
            let shared = shared.clone();
            builder = match each.as_str() {
                "volume" => builder.on_volume(told!(shared, "volume", volume)),
                "queue_go_to" => builder.on_queue_go_to(told!(shared, "queue_go_to", id)),
                "queue_add" => builder.on_queue_add(told!(shared, "queue_add", uri, after, now)),
                "queue_remove" => builder.on_queue_remove(told!(shared, "queue_remove", id)),
                "select_track" => builder.on_select_track(told!(shared, "select_track", kind, id)),
                "position" => builder.on_position(move |_| *shared.position.lock().unwrap()),
                "primary_changed" => builder.on_primary_changed(|_, primary| {
                    let ways = [(primary.is_application(), "application"), (primary.is_system(), "system")];
                    let ways: Vec<_> = ways.iter().filter(|way| way.0).map(|way| way.1).collect();
                    tell("primary_changed", &[ways.join(",")]);
                }),
                "device_volume" => builder.on_device_volume(told!(shared, "device_volume", id, volume)),
                _ => builder.on_device_step(told!(shared, "device_step", id, step)),
            };
        }
        self.session = Some(builder.build()?);
        Ok(())
    }
}

/// Returns the snapshot of a step; `None` for the state "none".
fn snapshot(mut given: Values) -> Outcome<Option<Snapshot>> {
    let mut take = |key: &str| given.remove(key);
    let (state, position) = (take("state").unwrap(), take("position").map(|text| seconds(&text)));
    let mut snapshot = match state.as_str() {
        "none" => return Ok(None),
        "error" => Snapshot::failed(word(&take("error_kind").unwrap()), &take("error").unwrap_or_default(), position),
        state => Snapshot::new(word(state), position),
    };
    for (key, value) in given {
        snapshot = match key.as_str() {
            "rate" => snapshot.rate(value.parse()?),
            "default_rate" => snapshot.default_rate(value.parse()?),
            "seekable" => {
                let (start, end) = value.split_once(',').unwrap();
                snapshot.seekable(seconds(start)..=seconds(end))
            }
            "buffered" => snapshot.buffered(seconds(&value)),
            "ago" => snapshot.at(Instant::now() - seconds(&value)),
            _ => snapshot.at_live_edge(boolean(&value)),
        };
    }
    Ok(Some(snapshot))
}

fn playlist([id, name, icon, created, modified, played]: [String; 6]) -> Playlist {
    let date = |text: &str| text.parse::<Date>().ok();
    let mut playlist = Playlist::new(&id, &name);
    if !icon.is_empty() {
        playlist = playlist.icon_url(&icon);
    }
    playlist = date(&created).map_or(playlist.clone(), |date| playlist.created(date));
    playlist = date(&modified).map_or(playlist.clone(), |date| playlist.modified(date));
    date(&played).map_or(playlist.clone(), |date| playlist.last_played(date))
}

fn track([kind, id, language, title, selected, traits]: [String; 6]) -> Track {
    let has = |trait_: &str| traits.split(' ').any(|each| each == trait_);
    let track = Track::new(word(&kind), &id).language(&language).title(&title).selected(boolean(&selected));
    let track = track.is_default(has("default")).is_forced(has("forced"));
    track.is_commentary(has("commentary")).describes_video(has("describes-video"))
}

fn device([id, name, kind, volume, can_step]: [String; 5]) -> Device {
    Device::new(&id, &name).device_type(word(&kind)).volume(volume.parse().ok()).can_step(boolean(&can_step))
}

fn main() {
    let mut driver = Driver::default();
    for line in std::io::stdin().lines().map_while(std::result::Result::ok) {
        let (verb, given) = line::read(&line);
        match driver.step(&verb, given) {
            Ok(()) => tell("ok", &[]),
            Err(error) => {
                if let Some(session) = &driver.session {
                    let _ = session.discard();
                }
                tell("failed", &[error.to_string()]);
            }
        }
    }
}
