# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Builds the trees, and finds which test notices a change."""

import itertools
import json
import time

from parts import LIBRARY, PARTS, ROOT
from suites import Suites, is_of_surfaces
from trees import CORE, ENGINE, Hang, LibraryTree, PartTree, SwiftTree, swift_compiler

WORK = ROOT / "build/mutate"
# The total seconds of the tests of a part that run before the others.
FIRST = 60
# Tests of the engine in Swift that compute for two thirds of its time.
VIDEOS = "Video"


class Judge:
    """Finds which test notices a change."""

    def __init__(self, tree, suites, results):
        self.tree, self.suites, self.results = tree, suites, results

    def judge(self, change):
        """Returns the verdict, the test that noticed the change, and the seconds of each stage. The cheapest stage
        comes first."""
        times, refused = {}, False
        for name, stage in self.stages(change).items():
            start = time.monotonic()
            verdict, by = stage(change)
            times[name] = round(time.monotonic() - start, 1)
            if verdict == "refused":
                refused = True
            elif verdict:
                return verdict, by, times
            elif name == "build" and refused:  # the Swift build is a suite, too
                return "noticed", "swift build", times
        return "survived", "", times

    def stages(self, _):
        return {"build": self.build, "first": self.first_tests, "tests": self.tests}

    def build(self, change):
        self.tree.change(change)
        try:
            return ("", "") if self.compiles(change.file) else ("invalid", "")
        except Hang:
            return "invalid", ""  # the compiler does not end
        finally:
            self.tree.restore(change)

    def compiles(self, file):
        return self.tree.build(file)

    def first_tests(self, change):
        """Runs the tests that are most likely to notice a change, as far as they take little time."""
        return self.tests(change, FIRST)

    def tests(self, change, seconds=None):
        """Runs the tests, the most telling first. - seconds: how much time they may take in sum; None for all tests."""
        durations = self.durations(change)
        order = self.results.order(change.file, durations)
        if seconds:
            ends = list(itertools.accumulate(durations[name] + 0.1 for name in order))
            order = [name for name, end in zip(order, ends) if end <= seconds]
        by = self.suites.noticed_by(order)
        return ("noticed", by) if by else ("", "")

    def durations(self, _):
        return self.suites.durations


class PartJudge(Judge):
    """Judges changes of one part of the table, by its own tests."""

    def __init__(self, part, *others):
        super().__init__(*others)
        self.part = part

    def compiles(self, file):
        return self.tree.build(self.part, file)


class LibraryJudge(Judge):
    """Judges changes of the library, by the tests in Swift, too."""

    def __init__(self, core, engine, *others):
        super().__init__(*others)
        self.core, self.engine = core, engine

    def stages(self, change):
        stages, module = super().stages(change), change.file.split("/")[2]
        if module != "ABI":  # of which the tests in Swift have nothing
            stages = {"Engine": self.quick_engine_tests, **stages, "videos": self.video_tests}
        if module == "Core":
            stages = {"Core": self.core_tests, **stages}
        return stages

    def durations(self, change):
        if change.file.startswith("Sources/Library/Surface/"):  # of which the others' library has nothing
            return {name: seconds for name, seconds in super().durations(change).items() if is_of_surfaces(name)}
        return super().durations(change)

    def core_tests(self, change):
        return self.swift_tests(self.core, change)

    def quick_engine_tests(self, change):
        return self.swift_tests(self.engine, change, "--skip", VIDEOS)

    def video_tests(self, change):
        return self.swift_tests(self.engine, change, "--filter", VIDEOS)

    @staticmethod
    def swift_tests(tree, change, *which):
        tree.change(change)
        try:
            if not tree.build():
                return "refused", ""
            test = tree.failing_test(*which)
            return ("noticed", f"{tree.kind}: {test}") if test else ("", "")
        except Hang:
            return "noticed", f"{tree.kind}: the build hangs"
        finally:
            tree.restore(change)


def measure(name, suites, state, believes):
    """Measures how long each test of a part takes. All tests must pass, those known to be unstable at the second
    attempt. Results from the same state of the tree are reused."""
    path = WORK / "durations.json"
    known = json.loads(path.read_text()) if path.exists() else {"state": "", "durations": {}}
    if known["state"] != state and not believes:
        known["durations"] = {}
    print(f"Running the tests of {name}", flush=True)
    try:
        suites.measure(known["durations"])
    finally:
        path.write_text(json.dumps({"state": state, "durations": known["durations"] | suites.durations}))


def prepare(options, results, trees):
    """Returns the judges of the parts for each job. Appends the working trees to `trees` as they are made."""
    def made(tree, *words):
        trees.append(tree)
        tree.build_unchanged(*words)
        return tree

    def suites_of(name, places):
        """Returns the tests of a part for each job."""
        suites = [Suites(tree, PARTS[name].tests, PARTS[name] is LIBRARY, options.shards) for tree in places]
        measure(name, suites[0], results.state, options.survivors)
        for each in suites:
            each.durations = suites[0].durations
        return suites

    swiftc = swift_compiler()
    print("Building the unchanged tree", flush=True)
    jobs = range(options.jobs)
    judges = [{} for _ in jobs]
    others = [name for name in options.parts if PARTS[name] is not LIBRARY]
    if "library" in options.parts:
        libraries = [made(LibraryTree(ROOT, WORK / f"library-{number}", swiftc)) for number in jobs]
        cores = [made(SwiftTree(ROOT, WORK / f"core-{number}", CORE)) for number in jobs]
        engines = [made(SwiftTree(ROOT, WORK / f"engine-{number}", ENGINE)) for number in jobs]
        for number, suites in enumerate(suites_of("library", libraries)):
            judges[number]["library"] = LibraryJudge(cores[number], engines[number], libraries[number], suites, results)
    if others:
        places = [made(PartTree(ROOT, WORK / f"parts-{number}", swiftc), [PARTS[name] for name in others])
                  for number in jobs]
        for name in others:
            for number, suites in enumerate(suites_of(name, places)):
                judges[number][name] = PartJudge(PARTS[name], places[number], suites, results)
    return judges
