// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests the requests to players, with early, late and missing answers.

mod common;

use common::{app, block_on, play, poll_once, shown, song, Panel};
use nowplaying::{Answer, App, Artwork, Command as Taken, Content, Request};
use nowplaying_surface::{
    AspectRatio, Command, CommandKind, Feedback, Phase, PlaylistOrder, RepeatMode, ShuffleMode, Status, TrackKind,
};
use std::io::Read;
use std::sync::mpsc::{channel, Receiver, Sender};
use std::task::Poll;
use std::thread;
use std::time::Duration;
use test_support::{eventually, wait_for, Bus, PICTURE};

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

/// Returns a command of each kind, whose closure reports its arguments.
fn every_command(sender: &Sender<String>) -> Vec<Taken> {
    macro_rules! taken {
        ($name:literal) => {{
            let sender = sender.clone();
            move |_: &nowplaying::Session, _: &Request| {
                sender.send($name.to_string())?;
                Ok(Answer::Done)
            }
        }};
        ($name:literal, $type:ty) => {{
            let sender = sender.clone();
            move |_: &nowplaying::Session, _: &Request, value: $type| {
                sender.send(format!("{} {value:?}", $name))?;
                Ok(Answer::Done)
            }
        }};
    }
    let both = [Feedback::Neutral, Feedback::Negative];
    vec![
        Taken::play(taken!("play")),
        Taken::pause(taken!("pause")),
        Taken::stop(taken!("stop")),
        Taken::toggle_play_pause(taken!("toggle")),
        Taken::next(taken!("next")),
        Taken::previous(taken!("previous")),
        Taken::seek_to_position(taken!("seek", Duration)),
        Taken::skip_forward(&[seconds(10), seconds(30)], taken!("forward", Duration)),
        Taken::skip_backward(&[seconds(15)], taken!("back", Duration)),
        Taken::seek_forward(taken!("hold", Phase)),
        Taken::seek_backward(taken!("rewind", Phase)),
        Taken::change_rate(&[1.0, 2.0], taken!("rate", f64)),
        Taken::change_repeat_mode(RepeatMode::Off, &[], taken!("repeat", RepeatMode)),
        Taken::change_shuffle_mode(ShuffleMode::Off, &[], taken!("shuffle", ShuffleMode)),
        Taken::feedback(Feedback::Neutral, &[Feedback::Neutral, Feedback::Positive], taken!("like", Feedback)),
        Taken::feedback(Feedback::Neutral, &both, taken!("dislike", Feedback)),
        Taken::next_chapter(taken!("next chapter")),
        Taken::previous_chapter(taken!("previous chapter")),
        Taken::seek_to_live(taken!("live")),
        Taken::set_rating(5, taken!("rating", f64)),
        Taken::bookmark(taken!("bookmark")),
        Taken::mute(taken!("mute", bool)),
        Taken::custom("sleep", "Sleep", taken!("sleep")),
    ]
}

#[test]
fn every_command_arrives_as_it_was_sent() {
    let panel = Panel::new();
    let (sender, receiver) = channel();
    let player = app(&panel.bus, "commands");
    let _session = shown(&player, "Summertime", every_command(&sender));
    let seen = panel.find(|session| session.command(CommandKind::Custom).is_some());
    let buttons: Vec<u32> =
        seen.commands().filter(|each| each.kind() == CommandKind::Feedback).map(|each| each.button()).collect();
    for (kind, wanted) in
        [(CommandKind::SkipForward, "forward 10s"), (CommandKind::Next, "next"), (CommandKind::Custom, "sleep")]
    {
        let control = seen.controls().find(|each| each.kind() == kind).unwrap();
        assert_eq!(seen.press(&control, Phase::Begin).wait(), Ok(()), "{kind:?}");
        assert_eq!(receiver.recv().as_deref(), Ok(wanted), "{kind:?}");
    }
    for (command, wanted) in [
        (Command::Play, "play"),
        (Command::Pause, "pause"),
        (Command::Stop, "stop"),
        (Command::TogglePlayPause, "toggle"),
        (Command::Next, "next"),
        (Command::Previous, "previous"),
        (Command::SeekToPosition(seconds(30)), "seek 30s"),
        (Command::SkipForward(None), "forward 10s"),
        (Command::SkipForward(Some(seconds(29))), "forward 30s"),
        (Command::SkipBackward(None), "back 15s"),
        (Command::SeekForward(Phase::Begin), "hold Begin"),
        (Command::SeekForward(Phase::End), "hold End"),
        (Command::SeekBackward(Phase::Begin), "rewind Begin"),
        (Command::SeekBackward(Phase::End), "rewind End"),
        (Command::ChangeRate(Some(2.0)), "rate 2.0"),
        (Command::ChangeRate(None), "rate 2.0"),
        (Command::ChangeRepeatMode(Some(RepeatMode::All)), "repeat All"),
        (Command::ChangeRepeatMode(None), "repeat One"),
        (Command::ChangeShuffleMode(Some(ShuffleMode::Collections)), "shuffle Collections"),
        (Command::ChangeShuffleMode(None), "shuffle Items"),
        (Command::Feedback(Feedback::Positive), "like Positive"),
        (Command::Feedback(Feedback::Negative), "dislike Negative"),
        (Command::FeedbackButton(buttons[1], Feedback::Neutral), "dislike Neutral"),
        (Command::PressThumb(buttons[1], Feedback::Neutral), "dislike Neutral"),
        (Command::PressThumb(buttons[0], Feedback::Positive), "like Positive"),
        (Command::PressStar(0.2), "rating 0.2"),
        (Command::NextChapter, "next chapter"),
        (Command::PreviousChapter, "previous chapter"),
        (Command::SeekToLive, "live"),
        (Command::SetRating(0.4), "rating 0.4"),
        (Command::Bookmark, "bookmark"),
        (Command::Mute(Some(false)), "mute false"),
        (Command::Mute(None), "mute true"),
        (Command::Custom("sleep"), "sleep"),
    ] {
        assert_eq!(seen.send(command.clone()).wait(), Ok(()), "{command:?}");
        assert_eq!(receiver.recv().as_deref(), Ok(wanted), "{command:?}");
    }
}

fn status_of<T: std::fmt::Debug>(action: nowplaying_surface::Action<T>) -> Status {
    action.wait().unwrap_err().status()
}

#[test]
fn what_cannot_be_asked_has_failed() {
    let panel = Panel::new();
    let player = app(&panel.bus, "refuses");
    let broken = Taken::next(|_, _| Err("The disc is not in.".into()));
    let bookmark = Taken::bookmark(|_, _| Ok(Answer::Done));
    let session = shown(&player, "Summertime", [play().enabled(false), broken, bookmark]);
    let seen = panel.shows("Summertime");
    assert_eq!(status_of(seen.send(Command::Play)), Status::InvalidState);
    assert_eq!(status_of(seen.send(Command::Stop)), Status::NotSupported);
    let error = seen.send(Command::Next).wait().unwrap_err();
    assert_eq!((error.status(), error.to_string().as_str()), (Status::CommandFailed, "The disc is not in."));
    // These are refused before an action begins.
    assert_eq!(status_of(seen.send(Command::ChangeRate(Some(f64::NAN)))), Status::InvalidArgument);
    assert_eq!(status_of(seen.send(Command::SetRating(2.0))), Status::InvalidArgument);
    assert_eq!(status_of(seen.set_volume(2.0)), Status::InvalidArgument);
    assert_eq!(status_of(seen.artwork(20_000, 1)), Status::InvalidArgument);
    assert_eq!(status_of(seen.artwork(u32::MAX, 1)), Status::InvalidArgument);
    assert_eq!(status_of(seen.queue_go_to("no path")), Status::InvalidArgument);
    assert_eq!(status_of(seen.follow_playlists(true, PlaylistOrder::Unknown(9), false)), Status::InvalidArgument);
    let error = seen.step_volume("", 1).wait().unwrap_err();
    assert!(!error.to_string().starts_with("nowplaying_"), "{error}");
    assert_eq!(status_of(seen.raise()), Status::NotSupported);
    assert_eq!(status_of(seen.quit()), Status::NotSupported);
    assert_eq!(status_of(seen.artwork(0, 0)), Status::NoSuchContent);
    assert_eq!(status_of(seen.chapter_artwork(3, 0, 0)), Status::NoSuchContent);
    assert_eq!(status_of(seen.preview(AspectRatio::Square, 0, 0)), Status::NoSuchContent);
    assert_eq!(status_of(seen.select_track(TrackKind::Audio, "1")), Status::NotSupported);
    assert_eq!(status_of(seen.set_device_volume("none", 0.5)), Status::NotSupported);
    // A bookmark is for the item; "next" is for the player, whatever it plays.
    session.set_content(&song("Petite Fleur")).unwrap();
    session.commit().unwrap();
    panel.shows("Petite Fleur");
    assert_eq!(status_of(seen.send(Command::Bookmark)), Status::NoSuchContent);
    assert_eq!(status_of(seen.send(Command::Next)), Status::CommandFailed);
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
    requests.recv().unwrap().fail("The disc is not in.").unwrap();
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

#[test]
fn volumes_devices_tracks_queues_and_playlists_are_asked_for() {
    let panel = Panel::new();
    let (sender, receiver) = channel::<String>();
    let tell = move || sender.clone();
    let (raise, quit, list) = (tell(), tell(), tell());
    let done = |sender: &Sender<String>, text: String| {
        sender.send(text)?;
        Ok(Answer::Done)
    };
    let player = App::builder("asked").bus_address(&panel.bus.address);
    let player =
        player.on_raise(move |_, _| done(&raise, "raise".into())).on_quit(move |_, _| done(&quit, "quit".into()));
    let player = player.on_open_uri(["file"], |_, _, _, _| Ok(Answer::Done));
    let player = player.on_activate_playlist(move |_, _, id| done(&list, format!("list {id}"))).build().unwrap();
    let (volume, track, go, add, remove) = (tell(), tell(), tell(), tell(), tell());
    let session = player.session("main").on_volume(move |_, _, level| done(&volume, format!("volume {level}")));
    let session = session.on_select_track(move |_, _, kind, id| done(&track, format!("track {kind:?} {id:?}")));
    let session = session.on_queue_go_to(move |_, request, _| done(&go, format!("go {:?}", request.queue_row()?)));
    let session = session.on_queue_add(move |_, request, uri, _, play| {
        done(&add, format!("add {uri} {:?} {play}", request.queue_row()?))
    });
    let session =
        session.on_queue_remove(move |_, request, _| done(&remove, format!("remove {:?}", request.queue_row()?)));
    let session = session.build().unwrap();
    session.set_commands([play()]).unwrap();
    session.set_tracks([nowplaying::Track::new(TrackKind::Subtitles, "de")]).unwrap();
    let songs = ["A", "B"].map(song);
    session.set_queue(&songs).unwrap();
    session.set_content(&songs[0]).unwrap();
    session.set_volume(0.5).unwrap();
    session.commit().unwrap();
    session.request_application_primary().unwrap();
    player.set_playlists([nowplaying::Playlist::new("p", "Party")]).unwrap();
    let seen = panel.find(|session| session.tracks().count() == 1 && session.primary().is_application());
    assert!(eventually(|| seen.follow_queue(true).wait().is_ok()));
    assert!(eventually(|| seen.follow_playlists(true, PlaylistOrder::User, false).wait().is_ok()));
    let full = panel.find(|session| session.queue().is_some() && session.playlists().is_some());
    let entry = full.queue().unwrap().entries().nth(1).unwrap();
    let party = full.playlists().unwrap().lists().next().unwrap();
    let (louder, stepped) = (tell(), tell());
    let remote = player.remote_session("kitchen");
    let remote = remote.on_device_volume(move |_, _, id, level| done(&louder, format!("{id} at {level}")));
    let remote =
        remote.on_device_step(move |_, _, id, step| done(&stepped, format!("{id} by {step}"))).build().unwrap();
    let radio = nowplaying::Device::new("radio", "Radio").volume(0.5).can_step(true);
    remote.set_devices([radio, nowplaying::Device::new("hall", "Hall").volume(0.25)]).unwrap();
    remote.set_content(&song("Remote")).unwrap();
    remote.commit().unwrap();
    let kitchen = panel.find(|session| session.devices().count() == 2);
    let asked: [(&str, nowplaying_surface::Action<()>); 11] = [
        ("radio at 0.75", kitchen.set_device_volume("radio", 0.75)),
        ("radio by -1", kitchen.step_volume("radio", -1)),
        ("volume 0.25", seen.set_volume(0.25)),
        ("track Subtitles Some(\"de\")", seen.select_track(TrackKind::Subtitles, "de")),
        ("track Subtitles None", seen.select_track(TrackKind::Subtitles, None)),
        ("go Some(1)", seen.queue_go_to(entry.id)),
        ("add file:///c Some(1) true", seen.queue_add("file:///c", entry.id, true)),
        ("remove Some(1)", seen.queue_remove(entry.id)),
        ("list p", seen.activate_playlist(party.id)),
        ("raise", seen.raise()),
        ("quit", seen.quit()),
    ];
    let mut wanted = asked.map(|(wanted, action)| {
        assert_eq!((action.wait(), wanted), (Ok(()), wanted));
        wanted
    });
    // The remote session is a player of its own, and hears its own in any order beside the others.
    let mut came: Vec<String> = receiver.iter().take(wanted.len()).collect();
    wanted.sort_unstable();
    came.sort_unstable();
    assert_eq!(came, wanted);
}
