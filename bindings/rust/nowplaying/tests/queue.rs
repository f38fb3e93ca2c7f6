// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests requests about the queue of a session that are kept, and what is refused of queues and playlists. What
//! clients see of both is in contract/scenarios.

mod common;

use common::{song, Player};
use nowplaying::{Answer, Content, Playlist, Session, Status};
use std::sync::mpsc::channel;
use test_support::{eventually, wait_for};

const ROOT: &str = "org.mpris.MediaPlayer2";
const TRACK_LIST: &str = "org.mpris.MediaPlayer2.TrackList";

fn set_queue(session: &Session, entries: &[Content]) {
    session.set_queue(entries).unwrap();
    session.commit().unwrap();
}

#[test]
fn a_request_that_is_kept_knows_the_present_row() {
    let (sender, requests) = channel();
    let player = Player::with(
        |app| app,
        |session| {
            session.on_queue_go_to(move |_, request, _| {
                sender.send(request.clone())?;
                Ok(Answer::Done)
            })
        },
    );
    let twice = song("d", "Twice");
    set_queue(&player.session, &[twice.clone(), song("a", "One"), twice.clone()]);
    assert!(eventually(|| player.get(ROOT, "HasTrackList") == "b true"), "there is no TrackList");
    let tracks = player.get(TRACK_LIST, "Tracks");
    let last = tracks.split('"').filter(|text| text.starts_with('/')).nth(2).unwrap();
    player.call(TRACK_LIST, &["GoTo", "o", last]).unwrap();
    let request = wait_for(&requests, |_| true);
    set_queue(&player.session, &[song("a", "One"), song("b", "Two"), twice.clone(), song("c", "Three")]);
    assert_eq!(request.queue_row().unwrap(), Some(2));
    set_queue(&player.session, &[song("b", "Two")]);
    assert_eq!(request.queue_row().unwrap_err().status(), Status::NoSuchContent);
}

#[test]
fn what_are_no_queues_and_playlists_is_refused() {
    let player = Player::new();
    let refused = player.session.set_queue([&song("a", "One"), &song("", "Two")]).unwrap_err();
    assert_eq!(refused.status(), Status::InvalidArgument);
    assert!(player.complaints.take(1)[0].contains("an entry has no id"));
    assert_eq!(player.session.set_queue_row(4).unwrap_err().status(), Status::InvalidArgument);
    let twice = player.app.set_playlists([Playlist::new("1", "One"), Playlist::new("1", "Two")]).unwrap_err();
    assert_eq!(twice.status(), Status::InvalidArgument);
    player.complaints.take(2);
    player.app.set_playlists([]).unwrap();
}
