// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests the requests to players, with early, late and missing answers.

mod common;

use common::{app, block_on, play, poll_once, shown, song, Panel};
use nowplaying::{Answer, App, Artwork, Command as Taken, Content, Request};
use nowplaying_surface::{AspectRatio, Command, CommandKind, Feedback, PlaylistOrder, Status};
use std::io::Read;
use std::sync::mpsc::{channel, Receiver};
use std::task::Poll;
use std::thread;
use std::time::Duration;
use test_support::{eventually, wait_for, Bus, PICTURE};

fn status_of<T: std::fmt::Debug>(action: nowplaying_surface::Action<T>) -> Status {
    action.wait().unwrap_err().status()
}

#[test]
fn a_command_is_for_the_item_that_was_seen() {
    let panel = Panel::new();
    let player = app(&panel.bus, "refuses");
    let session = shown(&player, "Summertime", [Taken::bookmark(|_, _| Ok(Answer::Done))]);
    let seen = panel.shows("Summertime");
    let unknown = seen.follow_playlists(true, PlaylistOrder::Unknown(9), false);
    assert_eq!(status_of(unknown), Status::InvalidArgument);
    assert_eq!(status_of(seen.artwork(u32::MAX, 1)), Status::InvalidArgument);
    let error = seen.step_volume("", 1).wait().unwrap_err();
    assert!(!error.to_string().starts_with("nowplaying_"), "{error}");
    session.set_content(&song("Petite Fleur")).unwrap();
    session.commit().unwrap();
    panel.shows("Petite Fleur");
    assert_eq!(status_of(seen.send(Command::Bookmark)), Status::NoSuchContent);
}

#[test]
fn a_mode_of_feedback_finds_its_button() {
    let panel = Panel::new();
    let player = app(&panel.bus, "likes");
    let (sender, receiver) = channel();
    let button = |mode| {
        let sender = sender.clone();
        Taken::feedback(Feedback::Neutral, &[Feedback::Neutral, mode], move |_, _, given| {
            sender.send(given)?;
            Ok(Answer::Done)
        })
    };
    let _session = shown(&player, "Summertime", [button(Feedback::Positive), button(Feedback::Negative)]);
    let seen = panel.find(|session| session.command(CommandKind::Feedback).is_some());
    assert_eq!(seen.send(Command::Feedback(Feedback::Negative)).wait(), Ok(()));
    assert_eq!(receiver.recv(), Ok(Feedback::Negative));
}

/// Returns a player whose requests the test answers.
fn slow(bus: &Bus) -> (App, nowplaying::Session, Receiver<Request>) {
    let (sender, requests) = channel();
    let player = app(bus, "slow");
    let later = move |_: &nowplaying::Session, request: &Request| {
        sender.send(request.clone())?;
        Ok(Answer::Later)
    };
    let session = shown(&player, "Summertime", [Taken::play(later)]);
    (player, session, requests)
}

#[test]
fn a_late_answer_wakes_who_awaits_it() {
    let panel = Panel::new();
    let (_player, _session, requests) = slow(&panel.bus);
    let seen = panel.shows("Summertime");
    let mut action = seen.send(Command::Play);
    let request = requests.recv().unwrap();
    assert_eq!((action.try_wait(), poll_once(&mut action)), (None, Poll::Pending));
    thread::scope(|scope| {
        let waiting = scope.spawn(|| block_on(action));
        request.complete().unwrap();
        assert_eq!(waiting.join().unwrap(), Ok(()));
    });
    let mut failing = seen.send(Command::Play);
    requests.recv().unwrap().fail(nowplaying::Error::failed("The disc is not in.")).unwrap();
    let mut answer = None;
    assert!(eventually(|| {
        answer = failing.try_wait();
        answer.is_some()
    }));
    assert_eq!(answer.unwrap().unwrap_err().to_string(), "The disc is not in.");
    assert_eq!(failing.try_wait().unwrap().unwrap_err().status(), Status::AlreadyAnswered);
}

/// The first task that awaited the action is gone.
#[test]
fn an_action_is_woken_where_it_was_polled_last() {
    let panel = Panel::new();
    let (_player, _session, requests) = slow(&panel.bus);
    let mut action = panel.shows("Summertime").send(Command::Play);
    let request = requests.recv().unwrap();
    assert_eq!(poll_once(&mut action), Poll::Pending);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| block_on(action));
        request.complete().unwrap();
        assert_eq!(waiting.join().unwrap(), Ok(()));
    });
}

#[test]
fn a_dropped_action_is_cancelled_and_a_detached_one_goes_on() {
    let panel = Panel::new();
    let (_player, _session, requests) = slow(&panel.bus);
    let seen = panel.shows("Summertime");
    seen.send(Command::Play).detach();
    requests.recv().unwrap().complete().unwrap();
    // More actions than the limit, in sequence: the player answers all, and the surface has cancelled some.
    for _ in 0..2 * nowplaying_surface::limits::ACTIONS {
        drop(seen.send(Command::Play));
        requests.try_iter().for_each(|request| drop(request.complete()));
    }
    let mut action = seen.send(Command::Play);
    let mut answer = None;
    assert!(eventually(|| {
        requests.try_iter().for_each(|request| drop(request.complete()));
        answer = action.try_wait();
        if matches!(answer, Some(Err(_))) {
            // Cancelling happens in the loop, which has not run yet.
            action = seen.send(Command::Play);
        }
        answer == Some(Ok(()))
    }));
}

#[test]
fn pictures_and_videos() {
    let panel = Panel::new();
    let player = app(&panel.bus, "pictures");
    let (wanted, covers) = channel();
    let session = player.session("main").on_artwork(move |_, _, event| {
        wanted.send((event.id, event.width, event.height))?;
        Ok(Artwork::Data(PICTURE.to_vec()))
    });
    let (sender, sizes) = channel();
    let session = session.on_preview(move |_, _, event| {
        sender.send((event.ratio, event.width, event.height))?;
        Ok(Artwork::Data(PICTURE.to_vec()))
    });
    let session = session.on_video(|_, _, _| Err("the film is torn".into())).build().unwrap();
    session.set_commands([play()]).unwrap();
    let chapter = nowplaying::Chapter::new(Duration::ZERO, "One").artwork("cover");
    let song = Content::music("a").title("Pictures").artwork("cover").chapters([chapter]);
    session.set_content(&song.animated_artwork(AspectRatio::Square, "moves").build().unwrap()).unwrap();
    session.commit().unwrap();
    session.request_application_primary().unwrap();
    panel.surface.set_aspect_ratios([AspectRatio::Square]).unwrap();
    let seen = panel.shows("Pictures");
    assert_eq!(seen.item().unwrap().animated_artwork_id(AspectRatio::Square), "moves");
    for action in [seen.artwork(256, 128), seen.chapter_artwork(0, 0, 0)] {
        let mut picture = block_on(action).unwrap();
        assert_eq!((picture.data.as_slice(), picture.mime_type.as_str()), (PICTURE, "image/png"));
        assert_eq!((picture.width, picture.height), (1, 1));
        let mut bytes = Vec::new();
        std::io::Seek::rewind(&mut picture.file).unwrap();
        picture.file.read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes, PICTURE);
    }
    wait_for(&covers, |cover| *cover == ("cover".to_string(), 256, 128)); // behind that for MPRIS
    let preview = seen.preview(AspectRatio::Square, 300, 200).wait().unwrap();
    assert_eq!((preview.data.len(), sizes.recv()), (PICTURE.len(), Ok((AspectRatio::Square, 300, 200))));
    let error = seen.video(AspectRatio::Square, 0, 0).wait().unwrap_err();
    assert!([Status::CommandFailed, Status::NotPermitted].contains(&error.status()), "{error}");
    let unknown = panel.surface.set_aspect_ratios([AspectRatio::Unknown(7)]).unwrap_err();
    assert_eq!(unknown.status(), Status::InvalidArgument);
    panel.surface.set_aspect_ratios([]).unwrap();
}
