# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Builds the trees, and finds which test notices a change."""

import itertools
import json
import time

from parts import LIBRARY, PARTS, ROOT, part_of
from suites import Suites, is_of_surfaces
from trees import Hang, LibraryPlace, LibraryTree, PartTree, swift_compiler

WORK = ROOT / "build/mutate"
# The total seconds of the tests of a part that run before the others.
FIRST = 60
# Tests of the engine in Swift that compute for two thirds of its time.
VIDEOS = "Video"


# The targets of tests in Swift that have something of a module; ABI has none.
ALL_SWIFT = r"^NowPlaying\w+Tests\."
SWIFT_TESTS = {"ABI": "", "Engine": r"^NowPlayingEngineTests\.", "Surface": r"^NowPlayingSurfaceTests\.",
               "Boundary": r"^NowPlayingSurfaceTests\."}


def tested_in(change):
    """Returns the expression for the tests in Swift that judge a change, or ""."""
    return SWIFT_TESTS.get(change.file.split("/")[2], ALL_SWIFT)


def is_of_other_library(change):
    """Returns whether a change is in the library for surfaces alone, of which that for players has nothing."""
    return change.file.startswith("Sources/Library/Surface/")


class Judge:
    """Finds which test notices a change."""

    def __init__(self, tree, suites, results):
        self.tree, self.suites, self.results = tree, suites, results

    def judge(self, change):
        """Returns the verdict, the test that noticed the change, and the seconds of each stage. The cheapest stage
        comes first."""
        times = {}
        for name, stage in self.stages(change).items():
            start = time.monotonic()
            verdict, by = stage(change)
            times[name] = round(time.monotonic() - start, 1)
            if verdict:
                return verdict, by, times
        return "survived", "", times

    def stages(self, _):
        """Returns what is tried, in this order, by names. Each returns a verdict, or "", and the test that noticed."""
        return {"build": self.build, "first": self.first_tests, "tests": self.tests}

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

    def stages(self, change):
        stages = super().stages(change)
        if self.part.scenarios:
            stages = {"build": stages.pop("build"), "scenarios": self.scenarios, **stages}
        return stages

    def scenarios(self, _):
        return noticed("scenario", self.tree.failing_scenario(self.part))

    def build(self, change):
        self.tree.change(change)
        try:
            return ("", "") if self.tree.build(self.part, change.file) else ("invalid", "")
        except Hang:
            return "invalid", ""  # the compiler does not end
        finally:
            self.tree.restore(change)


class LibraryJudge(Judge):
    """Judges changes of the library, by the tests in Swift, the scenarios and the simulation, too."""

    def stages(self, change):
        stages = {"simulation": self.simulation, "first": self.first_tests, "tests": self.tests}
        if not is_of_other_library(change):
            stages = {"scenarios": self.scenarios, **stages}
        if tested_in(change):
            stages = {"Swift": self.quick_swift_tests, **stages, "videos": self.video_tests}
        return {"build": self.build, **stages}

    def build(self, change):
        return ("", "") if self.tree.turn_on(change) else ("invalid", "")

    def durations(self, change):
        if is_of_other_library(change):
            return {name: seconds for name, seconds in super().durations(change).items() if is_of_surfaces(name)}
        return super().durations(change)

    def quick_swift_tests(self, change):
        return noticed("Swift", self.tree.failing_test("--filter", tested_in(change), "--skip", VIDEOS))

    def video_tests(self, change):
        if "Surface" in tested_in(change):  # which has no videos
            return "", ""
        return noticed("Swift", self.tree.failing_test("--filter", VIDEOS))

    def simulation(self, _):
        return noticed("simulation", self.tree.failing_seed())

    def scenarios(self, _):
        return noticed("scenario", self.tree.failing_scenario(LIBRARY))


def noticed(kind, test):
    return ("noticed", f"{kind}: {test}") if test else ("", "")


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


def prepare(options, changes, results, trees):
    """Returns the judges of the parts for each job. Appends the working trees to `trees` as they are made.
    - changes: the first of those that may be tried."""
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
        library = made(LibraryTree(ROOT, WORK / "library", swiftc, [
            change for change in changes if part_of(change.file) == "library"]))
        places = []
        for number in jobs:
            places.append(LibraryPlace(library, number))
            trees.append(places[-1])
        for number, suites in enumerate(suites_of("library", places)):
            judges[number]["library"] = LibraryJudge(places[number], suites, results)
    if others:
        places = [made(PartTree(ROOT, WORK / f"parts-{number}", swiftc), [PARTS[name] for name in others])
                  for number in jobs]
        for name in others:
            for number, suites in enumerate(suites_of(name, places)):
                judges[number][name] = PartJudge(PARTS[name], places[number], suites, results)
    return judges
