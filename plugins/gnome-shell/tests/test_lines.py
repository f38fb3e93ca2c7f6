# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The lines that the extension shows of an item."""
import json
import subprocess

ITEM = "'id': <'1'>, 'kind': <'hologram'>, 'title': <'Hologram'>"
ARTISTS = "'artists': <['Ada', 'Bob']>, 'album': <'Light'>"


def lines(modules, *keys):
    """Returns the lines of an item of a kind that only a later version knows, with the given keys added."""
    content = "{" + ", ".join((ITEM, *keys)) + "}"
    made = subprocess.run(["gjs", "-m", modules / "lines.js", content], capture_output=True, text=True, check=True)
    return json.loads(made.stdout)


def test_the_player_gives_the_lines(modules):
    """Lines that the player gives take the place of all others, also for an item of an unknown kind."""
    assert lines(modules, "'lines': <['Hologram', 'Blue']>", ARTISTS) == ["Hologram", "Blue", None]
    assert lines(modules, "'lines': <['Hologram', '', 'Later', 'Fourth']>") == ["Hologram", None, "Later"]


def test_the_player_gives_no_lines(modules):
    """An item for which the player gives no valid lines has the title, the artists and the album as its lines, and
    nothing else."""
    for absent in "'lines': <'Blue'>", "'lines': <@as []>", "'subtitle': <'Blue'>":
        assert lines(modules, absent, ARTISTS) == ["Hologram", "Ada, Bob", "Light"]
        assert lines(modules, absent) == ["Hologram", None, None]
