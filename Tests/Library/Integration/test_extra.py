# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Texts under keys of the player's own: scripts read them by MPRIS, surfaces by org.nowplaying."""

import pytest

from lab.harness.bus import NAME
from lab.harness.host import C
from lab.harness.surface import Surface


@pytest.fixture
def session(bus, host):
    surface = Surface(bus)
    copy = surface.follow(NAME)
    surface.wait(copy.sessions, "it has a session")
    (identifier,) = copy.sessions()
    yield copy[identifier]
    surface.close()


def give(host, *pairs):
    """Sets texts of the item that is shown, and shows it anew."""
    host.ask_all([*(("extra", "main", *pair) for pair in pairs), ("show", "main", "main"), ("commit", "main")])


def own(client):
    """Returns the entries of the metadata under keys of the player's own."""
    return {key: value for key, value in client.metadata().items() if not key.startswith(("mpris:", "xesam:"))}


def test_both_wires_have_the_texts(bus, host, client, session):
    wanted = {"cmus:stream_title": "A Song – live", "test-2:a.b/{c}": "tab\tnew\nline", "Z:b:": "x",
              "audio-bitrate": "320", "mpris": "a prefix that is taken, alone"}
    give(host, *wanted.items())
    assert own(client) == wanted
    assert all(client.get("Metadata")[key].signature == "s" for key in wanted)
    assert client.metadata()["xesam:title"] == "First"
    session.wait(lambda it: "extra" in it.content, "the texts")
    assert session.content["extra"] == wanted and session.get("Content").value["extra"].signature == "a{ss}"
    assert list(session.content["extra"]) == sorted(wanted)


def test_playerctl_reads_them(bus, host):
    give(host, ("cmus:stream_title", "A Song"), ("cmus:station-name", "FM"))
    assert bus.playerctl("metadata", "cmus:stream_title") == "A Song"
    assert bus.playerctl("metadata", "cmus:station-name") == "FM"
    assert bus.playerctl("metadata", "--format", "{{cmus:stream_title}} / {{title}}") == "A Song / First"
    bus.playerctl("metadata", "cmus:other", expect=1)


def test_the_process_of_a_browser(host, client, session):
    """KDE's key has a number for clients of MPRIS: Plasma 5 compares it with numbers."""
    give(host, ("kde:pid", "4711"), ("test:pid", "4711"))
    found = client.get("Metadata")
    assert (found["kde:pid"].signature, found["kde:pid"].value) == ("i", 4711)
    assert (found["test:pid"].signature, found["test:pid"].value) == ("s", "4711")
    session.wait(lambda it: it.content.get("extra") == {"kde:pid": "4711", "test:pid": "4711"}, "both as texts")


def test_the_largest_number_of_a_process(host, client):
    give(host, ("kde:pid", "2147483647"))
    assert client.get("Metadata")["kde:pid"].value == 2147483647


@pytest.mark.parametrize("text", ["0", "-1", "+1", " 1", "1 ", "01", "1.0", "2147483648", "9" * 19, "a", "1/2"])
def test_a_process_that_is_none_is_a_text(host, client, text):
    give(host, ("kde:pid", text))
    assert client.get("Metadata")["kde:pid"].signature == "s"


def test_a_text_is_removed(bus, host, client, session):
    give(host, ("test:a", "1"), ("test:b", "2"), ("test:c", "3"))
    give(host, ("test:a", "-"), ("test:c", ""), ("test:never", "-"))
    assert own(client) == {"test:b": "2"}
    session.wait(lambda it: it.content.get("extra") == {"test:b": "2"}, "the other text")
    give(host, ("test:b", "-"))
    assert own(client) == {}
    session.wait(lambda it: "extra" not in it.content, "no text")


def test_another_text_is_emitted_once(bus, host, client, session):
    give(host, ("test:a", "1"), ("test:b", "2"))
    session.wait(lambda it: it.content.get("extra") == {"test:a": "1", "test:b": "2"}, "the texts")
    start, before = bus.mark(), len(session.copy.signals)
    give(host, ("test:b", "3"))
    bus.wait_changed(start, "Metadata", lambda metadata: metadata["test:b"].value == "3")
    session.wait(lambda it: it.content["extra"]["test:b"] == "3", "the other text")
    # The same texts again, in another order, and in a new content.
    give(host, ("test:b", "3"), ("test:a", "1"))
    host.content(title="First", commit=False)
    give(host, ("test:b", "3"), ("test:a", "1"))
    host.volume(0.5)
    bus.wait_changed(start, "Volume")
    session.wait(lambda it: it.volume == 0.5, "the volume")
    assert [list(item) for item in bus.signals(start) if isinstance(item, dict)] == [["Metadata"], ["Volume"]]
    assert len([changed for changed in session.sent(before) if "Content" in changed]) == 1


def test_texts_that_change_all_the_time(bus, host, client):
    """Texts that change often, such as a bitrate, are emitted without Seeked, which is for jumps: the first at once and
    then once a second; together with another change, at once."""
    start = bus.mark()
    host.snapshot("PAUSED")  # the strict checker knows of a player what it has emitted
    bus.wait_changed(start, "PlaybackStatus")
    host.snapshot()
    give(host, ("bitrate", "-1"))
    bus.wait_changed(start, "Metadata")
    start = bus.mark()
    for number in range(20):
        give(host, ("bitrate", str(number)))
    bus.wait_changed(start, "Metadata", lambda metadata: metadata["bitrate"].value == "19")
    sent = [item["Metadata"]["bitrate"].value for item in bus.signals(start)]
    assert sent[-1] == "19" and len(sent) <= 3
    give(host, ("bitrate", "20"))
    assert client.metadata()["bitrate"] == "20"
    start = bus.mark()
    host.volume(0.5)
    bus.wait_changed(start, "Volume")
    assert set(bus.signals(start)[0]) == {"Volume", "Metadata"}
    # A field is emitted at once as well, with its Seeked.
    start = bus.mark()
    host.content(title="Another title", commit=False)
    give(host, ("bitrate", "21"))
    bus.wait_seeked(start)
    assert [type(item) for item in bus.signals(start)] == [dict, int]


def test_a_content_that_was_shown_keeps_its_texts(host, client):
    give(host, ("test:a", "1"))
    host.ask_all([("extra", "main", "test:a", "2"), ("extra", "main", "test:b", "2"), ("commit", "main")])
    assert own(client) == {"test:a": "1"}
    give(host)
    assert own(client) == {"test:a": "2", "test:b": "2"}


def test_as_much_as_there_may_be(bus, host, client, session):
    keys = [f"test:{number:02}".ljust(C.MAX_EXTRA_KEY_BYTES, "x") for number in range(C.MAX_EXTRA)]
    wanted = {key: "ä" * (C.MAX_TEXT_BYTES // 2) for key in keys}
    host.content(title="T" * C.MAX_TEXT_BYTES, fields=[("text", "LYRICS", "l" * C.MAX_LYRICS_BYTES)], commit=False)
    give(host, *wanted.items())
    assert own(client) == wanted and client.metadata()["xesam:asText"] == "l" * C.MAX_LYRICS_BYTES
    session.wait(lambda it: it.content.get("extra") == wanted, "the texts")
    assert session.copy.everything()[session.path]["org.nowplaying.Session1"]["Content"].value["extra"].value == wanted
    assert bus.playerctl("metadata", keys[-1]) == wanted[keys[-1]]
    host.ask("extra", "main", "test:more", "x", expect=C.ERROR_TOO_LARGE)
    give(host, (keys[5], "-"), ("test:more", "x" * (C.MAX_TEXT_BYTES + 1)))
    assert own(client) == {key: text for key, text in wanted.items() if key != keys[5]} | {
        "test:more": "x" * C.MAX_TEXT_BYTES}


@pytest.mark.parametrize("key", ["a title", "a.title", "test:", ":a", "a b:c", "test:a b", "mpris:length", "xesam:own",
                                 "nowplaying:own", "test:ä", b"test:\xff", "test:\n", "test:" + "x" * 60])
def test_what_is_no_key_changes_nothing(host, client, key):
    host.ask("extra", "main", key, "x", expect=C.ERROR_INVALID_ARGUMENT)
    host.ask("extra", "main", key, "-", expect=C.ERROR_INVALID_ARGUMENT)
    give(host)
    assert own(client) == {}


def test_bytes_that_are_no_text_are_repaired(bus, host, client):
    give(host, ("test:a", b"A\xffB"), ("test:b", b"\xed\xa0\x80"), ("test:c", b"\x01\x7f"))
    found = own(client)
    assert found["test:a"] == "A\xffB" and found["test:b"] == "\xed\xa0\u20ac" and found["test:c"] == "\x01\x7f"
