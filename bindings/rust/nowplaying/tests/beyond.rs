// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests that each function for features that MPRIS lacks reports its refusal, and chapters as a part of the value.
//! What a surface sees is in contract/scenarios, and all that is refused in Tests/Library/ABI.

mod common;

use common::Player;
use nowplaying::{
    limits, Answer, Chapter, Command, Content, Device, DeviceType, ErrorKind, Slot, Snapshot, Status, Track, TrackKind,
};
use std::time::Duration;

#[test]
fn what_is_refused_is_an_error() {
    let player = Player::new();
    let session = &player.session;
    let button = |title: &str| Command::custom("a", title, |_, _| Ok(Answer::Done));
    for wrong in [
        session.set_commands([button("A"), button("B")]),
        session.set_commands([button("A").slot(Slot::Unknown(7))]),
        session.set_commands([Command::set_rating(u32::MAX, |_, _, _| Ok(Answer::Done))]),
        session.set_tracks([
            Track::new(TrackKind::Audio, "1").selected(true),
            Track::new(TrackKind::Audio, "2").selected(true),
        ]),
        session.set_tracks([Track::new(TrackKind::Unknown(9), "1")]),
        session.set_snapshot(Snapshot::failed(ErrorKind::Unknown(99), "", None)),
        session.set_custom_command("", true, true),
    ] {
        assert_eq!(wrong.unwrap_err().status(), Status::InvalidArgument);
    }
    let many = (0..=limits::TRACKS).map(|id| Track::new(TrackKind::Audio, &id.to_string()));
    assert_eq!(session.set_tracks(many).unwrap_err().status(), Status::TooLarge);
    let remote = player.app.remote_session("").build().unwrap();
    let device = |id: &str| Device::new(id, "Kitchen");
    for wrong in [vec![device("a"), device("a")], vec![device("a").device_type(DeviceType::Unknown(99))]] {
        assert_eq!(remote.set_devices(wrong).unwrap_err().status(), Status::InvalidArgument);
    }
    assert_eq!(session.set_devices([device("a")]).unwrap_err().status(), Status::InvalidState);
    player.complaints.take(11);
}

#[test]
fn chapters_are_a_part_of_the_value() {
    let chapters = [Chapter::new(Duration::ZERO, "One"), Chapter::new(Duration::from_secs(60), "").artwork("two")];
    let book = Content::book("book").title("Book").chapters(chapters.clone()).build().unwrap();
    assert_eq!(book, Content::book("book").title("Book").chapters(chapters.clone()).build().unwrap());
    assert_ne!(book, Content::book("book").title("Book").build().unwrap());
    let backwards = Content::book("").chapters(chapters.into_iter().rev()).build();
    assert_eq!(backwards.unwrap_err().status(), Status::InvalidArgument);
}
