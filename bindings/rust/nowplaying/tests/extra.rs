// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests texts under keys that the player adds.

mod common;

use common::Player;
use nowplaying::{limits, Content, Status};

#[test]
fn keys_of_the_players_own_are_shown() {
    let player = Player::new();
    let song = || Content::music("a").title("A").extra("test:own", "first").extra("test:none", "");
    player.session.set_content(&song().extra("test:own", "second \0").build().unwrap()).unwrap();
    player.session.commit().unwrap();
    player.bus.until(&["metadata", "test:own"], "second \u{FFFD}");
    assert!(player.bus.playerctl(&["metadata", "test:none"]).is_err());
    assert_eq!(song().build().unwrap(), song().build().unwrap());
    assert_ne!(song().build().unwrap(), song().extra("test:own", "second").build().unwrap());
    for key in ["its own", "xesam:title", "test:\0"] {
        assert_eq!(song().extra(key, "x").build().unwrap_err().status(), Status::InvalidArgument, "{key}");
    }
    let many = (0..=limits::EXTRA).fold(song(), |song, number| song.extra(format!("test:{number}"), "x"));
    assert_eq!(many.build().unwrap_err().status(), Status::TooLarge);
}
