// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests the queue of a session and the playlists of an app, as clients of MPRIS's TrackList and Playlists see them.

mod common;

use common::{song, Player};
use nowplaying::{limits, Answer, Content, Date, Playlist, Session, Status};
use std::sync::mpsc::channel;
use test_support::{eventually, TIMEOUT};

const ROOT: &str = "org.mpris.MediaPlayer2";
const TRACK_LIST: &str = "org.mpris.MediaPlayer2.TrackList";
const PLAYLISTS: &str = "org.mpris.MediaPlayer2.Playlists";

fn entries() -> Vec<Content> {
    vec![song("a", "One"), song("b", "Two"), song("c", "Three")]
}

fn set_queue(session: &Session, entries: &[Content]) {
    session.set_queue(entries).unwrap();
    session.commit().unwrap();
}

/// Shows the queue, and waits for the interface TrackList, which appears a moment after the name.
fn queued(player: &Player) {
    set_queue(&player.session, &entries());
    assert!(eventually(|| player.get(ROOT, "HasTrackList") == "b true"), "there is no TrackList");
}

/// Returns the object paths of the entries that clients see.
fn tracks(player: &Player) -> Vec<String> {
    player.get(TRACK_LIST, "Tracks").split('"').filter(|text| text.starts_with('/')).map(str::to_string).collect()
}

fn ids(player: &Player) -> String {
    tracks(player).iter().map(|path| path.rsplit('/').next().unwrap()).collect::<Vec<_>>().join(" ")
}

#[test]
fn clients_see_the_queue() {
    let player = Player::new();
    queued(&player);
    assert_eq!(ids(&player), "a b c");
    assert_eq!(player.get(TRACK_LIST, "CanEditTracks"), "b false");
    let second = &tracks(&player)[1];
    let metadata = player.call(TRACK_LIST, &["GetTracksMetadata", "ao", "1", second]).unwrap();
    assert!(metadata.contains("\"Two\"") && metadata.contains("Sidney Bechet"), "{metadata}");
    // The queue is only staged, until the commit.
    player.session.set_queue(&[song("z", "Last")]).unwrap();
    assert_eq!(ids(&player), "a b c");
    player.session.commit().unwrap();
    assert!(eventually(|| ids(&player) == "z"));
    set_queue(&player.session, &[]);
    assert!(eventually(|| player.get(ROOT, "HasTrackList") == "b false"));
}

#[test]
fn what_clients_do_to_the_queue() {
    let (sender, calls) = channel();
    let (add, remove) = (sender.clone(), sender.clone());
    let player = Player::with(
        |app| app.on_open_uri(["file"], |_, _, _, _| Ok(Answer::Done)),
        |session| {
            session
                .on_queue_go_to(move |_, _, id| {
                    sender.send(format!("go to {id}"))?;
                    Ok(Answer::Done)
                })
                .on_queue_add(move |_, _, uri, after, play| {
                    add.send(format!("add {uri} {after:?} {play}"))?;
                    Ok(Answer::Done)
                })
                .on_queue_remove(move |_, _, id| {
                    remove.send(format!("remove {id}"))?;
                    Err("It is locked.".into())
                })
        },
    );
    queued(&player);
    assert_eq!(player.get(TRACK_LIST, "CanEditTracks"), "b true");
    let tracks = tracks(&player);
    player.call(TRACK_LIST, &["GoTo", "o", &tracks[2]]).unwrap();
    assert_eq!(calls.recv_timeout(TIMEOUT).unwrap(), "go to c");
    player.call(TRACK_LIST, &["AddTrack", "sob", "file:///d", &tracks[1], "true"]).unwrap();
    assert_eq!(calls.recv_timeout(TIMEOUT).unwrap(), "add file:///d Some(\"b\") true");
    let none = "/org/mpris/MediaPlayer2/TrackList/NoTrack";
    player.call(TRACK_LIST, &["AddTrack", "sob", "file:///e", none, "false"]).unwrap();
    assert_eq!(calls.recv_timeout(TIMEOUT).unwrap(), "add file:///e None false");
    let error = player.call(TRACK_LIST, &["RemoveTrack", "o", &tracks[0]]).unwrap_err();
    assert_eq!(calls.recv_timeout(TIMEOUT).unwrap(), "remove a");
    assert!(error.contains("It is locked."), "{error}");
}

#[test]
fn a_queue_without_ids_is_refused() {
    let player = Player::new();
    queued(&player);
    let refused = player.session.set_queue([&song("a", "One"), &song("", "Two")]).unwrap_err();
    assert_eq!(refused.status(), Status::InvalidArgument);
    assert!(player.complaints.take(1)[0].contains("an entry has no id"));
    player.session.commit().unwrap();
    assert_eq!(ids(&player), "a b c");
}

#[test]
fn the_same_song_is_there_twice() {
    let (sender, calls) = channel();
    let kept = std::sync::Arc::new(std::sync::Mutex::new(None));
    let keep = kept.clone();
    let player = Player::with(
        |app| app.on_open_uri(["file"], |_, _, _, _| Ok(Answer::Done)),
        |session| {
            let add = sender.clone();
            session
                .on_queue_go_to(move |_, request, id| {
                    *keep.lock().unwrap() = Some(request.clone());
                    sender.send(format!("{id} {:?}", request.queue_row()?))?;
                    Ok(Answer::Done)
                })
                .on_queue_add(move |_, request, _, _, _| {
                    add.send(format!("{:?}", request.queue_row()?))?;
                    Ok(Answer::Done)
                })
        },
    );
    queued(&player);
    let twice = song("d", "Twice");
    set_queue(&player.session, &[twice.clone(), song("a", "One"), twice.clone()]);
    assert!(eventually(|| ids(&player).starts_with("d a d")));
    let first = tracks(&player);
    for row in [2, 0, 1] {
        player.call(TRACK_LIST, &["GoTo", "o", &first[row]]).unwrap();
        let id = if row == 1 { "a" } else { "d" };
        assert_eq!(calls.recv_timeout(TIMEOUT).unwrap(), format!("{id} Some({row})"));
    }
    player.call(TRACK_LIST, &["AddTrack", "sob", "file:///e", &first[2], "false"]).unwrap();
    assert_eq!(calls.recv_timeout(TIMEOUT).unwrap(), "Some(2)");
    player
        .call(TRACK_LIST, &["AddTrack", "sob", "file:///e", "/org/mpris/MediaPlayer2/TrackList/NoTrack", "false"])
        .unwrap();
    assert_eq!(calls.recv_timeout(TIMEOUT).unwrap(), "None");
    // The row is an index in the queue that was committed last.
    player.call(TRACK_LIST, &["GoTo", "o", &first[2]]).unwrap();
    calls.recv_timeout(TIMEOUT).unwrap();
    let request = kept.lock().unwrap().take().unwrap();
    set_queue(&player.session, &[song("a", "One"), song("b", "Two"), twice.clone(), song("c", "Three")]);
    assert_eq!(request.queue_row().unwrap(), Some(2));
    let refused = player.session.set_queue_row(4).unwrap_err();
    assert_eq!(refused.status(), Status::InvalidArgument);
    player.complaints.take(1);
    set_queue(&player.session, &[song("b", "Two")]);
    assert_eq!(request.queue_row().unwrap_err().status(), Status::NoSuchContent);

    set_queue(&player.session, &[twice.clone(), song("a", "One"), twice.clone()]);
    player.session.set_content(&twice).unwrap();
    player.session.set_queue_row(2).unwrap();
    player.session.commit().unwrap();
    assert!(eventually(|| player.get("org.mpris.MediaPlayer2.Player", "Metadata").contains(&tracks(&player)[2])));
    player.session.set_queue_row(None).unwrap();
    player.session.commit().unwrap();
    assert!(eventually(|| {
        let metadata = player.get("org.mpris.MediaPlayer2.Player", "Metadata");
        metadata.contains(&format!("\"{}\"", tracks(&player)[0]))
    }));
}

/// The names of the playlists in an order.
fn listed(player: &Player, order: &str) -> Option<String> {
    let reply = player.call(PLAYLISTS, &["GetPlaylists", "uusb", "0", "9", order, "false"]).ok()?;
    let texts: Vec<&str> = reply.split('"').skip(1).step_by(2).collect();
    Some(texts.chunks(3).map(|playlist| playlist[1]).collect::<Vec<_>>().join(" "))
}

#[test]
fn clients_see_and_activate_playlists() {
    let (sender, calls) = channel();
    let player = Player::with(
        |app| {
            app.on_activate_playlist(move |app, _, id| {
                if id == "2" {
                    return Err("It is empty.".into());
                }
                app.set_active_playlist(id)?;
                sender.send(id.to_string())?;
                Ok(Answer::Done)
            })
        },
        |session| session,
    );
    let day = |year| Date::new(year, 5, 31).unwrap();
    let lists = [
        Playlist::new("1", "beta").created(day(2003)).modified(day(2002)).last_played(day(2001)),
        Playlist::new("2", "Alpha").created(day(2001)).modified(day(2003)).last_played(day(2002)),
        Playlist::new("3", "gamma").icon_url("file:///g.png").created(day(2002)).modified(day(2001)),
    ];
    player.app.set_playlists(lists).unwrap();
    // The playlists appear a moment after the name.
    assert!(eventually(|| listed(&player, "User").as_deref() == Some("beta Alpha gamma")));
    for (order, names) in [
        ("Alphabetical", "Alpha beta gamma"),
        ("Created", "Alpha gamma beta"),
        ("Modified", "gamma beta Alpha"),
        ("Played", "beta Alpha gamma"),
    ] {
        assert_eq!(listed(&player, order).as_deref(), Some(names), "{order}");
    }
    player.call(PLAYLISTS, &["ActivatePlaylist", "o", "/org/nowplaying/playlist/3"]).unwrap();
    assert_eq!(calls.recv_timeout(TIMEOUT).unwrap(), "3");
    let active = || player.get(PLAYLISTS, "ActivePlaylist");
    assert!(eventually(|| active() == "(b(oss)) true \"/org/nowplaying/playlist/3\" \"gamma\" \"file:///g.png\""));
    let error = player.call(PLAYLISTS, &["ActivatePlaylist", "o", "/org/nowplaying/playlist/2"]).unwrap_err();
    assert!(error.contains("It is empty."), "{error}");
    player.app.set_active_playlist(None).unwrap();
    assert!(eventually(|| active().contains("false")));
}

#[test]
fn what_are_no_playlists_is_refused() {
    let player = Player::new();
    let refused = |lists: Vec<Playlist>| player.app.set_playlists(lists).unwrap_err().status();
    assert_eq!(refused(vec![Playlist::new("", "Nameless")]), Status::InvalidArgument);
    assert_eq!(refused(vec![Playlist::new("1", "One"), Playlist::new("1", "Two")]), Status::InvalidArgument);
    assert_eq!(refused(vec![Playlist::new("1", "One"); limits::PLAYLISTS + 1]), Status::TooLarge);
    player.complaints.take(3);
    player.app.set_playlists([]).unwrap();
}
