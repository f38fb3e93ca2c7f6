// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests commands of the desktop, and the answers of closures.

mod common;

use common::{play, Player};
use nowplaying::{Answer, Command, CommandKind, Error, RepeatMode, Snapshot, Status};
use std::sync::mpsc::channel;
use std::time::Duration;

/// The answer for an error whose text is not for people.
const HIDDEN: &str = "The player failed, and its log says why.";
const PLAYER: &str = "org.mpris.MediaPlayer2.Player";

#[test]
fn what_is_no_command_is_refused() {
    let player = Player::new();
    let wrong = [
        player.session.set_command_enabled(CommandKind::Unknown(99), true),
        player.session.set_volume_maximum(f64::NAN),
        player.session.set_commands([Command::change_repeat_mode(
            RepeatMode::Off,
            &[RepeatMode::Unknown(40)],
            |_, _, _| Ok(Answer::Done),
        )]),
        player.session.set_commands([Command::change_rate(&[1.0], |_, _, _| Ok(Answer::Done)).rate_range(4.0..=0.25)]),
    ];
    for error in wrong {
        assert_eq!(error.unwrap_err().status(), Status::InvalidArgument);
    }
    assert!(player.complaints.take(4).iter().all(|line| line.starts_with("client bug: ")));
    player.press(&["Play"]).unwrap();
}

#[test]
fn an_error_and_a_panic_become_the_failure_of_the_call() {
    let player = Player::new();
    player
        .session
        .set_commands([
            Command::next(|_, _| Err(Error::failed("there is no disc in the drive").into())),
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
    failure("Previous", HIDDEN);
    failure("Stop", HIDDEN);
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
    assert!(failure.contains(HIDDEN), "{failure}");
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
    for method in ["Next", "Previous"] {
        let failure = player.press(&[method]).unwrap_err();
        assert!(failure.contains(HIDDEN), "{method}: {failure}");
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
