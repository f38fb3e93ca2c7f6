# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Values of the properties: rules 4, 5, 6 and 11."""

from abi import headers
import pytest

from testkit.bus import NAME, ROOT
from testkit.host import C
from testkit.mpris_types import METADATA


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


def test_rule_06_playerctl_reads_everything(bus, host):
    assert bus.playerctl("status") == "Playing"
    assert bus.playerctl("metadata", "title") == "First"
    assert bus.playerctl("metadata", "artist") == ""
    assert bus.playerctl("loop") == "None"
    assert bus.playerctl("shuffle") == "Off"
    assert float(bus.playerctl("volume")) == 1
    assert float(bus.playerctl("position")) >= 0
    assert "xesam:title" in bus.playerctl("metadata")


def test_rule_11_no_command_callback_offers_nothing(bus):
    host = bus.player("--without=command,volume,artwork", art="a")
    properties = bus.client(NAME).get_all()
    offers = ("CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek")
    assert not [name for name in offers if properties[name].value]
    assert properties["CanControl"].value is True
