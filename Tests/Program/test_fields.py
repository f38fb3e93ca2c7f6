# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Each field of the C header reaches org.nowplaying, surface.h and the program, by its name in the header."""

import json

import pytest

from abi import headers
from lab import library
from testkit.bus import ROOT
from testkit.surface import Surface

NAME = ROOT + ".Tester"
# For each field, by the hundreds of its number: the setter, a value for it, and the value that surfaces read.
SETTERS = {0: ("text", "x", "x"), 1: ("texts", "x", ["x"]), 2: ("integer", 1, 1), 3: ("number", 0.5, 0.5)}


def followed(program):
    """Returns the item that the program has printed last."""
    return json.loads(program.lines[-1]).get("item", {}) if program.lines else {}


@pytest.fixture
def ways(bus, host, run):
    """Yields a surface of org.nowplaying, its copy of the host, the host's session, a surface of surface.h, and the
    program."""
    surface, shown, program = Surface(bus), library.Shown(bus.address), run.start("follow")
    copy = surface.follow(NAME)
    surface.wait(copy.sessions, "the host's session")
    (session,) = copy.sessions()
    shown.wait(lambda: shown.listed and shown.entries, "the host's session")
    yield surface, copy, session, shown, program
    program.close()
    shown.close()
    surface.close()


def test_each_field_of_the_header_is_sent_on_each_way(host, ways):
    surface, copy, session, shown, program = ways
    for name, field in headers.fields().items():
        verb, value, read = SETTERS[field.number // 100]
        word = name.lower().replace("_", "-")
        # One kind of content is tried for each field; the tests of the C interface try all kinds.
        kind = min(field.kinds)
        item = f"{name} {kind}"
        host.content(identifier=item, kind=kind, length=None, fields=[(verb, name, value)])
        surface.wait(lambda: copy[session].item == item, f"{item} on org.nowplaying")
        assert copy[session].content.get(word) in (read, bool(read)), f"{item}: org.nowplaying has no right {word}"
        view = shown.wait_for(shown.find(session_id=session), lambda view: view.item["id"] == item, item)
        assert view.fields() == {name: read}, f"{item}: surface.h"
        program.wait(lambda: followed(program).get("id") == item, f"follow prints {item}")
        assert followed(program).get(word) in (read, bool(read)), f"{item}: follow has no right {word}"


def test_texts_under_keys_of_the_players_own_are_sent_on_each_way(bus, host, run, ways):
    surface, copy, session, shown, program = ways
    for texts in {"test:a": "1", "cmus:stream_title": "Zwölf"}, {"test:a": "2"}, {}:
        host.content(identifier="item", title="Title", commit=False)
        host.ask_all([*(("extra", "main", *pair) for pair in texts.items()), ("show", "main", "main"),
                      ("commit", "main")])
        surface.wait(lambda: copy[session].content.get("extra", {}) == texts and copy[session].item == "item",
                     f"{texts} on org.nowplaying")
        shown.wait_for(shown.find(session_id=session), lambda view: view.extra == texts, f"{texts} by surface.h")
        program.wait(lambda: followed(program).get("id") == "item" and followed(program).get("extra", {}) == texts,
                     f"follow prints {texts}")
        for key, text in texts.items():
            assert run.good("metadata", key) == text + "\n"
            assert run.good("metadata", "--format", "{{" + key + "}}") == bus.playerctl(
                "metadata", "--format", "{{" + key + "}}") + "\n" == text + "\n"
