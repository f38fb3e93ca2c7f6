// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
//! The player of bare.c on zbus: two derived interfaces and zbus's own object server.
//!
//! usage: zbus BUS_NAME STAMP_FILE     (control bytes on standard input, see bench.h)

use std::collections::HashMap;
use std::convert::TryFrom;
use std::error::Error;
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::Instant;

use zbus::{dbus_interface, fdo, Connection, ObjectServer};
use zvariant::{ObjectPath, Value};

const PATH: &str = "/org/mpris/MediaPlayer2";
const PLAYER: &str = "org.mpris.MediaPlayer2.Player";
const ARTWORK: &str = "file:///run/user/1000/bench/artwork/7f83b1657ff1fc53b92dc18148a1d65d.png";
const TRACKS: i32 = 16;

struct Root;

#[dbus_interface(name = "org.mpris.MediaPlayer2")]
impl Root {
    fn raise(&self) {}

    fn quit(&self) {}

    #[dbus_interface(property)]
    fn can_quit(&self) -> bool {
        false
    }

    #[dbus_interface(property)]
    fn can_raise(&self) -> bool {
        false
    }

    #[dbus_interface(property)]
    fn has_track_list(&self) -> bool {
        false
    }

    #[dbus_interface(property)]
    fn identity(&self) -> &str {
        "Benchmark"
    }

    #[dbus_interface(property)]
    fn desktop_entry(&self) -> &str {
        "org.example.bench"
    }

    #[dbus_interface(property)]
    fn supported_uri_schemes(&self) -> Vec<&str> {
        vec!["file", "https"]
    }

    #[dbus_interface(property)]
    fn supported_mime_types(&self) -> Vec<&str> {
        vec!["audio/flac", "audio/mpeg"]
    }
}

struct Player {
    connection: Connection,
    current: i32,
    playing: bool,
    base_us: i64,
    at: Instant,
    volume: f64,
    publishes: Arc<AtomicBool>,
}

impl Player {
    fn length_us(&self) -> i64 {
        i64::from(180 + self.current) * 1_000_000
    }

    fn set_time(&mut self, position_us: i64, playing: bool) {
        (self.base_us, self.at, self.playing) = (position_us, Instant::now(), playing);
    }

    fn set_playing(&mut self, playing: bool) {
        if playing != self.playing {
            self.set_time(self.position(), playing);
        }
        if self.publishes.load(Ordering::Relaxed) {
            self.emit_changed("PlaybackStatus", self.playback_status().into());
        }
    }

    fn track_id(&self) -> String {
        format!("/org/example/bench/track/{}", self.current)
    }

    fn emit_changed(&self, name: &str, value: Value) {
        let changed = HashMap::from([(name, value)]);
        let _ = self.connection.emit_signal(
            None,
            PATH,
            "org.freedesktop.DBus.Properties",
            "PropertiesChanged",
            &(PLAYER, changed, Vec::<&str>::new()),
        );
    }
}

#[dbus_interface(name = "org.mpris.MediaPlayer2.Player")]
impl Player {
    fn play_pause(&mut self) {
        self.set_playing(!self.playing);
    }

    fn play(&mut self) {
        self.set_playing(true);
    }

    fn pause(&mut self) {
        self.set_playing(false);
    }

    fn stop(&mut self) {
        self.set_playing(false);
    }

    fn next(&mut self) {
        self.current = (self.current + 1) % TRACKS;
        self.set_time(0, self.playing);
        if self.publishes.load(Ordering::Relaxed) {
            self.emit_changed("Metadata", self.metadata().into());
        }
    }

    fn previous(&mut self) {
        self.next();
    }

    fn seek(&mut self, offset: i64) {
        self.set_time(self.position() + offset, self.playing);
        let _ = self.seeked(self.position());
    }

    fn set_position(&mut self, track: ObjectPath, position: i64) {
        if track.as_str() == self.track_id() && (0..=self.length_us()).contains(&position) {
            self.set_time(position, self.playing);
            let _ = self.seeked(self.position());
        }
    }

    fn open_uri(&self, _uri: &str) {}

    #[dbus_interface(signal)]
    fn seeked(&self, position: i64) -> zbus::Result<()>;

    #[dbus_interface(property)]
    fn playback_status(&self) -> &str {
        if self.playing { "Playing" } else { "Paused" }
    }

    // LoopStatus, Rate and Shuffle have one value each: the setters accept any value, and change nothing.
    #[dbus_interface(property)]
    fn loop_status(&self) -> &str {
        "None"
    }

    #[dbus_interface(property)]
    fn set_loop_status(&mut self, _status: &str) {}

    #[dbus_interface(property)]
    fn rate(&self) -> f64 {
        1.0
    }

    #[dbus_interface(property)]
    fn set_rate(&mut self, _rate: f64) {}

    #[dbus_interface(property)]
    fn shuffle(&self) -> bool {
        false
    }

    #[dbus_interface(property)]
    fn set_shuffle(&mut self, _shuffle: bool) {}

    #[dbus_interface(property)]
    fn metadata(&self) -> HashMap<&str, Value<'_>> {
        let number = self.current + 1;
        let track = ObjectPath::try_from(self.track_id()).expect("the path is legal");
        let url = format!("file:///home/user/Music/Various%20Artists/Volume%20Two/{number:02}.flac");
        HashMap::from([
            ("mpris:trackid", track.into()),
            ("mpris:length", self.length_us().into()),
            ("mpris:artUrl", ARTWORK.into()),
            ("xesam:title", format!("Movement {number}: Allegro con Moto").into()),
            ("xesam:artist", vec!["The Vtable Trio", "Ada Marshalling"].into()),
            ("xesam:album", "Songs of the Bare Metal, Volume Two (Remastered)".into()),
            ("xesam:albumArtist", vec!["Various Artists"].into()),
            ("xesam:genre", vec!["Electronic"].into()),
            ("xesam:trackNumber", number.into()),
            ("xesam:url", url.into()),
        ])
    }

    #[dbus_interface(property)]
    fn volume(&self) -> f64 {
        self.volume
    }

    #[dbus_interface(property)]
    fn set_volume(&mut self, volume: f64) {
        self.volume = volume;
        self.emit_changed("Volume", volume.into());
    }

    #[dbus_interface(property)]
    fn position(&self) -> i64 {
        let moved = if self.playing { self.at.elapsed().as_micros() as i64 } else { 0 };
        (self.base_us + moved).clamp(0, self.length_us())
    }

    #[dbus_interface(property)]
    fn minimum_rate(&self) -> f64 {
        1.0
    }

    #[dbus_interface(property)]
    fn maximum_rate(&self) -> f64 {
        1.0
    }

    #[dbus_interface(property)]
    fn can_go_next(&self) -> bool {
        true
    }

    #[dbus_interface(property)]
    fn can_go_previous(&self) -> bool {
        true
    }

    #[dbus_interface(property)]
    fn can_play(&self) -> bool {
        true
    }

    #[dbus_interface(property)]
    fn can_pause(&self) -> bool {
        true
    }

    #[dbus_interface(property)]
    fn can_seek(&self) -> bool {
        true
    }

    #[dbus_interface(property)]
    fn can_control(&self) -> bool {
        true
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).ok_or("usage: zbus BUS_NAME STAMP_FILE")?;
    let publishes = Arc::new(AtomicBool::new(false));
    let connection = Connection::new_session()?;
    let path = ObjectPath::try_from(PATH)?;
    let mut server = ObjectServer::new(&connection);
    server.at(&path, Root)?;
    let player = Player {
        connection: connection.clone(),
        current: 0,
        playing: true,
        base_us: 0,
        at: Instant::now(),
        volume: 1.0,
        publishes: publishes.clone(),
    };
    server.at(&path, player)?;
    fdo::DBusProxy::new(&connection)?.request_name(&name, fdo::RequestNameFlags::DoNotQueue.into())?;
    std::thread::spawn(move || {
        for byte in std::io::stdin().bytes() {
            publishes.fetch_or(matches!(byte, Ok(b'p')), Ordering::Relaxed);
        }
        std::process::exit(0);
    });
    loop {
        server.try_handle_next()?;
    }
}
