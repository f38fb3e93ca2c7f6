# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The private bus of the benchmark, the servers on it, and the table."""
import os
import re
import statistics
import subprocess
import sys
from pathlib import Path

from testkit.desktop import Daemon

PREFIX = "org.mpris.MediaPlayer2."
FLOOR, OURS = PREFIX + "floor", PREFIX + "ours"
METADATA_KEYS = 10
PLAYER_PROPERTIES = 15


class Failure(Exception):
    """Raised with one sentence when something cannot be run."""


class Bench:
    """Has a private bus, the programs that run on it, and the rows of the table."""

    def __init__(self, build, directory, quick):
        self.programs = build / "Tests/Library/Benchmarks"
        self.directory = directory
        self.quick = quick
        self.processors = os.sched_getaffinity(0)
        self.rows = []
        self.children = []
        foreign = ("DBUS_", "XDG_", "SNAP", "FLATPAK")
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
        self.environment |= {"XDG_RUNTIME_DIR": str(directory), "HOME": str(directory)}
        self.bus = Daemon(directory / "bus", environment=self.environment)
        self.children.append(self.bus.process)
        # Uses an empty system bus, without the services that may forbid videos.
        self.environment |= {"DBUS_SESSION_BUS_ADDRESS": self.bus.address, "DBUS_SYSTEM_BUS_ADDRESS": self.bus.address}

    def spawn(self, command, **options):
        child = subprocess.Popen(command, env=self.environment, **options)
        self.children.append(child)
        return child

    def server(self, program, name, *more):
        """Starts one of this folder's servers and waits until it shows the whole track."""
        child = self.spawn([self.programs / program, name, self.stamp(name), *more], stdin=subprocess.PIPE)
        self.show(name)
        return child

    def stop(self, *children):
        for child in children:
            if child.stdin:
                child.stdin.close()
            else:
                child.terminate()
            child.wait()
            self.children.remove(child)

    def stop_all(self):
        for child in reversed(self.children):
            child.terminate()
            child.wait()

    def stamp(self, name):
        return str(self.directory / name)

    def output(self, program, *arguments, **options):
        done = subprocess.run([self.programs / program, *map(str, arguments)], env=self.environment,
                              stdout=subprocess.PIPE, text=True, check=False, **options)
        if done.returncode:
            raise Failure(f"{program} {arguments[0]} failed, see above")
        return done.stdout

    def show(self, name, keys=METADATA_KEYS):
        properties, shown = map(int, self.output("load", "show", keys, name).split())
        if keys and (properties < PLAYER_PROPERTIES or shown != METADATA_KEYS):
            raise Failure(f"{name} shows {properties} properties and {shown} metadata keys, "
                          f"not {PLAYER_PROPERTIES} and {METADATA_KEYS}: it cannot be compared")

    def load(self, *arguments, **options):
        return Times(self.output("load", *arguments, **options))

    def count(self, full, quick):
        return quick if self.quick else full

    def row(self, name, target=None, value=None, floor=None, ours=None, peer=None, ratio=None):
        """Adds a line to the table. `target` is an upper limit for `value`, or for `ratio` when there is no value."""
        judged = ratio if value is None else value
        verdict = "" if target is None else "met" if judged <= target else "MISSED"
        limit = "" if target is None else f"<= {target:.2f} x" if value is None else f"<= {target:g}"
        self.rows.append((name, floor or "", ours or "", peer or "", "" if ratio is None else f"{ratio:.3f}", limit,
                          verdict))

    def pin(self, on):
        """Pins the bus, and programs started from now on, to one processor, or releases them: otherwise a round trip
        costs twice as much for programs that the scheduler puts on another processor than the bus."""
        processors = {max(self.processors)} if on else self.processors
        for process in (0, self.bus.process.pid):
            os.sched_setaffinity(process, processors)


class Times:
    """The times in the lines "ROW LABEL ROUND NANOSECONDS" that a program of the benchmark has printed."""

    def __init__(self, text):
        self.rounds = {}
        for line in text.splitlines():
            row, label, number, value = line.split()
            self.rounds.setdefault((row, label), {}).setdefault(int(number), []).append(int(value))

    @classmethod
    def of(cls, rounds):
        """Makes a Times of times that no program has printed: for each row and label, and for each round, a list of
        nanoseconds."""
        times = cls("")
        times.rounds = rounds
        return times

    def all(self, row, label):
        return [value for values in self.rounds[row, label].values() for value in values]

    def median(self, row, label):
        return statistics.median(self.all(row, label))

    def text(self, row, label):
        values = self.all(row, label)
        p90 = statistics.quantiles(values, n=10)[8] if len(values) > 1 else values[0]
        return f"{statistics.median(values) / 1000:.2f} ({p90 / 1000:.2f})"

    def ratio(self, row, label, base, base_row=None):
        """Returns the median over rounds of this label's median divided by the base's, so that drift between rounds
        cancels out."""
        first, second = self.rounds[row, label], self.rounds[base_row or row, base]
        return statistics.median(statistics.median(first[n]) / statistics.median(second[n]) for n in first)


def say(text):
    print(f"  {text} ...", file=sys.stderr, flush=True)


def proc_status(child, field):
    """Returns the sum of a number over all threads of a process."""
    files = Path(f"/proc/{child.pid}/task").glob("*/status")
    return sum(int(re.search(rf"^{field}:\s+(\d+)", file.read_text(), re.M)[1]) for file in files)


def anonymous_kib(child):
    return int(re.search(r"^Pss_Anon:\s+(\d+)", Path(f"/proc/{child.pid}/smaps_rollup").read_text(), re.M)[1])


def cpu_ns(child):
    """Returns the CPU time of all threads of a process."""
    return sum(int(file.read_text().split()[0]) for file in Path(f"/proc/{child.pid}/task").glob("*/schedstat"))


def print_columns(head, rows, to_left=(0,)):
    """Prints rows below a head, each column as wide as its widest cell, numbers to the right."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    for row in [head, tuple("-" * width for width in widths), *rows]:
        print("  ".join(cell.ljust(width) if i in to_left else cell.rjust(width)
                        for i, (cell, width) in enumerate(zip(row, widths))).rstrip())
