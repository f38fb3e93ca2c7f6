# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Values of the properties: rules 4, 5, 6 and 11."""

import itertools

from abi import headers
import pytest

from lab.harness.bus import NAME, PLAYER, ROOT
from lab.harness.host import C, SECOND
from lab.harness.types import METADATA, OPTIONAL, PROPERTY_TYPES
from lab.harness.wire import OBJECT_PATH


def test_rule_04_track_ids_are_paths_of_any_id(bus, host, client):
    """With one invalid path no client would get any reply."""
    raw = [b"/org/mpris/MediaPlayer2/TrackList/NoTrack", b"/", b"//", b"a/", b"-1", b"9", "Ünï".encode(), b"a b", b"_",
           b"__", b"_2f", b"x" * 5000, b"x" * 1023 + b"y", b"x" * 1023 + b"z"]
    raw += [bytes([byte]) for byte in range(1, 128) if byte != ord("-")]  # "-" is the host's word for NULL
    seen = {}
    for identifier in raw:
        host.content(identifier=identifier, title="T")
        path = client.metadata()["mpris:trackid"]
        assert OBJECT_PATH.fullmatch(path) and not path.startswith("/org/mpris"), identifier
        seen[identifier] = path
    # Ids are cut at 1,024 bytes; ids that differ before must get different paths.
    assert len(set(seen.values())) == len(seen), [key for key in seen if list(seen.values()).count(seen[key]) > 1]
    host.content(identifier=raw[0], title="T")
    assert client.metadata()["mpris:trackid"] == seen[raw[0]]
    assert bus.playerctl("metadata", "mpris:trackid") == f"'{seen[raw[0]]}'"


def test_rule_04_invalid_bytes_in_an_id(host, client):
    host.content(identifier=b"\xff\xfe\xc3", title="T")
    assert OBJECT_PATH.fullmatch(client.metadata()["mpris:trackid"])


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


KINDS = [
    ("PODCAST", [("TITLE", "Episode"), ("SHOW_NAME", "Show")], {"xesam:title": "Episode", "xesam:artist": ["Show"]}),
    ("TV_SHOW", [("TITLE", "Pilot"), ("SHOW_NAME", "Show")], {"xesam:title": "Pilot", "xesam:artist": ["Show"]}),
    ("BOOK", [("TITLE", "Book"), ("AUTHOR", "Writer")], {"xesam:title": "Book", "xesam:artist": ["Writer"]}),
    ("RADIO", [("STATION_NAME", "FM")], {"xesam:title": "FM"}),
    ("RADIO", [("STATION_NAME", "FM"), ("PROGRAM_NAME", "News")], {"xesam:title": "News", "xesam:artist": ["FM"]}),
    ("RADIO", [("STATION_NAME", "FM"), ("TITLE", "FM")], {"xesam:title": "FM", "xesam:artist": [""]}),
    ("HOME_MEDIA", [("SOURCE_NAME", "Door"), ("TITLE", "Door")], {"xesam:title": "Door", "xesam:artist": [""]}),
    ("GENERIC", [("SUBTITLE", "Rain"), ("TITLE", "Rain")], {"xesam:title": "Rain", "xesam:artist": [""]}),
    ("PODCAST", [("SHOW_NAME", "Show"), ("TITLE", "Show")], {"xesam:title": "Show", "xesam:artist": ["Show"]}),
    ("HOME_MEDIA", [("SOURCE_NAME", "Door"), ("DESCRIPTION", "A visitor")],
     {"xesam:title": "A visitor", "xesam:artist": ["Door"]}),
    ("GENERIC", [("TITLE", "Thing"), ("SUBTITLE", "Line")], {"xesam:title": "Thing", "xesam:artist": ["Line"]}),
    ("MOVIE", [("TITLE", "Film")], {"xesam:title": "Film", "xesam:artist": [""]}),
    # The show and the station are not shown twice; a song's album may be named as its artist.
    ("PODCAST", [("TITLE", "E"), ("SHOW_NAME", "S")], {"xesam:artist": ["S"], "xesam:album": None}),
    ("PODCAST", [("TITLE", "E"), ("ARTISTS", "A"), ("ALBUM", "A")], {"xesam:artist": ["A"], "xesam:album": None}),
    ("PODCAST", [("SHOW_NAME", "S"), ("ARTISTS", "A")], {"xesam:artist": ["A"], "xesam:album": "S"}),
    ("TV_SHOW", [("TITLE", "E"), ("SHOW_NAME", "S")], {"xesam:artist": ["S"], "xesam:album": None}),
    ("RADIO", [("STATION_NAME", "FM"), ("PROGRAM_NAME", "N")], {"xesam:artist": ["FM"], "xesam:album": None}),
    ("RADIO", [("STATION_NAME", "FM"), ("ARTISTS", "A"), ("TITLE", "T")],
     {"xesam:artist": ["A"], "xesam:album": "FM"}),
    ("RADIO", [("STATION_NAME", "FM")], {"xesam:artist": [""], "xesam:album": "FM"}),
    ("MUSIC", [("ARTISTS", "Queen"), ("ALBUM", "Queen")], {"xesam:artist": ["Queen"], "xesam:album": "Queen"}),
    # Plasma shows the album's artists when there are no others.
    ("MUSIC", [("ALBUM_ARTISTS", "Various")], {"xesam:artist": None, "xesam:albumArtist": ["Various"]}),
]


@pytest.mark.parametrize("kind, fields, shown", KINDS)
def test_each_kind_fills_the_lines_that_desktops_show(host, client, kind, fields, shown):
    host.content(identifier="k", kind=kind, length=None, fields=[("text", name, value) for name, value in fields])
    metadata = client.metadata()
    assert {key: metadata.get(key) for key in shown} == shown


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


def test_rule_05_long_text_is_cut_between_characters(host, client):
    host.content(identifier="long", title="ä" * 4000, fields=[("text", "LYRICS", "ü" * 60000)])
    metadata = client.metadata()
    assert metadata["xesam:title"] == "ä" * 2048
    assert metadata["xesam:asText"] == "ü" * 32768
    for character in "ä€😀":
        for number in range(5):
            host.content(identifier="long", title="x" * (4096 - number) + character * 2)
            left = number // len(character.encode())
            assert client.metadata()["xesam:title"] == "x" * (4096 - number) + character * min(left, 2)


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


def test_rule_05_no_length_when_there_is_none(bus, host, client):
    host.content(identifier="live", kind="RADIO", title="Stream", length=None)
    assert "mpris:length" not in client.metadata()
    for sort in (C.DURATION_UNKNOWN, C.DURATION_LIVE, C.DURATION_CONTINUOUS):
        host.ask_all([("duration", "main", sort, 5), ("show", "main", "main"), ("commit", "main")])
        assert "mpris:length" not in client.metadata()
    host.ask_all([("duration", "main", C.DURATION_FINITE, 0), ("show", "main", "main"), ("commit", "main")])
    assert "mpris:length" not in client.metadata()
    bus.playerctl("metadata", "mpris:length", expect=1)


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
        types = PROPERTY_TYPES[interface]
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


CAN = {"CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek"}
CAPABILITIES = [
    ([], "PLAYING", set()),
    (["PLAY"], "PLAYING", {"CanPlay"}),
    (["PAUSE"], "PLAYING", {"CanPlay", "CanPause"}),
    (["TOGGLE_PLAY_PAUSE"], "STOPPED", {"CanPlay", "CanPause"}),
    (["PLAY!", "PAUSE"], "PLAYING", {"CanPlay", "CanPause"}),
    (["PLAY", "PAUSE!"], "PAUSED", {"CanPlay", "CanPause"}),
    (["PLAY", "PAUSE!"], "PLAYING", {"CanPlay"}),
    (["PLAY!", "PAUSE!", "TOGGLE_PLAY_PAUSE!"], "PLAYING", set()),
    (["STOP"], "PLAYING", set()),
    (["NEXT", "PREVIOUS!"], "PLAYING", {"CanGoNext"}),
    (["NEXT!", "PREVIOUS"], "PLAYING", {"CanGoPrevious"}),
    (["SEEK_TO_POSITION"], "PAUSED", {"CanSeek"}),
    (["SEEK_TO_POSITION!"], "PAUSED", set()),
    (["SKIP_FORWARD"], "PAUSED", {"CanSeek"}),
    (["SKIP_BACKWARD"], "PAUSED", {"CanSeek"}),
    (["SEEK_FORWARD", "SEEK_BACKWARD", "FEEDBACK"], "PAUSED", set()),
    (["NEXT!", "NEXT"], "PAUSED", {"CanGoNext"}),
]


@pytest.mark.parametrize("commands, state, can", CAPABILITIES)
def test_rule_11_capabilities_from_the_commands(bus, host, client, commands, state, can):
    host.commands(*commands, commit=False)
    host.snapshot(state, elapsed=SECOND)
    wait_status(bus, client, state)
    properties = client.get_all()
    assert {name for name in CAN if properties[name].value} == can
    assert properties["CanControl"].value is True


def test_rule_11_each_change_is_signalled(bus, host):
    steps = [("NEXT", "CanGoNext"), ("PREVIOUS", "CanGoPrevious"), ("SEEK_TO_POSITION", "CanSeek")]
    for (command, name), enabled in itertools.product(steps, (0, 1)):
        start = bus.mark()
        host.ask_all([("enable", "main", getattr(C, "COMMAND_" + command), enabled), ("commit", "main")])
        message = bus.wait_changed(start, name, lambda value: value == bool(enabled))
        assert list(message.body[1]) == [name]


def test_rule_11_capabilities_do_not_depend_on_the_state(bus, host, client):
    """cantata vanished from GNOME while it played."""
    host.commands("PLAY", "PAUSE")
    for state in ("PLAYING", "PAUSED", "STOPPED", "BUFFERING", "INTERRUPTED"):
        host.snapshot(state, elapsed=0)
        wait_status(bus, client, state)
        assert client.get("CanPlay") and client.get("CanPause")
        host.ask_all([("enable", "main", C.COMMAND_PLAY, int(state != "PLAYING")),
                      ("enable", "main", C.COMMAND_PAUSE, int(state == "PLAYING")), ("commit", "main")])
        assert client.get("CanPlay") and client.get("CanPause")


def test_rule_11_no_command_callback_offers_nothing(bus):
    host = bus.player("--without=command,volume,artwork", art="a")
    properties = bus.client(NAME).get_all()
    assert not {name for name in CAN if properties[name].value}
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


def test_feedback_is_shown_as_the_rating(host, client):
    for current, rating in ((C.FEEDBACK_POSITIVE, 1), (C.FEEDBACK_NEGATIVE, 0), (C.FEEDBACK_NEUTRAL, None)):
        host.commands(f"FEEDBACK@{current}")
        assert client.metadata().get("xesam:userRating") == rating


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


def test_player_interface_has_no_surprises(client):
    assert set(client.get_all(PLAYER)) == set(PROPERTY_TYPES[PLAYER])
