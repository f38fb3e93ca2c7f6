// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests values beyond MPRIS, as a surface of org.nowplaying sees them: feedback, held buttons, devices, animated
//! artwork.

mod common;

use common::{play, players, song, Player, Seen, NAME};
use nowplaying::{
    Answer, App, Artwork, AspectRatio, AspectRatios, Command, Content, Device, DeviceType, Error, Feedback, Phase,
    Request, SessionBuilder, Status, Video,
};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{channel, Receiver};
use std::sync::Once;
use test_support::{eventually, wait_for};

/// A PNG of one pixel.
const PICTURE: &[u8] = b"\
    \x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\
    \x00\x00\x00\x90\x77\x53\xde\x00\x00\x00\x0c\x49\x44\x41\x54\x78\x9c\x63\x68\x50\x50\x00\x00\x01\xe4\x00\
    \xc1\xea\x5b\x19\x17\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

#[test]
fn like_and_dislike_are_two_buttons() {
    let player = Player::new();
    let (sender, receiver) = channel();
    let button = |name: &'static str, mode: Feedback| {
        let sender = sender.clone();
        Command::feedback(Feedback::Neutral, &[Feedback::Neutral, mode], move |session, _, feedback| {
            session.set_feedback(feedback)?;
            session.commit()?;
            sender.send((name, feedback))?;
            Ok(Answer::Done)
        })
    };
    let like = button("like", Feedback::Positive).titles("Like this song", "Like");
    player.session.set_commands([like, button("dislike", Feedback::Negative)]).unwrap();
    player.session.commit().unwrap();
    let seen = Seen::main(&player);
    seen.until("Session1.Commands", &["\"supported\" as 2 \"neutral\" \"negative\"", "\"short-title\" s \"Like\""]);
    let press = |mode: &str, button: &str| {
        seen.call("Session1.SendCommand", &["sa{sv}", "feedback", "2", "mode", "s", mode, "button", "u", button])
    };
    press("positive", "0").unwrap();
    assert_eq!(receiver.recv(), Ok(("like", Feedback::Positive)));
    assert!(seen.get("Session1.Commands").contains("\"current\" s \"positive\""));
    press("negative", "1").unwrap();
    assert_eq!(receiver.recv(), Ok(("dislike", Feedback::Negative)));
    press("negative", "0").unwrap_err();
    assert!(receiver.try_recv().is_err());
}

#[test]
fn a_button_is_held_until_its_surface_leaves() {
    let player = Player::new();
    let (sender, receiver) = channel();
    let fast = Command::seek_forward(move |_, _, phase| {
        sender.send(phase)?;
        Ok(Answer::Done)
    });
    player.session.set_commands([fast]).unwrap();
    player.session.commit().unwrap();
    let seen = Seen::main(&player);
    seen.until("Session1.Commands", &["seek-forward"]);
    // The button is released because busctl leaves the bus once it has its reply.
    seen.call("Session1.SendCommand", &["sa{sv}", "seek-forward", "1", "phase", "s", "begin"]).unwrap();
    assert_eq!((receiver.recv(), receiver.recv()), (Ok(Phase::Begin), Ok(Phase::End)));
}

fn kitchen() -> Device {
    Device::new("kitchen", "Kitchen").volume(0.5).can_step(true)
}

/// Returns a remote session with a song and these devices, and its bus name.
fn remote(
    player: &Player,
    devices: impl IntoIterator<Item = Device>,
    with: impl for<'a> FnOnce(SessionBuilder<'a>) -> SessionBuilder<'a>,
) -> (nowplaying::Session, String) {
    let before = players(&player.bus);
    let session = with(player.app.remote_session("living room")).build().unwrap();
    session.set_commands([play()]).unwrap();
    session.set_devices(devices).unwrap();
    session.set_content(&song("track-9", "Petite Fleur")).unwrap();
    session.commit().unwrap();
    let mut name = None;
    eventually(|| {
        name = players(&player.bus).into_iter().find(|name| !before.contains(name));
        name.is_some()
    });
    (session, name.expect("the session does not appear"))
}

#[test]
fn a_remote_session_is_a_player_of_its_own() {
    let player = Player::new();
    let devices = [kitchen(), Device::new("tv", "Television").device_type(DeviceType::Tv)];
    // Volumes and steps are offered only when there is a closure for them.
    let (session, name) = remote(&player, devices.clone(), |session| {
        session.on_device_volume(|_, _, _, _| Ok(Answer::Done)).on_device_step(|_, _, _, _| Ok(Answer::Done))
    });
    assert!(name.starts_with("org.mpris.MediaPlayer2.rusttest."), "{name}");
    let identity = ["/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2", "Identity"];
    let identity = player.bus.busctl("get-property", &[&[name.as_str()], &identity[..]].concat()).unwrap();
    // busctl prints the bytes of the dash.
    assert!(identity.starts_with("s \"Rust Test ") && identity.ends_with(" Kitchen + 1\""), "{identity}");
    let seen = Seen::of(&player.bus, &name);
    assert_eq!(seen.get("Session1.Id"), "s \"living room\"");
    assert_eq!(
        seen.get("Remote1.Devices"),
        "aa{sv} 2 5 \"id\" s \"kitchen\" \"name\" s \"Kitchen\" \"type\" s \"speaker\" \"volume\" d 0.5 \
         \"can-step\" b true 4 \"id\" s \"tv\" \"name\" s \"Television\" \"type\" s \"tv\" \"can-step\" b false"
    );
    drop(session);
    assert!(eventually(|| players(&player.bus) == [format!("org.mpris.MediaPlayer2.{NAME}")]));
    let (session, name) = remote(&player, devices, |session| session);
    let seen = Seen::of(&player.bus, &name);
    let offered = seen.get("Remote1.Devices");
    assert!(offered.contains("Kitchen") && !offered.contains("volume") && !offered.contains("true"), "{offered}");
    seen.call("Remote1.SetDeviceVolume", &["sd", "kitchen", "0.25"]).unwrap_err();
    seen.call("Remote1.StepDeviceVolume", &["si", "kitchen", "1"]).unwrap_err();
    drop(session);
    assert!(eventually(|| players(&player.bus) == [format!("org.mpris.MediaPlayer2.{NAME}")]));
    player.bus.until(&["metadata", "title"], "Summertime");
}

#[test]
fn a_surface_sets_the_volume_of_a_device() {
    let player = Player::new();
    let (sender, receiver) = channel();
    let (_session, name) = remote(&player, [kitchen()], |session| {
        session.on_device_volume(move |session, _, device, volume| {
            session.set_devices([kitchen().volume(volume / 2.0)])?;
            session.commit()?;
            sender.send((device.to_string(), volume))?;
            Ok(Answer::Done)
        })
    });
    let seen = Seen::of(&player.bus, &name);
    seen.call("Remote1.SetDeviceVolume", &["sd", "kitchen", "0.75"]).unwrap();
    assert_eq!(receiver.recv(), Ok(("kitchen".to_string(), 0.75)));
    assert!(seen.get("Remote1.Devices").contains("\"volume\" d 0.375"));
    // The volume of the group equals that of its only device.
    seen.call("Session1.SetVolume", &["d", "0.125"]).unwrap();
    assert_eq!(receiver.recv(), Ok(("kitchen".to_string(), 0.125)));
}

#[test]
fn a_step_is_answered_later_and_may_fail() {
    let player = Player::new();
    let (sender, steps) = channel::<(Request, i32)>();
    let (_session, name) = remote(&player, [kitchen()], |session| {
        session.on_device_step(move |_, request, _, step| {
            sender.send((request.clone(), step))?;
            Ok(Answer::Later)
        })
    });
    let seen = Seen::of(&player.bus, &name);
    std::thread::scope(|scope| {
        for wanted in ["1", "-1"] {
            let seen = &seen;
            let caller = scope.spawn(move || seen.call("Remote1.StepDeviceVolume", &["si", "kitchen", wanted]));
            let (request, step) = wait_for(&steps, |_| true);
            assert_eq!(step.to_string(), wanted);
            if step == 1 {
                request.complete().unwrap();
                caller.join().unwrap().unwrap();
            } else {
                request.fail("the amplifier is off").unwrap();
                let failure = caller.join().unwrap().unwrap_err();
                assert!(failure.contains("the amplifier is off"), "{failure}");
            }
        }
    });
}

#[test]
fn what_is_no_device_is_refused() {
    let player = Player::new();
    let session = player.app.remote_session("").build().unwrap();
    let refused = |devices: Vec<Device>| session.set_devices(devices).unwrap_err().status();
    assert_eq!(refused(vec![Device::new("", "Kitchen")]), Status::InvalidArgument);
    assert_eq!(refused(vec![Device::new("a", "")]), Status::InvalidArgument);
    assert_eq!(refused(vec![kitchen(), kitchen()]), Status::InvalidArgument);
    assert_eq!(refused(vec![kitchen().volume(f64::NAN)]), Status::InvalidArgument);
    assert_eq!(refused(vec![kitchen().device_type(DeviceType::Unknown(99))]), Status::InvalidArgument);
    let many = (0..=nowplaying::limits::DEVICES).map(|number| Device::new(&number.to_string(), "A"));
    assert_eq!(refused(many.collect()), Status::TooLarge);
    player.complaints.take(6);
    session.set_devices([kitchen()]).unwrap();
    session.set_devices([]).unwrap();
    assert_eq!(player.session.set_devices([kitchen()]).unwrap_err().status(), Status::InvalidState);
    player.complaints.take(1);
}

/// Returns a player whose song has animated artwork in both aspect ratios, with closures for it.
fn animated(with: impl for<'a> FnOnce(SessionBuilder<'a>) -> SessionBuilder<'a>) -> Player {
    let player = Player::with(|app| app, with);
    let song = Content::music("track-2").title("Blue Horizon");
    let song = song.animated_artwork(AspectRatio::Square, "a").animated_artwork(AspectRatio::Tall, "b");
    player.session.set_content(&song.build().unwrap()).unwrap();
    player.session.commit().unwrap();
    Seen::main(&player).until("Session1.Content", &["\"animated-artwork\" a{ss} 2 \"1:1\" \"a\" \"3:4\" \"b\""]);
    player
}

/// Requests a "Preview" or a "Video".
fn ask(player: &Player, part: &str, id: &str, ratio: &str) -> Result<String, String> {
    Seen::main(player).call(&format!("AnimatedArtwork1.Get{part}"), &["ssuu", id, ratio, "640", "480"])
}

#[test]
fn a_preview_is_given_as_bytes() {
    let (sender, wanted) = channel();
    let player = animated(|session| {
        session.on_preview(move |_, _, event| {
            sender.send(event)?;
            Ok(Artwork::Data(PICTURE.to_vec()))
        })
    });
    let given = ask(&player, "Preview", "a", "1:1").unwrap();
    assert!(given.starts_with("hsuu ") && given.ends_with(" \"image/png\" 1 1"), "{given}");
    let event = wait_for(&wanted, |_| true);
    assert_eq!((event.id.as_str(), event.ratio, event.width, event.height), ("a", AspectRatio::Square, 640, 480));
    // A square picture has the wrong aspect ratio.
    let failure = ask(&player, "Preview", "b", "3:4").unwrap_err();
    assert!(failure.contains("aspect ratio"), "{failure}");
    assert_eq!(wait_for(&wanted, |_| true).ratio, AspectRatio::Tall);
    ask(&player, "Preview", "b", "1:1").unwrap_err();
}

#[test]
fn a_preview_that_cannot_be_given_has_a_reason() {
    let mut turn = 0;
    let player = animated(|session| {
        session.on_preview(move |_, _, _| {
            turn += 1;
            match turn {
                1 => Ok(Artwork::Url("https://example.org/a.png".to_string())),
                2 => Ok(Artwork::Data(b"no picture".to_vec())),
                3 => Err(Error::new(Status::NoSuchContent, "there is none").into()),
                _ => panic!("the painter slipped"),
            }
        })
    });
    for wanted in ["not on this computer", "not a PNG", "there is none", "the painter slipped"] {
        let failure = ask(&player, "Preview", "a", "1:1").unwrap_err();
        assert!(failure.contains(wanted), "{failure}");
    }
}

/// A video of one second that is as wide as it is high.
fn video() -> PathBuf {
    static MADE: Once = Once::new();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("loop.webm");
    MADE.call_once(|| {
        let made = std::process::Command::new("ffmpeg")
            .args(["-y", "-v", "error", "-f", "lavfi", "-i", "color=red:size=64x64:rate=10:duration=1", "-an"])
            .arg(&path)
            .status()
            .expect("ffmpeg cannot be run; install ffmpeg");
        assert!(made.success());
    });
    path
}

#[test]
fn a_video_is_given_in_every_way() {
    let mut turn = 0;
    let player = animated(|session| {
        session.on_video(move |_, request, event| {
            assert_eq!((event.id.as_str(), event.ratio), ("a", AspectRatio::Square));
            turn += 1;
            match turn {
                1 => Ok(Video::File(video())),
                2 => Ok(Video::Data(std::fs::read(video())?)),
                3 => Ok(Video::Url(format!("file://{}", video().display()))),
                _ => {
                    request.complete_video_file(video())?;
                    Ok(Video::Later)
                }
            }
        })
    });
    for _ in 1..=4 {
        let given = ask(&player, "Video", "a", "1:1").unwrap();
        assert!(given.starts_with("hs ") && given.ends_with(" \"video/webm\""), "{given}");
    }
}

#[test]
fn what_is_no_video_leaves_its_request_open() {
    let (sender, requests) = channel::<Request>();
    let player = animated(|session| {
        session.on_video(move |_, request, _| {
            sender.send(request.clone())?;
            Ok(Video::Later)
        })
    });
    std::thread::scope(|scope| {
        let caller = scope.spawn(|| ask(&player, "Video", "b", "3:4"));
        let request = wait_for(&requests, |_| true);
        let status = |answer: nowplaying::Result<()>| answer.unwrap_err().status();
        assert_eq!(status(request.complete()), Status::InvalidArgument);
        assert_eq!(status(request.complete_artwork_data(PICTURE)), Status::InvalidArgument);
        assert_eq!(status(request.complete_video_file("a\0b")), Status::InvalidArgument);
        assert_eq!(status(request.complete_video_file("/no/such/file")), Status::Io);
        assert_eq!(status(request.complete_video_data(b"no video")), Status::NotAVideo);
        assert_eq!(status(request.complete_video_url("https://example.org/a.mp4")), Status::NotLocal);
        player.complaints.take(2);
        let error = request.complete_video_file(video()).unwrap_err();
        assert_eq!(error.status(), Status::WrongAspectRatio);
        request.fail(error).unwrap();
        let failure = caller.join().unwrap().unwrap_err();
        assert!(failure.contains("aspect ratio"), "{failure}");
    });
}

#[test]
fn the_app_is_called_with_what_surfaces_show() {
    let (sender, receiver) = channel();
    let tell = move |_: &App, ratios: AspectRatios| sender.send(ratios).unwrap();
    let player = Player::with(|app| app.on_aspect_ratios(tell), |session| session);
    let next = |receiver: &Receiver<AspectRatios>| {
        let ratios = wait_for(receiver, |_| true);
        (
            ratios.contains(AspectRatio::Square),
            ratios.contains(AspectRatio::Tall),
            ratios.is_empty(),
            format!("{ratios:?}"),
        )
    };
    assert!(player.app.aspect_ratios().unwrap().is_empty());
    let app = Seen { path: "/org/nowplaying/app".to_string(), ..Seen::main(&player) };
    // The surface is unregistered because busctl leaves the bus once it has its reply.
    app.call("Surfaces1.Register", &["a{sv}", "1", "aspect-ratios", "as", "2", "3:4", "16:9"]).unwrap();
    assert_eq!(next(&receiver), (false, true, false, "{Tall}".to_string()));
    assert_eq!(next(&receiver), (false, false, true, "{}".to_string()));
    assert!(player.app.aspect_ratios().unwrap().is_empty());
}
