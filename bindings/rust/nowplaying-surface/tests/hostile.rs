// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests players that lie, flood and vanish: the surface must stay right about the others, and bounded.

mod common;

use common::{app, block_on, play, shown, title_of, Fake, Panel};
use nowplaying_surface::{limits, Change, Command, Status};
use test_support::{eventually, wait_for};

#[test]
fn texts_and_numbers_that_cannot_be() {
    let panel = Panel::new();
    let fake = Fake::start(&panel.bus, "hostile");
    let player = app(&panel.bus, "good");
    let _session = shown(&player, "Summertime", [play()]);
    let seen = panel.shows("Wild");
    let item = seen.item().unwrap();
    let total: usize = item.artists().map(str::len).sum::<usize>() + item.album().map_or(0, str::len);
    assert!(total > 1000 && total <= limits::ITEM_BYTES, "{total}");
    assert!(item.album().unwrap().len() <= 4096);
    assert_eq!((item.lyrics(), item.track_number(), seen.volume()), (None, None, None));
    let _ = item.release_date();
    let snapshot = seen.snapshot();
    assert!(snapshot.rate.is_finite() && snapshot.position <= Some(std::time::Duration::from_secs(100)));
    for command in seen.commands() {
        assert!(command.title().len() <= 10_000 && command.id().len() <= 1024, "{command:?}");
        assert!(command.rates().iter().all(|rate| rate.is_finite()));
    }
    assert!(format!("{seen:?}").len() < 100_000);
    assert_eq!(panel.shows("Summertime").send(Command::Play).wait(), Ok(()));
    fake.leave();
}

#[test]
fn a_flood_is_read_as_what_is_so_now() {
    let panel = Panel::new();
    let fake = Fake::start(&panel.bus, "flood");
    panel.shows("Flood 0");
    let mut changes = panel.surface.changes().unwrap();
    fake.change();
    wait_for(&fake.said, |line| line == "flooded");
    let mut read = 0;
    block_on(async {
        while let Some(change) = changes.next().await {
            read += 1;
            if title_of(change.session()) == "Flood 1000" {
                break;
            }
        }
    });
    assert!((1..=1001).contains(&read), "{read}");
    fake.leave();
    assert!(eventually(|| matches!(changes.try_next(), Some(Change::Removed(_)))));
}

#[test]
fn more_sessions_than_there_is_place_for() {
    let panel = Panel::new();
    let fake = Fake::start(&panel.bus, "many");
    assert!(eventually(|| panel.surface.sessions().unwrap().len() == limits::SESSIONS));
    let second = Fake::start(&panel.bus, "silent");
    panel.shows("Silent");
    // There are more sessions than the first call to read them has room for.
    assert_eq!(panel.surface.sessions().unwrap().len(), limits::SESSIONS + 1);
    assert_eq!(panel.surface.changes().unwrap().into_iter().take(65).count(), 65);
    fake.leave();
    second.leave();
    assert!(eventually(|| panel.surface.sessions().unwrap().is_empty()));
}

#[test]
fn players_that_wake() {
    for way in ["absent", "mute"] {
        let panel = Panel::new();
        let fake = Fake::start(&panel.bus, way);
        let player = app(&panel.bus, "good");
        let _session = shown(&player, "Summertime", []);
        panel.shows("Summertime");
        wait_for(&fake.said, |line| line == "asked");
        assert_eq!(panel.surface.sessions().unwrap().len(), 1);
        fake.change();
        assert!(eventually(|| panel.surface.sessions().unwrap().len() == 51));
    }
}

#[test]
fn a_player_that_never_answers_leaves() {
    let panel = Panel::new();
    let fake = Fake::start(&panel.bus, "silent");
    let seen = panel.shows("Silent");
    let action = seen.send(Command::Play);
    wait_for(&fake.said, |line| line == "call SendCommand");
    fake.leave();
    assert_eq!(block_on(action).unwrap_err().status(), Status::Cancelled);
}

#[test]
fn a_picture_that_is_a_device_is_not_read() {
    let panel = Panel::new();
    let fake = Fake::start(&panel.bus, "device");
    let error = panel.shows("Device").artwork(64, 64).wait().unwrap_err();
    assert_eq!(error.status(), Status::Io, "{error}");
    fake.leave();
}

#[test]
fn a_picture_at_every_form_of_an_address() {
    let panel = Panel::new();
    let fake = Fake::start(&panel.bus, "pictures");
    loop {
        fake.change();
        let line = wait_for(&fake.said, |line| line.starts_with("picture "));
        let (width, address) = line["picture ".len()..].split_once(' ').unwrap();
        if address.is_empty() {
            break;
        }
        let seen = panel.find(|session| session.item().map_or(false, |item| item.artwork_url() == address));
        let picture = seen.artwork(0, 0).wait().unwrap_or_else(|error| panic!("{address}: {error}"));
        assert_eq!((picture.width.to_string().as_str(), picture.height), (width, 40), "{address}");
    }
    fake.leave();
}
