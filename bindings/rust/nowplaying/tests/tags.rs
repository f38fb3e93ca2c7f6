// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests tags of files as bytes. What clients see of tags is in contract/scenarios.

mod common;

use common::Player;
use nowplaying::Content;

#[test]
fn tags_may_be_bytes_and_more_of_one_name() {
    let player = Player::new();
    let tags: [(&[u8], &[u8]); 3] = [(b"\xa9nam", b"caf\xe9"), (b"TPE1", b"One\0Two"), (b"encoder\0x", b"\xff\xfe")];
    let song = Content::music("").title("song.mp3").album("Unknown").genres(["Mine"]);
    let song = song.tags(tags).tag("TPE1", "Three").album("Given").build().unwrap();
    assert_eq!(song, song.clone());
    player.session.set_content(&song).unwrap();
    player.session.commit().unwrap();
    player.bus.until(&["metadata", "title"], "café");
    for (key, value) in [("artist", "One, Two, Three"), ("album", "Given"), ("xesam:genre", "Mine")] {
        assert_eq!(player.bus.playerctl(&["metadata", key]).as_deref(), Ok(value), "{key}");
    }
}
