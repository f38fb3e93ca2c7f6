# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Measures all rows for one player."""

import sys
import time
from functools import partial

from field.adapters import media
from field.compared.contenders import Contender
from field.compared.table import GOOD, Table

from . import rows
from .contender import KINDS, TITLES

ROUNDS, TURNS = 3, 3
SECONDS, SHORT = 30, 4
# The relative excess over the original that still counts as equal: memory varies by some pages, time by the machine's
# load.
WITHIN = {"memory": 0.03, "CPU": 0.15}
# The rows in which the replacement is worse: player, row, reason, and, if the reason has a limit, by how much at most.
REASONS = [
    ("cmus", "memory .*", "the library is as large as cmus; a second player that uses it shares it"),
    ("cmus", "CPU per .*", "the engine is asked where it is, and cmus tells whole seconds that it has noted"),
    ("Kaffeine", "signals for a .*", "its own code sends none: clients never hear of it"),
    ("Kaffeine", "CPU while it plays.*", "of itself it takes itself for stopped now and then, and moves no slider"),
    ("Kaffeine", "lines of code for MPRIS", "its own code is MPRIS 1 alone, and stays for scripts"),
    # Python takes its heap by 1 MB.
    ("GNOME Music|Cozy|Mopidy", "memory .*", "the package's modules and ctypes, and their heap, up to 2 MB", 2),
    ("GNOME Music", "signals for a Pause", "clients are told the right position, of which its own code tells nobody"),
    ("Cozy", "signals for a (Pause|Play)", "clients are told the right position, of which its own code tells nobody"),
    ("Parole", "signals for a (Pause|Play)", "clients are told the position, which it reads once a second"),
    (".*", r"CPU per Get\(Position\), µs", "the library asks the player, in its language"),
]


def make_files(folder):
    """Makes three songs, one file to be opened, and short songs."""
    music, short = folder / "music", folder / "short"
    music.mkdir()
    short.mkdir()
    files = [media.sound(music / f"{number} #é.flac", SECONDS, title=title, artist="Somebody", album="All",
                         track=number, date="2006") for number, title in enumerate([*TITLES, "Opened"], 1)]
    return files, [media.sound(short / f"{number}.flac", SHORT, title=f"Natural {number}", artist="Somebody",
                               album="Short", track=number + 1) for number in range(5)]


class Station(media.Radio):
    """A radio station with a bit rate for which players buffer."""

    def __init__(self, folder):
        super().__init__(folder)
        media.ffmpeg("-f", "lavfi", "-i", "sine=d=1:r=44100", "-b:a", "128k", folder / "station.mp3")
        self.second = (folder / "station.mp3").read_bytes()


class Measuring:
    def __init__(self, player, folder):
        self.player, self.folder, self.begun = player, folder, time.monotonic()
        self.files, self.short = make_files(folder)
        self.table = Table(player.called, f"its own code, {player.source.version}", self.say, REASONS)
        Contender.problems = set()

    def say(self, what):
        print(f"{self.player.called}, {time.monotonic() - self.begun:.0f} s: {what}", file=sys.stderr, flush=True)

    def turns(self, count, measure, *words):
        """Returns {row: results}."""
        found = {}
        for number in range(count):
            for kind in KINDS:
                self.say(f"{measure.__name__}, {kind}, {number + 1} of {count}")
                for row, cell in measure(partial(self.player, kind), *words).items():
                    found.setdefault(row, {}).setdefault(kind, []).append(cell)
        return found

    def judged(self, judge, *words):
        """Judges once; where ours is worse it judges again, because the machine may be busy."""
        found = self.turns(1, judge, *words)
        if any(cells["peer"][0] in GOOD and cells["ours"][0] not in GOOD for cells in found.values()):
            for row, by_kind in self.turns(ROUNDS - 1, judge, *words).items():
                for kind, cells in by_kind.items():
                    found[row].setdefault(kind, []).extend(cells)
        return found

    def code(self):
        """Counts the lines of code for MPRIS alone: in the original, and after the patch."""
        before, after = self.player.lines()
        return {"lines of code for MPRIS": {"peer": [before], "ours": [after]}}

    def run(self):
        table, files = self.table, self.files
        for judge in (rows.idle, rows.track_ids, rows.song_keys, rows.opened, rows.settings, rows.positions,
                      rows.lost_buses):
            table.judged(self.judged(judge, files))
        if self.player.key:
            with Station(self.folder) as radio:
                table.judged(self.judged(rows.own_keys, files, radio))
        table.measured(self.turns(TURNS, rows.signals, files))
        table.measured(self.turns(TURNS, rows.natural_change, self.short))
        table.measured(self.turns(TURNS, rows.position, files))
        table.measured(self.turns(TURNS, rows.belief, files))
        for row, samples in self.turns(TURNS, rows.costs, files).items():
            table.measured({row: samples}, WITHIN[row.split()[0]])
        table.measured(self.code())
        table.measured({"kinds of faults for the strict checker": {
            kind: [len({problem for of, problem in Contender.problems if of == kind})] for kind in KINDS}})
        for kind, problem in sorted(Contender.problems):
            self.say(f"strict checker, {kind}: {problem}")
        return table
