// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests animated artwork as a surface of org.nowplaying sees it.

mod common;

use common::{Player, Seen};
use nowplaying::{App, Artwork, AspectRatio, AspectRatios, Content, Error, Request, SessionBuilder, Status, Video};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{channel, Receiver};
use std::sync::Once;
use test_support::{wait_for, PICTURE};

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
    for wanted in ["not on this computer", "not a PNG", "there is none", "The player failed, and its log"] {
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
