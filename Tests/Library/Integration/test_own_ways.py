# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests track ids of the player's own, a player without a desktop file, and file paths, which scripts and players
use."""

from pathlib import Path

import pytest

from testkit.bus import ROOT
from testkit.host import C, SECOND

NAME = ROOT + ".Tester"


def track_id(client):
    return client.metadata()["mpris:trackid"]


@pytest.mark.parametrize("item, track", [
    ("4uLU6hMCjMI75M1A2tKUQC", "/org/example/track/4uLU6hMCjMI75M1A2tKUQC"), ("a_1", "/org/example/track/a_1"),
    ("x" * 200, "/org/example/track/" + "x" * 200),
    ("spotify:track:4u", "/org/nowplaying/track/1/spotify_3atrack_3a4u"), ("a/b", "/org/nowplaying/track/1/a_2fb"),
    ("ü", "/org/nowplaying/track/1/_c3_bc")])
def test_rule_04_track_ids_of_the_players_own(bus, item, track):
    host = bus.host("--tracks=/org/example/track")
    host.publish(identifier=item, state="PAUSED")
    bus.wait_name(NAME)
    client = bus.client(NAME)
    assert track_id(client) == track
    start = len(host.events)
    client.do("SetPosition", "ox", track, 7 * SECOND)
    assert host.wait("command", start)["time_us"] == 7 * SECOND


def test_rule_04_the_queue_has_the_players_track_ids(bus):
    host = bus.host("--tracks=/org/example/track")
    host.publish(identifier="b")
    host.ask_all([("queue", "main", "a:A", "b:B", "c_:C"), ("commit", "main")])
    bus.wait_name(NAME)
    client = bus.client(NAME)
    own = ["/org/example/track/a", "/org/example/track/b", "/org/example/track/c_"]
    bus.wait_for(lambda: client.get("HasTrackList", ROOT), "the queue")
    assert client.get("Tracks", ROOT + ".TrackList") == own and track_id(client) == own[1]


def test_rule_10_a_player_without_a_desktop_file(bus):
    host = bus.host("--no-desktop")
    host.publish()
    bus.wait_name(NAME)
    assert bus.client(NAME).get("DesktopEntry", ROOT) == ""


@pytest.mark.parametrize("uri, path", [
    ("file:///a%20b/%C3%BC", "/a b/ü"), ("file://localhost/x", "/x"), ("file://other/x", "(none)"),
    ("FILE:///x", "/x"), ("file://LOCALHOST/x", "/x"), ("file:/x", "/x"), ("file:x", "(none)"), ("file:", "(none)"),
    ("file://", "(none)"), ("file:///%00", "(none)"), ("https://example.org/a", "(none)"),
    ("/a b/ü%20?#.ogg", "/a b/ü%20?#.ogg")])
def test_open_uri_has_the_path_of_a_file(bus, uri, path):
    host = bus.host("--idle", "--schemes=file,https")
    bus.wait_name(NAME)
    bus.client(NAME).do("OpenUri", "s", uri)
    opened = host.wait("open_uri")
    assert opened["path"] == path
    assert opened["uri"] == (Path(path).as_uri() if uri == path else uri)


@pytest.mark.parametrize("path, schemes, error", [
    ("/a.ogg", "https", "NotSupported"), ("a.ogg", "file", "InvalidArgs"), ("./a.ogg", "file", "InvalidArgs"),
    ("/" + "a" * C.MAX_URI_BYTES, "file", "LimitsExceeded"),
    ("/" + " " * (C.MAX_URI_BYTES // 3), "file", "LimitsExceeded")], ids=lambda value: value[:8])
def test_open_uri_refuses_a_path(bus, path, schemes, error):
    """Refused are paths when files are not opened, relative paths, and paths that are too long as such or as URIs."""
    host = bus.host("--idle", f"--schemes={schemes}")
    bus.wait_name(NAME)
    client = bus.client(NAME)
    refusal = client.refused(client.start_do("OpenUri", "s", path))
    assert refusal.name.endswith(error) and refusal.text
    assert host.seen("open_uri") == []
