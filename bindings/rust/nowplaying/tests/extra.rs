// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests texts under keys that the player adds.

use nowplaying::{limits, Content, Status};

#[test]
fn keys_of_the_players_own_are_a_part_of_the_value() {
    let song = || Content::music("a").title("A").extra("test:own", "first").extra("test:none", "");
    assert_eq!(song().build().unwrap(), song().build().unwrap());
    assert_ne!(song().build().unwrap(), song().extra("test:own", "second").build().unwrap());
    assert_eq!(song().extra("test:\0", "x").build().unwrap_err().status(), Status::InvalidArgument);
    let many = (0..=limits::EXTRA).fold(song(), |song, number| song.extra(format!("test:{number}"), "x"));
    assert_eq!(many.build().unwrap_err().status(), Status::TooLarge);
}
