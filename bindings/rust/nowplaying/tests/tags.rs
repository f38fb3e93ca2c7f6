// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests tags of files, as decoders give them.

mod common;

use common::Player;
use nowplaying::{Content, MediaDuration};

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

#[test]
fn the_name_of_a_file_is_the_title_without_a_tag() {
    let player = Player::new();
    let song = Content::music("").title("song.mp3").tag("TIT2", "").build().unwrap();
    player.session.set_content(&song).unwrap();
    player.session.commit().unwrap();
    player.bus.until(&["metadata", "title"], "song.mp3");
}

#[test]
fn tags_decide_of_which_kind_an_item_is() {
    let player = Player::new();
    let radio = Content::by_tags("").title("Station").duration(MediaDuration::Live).tag("icy-title", "Programme");
    for (content, key, value) in [
        (Content::by_tags("").tag("genre", "Podcast").tag("album", "Show").tag("title", "Episode"), "title", "Episode"),
        (radio, "xesam:artist", "Station"),
    ] {
        player.session.set_content(&content.build().unwrap()).unwrap();
        player.session.commit().unwrap();
        player.bus.until(&["metadata", key], value);
    }
}
