// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests features that MPRIS lacks: custom buttons, chapters, live windows, errors, ratings, mute and tracks, as a
//! surface of org.nowplaying sees them.

mod common;

use common::{song, Player, Seen};
use nowplaying::{
    limits, Answer, Artwork, Chapter, Command, Content, Error, ErrorKind, Slot, Snapshot, Status, Track, TrackKind,
};
use std::sync::mpsc::channel;
use std::time::Duration;
use test_support::TIMEOUT;

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn status(result: nowplaying::Result<()>) -> Option<Status> {
    result.err().map(|error: Error| error.status())
}

#[test]
fn buttons_are_shown_and_pressed() {
    let player = Player::new();
    let (sender, receiver) = channel();
    let custom = |id: &'static str, title: &str| {
        let sender = sender.clone();
        Command::custom(id, title, move |_, _| {
            sender.send(id.to_string())?;
            Ok(Answer::Done)
        })
    };
    let plain = |name: &'static str| {
        let sender = sender.clone();
        move |_: &nowplaying::Session, _: &nowplaying::Request| {
            sender.send(name.to_string())?;
            Ok(Answer::Done)
        }
    };
    let (rated, muted) = (sender.clone(), sender.clone());
    let rating = Command::set_rating(5, move |_, _, rating| {
        rated.send(format!("rating {rating:.1}"))?;
        Ok(Answer::Done)
    });
    let mute = Command::mute(move |_, _, is_muted| {
        muted.send(format!("mute {is_muted}"))?;
        Ok(Answer::Done)
    });
    player
        .session
        .set_commands([
            Command::play(plain("play")).icon("play").slot(Slot::Central),
            Command::next_chapter(plain("next-chapter")),
            Command::previous_chapter(plain("previous-chapter")),
            Command::seek_to_live(plain("seek-to-live")),
            Command::bookmark(plain("bookmark")).active(true).titles("Remember", "Mark"),
            rating,
            mute,
            custom("sleep", "Sleep in an hour").icon("timer").slot(Slot::Overflow),
            custom("other", "Another").enabled(false),
        ])
        .unwrap();
    player.session.commit().unwrap();
    let seen = Seen::main(&player);
    seen.until(
        "Session1.Commands",
        &[
            "\"slot\" s \"central\" \"icon\" s \"play\"",
            "\"title\" s \"Remember\" \"short-title\" s \"Mark\" \"active\" b true",
            "\"steps\" u 5",
            "\"title\" s \"Sleep in an hour\" \"slot\" s \"overflow\" \"active\" b false \"icon\" s \"timer\"",
        ],
    );
    for name in ["next-chapter", "previous-chapter", "seek-to-live", "bookmark"] {
        seen.call("Session1.SendCommand", &["sa{sv}", name, "0"]).unwrap();
        assert_eq!(receiver.recv_timeout(TIMEOUT).unwrap(), name);
    }
    let press = |arguments: &[&str]| seen.call("Session1.SendCommand", &[&["sa{sv}"], arguments].concat());
    for (arguments, expected) in [
        (["set-rating", "1", "rating", "d", "0.81"], "rating 0.8"),
        (["mute", "1", "muted", "b", "true"], "mute true"),
        (["mute", "1", "muted", "b", "false"], "mute false"),
        (["custom", "1", "id", "s", "sleep"], "sleep"),
    ] {
        press(&arguments).unwrap();
        assert_eq!(receiver.recv_timeout(TIMEOUT).unwrap(), expected);
    }
    press(&["custom", "1", "id", "s", "other"]).unwrap_err();
    player.session.set_custom_command("other", true, true).unwrap();
    player.session.commit().unwrap();
    press(&["custom", "1", "id", "s", "other"]).unwrap();
    assert_eq!(receiver.recv_timeout(TIMEOUT).unwrap(), "other");
    assert_eq!(status(player.session.set_custom_command("nothing", true, true)), Some(Status::InvalidState));
    assert_eq!(status(player.session.set_custom_command("", true, true)), Some(Status::InvalidArgument));
    player.complaints.take(2);

    // After a reordering each id still has its own closure.
    player.session.set_commands([custom("other", "Another"), custom("sleep", "Sleep")]).unwrap();
    player.session.commit().unwrap();
    press(&["custom", "1", "id", "s", "sleep"]).unwrap();
    assert_eq!(receiver.recv_timeout(TIMEOUT).unwrap(), "sleep");
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
fn a_session_is_muted() {
    let player = Player::new();
    player.session.set_muted(true).unwrap();
    player.session.commit().unwrap();
    Seen::main(&player).until("Session1.Playback", &["\"muted\" b true"]);
}

#[test]
fn chapters_come_with_the_item_and_have_pictures() {
    let (sender, receiver) = channel();
    let player = Player::with(
        |app| app,
        |session| {
            session.on_artwork(move |_, _, event| {
                sender.send(event.id)?;
                Err::<Artwork, _>(Error::new(Status::NoSuchContent, "there is none").into())
            })
        },
    );
    let chapters = [Chapter::new(seconds(0), "One"), Chapter::new(seconds(60), "").artwork("two")];
    let book = Content::book("book").title("Book").chapters(chapters.clone()).build().unwrap();
    assert_eq!(book, Content::book("book").title("Book").chapters(chapters.clone()).build().unwrap());
    assert_ne!(book, Content::book("book").title("Book").build().unwrap());
    player.session.set_content(&book).unwrap();
    player.session.commit().unwrap();
    let seen = Seen::main(&player);
    seen.until("Session1.Content", &["\"chapters\" a(xss) 2 0 \"One\" \"\" 60000000 \"\" \"two\""]);
    seen.call("Session1.GetArtwork", &["suu", "two", "64", "64"]).unwrap_err();
    assert_eq!(receiver.recv_timeout(TIMEOUT).unwrap(), "two");

    let backwards = Content::book("").chapters(chapters.into_iter().rev()).build();
    assert_eq!(backwards.unwrap_err().status(), Status::InvalidArgument);
    let many = vec![Chapter::new(seconds(0), ""); limits::CHAPTERS + 1];
    assert_eq!(Content::book("").chapters(many).build().unwrap_err().status(), Status::TooLarge);
}

#[test]
fn an_advertisement_is_not_skipped() {
    let player = Player::new();
    player.session.set_commands([Command::next(|_, _| Ok(Answer::Done))]).unwrap();
    player.session.set_content(&Content::music("advert").title("Buy").advertisement(true).build().unwrap()).unwrap();
    player.session.commit().unwrap();
    Seen::main(&player).until("Session1.Commands", &["\"command\" s \"next\" \"enabled\" b false"]);
}

#[test]
fn a_broadcast_has_a_window() {
    let player = Player::new();
    player.session.set_content(&Content::radio("radio").title("Radio").build().unwrap()).unwrap();
    let live = Snapshot::playing(seconds(100)).seekable(seconds(40)..=seconds(100));
    player.session.set_snapshot(live.clone().buffered(seconds(110)).at_live_edge(true)).unwrap();
    player.session.commit().unwrap();
    let seen = Seen::main(&player);
    let words = ["\"seekable\" (xx) 40000000 100000000", "\"buffered\" x 110000000", "\"live-edge\" b true"];
    seen.until("Session1.Playback", &words);
    #[allow(clippy::reversed_empty_ranges)]
    let backwards = live.seekable(seconds(2)..=seconds(1));
    assert_eq!(status(player.session.set_snapshot(backwards)), Some(Status::InvalidArgument));
    player.complaints.take(1);
}

#[test]
fn an_error_has_a_kind_and_a_sentence() {
    let player = Player::new();
    player.session.set_snapshot(Snapshot::failed(ErrorKind::SignIn, "Sign in.", seconds(5))).unwrap();
    player.session.commit().unwrap();
    let seen = Seen::main(&player);
    seen.until("Session1.Playback", &["\"state\" s \"error\"", "\"error\" s \"Sign in.\"", "\"sign-in\""]);
    player.bus.until(&["status"], "Paused");
    let unknown = Snapshot::failed(ErrorKind::Unknown(99), "", None);
    assert_eq!(status(player.session.set_snapshot(unknown)), Some(Status::InvalidArgument));
    player.complaints.take(1);
}

#[test]
fn tracks_are_shown_and_chosen() {
    let (sender, receiver) = channel();
    let player = Player::with(
        |app| app,
        |session| {
            session.on_select_track(move |_, _, kind, id| {
                sender.send((kind, id.map(str::to_string)))?;
                Ok(Answer::Done)
            })
        },
    );
    let audio = |id: &str| Track::new(TrackKind::Audio, id);
    let tracks = [
        audio("1").language("en").selected(true).is_default(true),
        audio("2").title("Kommentar").is_commentary(true).describes_video(true).describes_video(false),
        Track::new(TrackKind::Subtitles, "1").language("pt-BR").is_forced(true),
        Track::new(TrackKind::Captions, "1").describes_video(true),
    ];
    player.session.set_tracks(tracks).unwrap();
    player.session.commit().unwrap();
    let seen = Seen::main(&player);
    seen.until(
        "Tracks1.Tracks",
        &[
            "\"kind\" s \"audio\" \"selected\" b true \"language\" s \"en\" \"characteristics\" as 1 \"default\"",
            "\"title\" s \"Kommentar\" \"characteristics\" as 1 \"commentary\"",
            "\"language\" s \"pt-BR\" \"characteristics\" as 1 \"forced\"",
            "\"kind\" s \"captions\"",
        ],
    );
    let choose = |kind: &str, id: &str| seen.call("Tracks1.SelectTrack", &["ss", kind, id]);
    choose("audio", "2").unwrap();
    assert_eq!(receiver.recv_timeout(TIMEOUT).unwrap(), (TrackKind::Audio, Some("2".to_string())));
    choose("subtitles", "").unwrap();
    assert_eq!(receiver.recv_timeout(TIMEOUT).unwrap(), (TrackKind::Subtitles, None));
    choose("audio", "").unwrap_err();

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
    player.complaints.take(5);
    player.session.set_content(&song("another", "Another")).unwrap();
    player.session.set_tracks([]).unwrap();
    player.session.commit().unwrap();
    seen.until("Tracks1.Tracks", &["aa{sv} 0"]);
}
