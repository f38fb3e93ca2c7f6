// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests what is refused of features that MPRIS lacks: custom buttons, chapters, errors and tracks. What a surface
//! sees of them is in contract/scenarios.

mod common;

use common::Player;
use nowplaying::{
    limits, Answer, Chapter, Command, Content, Error, ErrorKind, Slot, Snapshot, Status, Track, TrackKind,
};
use std::time::Duration;

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn status(result: nowplaying::Result<()>) -> Option<Status> {
    result.err().map(|error: Error| error.status())
}

#[test]
fn wrong_buttons_are_refused() {
    let player = Player::new();
    let button = |id: &str, title: &str| Command::custom(id, title, |_, _| Ok(Answer::Done));
    for wrong in [
        vec![button("", "A")],
        vec![button("a", "")],
        vec![button("a", "A"), button("a", "B")],
        vec![button("a", "A").icon("/a.png")],
        vec![button("a", "A").slot(Slot::Unknown(7))],
        vec![Command::set_rating(101, |_, _, _| Ok(Answer::Done))],
        vec![Command::set_rating(u32::MAX, |_, _, _| Ok(Answer::Done))],
    ] {
        assert_eq!(status(player.session.set_commands(wrong)), Some(Status::InvalidArgument));
    }
    player.complaints.take(7);
}

#[test]
fn chapters_are_a_part_of_the_value() {
    let chapters = [Chapter::new(seconds(0), "One"), Chapter::new(seconds(60), "").artwork("two")];
    let book = Content::book("book").title("Book").chapters(chapters.clone()).build().unwrap();
    assert_eq!(book, Content::book("book").title("Book").chapters(chapters.clone()).build().unwrap());
    assert_ne!(book, Content::book("book").title("Book").build().unwrap());
    let backwards = Content::book("").chapters(chapters.into_iter().rev()).build();
    assert_eq!(backwards.unwrap_err().status(), Status::InvalidArgument);
    let many = vec![Chapter::new(seconds(0), ""); limits::CHAPTERS + 1];
    assert_eq!(Content::book("").chapters(many).build().unwrap_err().status(), Status::TooLarge);
}

#[test]
fn wrong_tracks_and_errors_are_refused() {
    let player = Player::new();
    let audio = |id: &str| Track::new(TrackKind::Audio, id);
    for wrong in [
        vec![audio("")],
        vec![audio("1"), audio("1")],
        vec![audio("1").selected(true), audio("2").selected(true)],
        vec![Track::new(TrackKind::Unknown(9), "1")],
    ] {
        assert_eq!(status(player.session.set_tracks(wrong)), Some(Status::InvalidArgument));
    }
    let many = (0..=limits::TRACKS).map(|id| audio(&id.to_string()));
    assert_eq!(status(player.session.set_tracks(many)), Some(Status::TooLarge));
    let unknown = Snapshot::failed(ErrorKind::Unknown(99), "", None);
    assert_eq!(status(player.session.set_snapshot(unknown)), Some(Status::InvalidArgument));
    assert_eq!(status(player.session.set_custom_command("nothing", true, true)), Some(Status::InvalidState));
    assert_eq!(status(player.session.set_custom_command("", true, true)), Some(Status::InvalidArgument));
    player.complaints.take(8);
}
