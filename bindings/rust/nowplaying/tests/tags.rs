// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests tags of files, as decoders give them.

mod common;

use common::Player;
use nowplaying::Content;

#[test]
fn tags_of_any_system_are_seen() {
    let player = Player::new();
    let tags: [(&[u8], &[u8]); 7] = [
        (b"\xa9nam", b"caf\xe9"),
        (b"TPE1", b"One\0Two"),
        (b"album_artist", b"Kairon; IRSE!"),
        (b"TRCK", b"3/12"),
        (b"DATE", b"20141108"),
        (b"USLT::eng", b"la la"),
        (b"encoder\0x", b"\xff\xfe"),
    ];
    let song = Content::music("")
        .title("song.mp3")
        .album("Unknown")
        .genres(["Mine"])
        .tags(tags)
        .tag("TPE1", "Three")
        .album("Given")
        .build()
        .unwrap();
    assert_eq!(song, song.clone());
    player.session.set_content(&song).unwrap();
    player.session.commit().unwrap();
    player.bus.until(&["metadata", "title"], "café");
    let wanted = [
        ("xesam:artist", "One, Two, Three"),
        ("xesam:album", "Given"),
        ("xesam:albumArtist", "Kairon; IRSE!"),
        ("xesam:genre", "Mine"),
        ("xesam:trackNumber", "3"),
        ("xesam:contentCreated", "2014-11-08T00:00:00Z"),
        ("xesam:asText", "la la"),
    ];
    for (key, value) in wanted {
        assert_eq!(player.bus.playerctl(&["metadata", key]).as_deref(), Ok(value), "{key}");
    }
}
