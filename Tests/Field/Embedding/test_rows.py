# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests each row of a player's table, and that patches have no line of the original."""

from field.embedding import patch_of
from testkit.sources import files_of

ROWS = {
    "CanPlay while idle", "a media key while idle", "track ids of its own", "keys of a song's Metadata",
    "OpenUri of a file: URI", "OpenUri of a plain path", "set LoopStatus Track, and emitted",
    "set Shuffle True, and emitted",
    "Seeked has the new position", "Position after Stop", "a bus that comes later", "a bus that is restarted",
    "signals for a Next", "signals for a Pause", "signals for a Play", "signals for a track change",
    "Position off the engine's, ms", "Position off a steady clock, ms", "CPU while it plays, ms per second",
    "CPU per GetAll, µs", "CPU per Get(Position), µs", "memory that is written, MB",
    "memory with its share of libraries, MB", "lines of code for MPRIS", "kinds of faults for the strict checker"}
LONG = 20  # characters of a line that is hardly written twice by chance


def test_the_replacement_is_never_worse(table):
    assert not table.behind


def test_no_row_is_missing(player, table):
    expected = ROWS | ({player.key} if player.key else set())
    assert not expected - {row for row, *_ in table.rows}


def test_no_line_of_theirs(player, table):
    """A patch has the original's lines only as addresses for ed, and its new lines in full."""
    folder = patch_of(player.name)
    for path in files_of(folder):
        if path.suffix == ".ed":
            original = player.trees["peer"] / path.relative_to(folder).with_suffix("")
            theirs = {line.strip() for line in original.read_text().splitlines()}
            copied = [line for line in path.read_text().splitlines()
                      if len(line.strip()) > LONG and line.strip() in theirs]
            assert not copied, f"{path}: {copied}"
