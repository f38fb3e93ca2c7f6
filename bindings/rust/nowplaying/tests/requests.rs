// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests requests that are answered later, and artworks.

mod common;

use common::{play, song, Player};
use nowplaying::{Answer, Answered, Artwork, ArtworkEvent, Command, Content, Error, Request, Session, Status};
use std::sync::mpsc::{channel, Receiver};
use std::time::{Duration, Instant};
use test_support::{wait_for, PICTURE};

/// Returns a command whose requests are answered by the receiver.
fn patient_next() -> (Command, Receiver<Request>) {
    let (sender, requests) = channel();
    let next = Command::next(move |_, request| {
        sender.send(request.clone())?;
        Ok(Answer::Later)
    });
    (next, requests)
}

/// Returns a player whose `Next` is answered by the receiver.
fn patient_player() -> (Player, Receiver<Request>) {
    let player = Player::new();
    let (next, requests) = patient_next();
    player.session.set_commands([next]).unwrap();
    player.session.commit().unwrap();
    player.bus.until_matches(&["status"], |_| player.get("org.mpris.MediaPlayer2.Player", "CanGoNext") == "b true");
    (player, requests)
}

#[test]
fn a_request_is_answered_later_from_another_thread() {
    let (player, requests) = patient_player();
    std::thread::scope(|scope| {
        let caller = scope.spawn(|| player.press(&["Next"]));
        let request = wait_for(&requests, |_| true);
        assert_eq!(request.state(), Ok(()));
        request.complete().unwrap();
        assert_eq!(caller.join().unwrap(), Ok(String::new()));
        assert_eq!(request.complete().unwrap_err().status(), Status::AlreadyAnswered);
        assert_eq!(request.state().unwrap_err().status(), Status::AlreadyAnswered);
        assert_eq!(request, request.clone());
    });
}

#[test]
fn a_request_can_fail_later_with_any_error() {
    let (player, requests) = patient_player();
    std::thread::scope(|scope| {
        let caller = scope.spawn(|| player.press(&["Next"]));
        let request = wait_for(&requests, |_| true);
        request.fail(std::io::Error::new(std::io::ErrorKind::Other, "/home/me/secret")).unwrap();
        let failure = caller.join().unwrap().unwrap_err();
        assert!(failure.contains("The player failed, and its log says why."), "{failure}");
        let caller = scope.spawn(|| player.press(&["Next"]));
        wait_for(&requests, |_| true).fail(Error::failed("the file is on another disc")).unwrap();
        let failure = caller.join().unwrap().unwrap_err();
        assert!(failure.contains("the file is on another disc"), "{failure}");
    });
}

#[test]
fn a_request_that_nobody_answers_has_failed() {
    let (player, requests) = patient_player();
    std::thread::scope(|scope| {
        let caller = scope.spawn(|| player.press(&["Next"]));
        let request = wait_for(&requests, |_| true);
        let clone = request.clone();
        drop(request);
        assert_eq!(clone.state(), Ok(()), "a clone is still there");
        let dropped = Instant::now();
        drop(clone);
        caller.join().unwrap().unwrap_err();
        player.complaints.take(1);
        assert!(
            dropped.elapsed() < Duration::from_secs(5),
            "it failed when it was dropped, not when its time was over"
        );
    });
}

#[test]
fn a_command_outlives_its_session() {
    let player = Player::new();
    let session = player.app.session("other").build().unwrap();
    let (next, requests) = patient_next();
    session.set_commands([play(), next]).unwrap();
    session.set_content(&song("track-2", "Other")).unwrap();
    session.commit().unwrap();
    session.request_application_primary().unwrap();
    player.bus.until(&["metadata", "title"], "Other");
    std::thread::scope(|scope| {
        let caller = scope.spawn(|| player.press(&["Next"]));
        let request = wait_for(&requests, |_| true);
        drop(session);
        // The request may itself have caused the end of the session.
        assert_eq!(request.state(), Ok(()));
        request.complete().unwrap();
        caller.join().unwrap().unwrap();
    });
}

/// Returns a player whose artworks come from a closure.
fn painter(handler: impl FnMut(&Session, &Request, ArtworkEvent) -> Answered<Artwork> + Send + 'static) -> Player {
    Player::with(|app| app, |session| session.on_artwork(handler))
}

/// Shows a song with this artwork.
fn show(player: &Player, title: &str, artwork: &str) {
    let song = Content::music(title).title(title).artwork(artwork).build().unwrap();
    player.session.set_content(&song).unwrap();
    player.session.commit().unwrap();
    player.bus.until(&["metadata", "title"], title);
}

/// Waits until the artwork is on the bus, and compares it with the picture.
fn assert_picture_is_shown(player: &Player) {
    let url = ["metadata", "mpris:artUrl"];
    player.bus.until_matches(&url, |answer| answer.starts_with("file:///"));
    let url = player.bus.playerctl(&url).unwrap();
    assert_eq!(std::fs::read(url.trim_start_matches("file://")).unwrap(), PICTURE);
}

#[test]
fn an_artwork_is_given_later() {
    let (sender, requests) = channel();
    let player = painter(move |_, request, _| {
        sender.send(request.clone())?;
        Ok(Artwork::Later)
    });
    show(&player, "Cover", "cover-1");
    let request = wait_for(&requests, |_| true);
    let error = request.complete_artwork_data(b"no picture").unwrap_err();
    assert_eq!(error.status(), Status::NotAnImage);
    let error = request.complete_artwork_file("/no/such/file").unwrap_err();
    assert_eq!(error.status(), Status::Io);
    let error = request.complete_artwork_url("https://a/\0").unwrap_err();
    assert_eq!(error.status(), Status::InvalidArgument);
    let error = request.complete_artwork_file("a\0b").unwrap_err();
    assert_eq!(error.status(), Status::InvalidArgument);
    assert_eq!(request.complete().unwrap_err().status(), Status::InvalidArgument);
    player.complaints.take(2);
    request.complete_artwork_data(PICTURE).unwrap();
    assert_picture_is_shown(&player);
}

#[test]
fn what_is_no_picture_is_not_provided() {
    let player = Player::new();
    let session = &player.session;
    let error = session.provide_artwork_data("cover-1", b"no picture").unwrap_err();
    assert_eq!(error.status(), Status::NotAnImage);
    assert_eq!(session.provide_artwork_file("cover-1", "/no/such/file").unwrap_err().status(), Status::Io);
    for error in [
        session.provide_artwork_file("cover-1", "a\0b").unwrap_err(),
        session.provide_artwork_url("cover-1", "cover.png").unwrap_err(),
        session.provide_artwork_data("", PICTURE).unwrap_err(),
        session.provide_artwork_none("").unwrap_err(),
    ] {
        assert_eq!(error.status(), Status::InvalidArgument);
    }
    player.complaints.take(3);
}

#[test]
fn an_artwork_that_fails_is_asked_for_again() {
    let (sender, wanted) = channel();
    let mut turn = 0;
    let player = painter(move |_, _, _| {
        turn += 1;
        sender.send(turn)?;
        match turn {
            1 => Ok(Artwork::Data(b"no picture".to_vec())),
            2 => Err("the network is down".into()),
            3 => panic!("the painter slipped"),
            _ => Ok(Artwork::Data(PICTURE.to_vec())),
        }
    });
    for turn in 1..=4 {
        show(&player, &format!("Song {turn}"), "cover-1");
        assert_eq!(wait_for(&wanted, |_| true), turn);
    }
    assert_picture_is_shown(&player);
}

#[test]
fn an_artwork_of_a_replaced_content_is_cancelled() {
    let (sender, requests) = channel();
    let (gone, cancelled) = channel();
    let player = Player::with(
        |app| app,
        |session| {
            session
                .on_artwork(move |_, request, _| {
                    sender.send(request.clone())?;
                    Ok(Artwork::Later)
                })
                .on_request_cancelled(move |_, request| gone.send(request.clone()).unwrap())
        },
    );
    show(&player, "First", "cover-1");
    let request = wait_for(&requests, |_| true);
    show(&player, "Second", "");
    assert_eq!(wait_for(&cancelled, |_| true), request);
    assert_eq!(request.complete_artwork_data(PICTURE).unwrap_err().status(), Status::Cancelled);
}
