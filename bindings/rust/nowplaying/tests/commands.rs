// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests commands of the desktop, and the answers of closures.

mod common;

use common::{play, Player};
use nowplaying::{Answer, Command, CommandKind, Error, Feedback, RepeatMode, ShuffleMode, Snapshot, Status};
use std::sync::mpsc::channel;
use std::time::Duration;

const ROOT: &str = "org.mpris.MediaPlayer2";
const PLAYER: &str = "org.mpris.MediaPlayer2.Player";

/// Returns a player with all commands; each closure sends its arguments to the channel.
fn player_with_all_commands() -> (Player, std::sync::mpsc::Receiver<String>) {
    let (sender, receiver) = channel::<String>();
    let volume = sender.clone();
    let player = Player::with(
        |app| app,
        |session| {
            session.on_volume(move |session, _, level| {
                session.set_volume(level)?;
                session.commit()?;
                volume.send(format!("volume {level}"))?;
                Ok(Answer::Done)
            })
        },
    );
    let plain = |name: &'static str| {
        let sender = sender.clone();
        move |_: &nowplaying::Session, _: &nowplaying::Request| {
            sender.send(name.to_string())?;
            Ok(Answer::Done)
        }
    };
    macro_rules! tell {
        ($name:literal) => {{
            let sender = sender.clone();
            move |_: &nowplaying::Session, _: &nowplaying::Request, value| {
                sender.send(format!("{} {value:?}", $name))?;
                Ok(Answer::Done)
            }
        }};
    }
    player
        .session
        .set_commands([
            Command::play(plain("play")),
            Command::pause(plain("pause")),
            Command::stop(plain("stop")),
            Command::toggle_play_pause(plain("toggle")),
            Command::next(plain("next")),
            Command::previous(plain("previous")),
            Command::seek_to_position(tell!("position")),
            Command::skip_forward(&[Duration::from_secs(30)], tell!("forward")),
            Command::skip_backward(&[], tell!("backward")),
            Command::seek_forward(tell!("fast")),
            Command::seek_backward(tell!("rewind")),
            Command::change_rate(&[0.5, 1.0, 2.0], tell!("rate")),
            Command::change_repeat_mode(RepeatMode::Off, &[], tell!("repeat")),
            Command::change_shuffle_mode(ShuffleMode::Off, &[ShuffleMode::Off, ShuffleMode::Items], tell!("shuffle")),
            Command::feedback(Feedback::Neutral, &[], tell!("like")).titles("Like this song", "Like"),
            Command::feedback(Feedback::Neutral, &[], tell!("dislike")).titles("Not for me", "Dislike"),
        ])
        .unwrap();
    player.session.set_volume(1.0).unwrap();
    player.session.commit().unwrap();
    player.bus.until(&["loop"], "None");
    (player, receiver)
}

#[test]
fn every_button_calls_its_closure() {
    let (player, receiver) = player_with_all_commands();
    let playerctl = |arguments: &[&str], wanted: &str| {
        player.bus.playerctl(arguments).unwrap();
        assert_eq!(test_support::wait_for(&receiver, |_| true), wanted, "{arguments:?}");
    };
    playerctl(&["pause"], "pause");
    playerctl(&["play"], "play");
    playerctl(&["stop"], "stop");
    playerctl(&["play-pause"], "toggle");
    playerctl(&["next"], "next");
    playerctl(&["previous"], "previous");
    playerctl(&["position", "33"], "position 33s");
    playerctl(&["volume", "0.25"], "volume 0.25");
    playerctl(&["loop", "Track"], "repeat One");
    playerctl(&["loop", "Playlist"], "repeat All");
    playerctl(&["shuffle", "On"], "shuffle Items");
    player.set(&["Rate", "d", "2"]).unwrap();
    assert_eq!(test_support::wait_for(&receiver, |_| true), "rate 2.0");
    player.bus.until(&["volume"], "0.250000");
    player.session.set_volume(None).unwrap();
    player.session.commit().unwrap();
    player.bus.until(&["volume"], "1.000000");
}

#[test]
fn any_speed_of_a_range_can_be_chosen() {
    let player = Player::new();
    let (sender, receiver) = channel();
    let change_rate = |range: std::ops::RangeInclusive<f64>| {
        let sender = sender.clone();
        let change_rate = Command::change_rate(&[1.0, 2.0], move |_, _, rate| {
            sender.send(rate)?;
            Ok(Answer::Done)
        });
        player.session.set_commands([change_rate.rate_range(range)])
    };
    change_rate(0.25..=4.0).unwrap();
    player.session.commit().unwrap();
    player.bus.until_matches(&["status"], |_| player.get(PLAYER, "MaximumRate") == "d 4");
    assert_eq!(player.get(PLAYER, "MinimumRate"), "d 0.25");
    player.set(&["Rate", "d", "1.375"]).unwrap();
    assert_eq!(test_support::wait_for(&receiver, |_| true), 1.375);
    assert_eq!(change_rate(4.0..=0.25).unwrap_err().status(), Status::InvalidArgument);
    player.complaints.take(1);
}

#[test]
fn the_desktop_may_amplify_as_far_as_the_player_does() {
    let (sender, receiver) = channel();
    let player = Player::with(
        |app| app,
        |session| {
            session.on_volume(move |_, _, level| {
                sender.send(level)?;
                Ok(Answer::Done)
            })
        },
    );
    let chosen = |level: &str| {
        player.session.commit().unwrap();
        player.bus.until(&["volume"], "1.000000");
        player.set(&["Volume", "d", level]).unwrap();
        test_support::wait_for(&receiver, |_| true)
    };
    player.session.set_volume(1.0).unwrap();
    assert_eq!(chosen("2.5"), 1.0);
    player.session.set_volume_maximum(2.0).unwrap();
    assert_eq!((chosen("2.5"), chosen("1.5")), (2.0, 1.5));
    for wrong in [0.0, -1.0, f64::NAN] {
        let error = player.session.set_volume_maximum(wrong).unwrap_err();
        assert_eq!(error.status(), Status::InvalidArgument, "{wrong}");
    }
    player.complaints.take(3);
    assert_eq!(chosen("2.5"), 2.0);
}

#[test]
fn modes_and_abilities_can_be_staged_alone() {
    let (player, receiver) = player_with_all_commands();
    player.session.set_repeat_mode(RepeatMode::One).unwrap();
    player.session.set_shuffle_mode(ShuffleMode::Items).unwrap();
    player.session.set_feedback(Feedback::Positive).unwrap();
    player.session.set_command_enabled(CommandKind::Next, false).unwrap();
    player.session.commit().unwrap();
    player.bus.until(&["loop"], "Track");
    player.bus.until(&["shuffle"], "On");
    assert_eq!(player.get(PLAYER, "CanGoNext"), "b false");
    let _ = player.press(&["Next"]);
    player.press(&["Previous"]).unwrap();
    assert_eq!(test_support::wait_for(&receiver, |_| true), "previous", "next is disabled");

    let error = player.session.set_command_enabled(CommandKind::Unknown(99), true).unwrap_err();
    assert_eq!(error.status(), Status::InvalidArgument);
    let error = player.session.set_repeat_mode(RepeatMode::Unknown(31)).unwrap_err();
    assert_eq!(error.status(), Status::InvalidArgument);
    let impossible =
        Command::change_repeat_mode(RepeatMode::Off, &[RepeatMode::Unknown(40)], |_, _, _| Ok(Answer::Done));
    assert_eq!(player.session.set_commands([impossible]).unwrap_err().status(), Status::InvalidArgument);
    assert!(player.complaints.take(3).iter().all(|line| line.starts_with("client bug: ")));
    player.press(&["Previous"]).unwrap();
    assert_eq!(test_support::wait_for(&receiver, |_| true), "previous", "a refused call changes nothing");
}

#[test]
fn an_error_and_a_panic_become_the_failure_of_the_call() {
    let player = Player::new();
    player
        .session
        .set_commands([
            Command::next(|_, _| Err("there is no disc in the drive".into())),
            Command::previous(|_, _| panic!("the drive is on {}", "fire")),
            Command::stop(|_, _| std::panic::panic_any(7)),
            Command::pause(|_, _| Err(Error::new(Status::NotSupported, "").into())),
            Command::play(|_, _| Err(Error::new(Status::Unknown(5), "not even an error").into())),
        ])
        .unwrap();
    player.session.commit().unwrap();
    player.bus.until_matches(&["status"], |_| player.get(PLAYER, "CanGoPrevious") == "b true");
    let failure = |method: &str, text: &str| {
        let failure = player.press(&[method]).unwrap_err();
        assert!(failure.contains(text), "{method}: {failure}");
    };
    failure("Next", "there is no disc in the drive");
    failure("Previous", "the player panicked: the drive is on fire");
    failure("Stop", "the player panicked: no message");
    failure("Pause", &Error::new(Status::NotSupported, "").to_string());
    player.session.set_snapshot(Snapshot::paused(Duration::ZERO)).unwrap();
    player.session.commit().unwrap();
    failure("Play", "not even an error");
    failure("Next", "there is no disc in the drive");
}

/// A payload of a panic that panics itself when it is dropped, with another Bomb as the payload, down to `Bomb(0)`.
struct Bomb(u8);

impl Drop for Bomb {
    fn drop(&mut self) {
        if self.0 > 0 {
            std::panic::panic_any(Bomb(self.0 - 1));
        }
    }
}

#[test]
fn a_panic_whose_payload_panics_is_a_failure_as_others() {
    let player = Player::new();
    let next = Command::next(|_, _| std::panic::panic_any(Bomb(3)));
    player.session.set_commands([next, play()]).unwrap();
    player.session.commit().unwrap();
    player.bus.until_matches(&["status"], |_| player.get(PLAYER, "CanGoNext") == "b true");
    let failure = player.press(&["Next"]).unwrap_err();
    assert!(failure.contains("the player panicked: no message"), "{failure}");
    player.press(&["Play"]).unwrap();
}

/// Fails with the error type that multithreaded code uses.
fn decode(file: &str) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    Err(format!("{file} is no music").into())
}

#[test]
fn the_error_type_of_threads_fits_closures_and_requests() {
    let player = Player::new();
    let next = Command::next(|_, _| {
        decode("a.txt")?;
        Ok(Answer::Done)
    });
    let previous = Command::previous(|_, request| {
        if let Err(error) = decode("b.txt") {
            request.fail(error)?;
        }
        Ok(Answer::Later)
    });
    player.session.set_commands([next, previous]).unwrap();
    player.session.commit().unwrap();
    player.bus.until_matches(&["status"], |_| player.get(PLAYER, "CanGoPrevious") == "b true");
    for (method, text) in [("Next", "a.txt is no music"), ("Previous", "b.txt is no music")] {
        let failure = player.press(&[method]).unwrap_err();
        assert!(failure.contains(text), "{method}: {failure}");
    }
}

#[test]
fn a_closure_changes_and_commits_through_the_session_that_it_is_lent() {
    let player = Player::new();
    player
        .session
        .set_commands([Command::pause(|session, _| {
            session.set_snapshot(Snapshot::paused(Duration::from_secs(5)))?;
            session.commit()?;
            Ok(Answer::Done)
        })])
        .unwrap();
    player.session.commit().unwrap();
    player.bus.until_matches(&["status"], |_| player.get(PLAYER, "CanPause") == "b true");
    player.press(&["Pause"]).unwrap();
    assert_eq!(player.bus.playerctl(&["status"]).as_deref(), Ok("Paused"));
    assert_eq!(player.bus.playerctl(&["position"]).as_deref(), Ok("5.000000"));
}

#[test]
fn a_closure_may_replace_itself() {
    let player = Player::new();
    let (sender, receiver) = channel();
    let second = sender.clone();
    player
        .session
        .set_commands([Command::next(move |session, _| {
            let (second, sender) = (second.clone(), &sender);
            session.set_commands([Command::next(move |_, _| {
                second.send("second")?;
                Ok(Answer::Done)
            })])?;
            session.commit()?;
            sender.send("first")?;
            Ok(Answer::Done)
        })])
        .unwrap();
    player.session.commit().unwrap();
    player.bus.until_matches(&["status"], |_| player.get(PLAYER, "CanGoNext") == "b true");
    player.press(&["Next"]).unwrap();
    assert_eq!(receiver.recv(), Ok("first"));
    player.press(&["Next"]).unwrap();
    assert_eq!(receiver.recv(), Ok("second"));
    player.session.set_commands([]).unwrap();
    player.session.commit().unwrap();
    player.bus.until_matches(&["status"], |_| player.get(PLAYER, "CanGoNext") == "b false");
}

#[test]
fn of_two_commands_of_a_kind_the_first_enabled_one_is_called() {
    let player = Player::new();
    let (sender, receiver) = channel();
    let next = |name: &'static str| {
        let sender = sender.clone();
        Command::next(move |_, _| {
            sender.send(name)?;
            Ok(Answer::Done)
        })
    };
    player.session.set_commands([next("first").enabled(false), next("second"), next("third")]).unwrap();
    player.session.commit().unwrap();
    player.bus.until_matches(&["status"], |_| player.get(PLAYER, "CanGoNext") == "b true");
    player.press(&["Next"]).unwrap();
    assert_eq!(receiver.recv(), Ok("second"));
}

#[test]
fn the_app_is_raised_quit_spread_over_the_screen_and_given_addresses() {
    let (sender, receiver) = channel();
    let (quit, open, fill) = (sender.clone(), sender.clone(), sender.clone());
    let player = Player::with(
        |app| {
            app.on_raise(move |_, _| {
                sender.send("raise".to_string())?;
                Ok(Answer::Done)
            })
            .on_quit(move |_, request| {
                quit.send("quit".to_string())?;
                request.complete()?;
                Ok(Answer::Later)
            })
            .on_fullscreen(move |app, _, fullscreen| {
                app.set_fullscreen(fullscreen)?;
                fill.send(format!("fullscreen {fullscreen}"))?;
                Ok(Answer::Done)
            })
            .desktop_entry("org.example.RustTest")
            .mime_types(["audio/flac", "audio/mpeg"])
            .on_open_uri(["file", "https"], move |_, _, uri, _| match uri.ends_with(".flac") {
                true => {
                    open.send(uri.to_string())?;
                    Ok(Answer::Done)
                }
                false => Err(format!("{uri} is no music").into()),
            })
        },
        |session| session,
    );
    assert_eq!(player.get(ROOT, "SupportedUriSchemes"), r#"as 2 "file" "https""#);
    assert_eq!(player.get(ROOT, "SupportedMimeTypes"), r#"as 2 "audio/flac" "audio/mpeg""#);
    assert_eq!(player.get(ROOT, "DesktopEntry"), r#"s "org.example.RustTest""#);
    assert_eq!(player.get(ROOT, "Identity"), r#"s "Rust Test""#);
    assert_eq!(player.get(ROOT, "CanSetFullscreen"), "b true");
    for wanted in ["true", "false"] {
        player.set_of(ROOT, &["Fullscreen", "b", wanted]).unwrap();
        assert_eq!(receiver.recv().unwrap(), format!("fullscreen {wanted}"));
        assert_eq!(player.get(ROOT, "Fullscreen"), format!("b {wanted}"));
    }
    player.app.set_fullscreen(true).unwrap();
    assert_eq!(player.get(ROOT, "Fullscreen"), "b true");
    player.call(ROOT, &["Raise"]).unwrap();
    assert_eq!(receiver.recv().unwrap(), "raise");
    player.call(ROOT, &["Quit"]).unwrap();
    assert_eq!(receiver.recv().unwrap(), "quit");
    player.press(&["OpenUri", "s", "file:///a.flac"]).unwrap();
    assert_eq!(receiver.recv().unwrap(), "file:///a.flac");
    let failure = player.press(&["OpenUri", "s", "https://b.txt"]).unwrap_err();
    assert!(failure.contains("https://b.txt is no music"), "{failure}");
}
