// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! A player for the tests: an app on a private bus that shows one song.
#![allow(dead_code)] // Each test program uses its own part.

use nowplaying::mode::{LoopMode, Polled, Wakeup};
use nowplaying::{Answer, App, AppBuilder, Command, Content, LogLevel, Session, SessionBuilder, Snapshot};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;
use test_support::{eventually, Bus, TIMEOUT};

pub const NAME: &str = "rusttest";
const OBJECT: &str = "/org/mpris/MediaPlayer2";
const PLAYER: &str = "org.mpris.MediaPlayer2.Player";

/// Collects log lines that correct use of the library never causes.
#[derive(Clone, Default)]
pub struct Complaints(Arc<(Mutex<Vec<String>>, Condvar)>);

impl Complaints {
    /// An app on the bus whose complaints are collected.
    pub fn app(&self, bus: &Bus) -> AppBuilder {
        let app = App::builder(NAME).display_name("Rust Test").bus_address(&bus.address);
        app.on_log(LogLevel::Warning, self.listener())
    }

    /// Builds the app for the test's own loop.
    pub fn polled(&self, bus: &Bus) -> AppBuilder<Polled> {
        App::polled(NAME).bus_address(&bus.address).on_log(LogLevel::Warning, self.listener())
    }

    /// Builds the app that is dispatched after `wakeup` was called.
    pub fn woken(&self, bus: &Bus, wakeup: impl FnMut() + Send + 'static) -> AppBuilder<Wakeup> {
        App::wakeup(NAME, wakeup).bus_address(&bus.address).on_log(LogLevel::Warning, self.listener())
    }

    fn listener<Mode>(&self) -> impl FnMut(&App<Mode>, LogLevel, &str) + Send {
        let complaints = self.0.clone();
        move |_, _, line| {
            if line.contains("client bug") || line.contains("library bug") {
                complaints.0.lock().unwrap().push(line.to_string());
                complaints.1.notify_all();
            }
        }
    }

    pub fn assert_none(&self) {
        assert_eq!(*self.0 .0.lock().unwrap(), Vec::<String>::new());
    }

    /// Waits for as many complaints as the test has provoked, and clears them.
    pub fn take(&self, count: usize) -> Vec<String> {
        let (lines, came) = &*self.0;
        let wait = came.wait_timeout_while(lines.lock().unwrap(), TIMEOUT, |lines| lines.len() < count);
        let mut lines = wait.unwrap().0;
        assert_eq!(lines.len(), count, "{lines:?}");
        std::mem::take(&mut *lines)
    }
}

/// Makes a session, in any loop, that plays a song and asks to be shown.
pub fn shown_session<Mode: LoopMode>(app: &App<Mode>) -> Session<Mode> {
    let session = app.session("main").build().unwrap();
    session.set_content(&song("track-1", "Summertime")).unwrap();
    session.set_snapshot(Snapshot::playing(Duration::ZERO)).unwrap();
    session.commit().unwrap();
    session.request_application_primary().unwrap();
    session
}

pub fn song(id: &str, title: &str) -> Content {
    Content::music(id)
        .title(title)
        .artists(["Sidney Bechet", "Noble Sissle"])
        .album("Petite Fleur")
        .duration(Duration::from_secs(200))
        .build()
        .unwrap()
}

/// Asks the app to quit.
pub fn quit(bus: &Bus) -> Result<String, String> {
    let name = format!("org.mpris.MediaPlayer2.{NAME}");
    bus.busctl("call", &[&name, OBJECT, "org.mpris.MediaPlayer2", "Quit"])
}

/// A play command, without which playerctl does not show the metadata.
pub fn play() -> Command {
    Command::play(|_, _| Ok(Answer::Done))
}

/// A player that shows a playing song.
pub struct Player {
    // The fields are dropped in this order: the session before its bus.
    pub session: Session,
    pub app: App,
    pub bus: Bus,
    pub complaints: Complaints,
}

impl Player {
    pub fn new() -> Self {
        Player::with(|app| app, |session| session)
    }

    /// Makes a player whose app and session have more closures.
    pub fn with(
        app: impl FnOnce(AppBuilder) -> AppBuilder,
        session: impl for<'a> FnOnce(SessionBuilder<'a>) -> SessionBuilder<'a>,
    ) -> Self {
        let bus = Bus::start();
        let complaints = Complaints::default();
        let app = app(complaints.app(&bus)).build().unwrap();
        let session = session(app.session("main")).build().unwrap();
        session.set_commands([play()]).unwrap();
        session.set_content(&song("track-1", "Summertime")).unwrap();
        session.set_snapshot(Snapshot::playing(Duration::from_secs(10))).unwrap();
        session.commit().unwrap();
        session.request_application_primary().unwrap();
        bus.until(&["status"], "Playing");
        Player { session, app, bus, complaints }
    }

    /// Calls a method of MPRIS and returns when it is answered.
    pub fn call(&self, interface: &str, method: &[&str]) -> Result<String, String> {
        let name = format!("org.mpris.MediaPlayer2.{NAME}");
        self.bus.busctl("call", &[&[name.as_str(), OBJECT, interface], method].concat())
    }

    /// Calls a method of the interface Player.
    pub fn press(&self, method: &[&str]) -> Result<String, String> {
        self.call(PLAYER, method)
    }

    /// Reads a property, as busctl prints it.
    pub fn get(&self, interface: &str, property: &str) -> String {
        let name = format!("org.mpris.MediaPlayer2.{NAME}");
        self.bus.busctl("get-property", &[&name, OBJECT, interface, property]).unwrap()
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.complaints.assert_none();
        }
    }
}

/// The names of the players on a bus.
pub fn players(bus: &Bus) -> Vec<String> {
    let names = bus
        .busctl("call", &["org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames"])
        .unwrap();
    names.split('"').filter(|name| name.starts_with("org.mpris.MediaPlayer2.")).map(str::to_string).collect()
}

/// A session as a surface of org.nowplaying sees it.
pub struct Seen<'a> {
    pub bus: &'a Bus,
    pub player: String,
    pub path: String,
}

impl<'a> Seen<'a> {
    /// The only session of a player.
    pub fn of(bus: &'a Bus, player: &str) -> Self {
        let manager = [player, "/org/nowplaying", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects"];
        let objects = bus.busctl("call", &manager).unwrap();
        let mut paths = objects.split('"').filter(|text| text.starts_with("/org/nowplaying/session/"));
        let path = paths.next().unwrap_or_else(|| panic!("{player} has no session: {objects}")).to_string();
        Seen { bus, player: player.to_string(), path }
    }

    /// The session of a player of these tests.
    pub fn main(player: &'a Player) -> Self {
        Seen::of(&player.bus, &format!("org.mpris.MediaPlayer2.{NAME}"))
    }

    /// Calls a method, "Session1.SetVolume" for instance.
    pub fn call(&self, method: &str, arguments: &[&str]) -> Result<String, String> {
        let (interface, method) = method.split_once('.').unwrap();
        let call = ["--", &self.player, &self.path, &format!("org.nowplaying.{interface}"), method];
        self.bus.busctl("call", &[&call, arguments].concat())
    }

    pub fn get(&self, property: &str) -> String {
        let (interface, property) = property.split_once('.').unwrap();
        let get = [&self.player, &self.path, &format!("org.nowplaying.{interface}"), property];
        self.bus.busctl("get-property", &get).unwrap()
    }

    /// Reads a property until it contains all these words.
    pub fn until(&self, property: &str, words: &[&str]) {
        let mut last = String::new();
        let has_come = eventually(|| {
            last = self.get(property);
            words.iter().all(|word| last.contains(word))
        });
        assert!(has_come, "{property} was last {last}, without one of {words:?}");
    }
}
