# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The lines that the extension shows of an item."""
import json
import subprocess

ITEM = "'id': <'1'>, 'kind': <'hologram'>, 'title': <'Hologram'>"
ARTISTS = "'artists': <['Ada', 'Bob']>, 'album': <'Light'>"


def lines(modules, *keys):
    """Returns the lines of an item of a later version, with these keys more."""
    content = "{" + ", ".join((ITEM, *keys)) + "}"
    made = subprocess.run(["gjs", "-m", modules / "lines.js", content], capture_output=True, text=True, check=True)
    return json.loads(made.stdout)


def test_the_player_gives_the_lines(modules):
    """They win over all else, also of a kind that this version does not know."""
    assert lines(modules, "'lines': <['Hologram', 'Blue']>", ARTISTS) == ["Hologram", "Blue", None]
    assert lines(modules, "'lines': <['Hologram', '', 'Later', 'Fourth']>") == ["Hologram", None, "Later"]


def test_the_player_gives_no_lines(modules):
    """Then they are the title, the artists and the album, and no other key."""
    for absent in "'lines': <'Blue'>", "'lines': <@as []>", "'subtitle': <'Blue'>":
        assert lines(modules, absent, ARTISTS) == ["Hologram", "Ada, Bob", "Light"]
        assert lines(modules, absent) == ["Hologram", None, None]
