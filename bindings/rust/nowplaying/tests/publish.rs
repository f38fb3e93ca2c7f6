// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests the values that the desktop sees.

mod common;

use common::{play, song, Complaints, Player};
use nowplaying::{
    limits, App, BusState, Content, Date, Error, Interruption, MediaDuration, MediaType, PlaybackState, Session,
    Snapshot, Status,
};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::Arc;
use std::time::{Duration, Instant, UNIX_EPOCH};
use test_support::{eventually, wait_for, Bus};

const ROOT: &str = "org.mpris.MediaPlayer2";

fn show(session: &Session, content: Content) {
    session.set_content(&content).unwrap();
    session.commit().unwrap();
}

#[test]
fn a_name_that_scripts_know() {
    let player = Player::with(|app| app.bus_name("org.example.Known"), |session| session);
    assert_eq!(player.bus.playerctl(&["-l"]).unwrap().trim(), "org.example.Known");
    let refused = App::builder("player").bus_name("org.2").build().unwrap_err();
    assert_eq!(refused.status(), Status::InvalidArgument);
}

#[test]
fn a_song_has_all_its_fields() {
    let player = Player::new();
    let song = Content::music("track-2")
        .title("Blue \0Horizon")
        .artists(["Sidney Bechet\0Sidney De Paris\0"])
        .album("Jazz Classics\0")
        .album_artists(["Sidney Bechet"])
        .composers(["Bechet"])
        .lyricists(["Nobody"])
        .genres(["Jazz", "Blues"])
        .comments(["Take 2"])
        .url("file:///music/blue.flac")
        .lyrics("la la")
        .isrc("USRC17607839")
        .collection_id("album-9")
        .service_id("disc")
        .track_number(7)
        .disc_number(2)
        .beats_per_minute(96)
        .play_count(41)
        .release_date(UNIX_EPOCH + Duration::from_secs(86_400))
        .first_played(UNIX_EPOCH + Duration::from_secs(2 * 86_400))
        .last_played(UNIX_EPOCH + Duration::from_secs(3 * 86_400))
        .explicit(false)
        .excluded_from_suggestions(true)
        .user_rating(0.75)
        .auto_rating(0.5)
        .musicbrainz_track_ids(["recording"])
        .musicbrainz_album_ids(["release"])
        .musicbrainz_artist_ids(["bechet", "de-paris"])
        .musicbrainz_album_artist_ids(["of-the-album"])
        .media_type(MediaType::Audio)
        .duration(Duration::from_micros(183_000_001))
        .build()
        .unwrap();
    show(&player.session, song);
    player.bus.until(&["metadata", "title"], "Blue \u{FFFD}Horizon");
    let wanted = [
        ("xesam:artist", "Sidney Bechet, Sidney De Paris"),
        ("xesam:album", "Jazz Classics"),
        ("xesam:albumArtist", "Sidney Bechet"),
        ("xesam:composer", "Bechet"),
        ("xesam:lyricist", "Nobody"),
        ("xesam:genre", "Jazz, Blues"),
        ("xesam:comment", "Take 2"),
        ("xesam:url", "file:///music/blue.flac"),
        ("xesam:asText", "la la"),
        ("xesam:trackNumber", "7"),
        ("xesam:discNumber", "2"),
        ("xesam:audioBPM", "96"),
        ("xesam:useCount", "41"),
        ("xesam:userRating", "0.75"),
        ("xesam:autoRating", "0.5"),
        ("xesam:musicBrainzTrackID", "recording"),
        ("xesam:musicBrainzAlbumID", "release"),
        ("xesam:musicBrainzArtistID", "bechet, de-paris"),
        ("xesam:musicBrainzAlbumArtistID", "of-the-album"),
        ("mpris:length", "183000001"),
    ];
    for (key, value) in wanted {
        assert_eq!(player.bus.playerctl(&["metadata", key]).as_deref(), Ok(value), "{key}");
    }
    for (key, day) in
        [("xesam:contentCreated", "1970-01-02"), ("xesam:firstUsed", "1970-01-03"), ("xesam:lastUsed", "1970-01-04")]
    {
        assert!(player.bus.playerctl(&["metadata", key]).unwrap().starts_with(day), "{key}");
    }
}

#[test]
fn every_kind_is_shown_with_its_own_fields() {
    let player = Player::new();
    let title = |content: Content, wanted: &str| {
        show(&player.session, content);
        player.bus.until(&["metadata", "title"], wanted);
    };
    let episode_is = |wanted: &str| {
        let sent =
            ["xesam:discNumber", "xesam:trackNumber"].map(|key| player.bus.playerctl(&["metadata", key]).unwrap());
        assert_eq!(sent.join(" "), wanted);
    };
    let podcast = Content::podcast("p").title("Episode 1").show_name("Podcast").season(2).episode(7);
    title(podcast.build().unwrap(), "Episode 1");
    episode_is("2 7");
    title(Content::movie("m").title("Film").duration(Duration::from_secs(5400)).build().unwrap(), "Film");
    title(Content::tv_show("t").title("Pilot").show_name("Show").season(3).episode(1).build().unwrap(), "Pilot");
    episode_is("3 1");
    let book = Content::book("b").title("Novel").author("A").narrator("N").chapter(3).chapter_count(12);
    title(book.build().unwrap(), "Novel");
    let radio = Content::radio("r").title("Song").station_name("Station").program_name("Program");
    title(radio.duration(MediaDuration::Live).build().unwrap(), "Song");
    assert_eq!(player.bus.playerctl(&["metadata", "mpris:length"]).unwrap_or_default(), "");
    let camera = Content::home_media("h").title("Door").source_name("Camera").description("Somebody");
    title(camera.duration(MediaDuration::Continuous).build().unwrap(), "Door");
    title(Content::generic("g").title("Thing").subtitle("Second").build().unwrap(), "Thing");
}

#[test]
fn mistakes_in_a_content_are_errors_of_build() {
    let error = Content::movie("a").media_type(MediaType::Audio).build().unwrap_err();
    assert_eq!(error.status(), Status::NotSupported);
    let error = Content::music("a").media_type(MediaType::Unknown(77)).build().unwrap_err();
    assert_eq!(error.status(), Status::InvalidArgument);
}

#[test]
fn of_a_long_list_the_first_texts_are_shown() {
    let player = Player::new();
    let artists: Vec<String> = (1..=limits::TEXTS + 1).map(|number| format!("artist {number}")).collect();
    let song = Content::music("a").title("Choir").artists(&artists).genres(vec!["genre"; 1000]).build().unwrap();
    show(&player.session, song);
    player.bus.until(&["metadata", "title"], "Choir");
    assert_eq!(player.bus.playerctl(&["metadata", "xesam:artist"]), Ok(artists[..limits::TEXTS].join(", ")));
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
fn dates_are_those_of_tags() {
    let player = Player::new();
    let created = |date: Date, wanted: &str| {
        let title = date_title(date);
        show(&player.session, Content::music(&title).title(&title).release_date(date).build().unwrap());
        player.bus.until(&["metadata", "title"], &title);
        let shown = player.bus.playerctl(&["metadata", "xesam:contentCreated"]).unwrap();
        assert!(shown.starts_with(wanted), "{shown}, not {wanted}");
    };
    created("1959".parse().unwrap(), "1959-01-01T00:00:00");
    created(" 1939-06 ".parse().unwrap(), "1939-06-01T00:00:00");
    created("2000-02-29T23:59:59Z".parse().unwrap(), "2000-02-29T23:59:59");
    created("2006-05-31T20:15:00+02:00".parse().unwrap(), "2006-05-31T18:15:00");
    created("2006-05-31 20:15:30.5-0130".parse().unwrap(), "2006-05-31T21:45:30");
    created("2006-05-31T20:15+02".parse().unwrap(), "2006-05-31T18:15:00");
    created(Date::new(1900, 12, 31).unwrap(), "1900-12-31T00:00:00");
    created(Date::new(1, 1, 1).unwrap(), "0001-01-01T00:00:00");
    created(Date::new(9999, 12, 31).unwrap(), "9999-12-31T00:00:00");
    created((UNIX_EPOCH - Duration::from_secs(1)).into(), "1969-12-31T23:59:59");
    created("2006年5月31日".parse().unwrap(), "2006-05-31T00:00:00");
    created("Wed, 31 May 2006 20:15:59 +0200".parse().unwrap(), "2006-05-31T18:15:59");
    for wrong in ["", "August", "0", "1", "99", "0000", "10000", "-5", "-0380", "é"] {
        assert_eq!(wrong.parse::<Date>().unwrap_err().status(), Status::InvalidArgument, "{wrong}");
    }
    assert!(Date::new(u32::MAX, u32::MAX, u32::MAX).is_err());
}

fn date_title(date: Date) -> String {
    format!("{date:?}")
}

#[test]
fn the_name_on_the_bus_and_the_name_that_people_see() {
    let complaints = Complaints::default();
    let player = Player::with(|app| app.instance("at work"), |session| session);
    let name = player.app.bus_name().unwrap().unwrap();
    assert_eq!(name, "org.mpris.MediaPlayer2.rusttest.at_work");
    let identity = || player.bus.busctl("get-property", &[&name, "/org/mpris/MediaPlayer2", ROOT, "Identity"]).unwrap();
    assert_eq!(identity(), r#"s "Rust Test""#);
    player.app.set_display_name("Other \0Name").unwrap();
    assert_eq!(identity(), r#"s "Other \357\277\275Name""#);
    player.app.set_display_name("").unwrap();
    assert_eq!(identity(), r#"s "rusttest""#);
    let hidden = complaints.app(&player.bus).build().unwrap();
    assert_eq!(hidden.bus_name(), Ok(None));
    complaints.assert_none();
}

#[test]
fn an_app_is_shown_while_it_has_nothing_to_play() {
    let (bus, complaints) = (Bus::start(), Complaints::default());
    let app = complaints.app(&bus).show_idle(true).build().unwrap();
    bus.until(&["status"], "Stopped");
    assert_eq!(app.bus_name().unwrap().as_deref(), Some("org.mpris.MediaPlayer2.rusttest"));
    complaints.assert_none();
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
fn mistakes_in_a_snapshot_have_no_effect() {
    let player = Player::new();
    let error = player.session.set_snapshot(Snapshot::playing(None).rate(f64::NAN)).unwrap_err();
    assert_eq!(error.status(), Status::InvalidArgument);
    for wrong in [Snapshot::playing(None).default_rate(-1.0), Snapshot::new(PlaybackState::Unknown(99), None)] {
        player.session.set_snapshot(wrong).unwrap_err();
    }
    player.complaints.take(3);
    player.session.commit().unwrap();
    show(&player.session, song("track-9", "After"));
    player.bus.until(&["metadata", "title"], "After");
    assert_eq!(player.bus.playerctl(&["status"]).as_deref(), Ok("Playing"));
}

#[test]
fn a_snapshot_of_the_past_has_moved_since() {
    let player = Player::new();
    let taken = Instant::now() - Duration::from_secs(30);
    player.session.set_snapshot(Snapshot::playing(Duration::from_secs(60)).at(taken).rate(2.0)).unwrap();
    player.session.commit().unwrap();
    let least = 60.0 + 2.0 * 30.0;
    player.bus.until_matches(&["position"], |answer| answer.parse::<f64>().unwrap() >= least);
    let position: f64 = player.bus.playerctl(&["position"]).unwrap().parse().unwrap();
    let most = 60.0 + 2.0 * taken.elapsed().as_secs_f64();
    assert!(position <= most, "{position} is beyond {most}");
}

#[test]
fn the_states_are_shown() {
    let player = Player::new();
    player.session.set_snapshot(Snapshot::paused(Duration::from_secs(42))).unwrap();
    player.session.commit().unwrap();
    player.bus.until(&["status"], "Paused");
    assert_eq!(player.bus.playerctl(&["position"]).as_deref(), Ok("42.000000"));
    // MPRIS has three states only: waiting for data and being interrupted are shown as paused.
    for (snapshot, wanted) in [
        (Snapshot::stopped(), "Stopped"),
        (Snapshot::buffering(Duration::from_secs(7)), "Paused"),
        (Snapshot::interrupted(Duration::from_secs(8)), "Paused"),
    ] {
        player.session.set_snapshot(snapshot).unwrap();
        player.session.commit().unwrap();
        player.bus.until(&["status"], wanted);
    }
    player.bus.until(&["position"], "8.000000");
    player.session.set_content(None).unwrap();
    player.session.commit().unwrap();
    player.bus.until(&["-l"], "");
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

#[test]
fn the_engine_is_asked_for_the_position() {
    let position = Arc::new(AtomicU64::new(0));
    let engine = position.clone();
    let player = Player::with(
        |app| app,
        |session| {
            session.on_position(move |_| match engine.load(Ordering::SeqCst) {
                77 => None,
                seconds => Some(Duration::from_secs(seconds)),
            })
        },
    );
    player.session.set_content(&song("a", "One")).unwrap();
    player.session.set_snapshot(Snapshot::paused(Duration::from_secs(3))).unwrap();
    player.session.commit().unwrap();
    position.store(9, Ordering::SeqCst);
    assert!(eventually(|| player.get("org.mpris.MediaPlayer2.Player", "Position") == "x 9000000"));
    position.store(77, Ordering::SeqCst);
    assert_eq!(player.get("org.mpris.MediaPlayer2.Player", "Position"), "x 9000000");
}
