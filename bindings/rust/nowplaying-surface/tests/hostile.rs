// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests more sessions than the first call has room for.

mod common;

use common::{Fake, Panel};
use nowplaying_surface::limits;
use test_support::eventually;

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
