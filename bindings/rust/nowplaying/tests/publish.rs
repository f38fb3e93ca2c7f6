// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests values as Rust has them, and what the desktop tells of primaries. What clients see of values is in
//! contract/scenarios.

mod common;

use common::{play, song, Complaints, Player};
use nowplaying::{BusState, Content, Date, Error, Interruption, MediaType, PlaybackState, Session, Snapshot, Status};
use std::sync::mpsc::channel;
use std::time::{Duration, UNIX_EPOCH};
use test_support::{eventually, wait_for};

fn show(session: &Session, content: Content) {
    session.set_content(&content).unwrap();
    session.commit().unwrap();
}

#[test]
fn nuls_separate_texts_and_dates_are_of_many_forms() {
    let player = Player::new();
    let shown = |song: nowplaying::ContentBuilder<_>, key: &str, wanted: &str| {
        show(&player.session, song.build().unwrap());
        player.bus.until(&["metadata", key], wanted);
    };
    shown(Content::music("a").title("Blue \0Horizon"), "title", "Blue \u{FFFD}Horizon");
    shown(
        Content::music("b").artists(["Sidney Bechet\0Sidney De Paris\0"]),
        "artist",
        "Sidney Bechet, Sidney De Paris",
    );
    shown(Content::music("c").album("Jazz Classics\0"), "album", "Jazz Classics");
    for (date, wanted) in [
        (Date::new(1, 1, 1).unwrap(), "0001-01-01T00:00:00Z"),
        ((UNIX_EPOCH - Duration::from_secs(1)).into(), "1969-12-31T23:59:59Z"),
        ("2006-05-31 20:15:30.5-0130".parse().unwrap(), "2006-05-31T21:45:30Z"),
        ("Wed, 31 May 2006 20:15:59 +0200".parse().unwrap(), "2006-05-31T18:15:59Z"),
    ] {
        shown(Content::music("d").release_date(date), "xesam:contentCreated", wanted);
    }
    for wrong in ["", "August", "0", "99", "10000", "-5", "é"] {
        assert_eq!(wrong.parse::<Date>().unwrap_err().status(), Status::InvalidArgument, "{wrong}");
    }
    assert!(Date::new(u32::MAX, u32::MAX, u32::MAX).is_err());
}

#[test]
fn mistakes_are_errors() {
    let error = Content::movie("a").media_type(MediaType::Audio).build().unwrap_err();
    assert_eq!(error.status(), Status::NotSupported);
    let error = Content::music("a").media_type(MediaType::Unknown(77)).build().unwrap_err();
    assert_eq!(error.status(), Status::InvalidArgument);
    let player = Player::new();
    let error = player.session.set_snapshot(Snapshot::new(PlaybackState::Unknown(99), None)).unwrap_err();
    assert_eq!(error.status(), Status::InvalidArgument);
    player.complaints.take(1);
}

#[test]
fn a_content_is_a_value() {
    let described = || Content::music("a").title("A").artists(["B"]).user_rating(0.5).user_rating(f64::NAN);
    let content = described().build().unwrap();
    assert_eq!(content, content.clone());
    assert_eq!(content, described().build().unwrap());
    assert_ne!(content, described().album("C").build().unwrap());
    assert_ne!(content, described().duration(Duration::from_secs(1)).build().unwrap());
    let player = Player::new();
    let clone = content.clone();
    drop(content);
    show(&player.session, clone);
    player.bus.until(&["metadata", "title"], "A");
}

#[test]
fn messages_are_sentences_for_users_of_rust() {
    let player = Player::new();
    let errors = [
        player.session.set_volume(f64::NAN).unwrap_err(),
        player.session.set_snapshot(Snapshot::playing(None).rate(0.0)).unwrap_err(),
        Content::movie("a").media_type(MediaType::Audio).build().unwrap_err(),
        nowplaying::App::builder("").build().unwrap_err(),
    ];
    player.complaints.take(2);
    for error in errors {
        let message = error.to_string();
        assert!(!message.is_empty() && !message.starts_with("nowplaying_"), "{message}");
    }
}

#[test]
fn values_of_a_newer_library_are_carried() {
    assert_eq!(BusState::from(77), BusState::Unknown(77));
    assert_eq!(i32::from(BusState::from(77)), 77);
    assert_eq!(BusState::from(2), BusState::Published);
    assert_eq!(i32::from(BusState::Published), 2);
    assert_eq!(Status::from(-99), Status::Unknown(-99));
    assert!(!Error::new(Status::Unknown(-99), "").to_string().is_empty());
}

#[test]
fn the_primary_and_the_bus_are_reported() {
    let (sender, events) = channel();
    let (states, bus_states) = channel();
    let changed = sender.clone();
    let player = Player::with(
        |app| app.on_bus_state(move |_, state| states.send(state).unwrap()),
        |session| {
            session
                .on_primary_changed(move |_, primary| changed.send((primary, None)).unwrap())
                .on_primary_result(move |_, which, result| sender.send((which, Some(result))).unwrap())
        },
    );
    wait_for(&bus_states, |state| *state == BusState::Published);
    assert_eq!(player.app.bus_state(), Ok(BusState::Published));
    wait_for(&events, |(which, result)| which.is_application() && *result == Some(Ok(())));
    assert!(player.session.primary().unwrap().is_application());
    assert!(!player.session.primary().unwrap().is_system());

    player.session.request_system_primary().unwrap();
    wait_for(&events, |(which, result)| which.is_system() && *result == Some(Ok(())));
    assert!(player.session.primary().unwrap().is_system());
    assert_eq!(format!("{:?}", player.session.primary().unwrap()), "{Application, System}");
    player.session.resign_system_primary().unwrap();
    wait_for(&events, |(primary, result)| result.is_none() && !primary.is_system() && primary.is_application());

    let other = player.app.session("other").build().unwrap();
    other.set_commands([play()]).unwrap();
    show(&other, song("track-2", "Other"));
    other.request_application_primary().unwrap();
    player.bus.until(&["metadata", "title"], "Other");
    wait_for(&events, |(primary, result)| result.is_none() && !primary.is_application());
}

#[test]
fn another_player_interrupts_and_is_gone_again() {
    let (sender, receiver) = channel();
    let player = Player::with(
        |app| app.interruptions(true),
        |session| session.on_interruption(move |_, interruption| sender.send(interruption).unwrap()),
    );
    let takes_over = |session: &Session| {
        session.request_system_primary().unwrap();
        assert!(eventually(|| session.primary().unwrap().is_system()));
    };
    takes_over(&player.session);
    let complaints = Complaints::default();
    let other = complaints.app(&player.bus).build().unwrap();
    let session = other.session("").build().unwrap();
    session.set_snapshot(Snapshot::playing(Duration::ZERO)).unwrap();
    show(&session, song("loud", "Loud"));
    takes_over(&session);
    assert_eq!(wait_for(&receiver, |_| true), Interruption::Began);
    drop(session);
    assert_eq!(wait_for(&receiver, |_| true), Interruption::Ended);
    complaints.assert_none();
}

#[test]
fn many_threads_may_use_a_session() {
    let player = Player::new();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let session = &player.session;
            scope.spawn(move || {
                for turn in 0..200 {
                    show(session, song(&format!("{thread}-{turn}"), "Busy"));
                    session.set_volume(f64::from(turn) / 200.0).unwrap();
                }
            });
        }
    });
    show(&player.session, song("last", "Last"));
    player.bus.until(&["metadata", "title"], "Last");
}
