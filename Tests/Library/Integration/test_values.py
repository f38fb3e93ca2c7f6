# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Values of the properties: rules 4, 5, 6 and 11."""

import itertools

from abi import headers
import pytest

from testkit.bus import NAME, PLAYER, ROOT
from testkit.host import C
from testkit.mpris_types import METADATA, OPTIONAL, SPECIFIED


def test_rule_04_new_for_each_item_without_an_id(host, client):
    """New ids never collide with the host's own ids."""
    paths = set()
    for number, identifier in enumerate(("-", "-", "-", "-1", "-2", "1", "2", "0")):
        host.content(identifier=identifier, title=f"T {number}")
        paths.add(client.metadata()["mpris:trackid"])
    assert len(paths) == 8


def test_rule_04_two_sessions_with_one_id_are_two_items(bus, host, client):
    """An id names an item within its session. Clients that see the same track id keep the old position, and a stale
    SetPosition would move the wrong session."""
    before = client.metadata()["mpris:trackid"]
    host.publish("other", title="Another first item")
    bus.wait_for(lambda: client.metadata()["xesam:title"] == "Another first item", "the other session")
    assert client.metadata()["mpris:trackid"] != before


def test_rule_04_absent_only_without_an_item(bus, host, client):
    host.ask_all([("content", "main", C.CONTENT_GENERIC, "bare"), ("show", "main", "main"), ("commit", "main")])
    assert set(client.metadata()) == {"mpris:trackid", "xesam:artist"}
    nameless = bus.client(bus.owner(NAME))
    host.nothing()
    bus.wait_name(NAME, present=False)  # until then the item may come back, and clients see it
    assert nameless.metadata() == {}


def test_rule_05_every_field_has_its_type(host, client):
    host.content(identifier="full", title="Title", artists=["One", "Two"], length=245_500_000, fields=[
        ("text", "ALBUM", "Album"), ("text", "URL", "https://example.org/a%20b.flac"), ("text", "LYRICS", "La\nla"),
        ("texts", "ALBUM_ARTISTS", "Various"), ("texts", "COMPOSERS", "C1", "C2"), ("texts", "LYRICISTS", "L"),
        ("texts", "GENRES", "Jazz", "", "Blues"), ("text", "COMMENTS", "Live"), ("integer", "TRACK_NUMBER", 7),
        ("integer", "DISC_NUMBER", 2), ("integer", "BEATS_PER_MINUTE", 120), ("integer", "PLAY_COUNT", 3),
        ("integer", "RELEASE_DATE", 951782400), ("integer", "FIRST_PLAYED", 0),
        ("integer", "LAST_PLAYED", 1_000_000_000), ("number", "USER_RATING", 0.8), ("number", "AUTO_RATING", 0.25)])
    for key, variant in client.get("Metadata").items():
        assert variant.signature == METADATA[key]
    values = client.metadata()
    trackid = values.pop("mpris:trackid")
    assert trackid.endswith("full")
    assert values == {
        "mpris:length": 245_500_000, "xesam:title": "Title", "xesam:artist": ["One", "Two"], "xesam:album": "Album",
        "xesam:albumArtist": ["Various"], "xesam:composer": ["C1", "C2"], "xesam:lyricist": ["L"],
        "xesam:genre": ["Jazz", "Blues"], "xesam:comment": ["Live"], "xesam:trackNumber": 7, "xesam:discNumber": 2,
        "xesam:audioBPM": 120, "xesam:useCount": 3, "xesam:contentCreated": "2000-02-29T00:00:00Z",
        "xesam:firstUsed": "1970-01-01T00:00:00Z", "xesam:lastUsed": "2001-09-09T01:46:40Z",
        "xesam:userRating": 0.8, "xesam:autoRating": 0.25, "xesam:url": "https://example.org/a%20b.flac",
        "xesam:asText": "La\nla"}


# The setter for a field, by the hundred of its number, and a value for it.
SETTERS = {0: ("text", "x"), 1: ("texts", "x"), 2: ("integer", 1), 3: ("number", 0.5)}


@pytest.mark.parametrize("name, field", headers.fields().items())
def test_rule_05_each_field_is_seen_as_the_header_says(host, client, name, field):
    verb, value = SETTERS[field.number // 100]
    seen = set()
    for kind in field.kinds:
        host.content(identifier="bare", kind=kind, length=None, fields=[(verb, name, value)])
        metadata = client.get("Metadata")
        seen |= {key for key, variant in metadata.items() if variant.value != [""]} - {"mpris:trackid"}
        assert all(variant.signature == METADATA[key] for key, variant in metadata.items())
    # A field that only one kind has may be shown elsewhere when the item has more.
    assert seen <= field.shown and bool(seen) == bool(field.shown)


def test_rule_05_text_is_repaired(bus, host, client):
    """The bus closes the connection of a player that sends one wrong byte."""
    for raw, shown in [(b"A\xffB", "AÿB"), (b"\xc3", "Ã"), (b"caf\xe9", "café"), ("é".encode() + b"\xff", "é\ufffd"),
                       ("日本語".encode(), "日本語"), (b"tab\tnew\nline", "tab\tnew\nline"),
                       ("é".encode() + b"\xed\xa0\x80", None)]:
        host.content(identifier="bytes", title=raw, artists=[raw], fields=[("text", "ALBUM", raw)])
        metadata = client.metadata()
        assert metadata["xesam:album"] == metadata["xesam:title"] == metadata["xesam:artist"][0]
        assert shown is None and "\ufffd" in metadata["xesam:title"] or metadata["xesam:title"] == shown
    assert bus.playerctl("metadata", "title") == metadata["xesam:title"]


def test_rule_05_extreme_numbers(host, client):
    largest = 2 ** 63 - 1
    host.content(identifier="n", title="T", length=largest, fields=[
        ("integer", "TRACK_NUMBER", largest), ("integer", "RELEASE_DATE", largest),
        ("integer", "LAST_PLAYED", -largest), ("number", "USER_RATING", 7), ("number", "AUTO_RATING", -1)])
    metadata = client.metadata()
    assert metadata["mpris:length"] == largest
    assert metadata["xesam:trackNumber"] == 2 ** 31 - 1
    assert metadata["xesam:userRating"] == 1 and metadata["xesam:autoRating"] == 0
    host.snapshot("PLAYING", largest, rate=1e308)
    assert client.get("Position") == largest
    host.snapshot("PLAYING", largest, rate=-1e308)
    assert client.get("Position") == 0


@pytest.mark.parametrize("kind, fields", [("MUSIC", ["TRACK_NUMBER", "DISC_NUMBER"]), ("BOOK", ["CHAPTER"]),
                                          ("TV_SHOW", ["SEASON", "EPISODE"])])
def test_rule_05_what_counts_from_one_is_never_zero(host, client, kind, fields):
    """A 0 removes a number that was set; play counts start at 0."""
    for number in 1, 0:
        given = [("integer", field, value) for field in fields for value in (5, number)]
        host.content(identifier=f"{number}", kind=kind, title="T", fields=[*given, ("integer", "PLAY_COUNT", 0)])
        metadata = client.metadata()
        assert metadata["xesam:useCount"] == 0
        numbers = [metadata[key] for key in ("xesam:trackNumber", "xesam:discNumber") if key in metadata]
        assert numbers == [1] * len(fields) * number


def test_rule_05_what_the_app_says_of_itself_is_repaired(bus):
    host = bus.host(b"--id=org.example.\xffOdd", b"--name=Caf\xe9" + b"x" * 2000, b"--desktop=org.example.\xc3",
                    b"--schemes=FILE,\xff", b"--mimes=audio/\xfe," + b"x" * 5000)
    host.publish(art=b"\xff")
    host.wait("artwork")
    name = bus.wait_for(lambda: next(iter(bus.names()), None), "the name")
    root = bus.client(name).get_all(ROOT)
    assert root["Identity"].value == "Café" + "x" * 1019
    assert root["SupportedUriSchemes"].value[0] == "file"
    assert root["SupportedMimeTypes"].value == ["audio/þ", "x" * 1024]


def wait_status(bus, client, state):
    """Waits until clients see a state: a stop is not shown at once, because the next item may follow it."""
    status = {"PLAYING": "Playing", "STOPPED": "Stopped"}.get(state, "Paused")
    bus.wait_for(lambda: client.get("PlaybackStatus") == status, f"clients see {status}")


def complete(client):
    for interface in (ROOT, PLAYER):
        types = SPECIFIED[interface]
        found = client.get_all(interface)
        assert types.items() >= {name: variant.signature for name, variant in found.items()}.items()
        assert types.keys() == found.keys() | OPTIONAL & types.keys()
        for name in types:
            client.get(name, interface)


def test_rule_06_everything_is_there_in_every_state(bus):
    """playerctl aborts without Metadata; KDE ignores a player for ever after one failed GetAll."""
    host = bus.host("--without=raise,quit,open_uri")
    host.session()
    host.ask_all([("content", "main", C.CONTENT_GENERIC, "-"), ("show", "main", "main"), ("commit", "main"),
                  ("primary", "main", "application")])
    bus.wait_name(NAME)
    client = bus.client(NAME)
    complete(client)
    for state in ("PLAYING", "PAUSED", "STOPPED", "BUFFERING", "INTERRUPTED"):
        host.snapshot(state, elapsed=C.TIME_UNKNOWN)
        complete(client)
        wait_status(bus, client, state)
        complete(client)
    nameless = bus.client(bus.owner(NAME))
    host.nothing()
    complete(nameless)
    bus.wait_name(NAME, present=False)
    complete(nameless)
    assert nameless.get("Metadata") == {}


def test_rule_06_playerctl_reads_everything(bus, host):
    assert bus.playerctl("status") == "Playing"
    assert bus.playerctl("metadata", "title") == "First"
    assert bus.playerctl("metadata", "artist") == ""
    assert bus.playerctl("loop") == "None"
    assert bus.playerctl("shuffle") == "Off"
    assert float(bus.playerctl("volume")) == 1
    assert float(bus.playerctl("position")) >= 0
    assert "xesam:title" in bus.playerctl("metadata")


def test_rule_11_each_change_is_signalled(bus, host):
    steps = [("NEXT", "CanGoNext"), ("PREVIOUS", "CanGoPrevious"), ("SEEK_TO_POSITION", "CanSeek")]
    for (command, name), enabled in itertools.product(steps, (0, 1)):
        start = bus.mark()
        host.ask_all([("enable", "main", getattr(C, "COMMAND_" + command), enabled), ("commit", "main")])
        message = bus.wait_changed(start, name, lambda value: value == bool(enabled))
        assert list(message.body[1]) == [name]


def test_rule_11_no_command_callback_offers_nothing(bus):
    host = bus.player("--without=command,volume,artwork", art="a")
    properties = bus.client(NAME).get_all()
    offers = ("CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek")
    assert not [name for name in offers if properties[name].value]
    assert properties["CanControl"].value is True


def test_rule_11_inactive_is_no_name(bus):
    host = bus.host()
    host.session()
    host.commands("PLAY", "PAUSE")
    host.snapshot("PLAYING")
    host.ask("primary", "main", "application")
    host.wait("primary_result", which=C.PRIMARY_APPLICATION, status=C.OK)
    host.session("other")
    host.content("other", title="Not primary")
    host.wait("bus_state", state=C.BUS_CONNECTED)
    assert bus.names() == []
    host.content(title="Now")
    bus.wait_name(NAME)
    host.ask("free", "main")
    bus.wait_name(NAME, present=False)


def test_loop_shuffle_rate_and_volume_are_sent(bus, host, client):
    host.commands("PLAY", "CHANGE_REPEAT_MODE@2", "CHANGE_SHUFFLE_MODE@1", "CHANGE_RATE:0.5,1,1.5,2")
    host.volume(0.4)
    assert client.get("LoopStatus") == "Playlist" and client.get("Shuffle") is True
    assert (client.get("MinimumRate"), client.get("Rate"), client.get("MaximumRate")) == (0.5, 1, 2)
    assert client.get("Volume") == 0.4
    host.ask_all([("mode", "main", C.COMMAND_CHANGE_REPEAT_MODE, C.REPEAT_ONE),
                  ("mode", "main", C.COMMAND_CHANGE_SHUFFLE_MODE, C.SHUFFLE_OFF), ("commit", "main")])
    assert bus.playerctl("loop") == "Track" and bus.playerctl("shuffle") == "Off"
    host.snapshot("PLAYING", rate=1.5, default=1.5)
    assert client.get("Rate") == 1.5
    host.snapshot("PAUSED", default=1.5)
    assert client.get("Rate") == 1.5
    host.volume(-1)
    assert client.get("Volume") == 1
    host.expected_bugs.append("client bug: a session has a volume of 300 %: 1.0 is full")
    host.volume(3)
    assert client.get("Volume") == 3


def test_raise_quit_and_schemes_are_sent(bus):
    host = bus.player("--schemes=file,https", "--mimes=audio/flac,audio/ogg")
    root = bus.client(NAME).get_all(ROOT)
    assert root["CanRaise"].value and root["CanQuit"].value
    assert root["SupportedUriSchemes"].value == ["file", "https"]
    assert root["SupportedMimeTypes"].value == ["audio/flac", "audio/ogg"]
    second = bus.host("--id=org.example.Plain", "--schemes=file", "--without=raise,quit,open_uri")
    second.publish()
    bus.wait_name(ROOT + ".Plain")
    root = bus.client(ROOT + ".Plain").get_all(ROOT)
    assert not root["CanRaise"].value and not root["CanQuit"].value
    assert root["SupportedUriSchemes"].value == []
