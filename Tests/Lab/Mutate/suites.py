# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs the tests of a tree: several at a time, because most of them wait most of the time, until one fails."""

import json
import re
import time
from pathlib import Path

PYTEST = ["/usr/bin/python3", "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=no"]
# Programs that do not judge a change: those that look at the header, which is not changed, or at the size or the time
# of what the optimiser makes.
NOT_C_TESTS = "^(header|library|surface-library|program)-|costs"
# How many seconds a test may take beyond its normal duration before it counts as hanging.
HANG = 30
# The same limit while the normal duration is not known: some tests flood a bus, and the machine may be busy.
UNKNOWN = 30


def is_of_surfaces(name):
    """Returns whether a test is one of the library for surfaces."""
    return name.startswith(("Tests/Library/Surface/", "surface_"))


class Batch:
    """Tests that run in one process, and what became of them so far."""

    def __init__(self, tree, number, names, durations, words=()):
        self.names, self.durations, self.words = names, durations, words
        self.passed, self.failed, self.took = set(), None, {}
        self.output = tree.file(f"{number}.output")
        self.report = tree.file(f"{number}.report")
        self.report.write_text("")
        self.process = tree.start(self.command(), self.output, {"TEST_REPORT": str(self.report)})
        self.size, self.since = 0, time.monotonic()

    def is_running(self):
        """Returns whether the test still runs, and records those that have ended."""
        ended = self.process.poll() is not None
        self.read()
        if self.failed:
            return False
        if ended:
            self.ended(self.process.returncode)
            return False
        now, size = time.monotonic(), sum(file.stat().st_size for file in (self.output, self.report))
        if size != self.size:
            self.size, self.since = size, now
        slowest = max((self.durations.get(name, UNKNOWN) for name in self.left()), default=0)
        if now - self.since > HANG + 4 * slowest:
            self.fail(next(iter(self.left()), self.names[-1]), now - self.since)
        return self.failed is None

    def left(self):
        return [name for name in self.names if name not in self.passed]

    def fail(self, name, seconds):
        self.failed, self.took[name] = name, seconds

    def ended(self, code):
        if code and self.left():
            self.fail(self.left()[0], 0)


class Clients(Batch):
    """Tests of one of the folders of pytest, in an order."""

    def command(self):
        return [*PYTEST, "-x", *self.words, *self.names]

    def read(self):
        # The last line may be in the middle of being written.
        for line in self.report.read_text().split("\n")[:-1]:
            name, when, outcome, seconds = json.loads(line)
            self.took[name] = self.took.get(name, 0) + seconds if when != "setup" else seconds
            if outcome == "failed" and not self.failed:
                self.fail(name, self.took[name])
            elif when == "teardown":
                self.passed.add(name)

    def ended(self, code):
        if code > 1:  # neither success nor failed tests, but wrong words or an error of pytest itself
            raise RuntimeError(self.output.read_text()[-3000:])
        super().ended(code)


class Programs(Batch):
    """Runs tests that are programs in C, four at a time, with ctest."""

    def command(self):
        pattern = "|".join(f"^{re.escape(name)}$" for name in self.names)
        return ["ctest", "--test-dir", "build", "-R", pattern, "-j4", "--timeout", str(HANG)]

    def read(self):
        text = self.output.read_text(errors="replace")
        for name, result, seconds in re.findall(r" Test +#\d+: (\S+) \.+ *\**(\w+).* ([\d.]+) sec", text):
            self.took[name] = float(seconds)
            if result == "Passed":
                self.passed.add(name)
            elif not self.failed:
                self.fail(name, float(seconds))


def race(tree, batches):
    """Runs batches until a test fails. Returns the batch in which it failed, or None; and the tests that passed."""
    lost, running = None, batches
    try:
        while running and not lost:
            time.sleep(0.05)  # sleeps: paces a loop that waits for a condition
            running = [batch for batch in running if batch.is_running()]
            lost = next((batch for batch in batches if batch.failed), None)
    finally:
        for batch in batches:
            tree.end(batch.process)
        tree.clean()
    return lost, set().union(*(batch.passed for batch in batches))


class Suites:
    """The tests of a tree that judge a part of it, with the duration of each.

    - clients: the words of pytest for each folder, which has its own conftest.py, and therefore a process of its own.
    - has_programs: whether the C programs that CTest runs are tests of it, too."""

    def __init__(self, tree, clients, has_programs, shards):
        self.tree, self.clients, self.has_programs, self.shards = tree, clients, has_programs, shards
        self.durations = {}

    def batches(self, order):
        programs = [name for name in order if "::" not in name]
        batches = []
        for folder, words in self.clients.items():
            clients = [name for name in order if name.startswith(folder + "/")]
            for number in range(self.shards):
                if part := self.grouped(clients[number::self.shards]):
                    batches.append(Clients(self.tree, f"{Path(folder).name}-{number}", part, self.durations, words))
        return batches + ([Programs(self.tree, "programs", programs, self.durations)] if programs else [])

    @staticmethod
    def grouped(names):
        """Puts the most telling tests first, and the others file by file, because the tests of a file share a bus."""
        first, rest = names[:8], names[8:]
        files = list(dict.fromkeys(name.split("::")[0] for name in rest))
        return first + sorted(rest, key=lambda name: files.index(name.split("::")[0]))

    def noticed_by(self, order):
        """Runs tests in parallel until one fails; returns its name, or None if all pass. The test must fail once more,
        alone: a test that fails now and then has noticed nothing."""
        while order:
            lost, passed = race(self.tree, self.batches(order))
            if not lost:
                return None
            if race(self.tree, self.batches([lost.failed]))[0]:
                return lost.failed
            order = [name for name in order if name not in passed and name != lost.failed]
        return None

    def measure(self, known):
        """Measures the tests on the unchanged tree, on which all must pass except those known to be unstable."""
        names = []
        for folder, words in self.clients.items():
            code, listed = self.tree.run([*PYTEST, "--collect-only", *words, folder], 300)
            if code:
                raise SystemExit(f"The tests in {folder} cannot be listed; `Tests/run-long mutate` installs what they "
                                 f"need:\n{listed[-1000:]}")
            names += [line for line in listed.splitlines() if "::" in line]
        if self.has_programs:
            listed = self.tree.run(["ctest", "--test-dir", "build", "-N", "-E", NOT_C_TESTS], 300)[1]
            names += re.findall(r" Test +#\d+: (\S+)", listed)
        self.durations = {name: known[name] for name in names if name in known}
        failed, order = [], [name for name in names if name not in known]
        while order:
            batches = self.batches(order)
            lost, passed = race(self.tree, batches)
            for batch in batches:
                self.durations |= {name: round(batch.took[name], 2) for name in batch.passed}
            if lost and race(self.tree, self.batches([lost.failed]))[0]:
                failed.append(lost.failed)
            order = [name for name in order if name not in passed and not (lost and name == lost.failed)]
        if failed or not self.durations:
            raise SystemExit(f"The unchanged tree fails its tests, so nothing can be said of changes: {failed}")
        self.durations = {name: self.durations.get(name, 1.0) for name in names}
