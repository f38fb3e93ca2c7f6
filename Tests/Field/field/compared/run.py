# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs the whole comparison for one player."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from field.tagged import corpus

from . import buses, costs, methods, tags, values
from .contenders import PLAYERS, Contender, prepared
from .table import Table

BOTH = costs.BOTH
ROUNDS = 3


def version(package):
    command = ["dpkg-query", "-W", "-f", "${Version}", package]
    found = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    return found.split("-")[0].split(":")[-1]


class Comparison:
    def __init__(self, player, folder):
        self.player, self.folder, self.begun = player, folder, time.monotonic()
        self.files = values.make_queue(folder)
        self.table = Table(player.called, f"{player.peer} {player.version or version(player.package)}", self.say)

    def say(self, what):
        print(f"{self.player.called}, {time.monotonic() - self.begun:.0f} s: {what}", file=sys.stderr, flush=True)

    def begin(self, kind):
        return self.player(kind, self.player.stays, *self.files[:3])

    def rounds(self, what, judge):
        """Judges each kind of player in each round. `judge` is called with a kind, and returns {row: cell}. Returns
        {row: {kind: cells}}, with a cell for each round."""
        cells = {}
        for number in range(ROUNDS):
            for kind in BOTH:
                self.say(f"{what}, {kind}, {number + 1} of {ROUNDS}")
                for row, cell in judge(kind).items():
                    cells.setdefault(row, {}).setdefault(kind, []).append(cell)
        return cells

    def properties(self, kind):
        with self.begin(kind) as one:
            found = values.judge(one, self.files)
        return {name: cell for (_, name), cell in found.items()}

    def track_changes(self, kind):
        count, queue, stopped = costs.natural_changes(self.player, self.folder, kind)
        return {"signals for a track change": count, "signals of the queue then": queue,
                "Stopped between two tracks": "yes" if stopped else "no"}

    def lost_buses(self, kind):
        return {"a bus that comes later": buses.later(self.player, kind, self.files),
                "a bus that is restarted": buses.restarted(self.player, kind, self.files)}

    def run(self):
        table = self.table
        table.judged(self.rounds("properties", self.properties))
        table.measured(tags.count_wrong(self.player, corpus.make(self.folder, tags.SECONDS), self.say))
        table.judged(self.rounds("methods", lambda kind: methods.judge(lambda: self.begin(kind), self.files)))
        changes = self.rounds("track changes", self.track_changes)
        table.measured({row: cells for row, cells in changes.items() if row.startswith("signals")})
        table.judged({row: cells for row, cells in changes.items() if not row.startswith("signals")})
        table.judged(self.rounds("lost buses", self.lost_buses))
        self.say("no bus")
        table.measured(buses.without(self.player, self.folder))
        self.say("beginnings and memory")
        with costs.Watcher() as watcher:
            table.measured(costs.beginnings(self.player, self.files, watcher))
            table.measured(costs.measure(self.player, self.files, self.say, watcher))
        kinds = {kind: [len({problem for of, problem in Contender.problems if of == kind})] for kind in BOTH}
        table.measured({"kinds of faults for the strict checker": kinds})
        for kind, problem in sorted(Contender.problems):
            self.say(f"strict checker, {kind}: {problem}")
        return table


def main(name, plugin):
    """Prints the table, and returns the exit code."""
    player = PLAYERS[name]
    with tempfile.TemporaryDirectory(prefix="np-compare-") as folder, prepared(player, plugin, Path(folder)):
        comparison = Comparison(player, Path(folder))
        table = comparison.run()
        comparison.say("done")
    print(table, flush=True)
    for row in table.behind:
        print(f"{player.called}: ours is behind, and there is no reason for it: {row}", file=sys.stderr)
    return 1 if table.behind else 0
