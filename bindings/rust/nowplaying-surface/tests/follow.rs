// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests the sessions of players as a surface sees them.

mod common;

use common::{app, play, shown, song, title_of, Event, Panel};
use nowplaying::{Answer, Command, Content, Device as Speaker, Playlist, Track as Sound};
use nowplaying_surface::{
    error_sentence, icon_name, version, Abilities, BusState, Changed, Characteristics, CommandKind, ContentKind,
    ControlRow, DeviceType, ErrorKind, Feedback, MediaDuration, MediaType, PlaybackState, PlaylistOrder, RepeatMode,
    ShuffleMode, Slot, TrackKind,
};
use std::time::{Duration, Instant, UNIX_EPOCH};
use test_support::{eventually, wait_for};

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

#[test]
fn a_player_comes_changes_and_goes_in_this_order() {
    let panel = Panel::new();
    panel.surface.listed().wait().unwrap();
    assert_eq!(panel.surface.bus_state(), Ok(BusState::Connected));
    assert!(matches!(panel.events.recv(), Ok(Event::Listed)));
    let player = app(&panel.bus, "order");
    let session = shown(&player, "Summertime", [play()]);
    let added = match wait_for(&panel.events, |event| !matches!(event, Event::Ordered)) {
        Event::Added(session) => session,
        event => panic!("{event:?} comes first"),
    };
    session.set_content(&song("Petite Fleur")).unwrap();
    session.commit().unwrap();
    let is_next = |event: &Event| {
        matches!(event, Event::Changed(session, parts)
        if parts.contains(Changed::ITEM) && title_of(session) == "Petite Fleur")
    };
    let changed = match wait_for(&panel.events, is_next) {
        Event::Changed(session, _) => session,
        event => panic!("{event:?}"),
    };
    assert_eq!((changed.key(), title_of(&added)), (added.key(), "Summertime".to_string()));
    assert!(changed != added && added == added.clone());
    drop(player);
    match wait_for(&panel.events, |event| matches!(event, Event::Removed(_))) {
        Event::Removed(gone) => assert_eq!((gone.key(), title_of(&gone)), (added.key(), "Petite Fleur".to_string())),
        event => panic!("{event:?}"),
    }
    wait_for(&panel.events, |event| matches!(event, Event::Ordered));
    assert_eq!(panel.surface.sessions().unwrap(), []);
    assert!(version().starts_with("0."));
}

#[test]
fn an_item_has_what_the_player_says() {
    let panel = Panel::new();
    let player = app(&panel.bus, "items");
    let session = shown(&player, "One", [play()]);
    let episode = Content::tv_show("e7").title("Pilot").show_name("The Show").season(2).episode(7);
    let episode = episode.genres(["Drama", "Crime"]).release_date("1959-08-17".parse::<nowplaying::Date>().unwrap());
    let episode = episode.explicit(true).user_rating(0.5).url("file:///e7").extra("maker:reel", "A").artwork("still");
    let episode = episode.duration(seconds(3600)).lyrics("[00:10.00]Oh\n[00:20.00]yes");
    let chapters = [nowplaying::Chapter::new(seconds(0), "Intro"), nowplaying::Chapter::new(seconds(60), "Plot")];
    let [intro, plot] = chapters;
    session.set_content(&episode.chapters([intro, plot.artwork("plot")]).build().unwrap()).unwrap();
    session.commit().unwrap();
    let seen = panel.shows("Pilot");
    let item = seen.item().unwrap();
    assert_eq!((item.id(), item.kind(), item.media_type()), ("e7", ContentKind::TvShow, MediaType::Video));
    assert_eq!(item.lines()[..2], ["Pilot", "The Show"]);
    assert_eq!((item.title(), item.show_name(), item.album()), (Some("Pilot"), Some("The Show"), None));
    assert_eq!((item.season(), item.episode(), item.track_number()), (Some(2), Some(7), None));
    assert_eq!(item.genres().collect::<Vec<_>>(), ["Drama", "Crime"]);
    assert_eq!(item.artists().count(), 0);
    assert_eq!(item.release_date(), UNIX_EPOCH.checked_sub(seconds(327_456_000)));
    assert_eq!((item.explicit(), item.advertisement(), item.user_rating()), (Some(true), None, Some(0.5)));
    assert_eq!((item.duration(), item.url()), (MediaDuration::Finite(seconds(3600)), Some("file:///e7")));
    assert_eq!((item.artwork_id(), item.artwork_url()), ("still", ""));
    assert_eq!(item.animated_artwork_id(nowplaying::AspectRatio::Square), "");
    assert_eq!(item.extra().collect::<Vec<_>>(), [("maker:reel", "A")]);
    let chapters: Vec<_> = item.chapters().collect();
    assert_eq!((chapters[0].title, chapters[0].end, chapters[0].artwork_id), ("Intro", Some(seconds(60)), ""));
    assert_eq!(
        (chapters[1].start, chapters[1].end, chapters[1].artwork_id),
        (seconds(60), Some(seconds(3600)), "plot")
    );
    assert_eq!((chapters.len(), item.chapter_at(seconds(61))), (2, Some(chapters[1].clone())));
    let line = item.lyrics_at(seconds(12)).unwrap();
    assert_eq!((line.text, line.end), ("Oh", Some(seconds(20))));
    assert_eq!(item.lyrics_at(seconds(25)).unwrap().end, None);
}

#[test]
fn a_session_has_what_the_player_is() {
    let panel = Panel::new();
    let player = nowplaying::App::builder("org.example.Player").display_name("The Player").desktop_entry("player");
    let player = player.bus_address(&panel.bus.address).on_raise(|_, _| Ok(Answer::Done)).build().unwrap();
    let session = player.session("main").on_volume(|_, _, _| Ok(Answer::Done)).build().unwrap();
    session.set_commands([play(), Command::mute(|_, _, _| Ok(Answer::Done))]).unwrap();
    session.set_content(&song("Summertime")).unwrap();
    session.set_snapshot(nowplaying::Snapshot::playing(seconds(10))).unwrap();
    session.set_volume(0.25).unwrap();
    session.set_muted(true).unwrap();
    session.commit().unwrap();
    session.request_application_primary().unwrap();
    let seen = panel.find(|session| session.volume() == Some(0.25) && session.primary().is_application());
    assert_eq!((seen.id(), seen.display_name(), seen.desktop_entry()), ("main", "The Player", "player"));
    assert_eq!((seen.bus_name(), seen.application_id()), ("org.mpris.MediaPlayer2.Player", "org.example.Player"));
    assert_eq!((seen.process_id(), seen.twin_key()), (Some(std::process::id()), ""));
    assert_eq!(panel.surface.names().unwrap(), [["org.mpris.MediaPlayer2.Player"]]);
    let both = nowplaying_surface::Surface::builder("both").bus_address(&panel.bus.address);
    let both = both.twins(true).build().unwrap();
    both.listed().wait().unwrap();
    assert_eq!(both.sessions().unwrap().len(), 1);
    let abilities = seen.abilities();
    assert!(abilities.contains(Abilities::SPEAKS_NOWPLAYING | Abilities::CAN_RAISE | Abilities::CAN_SET_VOLUME));
    assert!(abilities.contains(Abilities::IS_MUTED) && !abilities.contains(Abilities::CAN_QUIT));
    assert!(format!("{abilities:?}").contains("IS_MUTED") && !abilities.is_empty());
    assert!(!abilities.contains(Abilities::IS_REMOTE));
}

#[test]
fn a_position_moves_by_itself() {
    let panel = Panel::new();
    let player = app(&panel.bus, "position");
    let session = shown(&player, "Summertime", [play()]);
    let seen = panel.shows("Summertime");
    let now = Instant::now();
    let (early, late) = (seen.snapshot_at(now), seen.snapshot_at(now + seconds(30)));
    assert_eq!((early.state, early.rate, early.default_rate), (PlaybackState::Playing, 1.0, 1.0));
    let moved = late.position.unwrap() - early.position.unwrap();
    assert!(moved > Duration::from_millis(29_900) && moved < Duration::from_millis(30_100), "{moved:?}");
    assert_eq!(seen.snapshot_at(now + seconds(3600)).position, Some(seconds(200)));
    assert_eq!((early.seekable, early.buffered, early.at_live_edge, early.error), (None, None, false, None));
    session.set_snapshot(nowplaying::Snapshot::playing(seconds(10)).rate(1.25)).unwrap();
    session.commit().unwrap();
    assert_eq!(panel.find(|session| session.snapshot().rate == 1.25).snapshot().default_rate, 1.25);
    let window = nowplaying::Snapshot::paused(seconds(30)).seekable(seconds(5)..=seconds(90)).buffered(seconds(60));
    session.set_snapshot(window).unwrap();
    session.commit().unwrap();
    let seen = panel.find(|session| session.snapshot().state == PlaybackState::Paused).snapshot();
    assert_eq!((seen.position, seen.buffered, seen.rate), (Some(seconds(30)), Some(seconds(60)), 0.0));
    assert_eq!(seen.seekable.map(|range| *range.start()), Some(seconds(5)));
    session.set_snapshot(nowplaying::Snapshot::failed(ErrorKind::SignIn, "Sign in.", None)).unwrap();
    session.commit().unwrap();
    let seen = panel.find(|session| session.snapshot().state == PlaybackState::Error).snapshot();
    assert_eq!((seen.position, seen.error), (None, Some((ErrorKind::SignIn, "Sign in.".to_string()))));
}

#[test]
fn the_commands_are_those_that_are_offered() {
    let panel = Panel::new();
    let player = app(&panel.bus, "offers");
    let done = |_: &nowplaying::Session, _: &nowplaying::Request| Ok(Answer::Done);
    let commands = [
        Command::play(done),
        Command::next(done).enabled(false),
        Command::seek_to_position(|_, _, _| Ok(Answer::Done)),
        Command::skip_forward(&[seconds(30), seconds(10)], |_, _, _| Ok(Answer::Done)),
        Command::change_rate(&[0.5, 2.0], |_, _, _| Ok(Answer::Done)),
        Command::change_repeat_mode(RepeatMode::One, &[RepeatMode::Off, RepeatMode::One], |_, _, _| Ok(Answer::Done)),
        Command::change_shuffle_mode(ShuffleMode::Items, &[], |_, _, _| Ok(Answer::Done)),
        Command::feedback(Feedback::Positive, &[], |_, _, _| Ok(Answer::Done)).titles("Like this song", "Like"),
        Command::set_rating(5, |_, _, _| Ok(Answer::Done)),
        Command::custom("sleep", "Sleep", done).icon("timer").slot(Slot::Overflow).active(true),
    ];
    let _session = shown(&player, "Summertime", commands);
    let seen = panel.shows("Summertime");
    let get = |kind| seen.command(kind).unwrap_or_else(|| panic!("{kind:?} is not offered"));
    assert!(get(CommandKind::Play).is_enabled() && !get(CommandKind::Next).is_enabled());
    assert_eq!(seen.command(CommandKind::Stop).map(|command| command.kind()), None);
    assert!([CommandKind::TogglePlayPause, CommandKind::SkipBackward].iter().all(|it| get(*it).is_derived()));
    assert!([CommandKind::SkipForward, CommandKind::Feedback].iter().all(|it| !get(*it).is_derived()));
    assert_eq!(get(CommandKind::SkipForward).intervals().collect::<Vec<_>>(), [seconds(30), seconds(10)]);
    assert_eq!(
        (get(CommandKind::ChangeRate).rates(), get(CommandKind::ChangeRate).rate_range()),
        (&[0.5, 2.0][..], None)
    );
    let repeat = get(CommandKind::ChangeRepeatMode);
    assert_eq!((repeat.repeat_mode(), repeat.shuffle_mode()), (Some(RepeatMode::One), None));
    assert_eq!(repeat.repeat_modes().collect::<Vec<_>>(), [RepeatMode::Off, RepeatMode::One]);
    assert_eq!((repeat.shuffle_modes().count(), repeat.button()), (0, 0));
    assert_eq!(get(CommandKind::ChangeShuffleMode).shuffle_modes().count(), 3);
    let like = get(CommandKind::Feedback);
    assert_eq!(
        (like.feedback(), like.title(), like.short_title()),
        (Some(Feedback::Positive), "Like this song", "Like")
    );
    assert_eq!((like.feedbacks().count(), get(CommandKind::SetRating).steps()), (3, 5));
    let toggle = seen.controls().find(|each| each.kind() == CommandKind::TogglePlayPause).unwrap();
    assert_eq!((toggle.row(), toggle.slot(), toggle.name()), (ControlRow::Central, Slot::Central, "Pause"));
    let further = seen.controls().filter(|each| each.kind() == CommandKind::SkipForward).last().unwrap();
    assert_eq!((further.name_plural(), further.number()), ("Forward by %1 seconds", 10.0));
    assert_eq!(seen.controls().filter(|each| each.row() == ControlRow::Stars && !each.is_active()).count(), 5);
    // The icons are those of the commands' kinds.
    assert_eq!((repeat.icon(), like.icon()), ("repeat-one", "thumb-up-filled"));
    let sleep = get(CommandKind::Custom);
    assert_eq!((sleep.id(), sleep.title(), sleep.icon(), sleep.slot()), ("sleep", "Sleep", "timer", Slot::Overflow));
    assert!(sleep.is_active());
    assert_eq!((icon_name("heart-filled"), icon_name("no-such")), ("emblem-favorite".into(), "no-such".into()));
    assert_eq!(error_sentence(ErrorKind::SignIn), "Sign in to play this");
    assert_eq!(error_sentence(ErrorKind::Unknown(99)), error_sentence(ErrorKind::Other));
}

#[test]
fn tracks_and_devices() {
    let panel = Panel::new();
    let player = app(&panel.bus, "lists");
    let session = player.session("main").on_select_track(|_, _, _, _| Ok(Answer::Done)).build().unwrap();
    session.set_commands([play()]).unwrap();
    session.set_content(&song("Tracks")).unwrap();
    let german = Sound::new(TrackKind::Audio, "2").language("de").title("Kommentar").is_commentary(true).selected(true);
    session.set_tracks([Sound::new(TrackKind::Audio, "1").is_default(true), german]).unwrap();
    session.commit().unwrap();
    session.request_application_primary().unwrap();
    let seen = panel.find(|session| session.tracks().count() == 2);
    let track = seen.tracks().nth(1).unwrap();
    assert_eq!((track.kind, track.id, track.language, track.title), (TrackKind::Audio, "2", "de", "Kommentar"));
    assert_eq!((track.selected, track.characteristics), (true, Characteristics::IS_COMMENTARY));

    let remote = player.remote_session("kitchen").on_device_step(|_, _, _, _| Ok(Answer::Done));
    let remote = remote.on_device_volume(|_, _, _, _| Ok(Answer::Done)).build().unwrap();
    let radio = Speaker::new("r1", "Kitchen").device_type(DeviceType::Tv).volume(0.5).can_step(true);
    remote.set_devices([radio, Speaker::new("r2", "Hall")]).unwrap();
    remote.set_content(&song("Remote")).unwrap();
    remote.commit().unwrap();
    let seen = panel.find(|session| session.devices().count() == 2);
    assert!(seen.abilities().contains(Abilities::IS_REMOTE));
    let device = seen.devices().next().unwrap();
    assert_eq!((device.id, device.name, device.device_type), ("r1", "Kitchen", DeviceType::Tv));
    assert_eq!((device.volume, device.can_step, seen.devices().nth(1).unwrap().volume), (Some(0.5), true, None));
}

#[test]
fn queues_and_playlists_come_when_they_are_followed() {
    let panel = Panel::new();
    let player = nowplaying::App::builder("queues").bus_address(&panel.bus.address);
    let player = player.on_activate_playlist(|_, _, _| Ok(Answer::Done)).build().unwrap();
    let session = player.session("main").on_queue_go_to(|_, _, _| Ok(Answer::Done)).build().unwrap();
    session.set_commands([play()]).unwrap();
    let songs = ["A", "B", "C"].map(song);
    session.set_queue(&songs).unwrap();
    session.set_content(&songs[1]).unwrap();
    session.commit().unwrap();
    session.request_application_primary().unwrap();
    player.set_playlists([Playlist::new("p", "Party"), Playlist::new("s", "Sleep")]).unwrap();
    player.set_active_playlist("s").unwrap();
    let seen = panel.shows("B");
    assert!(seen.queue().is_none() && seen.playlists().is_none());
    assert!(eventually(|| seen.follow_queue(true).wait().is_ok()));
    let seen = panel.find(|session| session.queue().map_or(false, |queue| queue.present == Some(1)));
    let queue = seen.queue().unwrap();
    assert_eq!((queue.len(), queue.total, queue.can_edit, queue.is_empty()), (3, 3, false, false));
    let entry = queue.entries().nth(2).unwrap();
    assert_eq!((entry.title, entry.artists, entry.album), ("C", "Sidney Bechet, Noble Sissle", "Petite Fleur"));
    assert_eq!((entry.duration, entry.url, entry.artwork_url), (Some(seconds(200)), "", ""));
    assert!(entry.id.starts_with('/'));

    assert!(eventually(|| seen.follow_playlists(true, PlaylistOrder::Any, false).wait().is_ok()));
    let seen = panel.find(|session| session.playlists().map_or(false, |lists| lists.active == Some(1)));
    let lists = seen.playlists().unwrap();
    assert_eq!(lists.lists().map(|list| list.name).collect::<Vec<_>>(), ["Party", "Sleep"]);
    assert_eq!((lists.len(), lists.is_empty(), lists.lists().next().unwrap().icon_url), (2, false, ""));
    assert!(lists.has_order(PlaylistOrder::User) && !lists.has_order(PlaylistOrder::Unknown(40)));
}
