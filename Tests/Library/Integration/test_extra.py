# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Texts under keys of the player's own: scripts read them by MPRIS, surfaces by org.nowplaying."""

import pytest

from testkit.host import C


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


@pytest.mark.parametrize("text", ["0", "-1", "+1", " 1", "1 ", "01", "1.0", "2147483648", "9" * 19, "a", "1/2"])
def test_a_process_that_is_none_is_a_text(host, client, text):
    give(host, ("kde:pid", text))
    assert client.get("Metadata")["kde:pid"].signature == "s"


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
