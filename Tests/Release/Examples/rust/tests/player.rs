// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests examples/rust-player: it plays real files, playerctl shows it, and drives it.

use example_tests::program;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use test_support::{eventually, Bus};

/// Makes a FLAC file with tags and a cover.
fn recording(name: &str, title: &str, track: u32, seconds: u32) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.flac"));
    let made = Command::new("ffmpeg")
        .args(["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", &format!("sine=frequency=440:duration={seconds}")])
        .args(["-f", "lavfi", "-i", "color=red:size=800x600:duration=0.04", "-frames:v", "1", "-map", "0", "-map", "1"])
        .args(["-c:v", "mjpeg", "-disposition:v", "attached_pic"])
        .args(["-metadata", &format!("title={title}"), "-metadata", "artist=Sidney Bechet"])
        .args(["-metadata", "album=Tests & Tones", "-metadata", &format!("track={track}/2")])
        .arg(&path)
        .status()
        .expect("ffmpeg cannot be run; install ffmpeg");
    assert!(made.success());
    path
}

/// The process of the player, which is ended when the value is dropped.
struct Program(Child);

impl Program {
    fn start(bus: &Bus, arguments: &[&Path]) -> Self {
        Program(bus.command(&program("rust-player")).args(arguments).stdout(Stdio::piped()).spawn().unwrap())
    }

    fn has_ended_well(&mut self) -> bool {
        eventually(|| self.0.try_wait().unwrap().is_some()) && self.0.wait().unwrap().success()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn position(bus: &Bus) -> f64 {
    bus.playerctl(&["position"]).unwrap().parse().unwrap()
}

#[test]
fn it_is_shown_and_driven() {
    let bus = Bus::start();
    let (first, second) = (recording("a song #1", "First", 1, 60), recording("second", "Second", 2, 60));
    let mut program = Program::start(&bus, &[&first, &second]);
    bus.until(&["status"], "Playing");
    let format = "{{artist}}|{{title}}|{{album}}|{{xesam:trackNumber}}|{{mpris:length}}|{{xesam:url}}";
    let uri = format!("file://{}", first.display()).replace(' ', "%20").replace('#', "%23");
    assert_eq!(
        bus.playerctl(&["metadata", "--format", format]).unwrap(),
        format!("Sidney Bechet|First|Tests & Tones|1|60000000|{uri}")
    );

    let url = ["metadata", "mpris:artUrl"];
    bus.until_matches(&url, |url| url.starts_with("file:///"));
    let picture = std::fs::read(bus.playerctl(&url).unwrap().trim_start_matches("file://")).unwrap();
    assert!(picture.starts_with(b"\x89PNG"));
    assert_eq!(&picture[16..24], [0, 0, 2, 0, 0, 0, 1, 0x80], "512 × 384, the picture's 800 × 600 made to fit");

    bus.until_matches(&["position"], |answer| answer.parse::<f64>().unwrap() > 0.3);
    bus.playerctl(&["pause"]).unwrap();
    assert_eq!(bus.playerctl(&["status"]).as_deref(), Ok("Paused"));
    let paused_at = position(&bus);
    assert!(paused_at < 30.0);
    bus.playerctl(&["position", "40"]).unwrap();
    assert_eq!(position(&bus), 40.0, "after a seek while paused");
    bus.playerctl(&["play"]).unwrap();
    bus.until_matches(&["position"], |answer| answer.parse::<f64>().unwrap() > 40.3);
    bus.playerctl(&["position", "10-"]).unwrap();
    assert!(position(&bus) < 39.0);

    bus.playerctl(&["next"]).unwrap();
    bus.until(&["metadata", "title"], "Second");
    assert!(position(&bus) < 10.0);
    let next = bus.busctl(
        "get-property",
        &[
            "org.mpris.MediaPlayer2.rust-player",
            "/org/mpris/MediaPlayer2",
            "org.mpris.MediaPlayer2.Player",
            "CanGoNext",
        ],
    );
    assert_eq!(next.as_deref(), Ok("b false"));
    bus.playerctl(&["position", "20"]).unwrap();
    bus.playerctl(&["previous"]).unwrap();
    assert_eq!(bus.playerctl(&["metadata", "title"]).as_deref(), Ok("Second"), "from the middle it begins anew");
    assert!(position(&bus) < 10.0);
    bus.playerctl(&["previous"]).unwrap();
    bus.until(&["metadata", "title"], "First");

    bus.playerctl(&["stop"]).unwrap();
    assert_eq!(bus.playerctl(&["status"]).as_deref(), Ok("Stopped"));
    let root = ["org.mpris.MediaPlayer2.rust-player", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2", "Quit"];
    bus.busctl("call", &root).unwrap();
    assert!(program.has_ended_well());
    bus.until(&["-l"], "");
}

#[test]
fn it_plays_in_real_time_all_sound_of_the_queue_and_ends() {
    let bus = Bus::start();
    let queue = [recording("short", "Short", 1, 1), recording("longer", "Longer", 2, 2)];
    let started = Instant::now();
    let mut program = Program::start(&bus, &[Path::new("--sound"), &queue[0], &queue[1]]);
    let mut output = program.0.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut sound = Vec::new();
        output.read_to_end(&mut sound).map(|_| sound.len())
    });
    bus.until(&["metadata", "title"], "Longer");
    assert_eq!(reader.join().unwrap().unwrap(), 3 * 48_000 * 4);
    assert!(started.elapsed() > Duration::from_millis(2_800), "three seconds of sound take three seconds");
    assert!(program.has_ended_well());
}

#[test]
fn a_file_that_is_no_music_is_refused_with_a_sentence() {
    let output = Command::new(program("rust-player")).arg("/no/such.flac").output().unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("/no/such.flac: No such file"));
}
