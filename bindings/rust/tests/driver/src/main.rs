// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The driver of Rust for the scenarios of contract/scenarios: the host, as their page describes it.

mod commands;
mod content;
mod line;

use line::{boolean, say, seconds, table, texts, word, Outcome, Values};
use nowplaying::{
    Answer, Answered, App, Artwork, Content, Date, Device, Error, LogLevel, Playlist, Request, Session, Snapshot,
    Status, Track,
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
    pub fn answer(&self, request: &Request, word: &str, given: &[(&str, String)]) -> Answered {
        let answer = self.answers.lock().unwrap().get(word).cloned().unwrap_or_default();
        if answer == "later" {
            self.waiting.lock().unwrap().insert(word.to_string(), request.clone());
        }
        say(word, given);
        match answer.split_once(':') {
            Some((_, text)) => Err(line::decoded(text).into()),
            None if answer == "later" => Ok(Answer::Later),
            None => Ok(Answer::Done),
        }
    }
}

/// A picture in the form in which a host has it.
fn made(form: Option<String>, picture: String) -> std::io::Result<Artwork> {
    Ok(match form.as_deref() {
        Some("data") => Artwork::Data(std::fs::read(picture)?),
        Some("address") => Artwork::Url(picture),
        _ => Artwork::File(picture.into()),
    })
}

/// The present row of a request as it is written.
fn row(request: &Request) -> nowplaying::Result<String> {
    Ok(request.queue_row()?.map_or_else(String::new, |row| row.to_string()))
}

#[derive(Default)]
struct Driver {
    shared: Arc<Shared>,
    session: Option<Session>,
    app: Option<App>,
}

impl Driver {
    fn app(&self) -> &App {
        self.app.as_ref().unwrap()
    }

    fn session(&self) -> &Session {
        self.session.as_ref().unwrap()
    }

    /// Does a step.
    fn step(&mut self, verb: &str, mut given: Values) -> Outcome<()> {
        let mut take = |key: &str| given.remove(key);
        match verb {
            "app" => self.make_app(given)?,
            "session" => self.make_session(given)?,
            "looks" => {
                take("name").map_or(Ok(()), |name| self.app().set_display_name(&name))?;
                take("fullscreen").map_or(Ok(()), |on| self.app().set_fullscreen(boolean(&on)))?;
            }
            "content" => {
                let picture = take("picture");
                if let (Some(picture), Some(form)) = (picture, Some(take("form"))) {
                    let chapters = texts(given.get("chapters").map_or("", String::as_str));
                    let ids = chapters.iter().skip(2).step_by(3).chain(given.get("artwork"));
                    let mut pictures = self.shared.pictures.lock().unwrap();
                    pictures.extend(
                        ids.map(|id| Ok((id.clone(), made(form.clone(), picture.clone())?)))
                            .collect::<Outcome<Vec<_>>>()?,
                    );
                }
                self.session().set_content(&content::of(given)?)?;
            }
            "nothing" => self.session().set_content(None)?,
            "provide" => {
                let (id, form) = (take("id").unwrap(), take("form"));
                match take("picture").map(|picture| made(form, picture)).transpose()? {
                    Some(Artwork::Data(data)) => self.session().provide_artwork_data(id, &data)?,
                    Some(Artwork::File(path)) => self.session().provide_artwork_file(id, path)?,
                    Some(Artwork::Url(url)) => self.session().provide_artwork_url(id, url)?,
                    _ => self.session().provide_artwork_none(id)?,
                }
            }
            "snapshot" => self.session().set_snapshot(snapshot(given)?)?,
            "commands" => self.session().set_commands(commands::all(&self.shared, given)?)?,
            "button" => self.session().set_command(commands::one(&self.shared, given)?)?,
            "change" => commands::change(self.session(), given)?,
            "volume" => {
                if let Some(volume) = take("volume") {
                    self.session().set_volume(volume.parse::<f64>().ok())?;
                }
                if let Some(maximum) = take("maximum") {
                    self.session().set_volume_maximum(maximum.parse()?)?;
                }
                take("muted").map_or(Ok(()), |muted| self.session().set_muted(boolean(&muted)))?;
            }
            "queue" => {
                let song = |id: String| Content::music(&id).title(format!("Title of {id}")).build();
                let ids = take("ids").unwrap_or_default();
                let queue = texts(&ids).into_iter().map(song).collect::<nowplaying::Result<Vec<_>>>()?;
                self.session().set_queue(&queue)?;
                take("row").map_or(Ok(()), |row| self.session().set_queue_row(row.parse::<usize>().ok()))?;
            }
            "row" => self.session().set_queue_row(take("row").and_then(|row| row.parse().ok()))?,
            "playlists" => self.set_playlists(given)?,
            "tracks" => self.session().set_tracks(table(&take("rows").unwrap_or_default()).map(track))?,
            "devices" => self.session().set_devices(table(&take("rows").unwrap_or_default()).map(device))?,
            "engine" => *self.shared.position.lock().unwrap() = take("position").map(|text| seconds(&text)),
            "commit" => self.session().commit()?,
            "answers" => self.shared.answers.lock().unwrap().extend(given),
            "finish" => {
                let request = self.shared.waiting.lock().unwrap().remove(&take("command").unwrap()).unwrap();
                match take("failed") {
                    Some(text) => request.fail(text)?,
                    None => request.complete()?,
                }
            }
            "primary" if take("which").as_deref() == Some("system") => self.session().request_system_primary()?,
            "primary" => self.session().request_application_primary()?,
            "resign" => self.session().resign_system_primary()?,
            "close" => self.session = None,
            _ => return Err(format!("{verb} is no verb").into()),
        }
        Ok(())
    }

    fn make_app(&mut self, mut given: Values) -> Outcome<()> {
        let can = texts(&given.remove("can").unwrap_or_default());
        let mut builder = App::builder("org.example.Scenario").on_log(LogLevel::Warning, |_, _, text| {
            if text.starts_with("client bug") || text.starts_with("library bug") {
                say("complaint", &[("text", text.to_string())]);
            }
        });
        for (key, value) in given {
            builder = match key.as_str() {
                "name" => builder.display_name(&value),
                "idle" => builder.show_idle(boolean(&value)),
                "instance" => builder.instance(&value),
                "bus_name" => builder.bus_name(&value),
                "desktop_entry" => builder.desktop_entry(&value),
                _ => builder.mime_types(texts(&value)),
            };
        }
        for each in can {
            let shared = self.shared.clone();
            builder = match each.as_str() {
                "raise" => builder.on_raise(move |_, request| shared.answer(request, "raise", &[])),
                "quit" => builder.on_quit(move |_, request| shared.answer(request, "quit", &[])),
                "fullscreen" => builder.on_fullscreen(move |_, request, on| {
                    shared.answer(request, "fullscreen", &[("on", on.to_string())])
                }),
                "playlists" => builder.on_activate_playlist(move |_, request, id| {
                    shared.answer(request, "activate-playlist", &[("id", id.to_string())])
                }),
                _ => builder.on_open_uri(["file", "https"], move |_, request, uri, _| {
                    shared.answer(request, "open-uri", &[("uri", uri.to_string())])
                }),
            };
        }
        self.app = Some(builder.build()?);
        Ok(())
    }

    fn make_session(&mut self, mut given: Values) -> Outcome<()> {
        let id = given.remove("id").unwrap_or_default();
        let app = self.app();
        let shared = self.shared.clone();
        let mut builder = if given.contains_key("remote") { app.remote_session(&id) } else { app.session(&id) }
            .on_artwork(move |_, request, event| {
                let picture = shared.pictures.lock().unwrap().get(&event.id).cloned();
                let picture = picture.ok_or_else(|| Error::new(Status::NoSuchContent, "it comes later"))?;
                shared.answer(request, "artwork", &[("id", event.id)])?;
                Ok(picture)
            });
        for each in texts(&given.remove("can").unwrap_or_default()) {
            let shared = self.shared.clone();
            builder = match each.as_str() {
                "volume" => builder.on_volume(move |_, request, volume| {
                    shared.answer(request, "volume", &[("volume", volume.to_string())])
                }),
                "go-to" => builder.on_queue_go_to(move |_, request, id| {
                    shared.answer(request, "go-to", &[("id", id.to_string()), ("row", row(request)?)])
                }),
                "add" => builder.on_queue_add(move |_, request, uri, after, now| {
                    let after = after.unwrap_or_default().to_string();
                    let values = [("after", after), ("row", row(request)?), ("now", now.to_string())];
                    shared.answer(request, "add", &[&[("uri", uri.to_string())], &values[..]].concat())
                }),
                "remove" => builder.on_queue_remove(move |_, request, id| {
                    shared.answer(request, "remove", &[("id", id.to_string()), ("row", row(request)?)])
                }),
                "tracks" => builder.on_select_track(move |_, request, kind, id| {
                    let id = id.unwrap_or_default().to_string();
                    shared.answer(request, "select-track", &[("kind", line::text_of(kind)), ("id", id)])
                }),
                "position" => builder.on_position(move |_| *shared.position.lock().unwrap()),
                "primary" => builder.on_primary_changed(|_, primary| {
                    let ways = [(primary.is_application(), "application"), (primary.is_system(), "system")];
                    let ways: Vec<_> = ways.iter().filter(|way| way.0).map(|way| way.1).collect();
                    say("primary", &[("ways", ways.join(","))]);
                }),
                "device-volume" => builder.on_device_volume(move |_, request, id, volume| {
                    let values = [("id", id.to_string()), ("volume", volume.to_string())];
                    shared.answer(request, "device-volume", &values)
                }),
                _ => builder.on_device_step(move |_, request, id, step| {
                    shared.answer(request, "device-step", &[("id", id.to_string()), ("step", step.to_string())])
                }),
            };
        }
        self.session = Some(builder.build()?);
        Ok(())
    }

    fn set_playlists(&self, given: Values) -> Outcome<()> {
        let column = |key: &str| texts(given.get(key).map_or("", String::as_str));
        let mut playlists = Vec::new();
        for (row, id) in column("ids").iter().enumerate() {
            let date = |key: &str| column(key).get(row).map(|text| text.parse::<Date>()).transpose();
            let mut playlist = Playlist::new(id, &format!("Name of {id}"));
            if let Some(icon) = column("icon_url").get(row) {
                playlist = playlist.icon_url(icon);
            }
            if let Some(date) = date("created")? {
                playlist = playlist.created(date);
            }
            if let Some(date) = date("modified")? {
                playlist = playlist.modified(date);
            }
            if let Some(date) = date("last_played")? {
                playlist = playlist.last_played(date);
            }
            playlists.push(playlist);
        }
        self.app().set_playlists(playlists)?;
        Ok(self.app().set_active_playlist(given.get("active").map(String::as_str))?)
    }
}

/// Returns the snapshot of a step; `None` for the state "none".
fn snapshot(mut given: Values) -> Outcome<Option<Snapshot>> {
    let mut take = |key: &str| given.remove(key);
    let state = take("state").unwrap();
    let position = take("position").map(|text| seconds(&text));
    let mut snapshot = match state.as_str() {
        "none" => return Ok(None),
        "failed" => {
            let kind = word(&take("kind").unwrap_or_else(|| "other".to_string()));
            Snapshot::failed(kind, &take("text").unwrap_or_default(), position)
        }
        state => Snapshot::new(word(state), position),
    };
    if let Some(rate) = take("rate") {
        snapshot = snapshot.rate(rate.parse()?);
    }
    if let Some(rate) = take("default_rate") {
        snapshot = snapshot.default_rate(rate.parse()?);
    }
    if let Some(window) = take("seekable") {
        let window: Vec<_> = window.split(',').map(seconds).collect();
        snapshot = snapshot.seekable(window[0]..=window[1]);
    }
    if let Some(buffered) = take("buffered") {
        snapshot = snapshot.buffered(seconds(&buffered));
    }
    if let Some(ago) = take("ago") {
        snapshot = snapshot.at(Instant::now() - seconds(&ago));
    }
    Ok(Some(snapshot.at_live_edge(take("live_edge").is_some())))
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
            Ok(()) => say("ok", &[]),
            Err(error) => {
                if let Some(session) = &driver.session {
                    let _ = session.discard();
                }
                say("failed", &[("text", error.to_string())]);
            }
        }
    }
}
