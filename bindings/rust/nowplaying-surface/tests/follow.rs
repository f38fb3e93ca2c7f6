// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests the sessions of players as a surface sees them.

mod common;

use common::{app, play, shown, song, title_of, Event, Panel};
use nowplaying_surface::{error_sentence, icon_name, version, Abilities, BusState, Changed, CommandKind, ErrorKind};
use std::time::{Duration, Instant};
use test_support::wait_for;

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
fn a_session_has_the_process_of_its_player() {
    let panel = Panel::new();
    let player = app(&panel.bus, "process");
    let _session = shown(&player, "Summertime", [play()]);
    let seen = panel.shows("Summertime");
    assert_eq!(seen.process_id(), Some(std::process::id()));
    assert_eq!(panel.surface.names().unwrap(), [["org.mpris.MediaPlayer2.process"]]);
    assert_eq!(seen.command(CommandKind::Stop).map(|command| command.kind()), None);
    let abilities = seen.abilities();
    assert!(format!("{abilities:?}").contains("SPEAKS_NOWPLAYING") && !abilities.is_empty());
    assert!(abilities.contains(Abilities::SPEAKS_NOWPLAYING) && !abilities.contains(Abilities::IS_REMOTE));
}

#[test]
fn icons_and_errors_have_names_for_people() {
    assert_eq!((icon_name("heart-filled"), icon_name("no-such")), ("emblem-favorite".into(), "no-such".into()));
    assert_eq!(error_sentence(ErrorKind::SignIn), "Sign in to play this");
    assert_eq!(error_sentence(ErrorKind::Unknown(99)), error_sentence(ErrorKind::Other));
}

#[test]
fn a_position_at_another_time() {
    let panel = Panel::new();
    let player = app(&panel.bus, "position");
    let _session = shown(&player, "Summertime", [play()]);
    let (seen, now) = (panel.shows("Summertime"), Instant::now());
    let (early, late) = (seen.snapshot_at(now), seen.snapshot_at(now + Duration::from_secs(30)));
    let moved = late.position.unwrap() - early.position.unwrap();
    assert!(moved > Duration::from_millis(29_900) && moved < Duration::from_millis(30_100), "{moved:?}");
}
