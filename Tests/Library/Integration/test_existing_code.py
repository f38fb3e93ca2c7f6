# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that docs/existing-code.md has a replacement for each MPRIS name that the library's players have."""

import pathlib
import re
import xml.etree.ElementTree

from abi import headers

from testkit.bus import NAME, PATH, PLAYER, PLAYLISTS, ROOT, TRACK_LIST
from testkit.mpris_types import METADATA

PAGE = (pathlib.Path(__file__).resolve().parents[3] / "docs/existing-code.md").read_text(encoding="utf-8")
INTERFACES = (ROOT, PLAYER, TRACK_LIST, PLAYLISTS)


def section(title):
    """Returns the rows of the first table below a heading of the page, each as a list of cells."""
    text = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in re.findall(r"^\|.*\|$", text, re.M)]
    assert len(rows) > 3, f"{title} has no table"
    return rows[2:]


def test_each_name_has_a_row(bus):
    """The page has a row for each member that a player with a queue and playlists has on the bus, and no other row."""
    host = bus.player("--schemes=file", "--playlists")
    host.ask("queue", "main", "a:One")
    host.ask("commit", "main")
    client = bus.client(NAME)
    bus.wait_for(lambda: client.get("HasTrackList", ROOT), "HasTrackList")

    def faces():
        text = client.call(NAME, PATH, "org.freedesktop.DBus.Introspectable", "Introspect")[0]
        return {face.get("name"): face for face in xml.etree.ElementTree.fromstring(text).findall("interface")}

    bus.wait_for(lambda: set(INTERFACES) <= set(faces()), "all four interfaces")
    found = faces()
    for name in INTERFACES:
        forms = {"property": "`%s`", "method": "`%s()`", "signal": "signal `%s`"}
        there = [forms[member.tag] % member.get("name") for member in found[name] if member.tag in forms]
        said = [row[0] for row in section(name)]
        assert sorted(said) == sorted(there), f"of {name} the page lacks {set(there) - set(said)}"
        assert all(len(row) == 3 and row[1] for row in section(name)), f"a row of {name} does not say what to call"
    assert {name for name in found if name.startswith("org.mpris")} == set(INTERFACES)


def test_each_key_of_the_metadata_has_a_row():
    said = [row[0].strip("`") for row in section("Metadata")]
    assert sorted(said) == sorted(METADATA)
    fields = headers.fields()
    for key, text in section("Metadata"):
        for field in re.findall(r"NOWPLAYING_FIELD_(\w+)", text):
            assert key.strip("`") in fields[field].shown, f"{field} is shown as {fields[field].shown}"
